/** Parts of the page's own program, loaded when they are needed; and what to do when they do not come. */
import { language } from "../texts/texts.svelte.ts";
import { away, Problem } from "./api.ts";

const RELOADED = "colonnade.reloaded "; // and an address: when its document was loaded anew
const AGAIN = 120_000; // ms: within that, once

/**
 * Import a part. Browsers may remember an import that failed, and a renewed server has other files:
 * where the server answers and the part does not come, only a new document helps ("Stale").
 */
export async function part<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch {
    if (!(await answers())) throw away();
  }
  try {
    return await read();
  } catch {
    throw new Problem("Stale", language.say("page.error.stale"), -1);
  }
}

/** Whether the server is there: by a file that no cache answers for. */
async function answers(): Promise<boolean> {
  try {
    return (await fetch("/sw.js", { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/** Load the document anew, where nothing of it is shown yet; false if that was done a moment ago. */
export function reloadOnce(): boolean {
  const mark = RELOADED + location.pathname;
  try {
    if (Date.now() - Number(sessionStorage.getItem(mark) ?? 0) < AGAIN) return false;
    sessionStorage.setItem(mark, String(Date.now()));
  } catch {
    return false; // it could not be remembered, and would go on for ever
  }
  location.reload();
  return true;
}
