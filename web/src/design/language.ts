/** Choosing a language: its texts may not come. */
import type { Lang } from "../gen/games.ts";
import { language, t } from "../texts/texts.svelte.ts";
import { toasts } from "./toasts.svelte.ts";

export function chooseLanguage(lang: Lang): void {
  language.choose(lang).catch(() => toasts.show(t("page.error.away"), "warn"));
}
