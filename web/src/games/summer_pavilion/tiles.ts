/** What can be counted from a view, for previews and panels: nothing here decides what is legal. */
import {
  type Color,
  COLORS,
  type PavilionView,
  type Spaces,
  type Star,
  STARS,
  type Tiles,
} from "../../gen/summer_pavilion.ts";
import type { Offer } from "../../gen/wire.ts";
import { type Board, numberOf, POSITIONS, type Structure, STRUCTURES } from "./geometry.ts";

export const TAKING = 1;

export function total(tiles: Tiles): number {
  return COLORS.reduce((sum, color) => sum + (tiles[color] ?? 0), 0);
}

/** The colors that are there with their numbers, in the order of the box. */
export function listed(tiles: Tiles): { color: Color; count: number }[] {
  return COLORS.flatMap((color) =>
    (tiles[color] ?? 0) > 0 ? [{ color, count: tiles[color]! }] : [],
  );
}

/** Tile by tile, in the order of the box, so that equal ones lie side by side. */
export function spread(tiles: Tiles): Color[] {
  return listed(tiles).flatMap(({ color, count }) => Array.from({ length: count }, () => color));
}

/** What comes along when a color is taken from a source, and what is left there. */
export function taken(source: Tiles, color: Color, wild: Color): { taken: Tiles; left: Tiles } {
  const found: Tiles = {};
  if (color !== wild) found[color] = source[color] ?? 0;
  if ((source[wild] ?? 0) > 0) found[wild] = 1;
  return { taken: found, left: minus(source, found) };
}

export function minus(tiles: Tiles, gone: Tiles): Tiles {
  const left: Tiles = {};
  for (const { color, count } of listed(tiles))
    if (count > (gone[color] ?? 0)) left[color] = count - (gone[color] ?? 0);
  return left;
}

export function plus(tiles: Tiles, more: Tiles): Tiles {
  const sum: Tiles = { ...tiles };
  for (const { color, count } of listed(more)) sum[color] = (sum[color] ?? 0) + count;
  return sum;
}

/** The tiles that a placement spends, the one placed among them. */
export function payment(offer: Offer, board: Board, wild: Color): Tiles {
  const { star, position, color, wilds } = offer.fields;
  const cost = numberOf(board, star as Star, Number(position));
  return plus(
    { [color as Color]: cost - Number(wilds) },
    Number(wilds) ? { [wild]: Number(wilds) } : {},
  );
}

/** The tiles that a move takes to the rack or spends from it. */
export function moved(offer: Offer, view: PavilionView): Tiles {
  const { kind, source, factory, color } = offer.fields;
  if (kind === "place") return payment(offer, view.options.board, view.wild);
  if (kind !== "take") return {};
  return taken(
    source === "center" ? view.center : (view.factories[Number(factory) - 1] ?? {}),
    color as Color,
    view.wild,
  ).taken;
}

const filled = (board: Spaces, space: string): boolean => {
  const [star, position] = space.split(" ");
  return board[star as Star][Number(position) - 1] !== null;
};

/** Whether all spaces around a structure are filled. */
export const isEarned = (board: Spaces, structure: Structure): boolean =>
  structure.spaces.every((space) => filled(board, space));

/** The structures that a tile on this space would complete. */
export function completes(board: Spaces, space: string): Structure[] {
  return STRUCTURES.filter(
    ({ spaces }) =>
      spaces.includes(space) && spaces.every((other) => other === space || filled(board, other)),
  );
}

export interface StarProgress {
  star: Star;
  filled: number;
  color: Color | null; // the one color it shows, or null: none yet, or several
  colors: number;
}

export function starProgress(board: Spaces, star: Star): StarProgress {
  const found = board[star].filter((color): color is Color => color !== null);
  const colors = new Set(found).size;
  return { star, filled: found.length, color: colors === 1 ? found[0]! : null, colors };
}

/** How many spaces with a number are filled, of how many. */
export function numberProgress(
  board: Spaces,
  side: Board,
  number: number,
): { filled: number; of: number } {
  let of = 0;
  let covered = 0;
  for (const star of STARS)
    for (const position of POSITIONS)
      if (numberOf(side, star, position) === number) {
        of += 1;
        if (board[star][position - 1] !== null) covered += 1;
      }
  return { filled: covered, of };
}
