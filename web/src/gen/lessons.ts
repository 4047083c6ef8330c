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
    { key: "floors", seconds: 85, enough: true, strategy: false },
    { key: "tiles", seconds: 80, enough: true, strategy: false },
    { key: "roof", seconds: 90, enough: false, strategy: false },
    { key: "abilities", seconds: 180, enough: false, strategy: false },
    { key: "turns", seconds: 110, enough: false, strategy: false },
    { key: "end", seconds: 125, enough: false, strategy: false },
    { key: "gifts", seconds: 65, enough: false, strategy: true },
    { key: "count", seconds: 45, enough: false, strategy: true },
    { key: "spending", seconds: 70, enough: false, strategy: true },
    { key: "heights", seconds: 80, enough: false, strategy: true },
    { key: "race", seconds: 60, enough: false, strategy: true },
  ],
  seven_steps: [
    { key: "first-disc", seconds: 70, enough: true, strategy: false },
    { key: "steps", seconds: 90, enough: true, strategy: false },
    { key: "points", seconds: 110, enough: true, strategy: false },
    { key: "returning", seconds: 90, enough: false, strategy: false },
    { key: "tiles", seconds: 190, enough: false, strategy: false },
    { key: "seven", seconds: 75, enough: false, strategy: false },
    { key: "end", seconds: 75, enough: false, strategy: false },
    { key: "top-down", seconds: 130, enough: false, strategy: true },
    { key: "seven-or-eight", seconds: 100, enough: false, strategy: true },
    { key: "what-to-return", seconds: 110, enough: false, strategy: true },
    { key: "leave-no-stairs", seconds: 115, enough: false, strategy: true },
  ],
  summer_pavilion: [
    { key: "taking", seconds: 90, enough: true, strategy: false },
    { key: "center", seconds: 95, enough: true, strategy: false },
    { key: "placing", seconds: 100, enough: true, strategy: false },
    { key: "structures", seconds: 125, enough: false, strategy: false },
    { key: "passing", seconds: 120, enough: false, strategy: false },
    { key: "bonuses", seconds: 80, enough: false, strategy: false },
    { key: "grey", seconds: 80, enough: false, strategy: false },
    { key: "arcs", seconds: 70, enough: false, strategy: true },
    { key: "returns", seconds: 95, enough: false, strategy: true },
    { key: "marker", seconds: 75, enough: false, strategy: true },
    { key: "next-wild", seconds: 90, enough: false, strategy: true },
    { key: "numbers", seconds: 75, enough: false, strategy: true },
  ],
};
