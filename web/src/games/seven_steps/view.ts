/** The view of a 7 Steps position, as games/seven_steps/shape.py sends it. */
import type { View } from "../../net/wire.ts";

export const COLORS = ["turquoise", "yellow", "black", "red", "white", "orange", "purple"] as const;
export const CONSTRUCTION = ["remove", "shift", "move", "climb", "recover"] as const;
export const POINTS = ["colors", "one color", "edge", "line", "third light", "third dark"] as const;
export type Discs = Readonly<Record<string, number>>;
export type TileType = "construction" | "points";
export const TILE_TYPES: readonly TileType[] = ["construction", "points"];

export interface StepsSeat {
  hand: Discs | null; // null when hidden
  hand_size: number;
  known: Discs;
  lost: Discs | null;
  lost_size: number;
  construction: string | null;
  points: string | null;
  breakdown: Record<string, number>;
}

export interface StepsSpace {
  color: string;
  height: number;
}

export interface StepsView extends View {
  round: number;
  called: boolean;
  extra_begun: boolean;
  segments: number[];
  rotations: number[];
  board: Record<string, StepsSpace>;
  players: StepsSeat[];
  bag_size: number;
  gone: Discs;
  piles: Record<TileType, Discs>;
  discards: Record<TileType, Discs>;
  bag: Discs | null;
  new_tile: string | null;
  bonus: TileType | null;
  path: string[];
  space: string | null;
  level: number;
  limit: number;
  climbing: boolean;
  recovered: string | null;
  level_sum: number;
  third: string[];
  least: number;
}

/** How many discs or tiles there are in all. */
export function total(discs: Discs): number {
  return Object.values(discs).reduce((sum, count) => sum + count, 0);
}

/** The discs of a hand one by one, each with its number within its color. */
export function eachDisc(discs: Discs): { color: string; index: number }[] {
  return COLORS.flatMap((color) =>
    Array.from({ length: discs[color] ?? 0 }, (_, index) => ({ color, index })),
  );
}

/** A kind of tile as part of a text's key: "third light" is "third_light". */
export const keyOf = (kind: string): string => kind.replace(" ", "_");
