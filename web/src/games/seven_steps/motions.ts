/** How discs and tiles of 7 Steps travel: when each sets out, for how long, with which sound. Pure. */
import { MOTION } from "../../design/tokens.ts";
import type { Moved, Told } from "../../gen/wire.ts";
import type { Motion } from "../../motion/motion.ts";

const ARC = 24;
const LOW = 16; // the arc of discs that a full tower gives away

/** The way of one piece, and how long the next one waits. */
type Way = Pick<Motion, "time" | "arc" | "sound"> & { then?: number };

/** The first piece of a fact. */
function wayOf(kind: string | undefined): Way {
  switch (kind) {
    case "draw":
      return { time: MOTION.reveal, arc: 0, then: MOTION.cascade };
    case "return":
      return { time: MOTION.fall, arc: 0 };
    case "tile":
      return { time: MOTION.travel, then: MOTION.travel };
    case "swap":
      return { time: MOTION.travel, arc: ARC, sound: "disc", then: 0 };
    case "place":
    case "onto":
      return { time: MOTION.travel, arc: ARC, sound: "disc" };
    default:
      return { time: MOTION.travel, arc: ARC };
  }
}

export function motions(facts: readonly Told[]): Motion[] {
  const found: Motion[] = [];
  let clock = 0;
  const fly = ({ piece, origin: from, target: to }: Moved, { then, ...way }: Way): void => {
    found.push({ piece, from, to, delay: clock, ...way });
    clock += then ?? way.time + MOTION.cascade;
  };
  for (const { fields, moved = [] } of facts) {
    const [first, ...rest] = moved;
    if (!first) continue;
    fly(first, wayOf(fields?.kind));
    if (fields?.kind === "swap") for (const one of rest) fly(one, wayOf(undefined));
    else if (rest.length) {
      clock += MOTION.pause; // the full tower is seen before it dissolves
      for (const one of rest)
        fly(one, { time: MOTION.travel, arc: LOW, sound: "dissolve", then: MOTION.cascade });
      clock += MOTION.travel;
    }
  }
  return found;
}
