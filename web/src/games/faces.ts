/** The faces of all games, loaded when they are needed. */
import type { GameKey } from "../gen/games.ts";
import { part } from "../net/part.ts";
import type { Face } from "../table/face.ts";

const FACES: Record<GameKey, () => Promise<{ face: Face }>> = {
  pagoda: () => import("./pagoda/face.ts"),
  seven_steps: () => import("./seven_steps/face.ts"),
  summer_pavilion: () => import("./summer_pavilion/face.ts"),
};

export async function faceOf(game: GameKey): Promise<Face> {
  return (await part(FACES[game])).face;
}
