/** Moves of Summer Pavilion as a small picture: the source that was taken from, or the stars. */
import type { Told } from "../../gen/wire.ts";
import type { Pictured } from "../../table/face.ts";

/** The picture of some moves; null where neither a source nor a space is touched. */
export function pictured(facts: readonly Told[], made: boolean): Pictured | null {
  const placed = facts.filter((told) => told.fields?.kind === "place");
  if (placed.length) {
    const spaces = placed.map(({ fields }) => `${fields!.star} ${fields!.position}`);
    return {
      parts: [...new Set(placed.map(({ fields }) => `star ${fields!.star}`))],
      seat: placed[0]!.seat,
      ...(made
        ? { rings: spaces }
        : { ghosts: placed.map(({ fields }, i) => `${spaces[i]} ${fields!.color}`) }),
    };
  }
  const taken = facts.find((told) => told.fields?.kind === "take")?.fields;
  if (!taken) return null;
  const source = taken.source === "center" ? "center" : `factory ${taken.factory}`;
  // What was taken is no longer there: the picture is of the position before.
  return { parts: [source], rings: [`${source} ${taken.color}`], before: true };
}
