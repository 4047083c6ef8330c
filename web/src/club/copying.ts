/** Asks for a copy of the house, and hears how far it is: lines of JSON, the last with what came of it. */
import type { CopyProgress, CopyTold } from "../gen/wire.ts";
import { away, Problem } from "../net/api.ts";
import { language } from "../texts/texts.svelte.ts";

/** Whole lines of what has come, and what is left of the next one. */
export function linesOf(text: string): [string[], string] {
  const parts = text.split("\n");
  return [parts.slice(0, -1).filter(Boolean), parts.at(-1)!];
}

export async function copyHouse(onprogress: (share: number) => void): Promise<CopyTold> {
  let last: CopyProgress | null = null;
  try {
    const headers = { "accept-language": language.code };
    const answer = await fetch("/api/club/copies", { method: "POST", headers, cache: "no-store" });
    if (!answer.ok || !answer.body) {
      const { error, text } = (await answer.json()) as { error: string; text: string };
      throw new Problem(error, text, answer.status);
    }
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let rest = "", part = await reader.read(); !part.done; part = await reader.read()) {
      const [lines, left] = linesOf(rest + part.value);
      rest = left;
      for (const line of lines) {
        last = JSON.parse(line) as CopyProgress;
        if (last.of) onprogress(last.done / last.of);
      }
    }
  } catch (fault) {
    throw fault instanceof Problem ? fault : away();
  }
  if (last?.copy) return last.copy;
  throw last?.problem ? new Problem("Copy", last.problem, 500) : away();
}
