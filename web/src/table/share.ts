/** Copying, sharing and saving: what the browser offers, with a message of what happened. */
import { toasts } from "../design/toasts.svelte.ts";
import { t } from "../texts/texts.svelte.ts";

export const canShare = (): boolean => typeof navigator.share === "function";

/** Copy a text; browsers allow the clipboard on safe addresses alone, so there is the old way too. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  toasts.show(t("page.share.copied"));
}

/** Open the share sheet; where there is none, copy. */
export async function share(title: string, url: string): Promise<void> {
  if (!canShare()) return copy(url);
  try {
    await navigator.share({ title, url });
  } catch (problem) {
    // Closing the sheet is no mistake.
    if (!(problem instanceof DOMException && problem.name === "AbortError")) await copy(url);
  }
}

/** Let the browser save a text as a file. */
export function save(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
