/** What travels on the screen, as a game's face says it. */
import type { SoundName } from "../sound/sound.ts";

/** A piece that travels between two places; places are `data-place` marks in the page. */
export interface Motion {
  piece: Record<string, string | number>; // what the game's Piece component draws
  from: string;
  to: string;
  delay: number; // ms after the beginning
  time: number; // ms of travel
  arc?: number; // px that it rises on the way
  sound?: SoundName; // when it lands
}
