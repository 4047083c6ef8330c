// Built, never edited: `make types` writes it anew, by tools/typescript.py.
// From games/, ai/levels.py and locales/.

import type { PagodaMove, PagodaView } from "./pagoda.ts";
import type { StepsMove, StepsView } from "./seven_steps.ts";
import type { PavilionMove, PavilionView } from "./summer_pavilion.ts";

export const GAMES = ["pagoda", "seven_steps", "summer_pavilion"] as const;
export type GameKey = (typeof GAMES)[number];
export const SEATS: Record<GameKey, readonly number[]> = {
  pagoda: [2],
  seven_steps: [2, 3, 4],
  summer_pavilion: [2, 3, 4],
};
export const LANGUAGES = ["en", "fr"] as const;
export type Lang = (typeof LANGUAGES)[number];
export const LEVELS = ["apprentice", "builder", "architect", "master"] as const;
export const DEFAULT_LEVEL = "builder";
export const CHANCE = -1;
export const OVER = -2;

type KeysOf<Union> = Union extends unknown ? keyof Union : never;
type Filled<Union, Key extends PropertyKey> = Union extends unknown
  ? Union & { [Other in Exclude<Key, keyof Union>]?: undefined }
  : never;
/** One of several shapes that can be asked for the fields of any: what it lacks is undefined. */
export type Loose<Union> = Filled<Union, KeysOf<Union>>;

/** A view of any game; `game` tells which. */
export type View = PagodaView | StepsView | PavilionView;
/** A move of any game. */
export type Fields = Loose<PagodaMove | StepsMove | PavilionMove>;
