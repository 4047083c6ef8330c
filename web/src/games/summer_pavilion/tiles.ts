/** Tiles by color, as views and offers have them. Pure. */
import { type Color, COLORS, type Tiles } from "../../gen/summer_pavilion.ts";
import type { Offer, Pieces } from "../../gen/wire.ts";

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

/** Pieces of an offer as tiles. */
export function tilesOf(pieces: readonly Pieces[] = []): Tiles {
  return pieces.reduce((sum, { color, count }) => plus(sum, { [color]: count ?? 1 }), {});
}

/** The tiles that a move takes to the rack or spends from it. */
export const moved = ({ pays, takes }: Offer): Tiles =>
  tilesOf([...(pays ?? []), ...(takes ?? [])]);
