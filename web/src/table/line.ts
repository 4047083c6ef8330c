/** The line of a game: the facts of its log without what was taken back. */
import type { Told } from "../net/wire.ts";

/** The moves that are still part of the game, after these facts. */
export function lineAfter(line: readonly Told[], facts: readonly Told[]): Told[] {
  let found = [...line];
  for (const fact of facts) {
    if (fact.kind === "undo") found = found.slice(0, fact.line ?? found.length);
    else if (fact.kind === undefined) found.push(fact);
  }
  return found;
}
