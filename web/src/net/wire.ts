/** What goes over the wire; the same shapes as server/wire.py and the OpenAPI document. */

export type GameKey = "pagoda" | "seven_steps" | "summer_pavilion";
export const GAMES: readonly GameKey[] = ["pagoda", "seven_steps", "summer_pavilion"];
export const CHANCE = -1;
export const OVER = -2;

export type Fields = { kind: string } & Record<string, string | number>;

export interface Offer {
  words: string;
  fields: Fields;
  points: number[];
  effects?: ("draws" | "ends_turn" | "ends_game")[];
}

export interface Refused {
  thing: string;
  reason: string;
  rule: string;
  fields?: Record<string, string | number>;
}

/** A fact of the log as this watcher saw it. */
export interface Told {
  ply: number;
  seat: number;
  kind?: "undo" | "resign";
  words?: string;
  fields?: Fields;
  turn?: number;
  gained?: number[];
  line?: number;
}

export interface SeatTold {
  kind: "me" | "open" | "device" | "computer";
  name: string;
  level: string | null;
  present: boolean;
  resigned: boolean;
}

export interface ClockTold {
  turn: number;
  bank: number;
  at_zero: "computer" | "resign";
  banks: number[];
  deadline: number | null;
}

export interface Proposal {
  seat: number;
  line: number;
  agreed: number[];
  asked: number[];
}

export interface Result {
  scores: number[];
  winners: number[];
  resigned: number[];
  breakdown: Record<string, number>[];
}

/** What every view has; each game adds its own, in games/<game>/view.ts. */
export interface View {
  game: GameKey;
  seat: number | null;
  seats: number;
  options: Record<string, string>;
  actor: number;
  turn: number;
  scores: number[];
  phase: string;
  on_turn: number;
}

export interface TableEvent {
  table: string;
  game: GameKey;
  ply: number;
  revision: number;
  line: number;
  seat: number | null;
  held: number[];
  actor: number;
  moves: Told[];
  view: View;
  seats: SeatTold[];
  offers: Offer[] | null;
  refusals: Refused[] | null;
  clock: ClockTold | null;
  proposal: Proposal | null;
  result: Result | null;
  reveal: View | null;
  rematch: string | null;
}

export interface Invitation {
  seat: number;
  token: string;
  link: string;
}

export interface Made {
  id: string;
  link: string;
  seats: number[];
  invitations: Invitation[];
}

export interface TableLine {
  id: string;
  game: GameKey;
  options: Record<string, string>;
  created: number;
  finished: number | null;
  public: boolean;
  seats: SeatTold[];
  held: number[];
}

export interface GameTold {
  key: GameKey;
  edition: string;
  seats: number[];
  options: Record<string, string[]>;
  levels: string[];
}

export interface Advice {
  words: string;
  fields: Fields;
  share: number;
  visits: number;
  win: number;
  margin: number;
}

/** A position of a record to play on from: my seat, else that on turn; computers elsewhere. */
export interface PlayOnWish {
  at: number;
  seat?: number;
  name: string;
  level: string;
}

/** A decision of a finished game, in parts of the chance to win; lists go by seat. */
export interface Decision {
  at: number;
  seat: number;
  best: string;
  fields: Fields;
  chances: number[];
  lost: number[];
  luck: number[];
}

/** What was luck and what was lost by choice in a finished game. */
export interface Analysis {
  steps: Decision[];
  end: number[];
  luck: number[];
  lost: number[];
  turning_points: number[];
}

export interface Replayed {
  game: GameKey;
  at: number;
  moves: number;
  actor: number;
  next: string | null;
  scores: number[];
  view: View;
}

/** A move of a record, and the scores after it. */
export interface LineMove {
  seat: number;
  words: string;
  fields: Fields;
  turn: number;
  scores: number[];
}

/** A whole record at once. */
export interface Line {
  game: GameKey;
  seats: number;
  names: string[];
  options: Record<string, string>;
  date: string;
  winners: number[];
  moves: LineMove[];
  kinds: ("person" | "computer" | "open")[]; // none in old records
  levels: string[];
  resigned: number[];
}

export interface SeatWish {
  kind: "me" | "open" | "device" | "computer";
  name?: string;
  level?: string;
}

export interface TableWish {
  game: GameKey;
  seats: SeatWish[];
  options: Record<string, string>;
  start: "first" | "random";
  first?: number;
  public: boolean;
  clock?: { turn?: number; days?: number; bank?: number; at_zero?: "computer" | "resign" };
}
