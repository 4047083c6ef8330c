/** How the pieces of Pagoda travel: when each sets out, for how long, and with which sound. Pure. */
import { MOTION } from "../../design/tokens.ts";
import type { Moved, Told } from "../../gen/wire.ts";
import type { Motion } from "../../motion/motion.ts";

const DROP = MOTION.place;
const LIFT = 60;
const PAID = 90; // ms between cards that are paid

/** The way of one piece, and how long the next one waits. */
type Way = Pick<Motion, "time" | "arc" | "sound"> & { then?: number };

function wayOf({ piece, origin, target }: Moved): Way {
  if (origin === "deck") return { time: MOTION.reveal, sound: "draw", then: MOTION.cascade };
  if (origin === "played") return { time: MOTION.fall, then: MOTION.cascade };
  if (target === "discard") return { time: MOTION.fall, sound: "select" };
  switch (piece.shape) {
    case "card":
      return { time: DROP, sound: "select", then: PAID };
    case "column":
      return { time: DROP, sound: "column" };
    case "rooftop":
      return { time: DROP, sound: "roof" };
    default:
      return { time: MOTION.travel, arc: LIFT, sound: piece.shape === "roof" ? "roof" : "tile" };
  }
}

export function motions(facts: readonly Told[]): Motion[] {
  let delay = 0;
  return facts
    .flatMap(({ moved }) => moved ?? [])
    .map((one) => {
      const { then, ...way } = wayOf(one);
      const { origin: from, target: to } = one;
      const piece: Motion["piece"] = { ...one.piece };
      if (piece.shape === "column") piece.level = Number(piece.floor) + 1; // it sounds higher there
      const motion: Motion = { piece, from, to, delay, ...way };
      delay += then ?? way.time;
      return motion;
    });
}
