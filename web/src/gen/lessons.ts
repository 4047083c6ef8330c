// Built, never edited: `make types` writes it anew, by tools/typescript.py.
// From games/*/lessons/.

import type { GameKey } from "./games.ts";

/** A lesson as lists need it; its words come from the server. */
export interface LessonMark {
  key: string;
  seconds: number;
  enough: boolean;
  strategy: boolean;
}

export const LESSONS: Record<GameKey, readonly LessonMark[]> = {
  pagoda: [
    { key: "columns", seconds: 100, enough: true, strategy: false },
    { key: "floors", seconds: 95, enough: true, strategy: false },
    { key: "tiles", seconds: 90, enough: true, strategy: false },
    { key: "roof", seconds: 100, enough: false, strategy: false },
    { key: "abilities", seconds: 165, enough: false, strategy: false },
    { key: "turns", seconds: 85, enough: false, strategy: false },
    { key: "end", seconds: 120, enough: false, strategy: false },
    { key: "gifts", seconds: 75, enough: false, strategy: true },
    { key: "count", seconds: 55, enough: false, strategy: true },
    { key: "spending", seconds: 70, enough: false, strategy: true },
    { key: "heights", seconds: 85, enough: false, strategy: true },
    { key: "race", seconds: 65, enough: false, strategy: true },
  ],
  seven_steps: [
    { key: "first-disc", seconds: 75, enough: true, strategy: false },
    { key: "steps", seconds: 90, enough: true, strategy: false },
    { key: "points", seconds: 95, enough: true, strategy: false },
    { key: "returning", seconds: 70, enough: false, strategy: false },
    { key: "tiles", seconds: 195, enough: false, strategy: false },
    { key: "seven", seconds: 80, enough: false, strategy: false },
    { key: "end", seconds: 80, enough: false, strategy: false },
    { key: "top-down", seconds: 100, enough: false, strategy: true },
    { key: "seven-or-eight", seconds: 100, enough: false, strategy: true },
    { key: "what-to-return", seconds: 80, enough: false, strategy: true },
    { key: "leave-no-stairs", seconds: 95, enough: false, strategy: true },
  ],
  summer_pavilion: [
    { key: "taking", seconds: 95, enough: true, strategy: false },
    { key: "center", seconds: 100, enough: true, strategy: false },
    { key: "placing", seconds: 115, enough: true, strategy: false },
    { key: "structures", seconds: 115, enough: false, strategy: false },
    { key: "passing", seconds: 100, enough: false, strategy: false },
    { key: "bonuses", seconds: 95, enough: false, strategy: false },
    { key: "grey", seconds: 90, enough: false, strategy: false },
    { key: "arcs", seconds: 80, enough: false, strategy: true },
    { key: "returns", seconds: 95, enough: false, strategy: true },
    { key: "marker", seconds: 85, enough: false, strategy: true },
    { key: "next-wild", seconds: 105, enough: false, strategy: true },
    { key: "numbers", seconds: 85, enough: false, strategy: true },
  ],
};
