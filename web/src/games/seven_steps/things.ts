/** The things that moves of 7 Steps touch. A space is "c4"; its tower, for a construction tile, "tower c4". */
import type { View } from "../../gen/games.ts";
import {
  type Space,
  SPACE_NAMES,
  type StepsFields,
  type StepsView,
} from "../../gen/seven_steps.ts";
import type { Offer } from "../../gen/wire.ts";

const BY_TILE = ["remove", "recover", "shift", "move"];

export function things(offer: Offer, view: View): readonly string[] {
  const { kind, space, color, tile, type } = offer.fields as StepsFields;
  if (kind === "place") return [space, `disc ${(view as StepsView).board[space]?.color}`];
  if (BY_TILE.includes(kind)) return ["construction", `tower ${space}`];
  if (kind === "onto" || kind === "swap") return [space, kind];
  if (kind === "climb") return ["construction"];
  if (kind === "count tile") return ["points"];
  if (kind === "bonus") return [`pile ${type}`];
  if (kind === "keep") return [`keep ${tile}`];
  if (kind === "return") return [`disc ${color}`];
  return [kind];
}

/** The spaces among some things. */
export function spacesOf(named: readonly string[]): Space[] {
  const known: readonly string[] = SPACE_NAMES;
  return named
    .map((thing) => thing.replace("tower ", ""))
    .filter((thing): thing is Space => known.includes(thing));
}
