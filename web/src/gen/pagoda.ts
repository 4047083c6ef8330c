// Built, never edited: `make types` writes it anew, by tools/typescript.py.
// From games/pagoda/material.py, refusals.py, view_types.py and moves.py.

import type { Loose } from "./games.ts";

export const COLORS = ["red", "blue", "green", "yellow", "purple"] as const;
export const RED = 0;
export const BLUE = 1;
export const GREEN = 2;
export const YELLOW = 3;
export const PURPLE = 4;
export const ANY = 5;
export const SEATS = 2;
export const LOTS = 6;
export const CARDS_OF_A_COLOR = 11;
export const SOURCES = ["display", "hand"] as const;
export const DISPLAY = 0;
export const HAND = 1;
export const PAIRS = ["display display", "display hand", "hand hand"] as const;
export const DISPLAY_SIZE = 5;
export const HAND_SIZE = 2;
export const FAN_HAND_SIZE = 4;
export const DISCARDS = 4;
export const COLUMNS_OF_A_FLOOR = 4;
export const COLUMN_LIMIT = 3;
export const TILE_POINTS = 1;
export const PAGODAS_TO_END = 3;
export const TILES = [
  [0, 0, 0], [0, 1, 1], [0, 2, 2], [0, 3, 3], [0, 4, 4], [1, 0, 0], [1, 1, 1], [1, 2, 2], [1, 3, 3],
  [1, 4, 4], [2, 0, 0], [2, 1, 1], [2, 2, 2], [2, 3, 3], [2, 4, 4], [3, 0, 0], [3, 1, 1], [3, 2, 2],
  [3, 3, 3], [3, 4, 4], [4, 0, 0], [4, 1, 1], [4, 2, 2], [4, 3, 3], [4, 4, 4],
] as const;
export const ABILITIES = ["lantern", "buddha", "rice", "dragon", "fan"] as const;
export const LANTERN = 0;
export const BUDDHA = 1;
export const RICE = 2;
export const DRAGON = 3;
export const FAN = 4;
export const USES = 2;
export const FLOORS = { full: 4, fast: 3 } as const;
export const ROOFTOP_POINTS = { full: 5, fast: 4 } as const;
export const USES_GIVEN = { all: 2, none: 0 } as const;
export const RULE_OF = {
  lot: "P3.1",
  card: "P5.1",
  pay: "P10.8",
  tile: "P6.2",
  lantern: "P10.6",
  buddha: "P10.5",
  rice: "P10.4",
  dragon: "P10.3",
  fan: "P10.2",
  no: "P10.2",
  alternative: "P9.1",
  stuck: "P9.4",
  end: "P4.2",
} as const;

export type Color = (typeof COLORS)[number];
export type Ability = (typeof ABILITIES)[number];
export type Phase =
  | "deal"
  | "renew"
  | "fill"
  | "fan fill"
  | "start"
  | "regular"
  | "rooftop"
  | "dragon"
  | "alternative"
  | "free column"
  | "stuck"
  | "fan"
  | "over";

/** The variant that is played. */
export interface Options {
  length: "full" | "fast";
  abilities: "all" | "none";
}

/** One seat's cards, abilities and points. */
export interface SeatView {
  display: Color[];
  hand: Color[] | null;
  hand_size: number;
  known: Color[] | null;
  abilities: Record<Ability, number>;
  breakdown: Record<string, number>;
}

/** One lot: its floors' colors from the ground, and the columns on the top one. */
export interface LotView {
  floors: Color[];
  columns: number;
  roof: Color | null;
  completed: boolean;
  standing: number[];
}

/** What a seat or a spectator may know of a Pagoda position. */
export interface PagodaView {
  game: "pagoda";
  seat: number | null;
  seats: number;
  options: Options;
  actor: number;
  turn: number;
  scores: number[];
  phase: Phase;
  on_turn: number;
  players: SeatView[];
  lots: LotView[];
  tiles: [Color, Color][];
  discard: Color[];
  played: Color[];
  deck_size: number;
  deck: Color[] | null;
  used: Ability[];
  built: number;
  bar: number;
  floors: number;
  tossed: number;
  due: number;
  least: number;
  goal: number;
}

/** A move by its kind. */
export type PagodaMove =
  | { kind: "column"; lot: number; color: Color; source: (typeof SOURCES)[number] }
  | { kind: "column"; lot: number; color: Color; ability: "rice"; pay: Color; pair: (typeof PAIRS)[number] }
  | { kind: "tile"; lot: number; color: Color; source: (typeof SOURCES)[number] }
  | { kind: "tile"; lot: number; color: Color; ability: "buddha"; pay: Color; pair: (typeof PAIRS)[number] }
  | { kind: "roof"; lot: number; color: Color; source: (typeof SOURCES)[number] }
  | { kind: "roof"; lot: number; color: Color; ability: "buddha"; pay: Color; pair: (typeof PAIRS)[number] }
  | { kind: "rooftop"; color: Color; pair: (typeof PAIRS)[number] }
  | { kind: "rooftop"; color: Color; source: (typeof SOURCES)[number]; ability: "rice"; pay: Color; pair: (typeof PAIRS)[number] }
  | { kind: "column"; lot: number; color: Color }
  | { kind: "discard"; color: Color; source: (typeof SOURCES)[number] }
  | { kind: "lantern" }
  | { kind: "dragon" }
  | { kind: "dragon draw" }
  | { kind: "alternative" }
  | { kind: "stuck" }
  | { kind: "end" }
  | { kind: "fan" }
  | { kind: "no fan" }
  | { kind: "draw"; color: Color; source: (typeof SOURCES)[number] }
  | { kind: "draw"; source: "hand" };
export type PagodaFields = Loose<PagodaMove>;
