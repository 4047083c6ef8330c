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

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
const MOST = 3; // times that a piece may grow or shrink on its way

/** Where a piece is drawn and how it travels from there: at its largest, since one that is scaled up blurs. */
export function course(from: Box, to: Box): Box & { dx: number; dy: number; sizes: number[] } {
  const scale = Math.max(1 / MOST, Math.min(MOST, from.width / to.width));
  const largest = Math.max(1, scale);
  const [width, height] = [to.width * largest, to.height * largest];
  return {
    x: to.x + (to.width - width) / 2,
    y: to.y + (to.height - height) / 2,
    width,
    height,
    dx: from.x + from.width / 2 - (to.x + to.width / 2),
    dy: from.y + from.height / 2 - (to.y + to.height / 2),
    sizes: [scale / largest, (scale + 1) / 2 / largest, 1 / largest],
  };
}

/**
 * What is left to travel where some pieces stand already, since their move was shown at the touch:
 * they have arrived, and with them all that set out before them, such as what was paid. Pure.
 */
export function remaining(motions: readonly Motion[], standing: ReadonlySet<string>): Motion[] {
  const last = motions.findLastIndex(({ to }) => standing.has(to));
  const left = motions.slice(last + 1);
  const arrived = Math.max(0, ...motions.slice(0, last + 1).map((one) => one.delay + one.time));
  const early = Math.min(arrived, ...left.map(({ delay }) => delay));
  return left.map((motion) => ({ ...motion, delay: motion.delay - early }));
}
