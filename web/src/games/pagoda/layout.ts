/** How the six lots share their room. Pure. */
import { type Point, wholeHeight } from "./geometry.ts";

export interface Arrangement {
  kind: "zigzag" | "grid";
  lots: readonly Point[];
  scale: number; // px of the room for 1 of the drawing
  view: readonly [number, number, number, number]; // the drawing's part that fills the room
}

const SIDE = 84; // half a lot's width, with its corners
const ZIGZAG = { pitch: 130.4, front: 91, below: 84 };
const GRID = { pitch: 192, middle: 25, gap: 96, below: 104, side: 95 };

const SMALL = 0.85; // of the drawing's own scale: where it is smaller, empty sky is given up
const LOTS = [0, 1, 2, 3, 4, 5];

interface Layout {
  kind: Arrangement["kind"];
  lots: readonly Point[];
  x: number;
  w: number;
  h: number;
  top: number;
}

/** Lots in zigzag, odd ones in front, with so much sky over the back ones. */
function zigzag(top: number): Layout {
  const lots: Point[] = LOTS.map((i) => [i * ZIGZAG.pitch, i % 2 ? 0 : ZIGZAG.front]);
  return {
    kind: "zigzag",
    lots,
    x: -SIDE,
    w: 5 * ZIGZAG.pitch + 2 * SIDE,
    h: top + ZIGZAG.front + ZIGZAG.below,
    top,
  };
}

/** Three lots over three, with so much sky over each row. */
function grid(top: number, second: number): Layout {
  const row = second + GRID.gap;
  const lots: Point[] = LOTS.map((i) => [
    (i % 3) * GRID.pitch,
    (i < 3 ? 0 : row) + (i % 3 === 1 ? GRID.middle : 0),
  ]);
  return {
    kind: "grid",
    lots,
    x: -GRID.side,
    w: 2 * GRID.pitch + 2 * GRID.side,
    h: top + row + GRID.middle + GRID.below,
    top,
  };
}

/**
 * Six lots in a room: in zigzag where it is wide, three over three where it is high.
 *
 * Whole pagodas have room everywhere. In a low room the lots would become small for that; there
 * only what stands now (`heights`, by lot) and its next piece have. `foot` is kept free below.
 */
export function arrange(
  width: number,
  height: number,
  floors: number,
  foot = 0,
  heights: readonly number[] = [],
): Arrangement {
  const room = Math.max(1, height - foot);
  const scaleOf = (layout: Layout): number =>
    Math.max(0.05, Math.min(width / layout.w, room / layout.h));
  const better = (a: Layout, b: Layout): Layout => (scaleOf(b) > scaleOf(a) ? b : a);
  const whole = wholeHeight(floors) + 10;
  let best = better(zigzag(whole), grid(whole, whole));
  if (scaleOf(best) < SMALL && heights.length === LOTS.length) {
    const sky = (needed: readonly number[]): number => Math.min(whole, Math.max(...needed) + 10);
    const over = heights.map((one, i) => (i % 2 ? one : one - ZIGZAG.front));
    best = better(zigzag(sky(over)), grid(sky(heights.slice(0, 3)), sky(heights.slice(3))));
  }
  const scale = scaleOf(best);
  const [w, h] = [width / scale, height / scale];
  const spare = room / scale - best.h;
  // What is too much goes above, a little below: the lots stand near the hand.
  return {
    kind: best.kind,
    lots: best.lots,
    scale,
    view: [best.x - (w - best.w) / 2, -best.top - spare * 0.62, w, h],
  };
}
