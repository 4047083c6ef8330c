/** Names among the things of 7 Steps: a space is "c4"; its tower, for a construction tile, "tower c4". */
import { type Space, SPACE_NAMES } from "../../gen/seven_steps.ts";

/** The spaces among some things. */
export function spacesOf(named: readonly string[]): Space[] {
  const known: readonly string[] = SPACE_NAMES;
  return named
    .map((thing) => thing.replace("tower ", ""))
    .filter((thing): thing is Space => known.includes(thing));
}
