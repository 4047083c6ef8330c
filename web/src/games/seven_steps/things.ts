/** The things that moves of 7 Steps touch. A space is "c4"; its tower, for a construction tile, "tower c4". */
import type { Offer, View } from "../../net/wire.ts";
import type { StepsView } from "./view.ts";

const BY_TILE = ["remove", "recover", "shift", "move"];

export function things(offer: Offer, view: View): readonly string[] {
  const { kind, space, color, tile, type } = offer.fields;
  const board = (view as StepsView).board;
  if (kind === "place") return [String(space), `disc ${board[String(space)]?.color}`];
  if (BY_TILE.includes(kind)) return ["construction", `tower ${space}`];
  if (kind === "onto" || kind === "swap") return [String(space), kind];
  if (kind === "climb") return ["construction"];
  if (kind === "count tile") return ["points"];
  if (kind === "bonus") return [`pile ${type}`];
  if (kind === "keep") return [`keep ${tile}`];
  if (kind === "return") return [`disc ${color}`];
  return [kind];
}

/** The spaces among some things. */
export function spacesOf(named: readonly string[]): string[] {
  return named
    .map((thing) => thing.replace("tower ", ""))
    .filter((thing) => /^[a-g][0-6]$/.test(thing));
}
