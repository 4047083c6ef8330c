/** Where factories and center stand in the room there is: in a ring, or in rows beside the center. */
import type { Point } from "./geometry.ts";

export interface Disc extends Point {
  r: number;
}

export interface SourcesLayout {
  kind: "ring" | "rows" | "columns";
  factories: Disc[];
  /** A circle in a ring, else a rounded plate; x, y is its middle. */
  center: Point & { width: number; height: number };
}

/** The tiles of a factory, as shares of its radius: how far out they lie, and their side. */
export const PETAL = { at: 0.457, side: 0.47 };
/** Where the nth tile of a factory points to, in degrees. */
export const petal = (nth: number): number => -90 + 90 * nth;
/** Where a round stands on the track of rounds. */
export const trackAt = (round: number): number => 26 + (round - 1) * 55.6;

const GAP = 6;
const STRIP = 92; // px that the center needs across
const CENTER = 50; // half of what it needs inside a ring
const LARGEST = 104;
const STRETCH = 1.4; // of a ring in a room that is not square
/** A ring is prettier: it is taken unless rows would make factories this much larger. */
const PREFER = 1.16;

/** Points at equal steps along an ellipse, from its top: equal angles would crowd its flat sides. */
function around(count: number, rx: number, ry: number): Point[] {
  const SAMPLES = 360;
  const at = (i: number): Point => ({
    x: rx * Math.sin((2 * Math.PI * i) / SAMPLES),
    y: -ry * Math.cos((2 * Math.PI * i) / SAMPLES),
  });
  const walked = [0];
  for (let i = 1; i <= SAMPLES; i++)
    walked.push(walked[i - 1]! + Math.hypot(at(i).x - at(i - 1).x, at(i).y - at(i - 1).y));
  return Array.from({ length: count }, (_, nth) =>
    at(walked.findIndex((way) => way >= (walked[SAMPLES]! * nth) / count)),
  );
}

function ring(count: number, width: number, height: number): SourcesLayout {
  // A stretched ring uses a higher room, up to a shape that still reads as one.
  const half = {
    x: Math.min(width / 2, (height / 2) * STRETCH) - 2,
    y: Math.min(height / 2, (width / 2) * STRETCH) - 2,
  };
  const fits = (r: number): boolean => {
    const points = around(count, half.x - r, half.y - r);
    const apart = points.every((point, i) => {
      const next = points[(i + 1) % count]!;
      return Math.hypot(next.x - point.x, next.y - point.y) >= 2 * r + 4;
    });
    return apart && Math.min(half.x, half.y) - 2 * r - GAP >= Math.max(CENTER, r * 0.8);
  };
  let [r, large] = [12, LARGEST];
  while (large - r > 0.5) {
    const tried = (r + large) / 2;
    if (fits(tried)) r = tried;
    else large = tried;
  }
  const middle = { x: width / 2, y: height / 2 };
  const factories = around(count, half.x - r, half.y - r).map((point) => ({
    x: middle.x + point.x,
    y: middle.y + point.y,
    r,
  }));
  return {
    kind: "ring",
    factories,
    center: {
      ...middle,
      ...between(middle, factories, 2 * (half.x - 2 * r - GAP), 2 * (half.y - 2 * r - GAP)),
    },
  };
}

/** The largest rounded plate that keeps clear of the factories around it. */
function between(
  middle: Point,
  factories: readonly Disc[],
  width: number,
  height: number,
): { width: number; height: number } {
  let wide = Math.min(width, height * 1.3);
  let high = Math.min(height, width * 1.3);
  const clear = (disc: Disc): boolean => {
    const end = Math.min(wide, high) / 2;
    const dx = Math.max(0, Math.abs(disc.x - middle.x) - (wide / 2 - end));
    const dy = Math.max(0, Math.abs(disc.y - middle.y) - (high / 2 - end));
    return Math.hypot(dx, dy) >= end + disc.r + GAP - 1;
  };
  while (wide > 40 && !factories.every(clear)) {
    if (high > wide) high -= 2;
    else if (wide > high) wide -= 2;
    else wide = high -= 2;
  }
  return { width: wide, height: high };
}

function rows(count: number, width: number, height: number, across: number): SourcesLayout {
  const lines = Math.ceil(count / across);
  const r = Math.min(width / across, (height - STRIP - GAP) / lines) / 2 - GAP / 2;
  const pitch = {
    x: Math.min(width / across, 2.5 * Math.min(r, LARGEST)),
    y: Math.min((height - STRIP - GAP) / lines, 2.35 * Math.min(r, LARGEST)),
  };
  const top = Math.max(0, (height - STRIP - GAP - pitch.y * lines) / 2);
  const factories = Array.from({ length: count }, (_, i) => {
    const line = Math.floor(i / across);
    const inLine = line === lines - 1 ? count - line * across : across;
    return {
      x: width / 2 + ((i % across) - (inLine - 1) / 2) * pitch.x,
      y: top + (line + 0.5) * pitch.y,
      r: Math.min(r, LARGEST),
    };
  });
  return {
    kind: "rows",
    factories,
    center: {
      x: width / 2,
      y: top + pitch.y * lines + GAP + STRIP / 2,
      width: Math.min(width - 2, 460),
      height: STRIP - 4,
    },
  };
}

function columns(count: number, width: number, height: number, across: number): SourcesLayout {
  const beside = Math.min(132, Math.max(106, width * 0.3));
  const inner = rows(count, width - beside - GAP, height + STRIP + GAP, across);
  const factories = inner.factories.map((disc) => ({ ...disc }));
  return {
    kind: "columns",
    factories,
    center: {
      x: width - beside / 2,
      y: height / 2,
      width: beside - 4,
      height: Math.min(height - 4, 260),
    },
  };
}

const radius = (layout: SourcesLayout): number => layout.factories[0]?.r ?? 0;

/** The layout with the largest factories, with some liking for the ring. */
export function sourcesLayout(count: number, width: number, height: number): SourcesLayout {
  const round = ring(count, width, height);
  const others = Array.from({ length: count }, (_, i) => i + 1).flatMap((across) => [
    rows(count, width, height, across),
    columns(count, width, height, across),
  ]);
  const best = others.reduce((one, other) => (radius(other) > radius(one) + 0.5 ? other : one));
  return radius(round) * PREFER >= radius(best) ? round : best;
}

export interface Cell extends Point {
  width: number;
  height: number;
  side: number; // of the tile inside
}

/** Where up to six colors and the start marker lie in the center, around its middle. */
export function centerCells(
  count: number,
  place: { width: number; height: number },
  round: boolean,
  marker: boolean,
  largest = 27, // side of a tile
): { cells: Cell[]; marker: Point } {
  const wide = place.width > place.height;
  // The marker sits at the top, in a strip at its left end; the colors keep out of its way.
  const above = round || !wide;
  const taken = marker ? (above ? (round ? 24 : 46) : 52) : 0;
  const room = round
    ? { width: place.width * 0.84, height: place.height * 0.76 - taken }
    : {
        width: place.width - (above ? 12 : taken + 8),
        height: place.height - (above ? taken + 10 : 10),
      };
  const across = Math.max(
    1,
    round ? Math.min(count, wide ? 3 : 2) : wide ? count : Math.min(count, 2),
  );
  const lines = Math.max(1, Math.ceil(count / across));
  const width = Math.min(room.width / across, 76);
  const height = Math.min(room.height / lines, 78);
  const cells = Array.from({ length: count }, (_, i) => {
    const line = Math.floor(i / across);
    const inLine = line === lines - 1 ? count - line * across : across;
    return {
      x: ((i % across) - (inLine - 1) / 2) * width + (above ? 0 : taken / 2),
      y: (line - (lines - 1) / 2) * height + (above ? taken / 2 : 0),
      width,
      height,
      side: Math.min(width * 0.5, height * 0.5, largest),
    };
  });
  return {
    cells,
    marker: above
      ? { x: 0, y: -place.height / 2 + (round ? 18 : 28) }
      : { x: -place.width / 2 + 32, y: 0 },
  };
}
