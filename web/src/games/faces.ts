/** The faces of all games, loaded when they are needed. */
import type { GameKey } from "../gen/games.ts";
import { part } from "../net/part.ts";
import type { Face } from "../table/face.ts";
import { language } from "../texts/texts.svelte.ts";

const FACES: Record<GameKey, () => Promise<{ face: Face }>> = {
  pagoda: () => import("./pagoda/face.ts"),
  seven_steps: () => import("./seven_steps/face.ts"),
  summer_pavilion: () => import("./summer_pavilion/face.ts"),
};

const known = new Map<GameKey, Face>();

/** A face that was loaded before: it can be shown at once. */
export const faceNow = (game: GameKey): Face | undefined => known.get(game);

/** A game's face, with the game's own texts. */
export async function faceOf(game: GameKey): Promise<Face> {
  const [{ face }] = await Promise.all([part(FACES[game]), part(() => language.add(game))]);
  known.set(game, face);
  return face;
}
