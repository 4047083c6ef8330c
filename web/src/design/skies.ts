/** Which sky of tokens.json each game stands under. */
import type { GameKey } from "../gen/games.ts";

export const SKIES: Record<GameKey, string> = {
  pagoda: "pagoda",
  seven_steps: "seven",
  summer_pavilion: "pavilion",
};
