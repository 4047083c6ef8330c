/** Moves of Pagoda as a small picture: the lots they build on, ringed once built, else with ghosts. */
import type { Told } from "../../gen/wire.ts";
import type { Pictured } from "../../table/face.ts";

/** The picture of some moves; null where nothing is built. */
export function pictured(facts: readonly Told[], made: boolean): Pictured | null {
  const things = facts.flatMap((told) => told.things ?? []);
  const lots = [...new Set(things.filter((thing) => thing.startsWith("lot ")))].sort();
  if (!lots.length) return null;
  return made ? { parts: lots, rings: lots } : { parts: lots, ghosts: facts.map(wordsOf) };
}

const wordsOf = (told: Told): string => told.words ?? "";
