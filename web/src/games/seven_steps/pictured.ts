/** Moves of 7 Steps as a small picture: the segments they touch, ringed once made, else with ghosts. */
import type { Told } from "../../gen/wire.ts";
import type { Pictured } from "../../table/face.ts";

/** The picture of some moves; null where no space is touched. */
export function pictured(facts: readonly Told[], made: boolean): Pictured | null {
  const spaces = facts.flatMap((told) => (told.fields?.space ? [String(told.fields.space)] : []));
  if (!spaces.length) return null;
  const parts = [...new Set(spaces.map((space) => `segment ${space[0]}`))];
  const placed = facts.flatMap((told) =>
    told.fields?.kind === "place" ? [String(told.fields.space)] : [],
  );
  return { parts, rings: [...new Set(spaces)], ...(made ? {} : { ghosts: placed }) };
}
