// Built, never edited: `make types` writes it anew, by tools/typescript.py.
// From games/summer_pavilion/material.py, refusals.py, view_types.py and moves.py.

import type { Loose } from "./games.ts";

export const COLORS = ["orange", "red", "blue", "yellow", "green", "purple"] as const;
export const STARS = ["orange", "red", "blue", "yellow", "green", "purple", "center"] as const;
export const CENTER = 6;
export const POSITIONS = 6;
export const HIGHEST_PRICE = 6;
export const SPACES = 42;
export const MOST_SEATS = 4;
export const FACTORIES = { 2: 5, 3: 7, 4: 9 } as const;
export const MOST_FACTORIES = 9;
export const FACTORY_SIZE = 4;
export const TILES_OF_A_COLOR = 22;
export const SUPPLY_SIZE = 10;
export const START_SCORE = 5;
export const LOWEST_SCORE = 1;
export const ROUNDS = 6;
export const MOST_KEPT = 4;
export const WILDS = [5, 4, 0, 3, 2, 1] as const;
export const BOARDS = ["colored", "grey"] as const;
export const OUTER_NUMBERS = { colored: [1, 2, 3, 4, 5, 6], grey: [3, 2, 1, 4, 5, 6] } as const;
export const CENTER_NUMBERS = { colored: [1, 2, 3, 4, 5, 6], grey: [3, 3, 3, 3, 3, 3] } as const;
export const PILLARS = [
  "O2 O3 C6 C1", "R2 R3 C1 C2", "B2 B3 C2 C3", "Y2 Y3 C3 C4", "G2 G3 C4 C5", "P2 P3 C5 C6",
] as const;
export const STATUES = [
  "O1 O2 R3 R4", "R1 R2 B3 B4", "B1 B2 Y3 Y4", "Y1 Y2 G3 G4", "G1 G2 P3 P4", "P1 P2 O3 O4",
] as const;
export const WINDOWS = ["O5 O6", "R5 R6", "B5 B6", "Y5 Y6", "G5 G6", "P5 P6"] as const;
export const PILLAR_TILES = 1;
export const STATUE_TILES = 2;
export const WINDOW_TILES = 3;
export const STAR_POINTS = [17, 14, 15, 16, 18, 20] as const;
export const VARIED_STAR_POINTS = 12;
export const NUMBER_POINTS = [4, 8, 12, 16] as const;
export const STRUCTURES = [
  [1, [1, 2, 41, 36]], [1, [7, 8, 36, 37]], [1, [13, 14, 37, 38]], [1, [19, 20, 38, 39]],
  [1, [25, 26, 39, 40]], [1, [31, 32, 40, 41]], [2, [0, 1, 8, 9]], [2, [6, 7, 14, 15]],
  [2, [12, 13, 20, 21]], [2, [18, 19, 26, 27]], [2, [24, 25, 32, 33]], [2, [30, 31, 2, 3]],
  [3, [4, 5]], [3, [10, 11]], [3, [16, 17]], [3, [22, 23]], [3, [28, 29]], [3, [34, 35]],
] as const;
export const RULE_OF = {
  factory: "S3.2",
  center: "S4.1",
  orange: "S5.4",
  red: "S5.4",
  blue: "S5.4",
  yellow: "S5.4",
  green: "S5.4",
  purple: "S5.4",
  "center 1": "S5.5",
  "center 2": "S5.5",
  "center 3": "S5.5",
  "center 4": "S5.5",
  "center 5": "S5.5",
  "center 6": "S5.5",
  tile: "S5.3",
  supply: "S8.4",
  pick: "S8.4",
  pass: "S10.1",
  done: "S10.3",
} as const;

export type Color = (typeof COLORS)[number];
export type Star = (typeof STARS)[number];
export type Phase = "draw" | "take" | "place" | "pick" | "keep" | "over";
export type Tiles = Partial<Record<Color, number>>;
export type Spaces = Record<Star, (Color | null)[]>;

/** The variant that is played. */
export interface Options {
  board: (typeof BOARDS)[number];
}

/** How far a star is, and what it brings at the end. */
export interface StarView {
  filled: number;
  points: number;
  color: Color | null;
  open: boolean;
}

/** How many spaces with a number are filled. */
export interface NumberView {
  filled: number;
  of: number;
}

/** One seat's board, tiles and points. */
export interface SeatView {
  board: Spaces;
  tiles: Tiles;
  kept: Tiles;
  passed: boolean;
  breakdown: Record<string, number>;
  earned: string[];
  stars: StarView[];
  numbers: NumberView[];
}

/** What anybody may know of a Summer Pavilion position: all but the order of the bag. */
export interface PavilionView {
  game: "summer_pavilion";
  seat: number | null;
  seats: number;
  options: Options;
  actor: number;
  turn: number;
  scores: number[];
  phase: Phase;
  stage: number;
  round: number;
  wild: Color;
  on_turn: number;
  first: number;
  marker: number | null;
  factories: Tiles[];
  center: Tiles;
  supply: Tiles;
  bag: Tiles;
  tower: Tiles;
  players: SeatView[];
  filling: number;
  owed: number;
  most: number;
  least: number;
}

/** A move by its kind. */
export type PavilionMove =
  | { kind: "take"; source: "factory"; factory: number; color: Color }
  | { kind: "take"; source: "center"; color: Color }
  | { kind: "place"; star: Star; position: number; color: Color; wilds: number }
  | { kind: "pick"; color: Color }
  | { kind: "pass" }
  | { kind: "keep"; color: Color }
  | { kind: "done" }
  | { kind: "draw"; color: Color; target: "supply" }
  | { kind: "draw"; color: Color; target: "factory"; factory: number };
export type PavilionFields = Loose<PavilionMove>;
