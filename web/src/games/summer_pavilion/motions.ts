/** How tiles of Summer Pavilion travel: when each sets out, for how long, facing where. Pure. */
import type { Star } from "../../gen/summer_pavilion.ts";
import type { Moved, Told } from "../../gen/wire.ts";
import type { Motion } from "../../motion/motion.ts";
import { direction } from "./geometry.ts";

export const TRAVEL = 420;
export const EXIT = 320;
const REVEAL = 260;
const PAID = 60; // ms between tiles that are paid
const DRAWN = 45; // ms between tiles that are drawn
const POINTS = 600;
const UPRIGHT = -90;

/** A tile lies as its space does; anywhere else it stands upright. */
function facing(place: string): number {
  const [kind, , star, position] = place.split(" ");
  return kind === "space" ? direction(star as Star, Number(position)) : UPRIGHT;
}

const motionOf = (one: Moved, delay: number, time: number): Motion => ({
  piece: { ...one.piece, facing: facing(one.target) },
  from: one.origin,
  to: one.target,
  delay,
  time,
});

/** The moves of some facts, each beginning when the one before has ended; draws come together. */
export function motions(facts: readonly Told[]): Motion[] {
  const found: Motion[] = [];
  let start = 0;
  let draws = 0;
  for (const { seat, fields, gained, moved = [] } of facts) {
    let spent = 0;
    const tiles = moved.map((one) => {
      if (one.origin === "bag") return motionOf(one, start + draws++ * DRAWN, REVEAL);
      if (one.target === "tower") return motionOf(one, start + spent++ * PAID, EXIT);
      return motionOf(one, start, TRAVEL);
    });
    found.push(...tiles);
    const points = gained?.[seat];
    if (points && fields?.kind === "place" && moved[0])
      found.push({
        piece: { points },
        from: moved[0].target,
        to: `points ${seat}`,
        delay: start + TRAVEL * 0.6,
        time: POINTS,
      });
    if (seat >= 0) start = Math.max(start, ...tiles.map(({ delay, time }) => delay + time));
  }
  return found;
}
