// Built, never edited: `make types` writes it anew, by tools/typescript.py.
// From games/seven_steps/material.py, refusals.py, view_types.py and moves.py.

import type { Loose } from "./games.ts";

export const COLORS = ["turquoise", "yellow", "black", "red", "white", "orange", "purple"] as const;
export const DISCS_OF_A_COLOR = 20;
export const MOST_SEATS = 4;
export const HAND_SIZE = 7;
export const TOWER = 7;
export const FEWER_DISCS = 5;
export const MODEST_TURN = 7;
export const THIRD_POINTS = 5;
export const THIRD_LEVEL = 3;
export const UNUSED_TILE_POINTS = 2;
export const LAST_ROUND = 250;
export const PLACES = "abcdefg";
export const SPACES = 49;
export const SPACE_NAMES = [
  "a0", "a1", "a2", "a3", "a4", "a5", "a6", "b0", "b1", "b2", "b3", "b4", "b5", "b6", "c0", "c1",
  "c2", "c3", "c4", "c5", "c6", "d0", "d1", "d2", "d3", "d4", "d5", "d6", "e0", "e1", "e2", "e3",
  "e4", "e5", "e6", "f0", "f1", "f2", "f3", "f4", "f5", "f6", "g0", "g1", "g2", "g3", "g4", "g5",
  "g6",
] as const;
export const EXTRA_ROUND = ["no", "yes"] as const;
export const FACES = ["plain", "mixed"] as const;
export const MIXED = [
  ["yellow", "turquoise", "red", "turquoise", "red", "turquoise", "yellow"],
  ["black", "yellow", "white", "yellow", "white", "yellow", "black"],
  ["red", "black", "orange", "black", "orange", "black", "red"],
  ["white", "red", "purple", "red", "purple", "red", "white"],
  ["orange", "white", "turquoise", "white", "turquoise", "white", "orange"],
  ["purple", "orange", "yellow", "orange", "yellow", "orange", "purple"],
  ["turquoise", "purple", "black", "purple", "black", "purple", "turquoise"],
] as const;
export const DIRECTIONS = [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]] as const;
export const LAYOUTS = {
  standard: [[0, 0], [2, 1], [3, -2], [1, -3], [-2, -1], [-3, 2], [-1, 3]],
  mask: [[0, 0], [3, -2], [4, 0], [1, 2], [-1, -2], [-4, 0], [-3, 2]],
  river: [[0, 0], [3, -1], [5, 0], [8, -1], [10, 0], [13, -1], [15, 0]],
  butterfly: [[0, 0], [2, 1], [3, -2], [5, -1], [-2, -1], [-3, 2], [-5, 1]],
  ring: [[0, 0], [-3, 1], [-6, 3], [-7, 6], [-5, 7], [-2, 6], [-1, 3]],
  cross: [[0, 0], [-1, 3], [-3, 6], [1, -3], [3, -6], [3, -1], [-3, 1]],
} as const;
export const RIVER = 2;
export const RIVER_PLACE = 3;
export const RIVER_SEGMENT = 0;
export const TILE_TYPES = ["construction", "points"] as const;
export const CONSTRUCTION = ["remove", "shift", "move", "climb", "recover"] as const;
export const REMOVE = 0;
export const SHIFT = 1;
export const MOVE = 2;
export const CLIMB = 3;
export const RECOVER = 4;
export const CONSTRUCTION_TILES = [2, 2, 2, 2, 2] as const;
export const POINTS = ["colors", "one color", "edge", "line", "third light", "third dark"] as const;
export const COLORS_TILE = 0;
export const ONE_COLOR = 1;
export const EDGE = 2;
export const LINE = 3;
export const THIRD_LIGHT = 4;
export const POINTS_TILES = [2, 2, 2, 2, 1, 1] as const;
export const LIGHT_COLORS = ["turquoise", "yellow", "red", "white"] as const;
export const RULE_OF = {
  "*": "T4.3",
  disc: "T4.2",
  construction: "T8.1",
  tower: "T8.1",
  onto: "T8.4",
  swap: "T8.4",
  points: "T9.1",
  count: "T6.1",
  pile: "T7.3",
  keep: "T7.4",
  refill: "T10.1",
} as const;

export type Color = (typeof COLORS)[number];
export type ConstructionTile = (typeof CONSTRUCTION)[number];
export type PointsTile = (typeof POINTS)[number];
export type Tile =
  | "remove"
  | "shift"
  | "move"
  | "climb"
  | "recover"
  | "colors"
  | "one color"
  | "edge"
  | "line"
  | "third light"
  | "third dark";
export type TileType = (typeof TILE_TYPES)[number];
export type Phase =
  | "lay"
  | "rotate"
  | "deal"
  | "refill"
  | "tile"
  | "start"
  | "removing"
  | "shifting"
  | "moving"
  | "first disc"
  | "next disc"
  | "bonus"
  | "choosing"
  | "returning"
  | "over";
export type Space = (typeof SPACE_NAMES)[number];
export type Discs = Partial<Record<Color, number>>;
export type Tiles = Partial<Record<Tile, number>>;
export type Piles = Record<TileType, Tiles>;

/** The variant that is played. */
export interface Options {
  face: (typeof FACES)[number];
  layout: "standard" | "mask" | "river" | "butterfly" | "ring" | "cross";
  extra_round: (typeof EXTRA_ROUND)[number];
}

/** One seat's discs, bonus tiles and points. */
export interface SeatView {
  hand: Discs | null;
  hand_size: number;
  known: Discs;
  lost: Discs | null;
  lost_size: number;
  construction: ConstructionTile | null;
  points: PointsTile | null;
  breakdown: Record<string, number>;
}

/** One space: its color, the height of its tower, and the level of a disc placed there next. */
export interface SpaceView {
  color: Color;
  height: number;
  next: number;
}

/** What a seat or a spectator may know of a 7 Steps position. */
export interface StepsView {
  game: "seven_steps";
  seat: number | null;
  seats: number;
  options: Options;
  actor: number;
  turn: number;
  scores: number[];
  phase: Phase;
  round: number;
  on_turn: number;
  called: boolean;
  extra_begun: boolean;
  segments: number[];
  rotations: number[];
  board: Partial<Record<Space, SpaceView>>;
  players: SeatView[];
  bag_size: number;
  gone: Discs;
  piles: Piles;
  discards: Piles;
  bag: Discs | null;
  new_tile: Tile | null;
  bonus: TileType | null;
  path: Space[];
  levels: number[];
  missing: number;
  space: Space | null;
  level: number;
  limit: number;
  climbing: boolean;
  recovered: Color | null;
  level_sum: number;
  third: Color[];
  least: number;
}

/** A move by its kind. */
export type StepsMove =
  | { kind: "place"; space: Space }
  | { kind: "remove"; space: Space }
  | { kind: "recover"; space: Space }
  | { kind: "shift"; space: Space }
  | { kind: "move"; space: Space }
  | { kind: "onto"; space: Space }
  | { kind: "swap"; space: Space }
  | { kind: "climb" }
  | { kind: "count" }
  | { kind: "count tile" }
  | { kind: "bonus"; type: TileType }
  | { kind: "keep"; tile: Tile; rejected: Tile }
  | { kind: "return"; color: Color }
  | { kind: "return" }
  | { kind: "refill" }
  | { kind: "tile"; tile: Tile }
  | { kind: "tile" }
  | { kind: "lay"; place: "a" | "b" | "c" | "d" | "e" | "f" | "g"; segment: number }
  | { kind: "rotate"; place: "a" | "b" | "c" | "d" | "e" | "f" | "g"; steps: number }
  | { kind: "draw"; color: Color }
  | { kind: "draw" };
export type StepsFields = Loose<StepsMove>;
