/** Where the marks and arrows of a still picture stand: beside their things, clear of each other. Pure. */
import type { Mark } from "./face.ts";

export interface Point {
  x: number;
  y: number;
}

/** A rectangle by its upper left corner. */
export interface Box extends Point {
  width: number;
  height: number;
}

/** Where a thing lies: its middle, its size, and the side where words about it have room. */
export interface Spot extends Point {
  width: number;
  height: number;
  aside?: Point; // a unit vector, or 0, 0 for its middle; absent: above
}

/** A mark as a plate of its own. */
export interface Plate extends Box {
  text: string;
  sign: NonNullable<Mark["sign"]>;
}

const HEIGHT = 24;
const LETTER = 7.4; // of the width of a letter, generously
const APART = 3;

const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width + APART &&
  other.x < one.x + one.width + APART &&
  one.y < other.y + other.height + APART &&
  other.y < one.y + one.height + APART;

/** A plate of a mark at one side of its thing; points sit on the edge, words beside it. */
function beside(spot: Spot, mark: Mark, unit: number, turn: number): Plate {
  const sign = mark.sign ?? "note";
  const icon = sign === "yes" || sign === "no" ? 20 : 0;
  const width = unit * Math.max(HEIGHT, mark.text.length * LETTER + 14 + icon);
  const height = unit * HEIGHT;
  const { x, y } = spot.aside ?? { x: 0, y: -1 };
  const aside = [
    { x, y },
    { x, y: -y },
    { x: -x, y: -y },
    { x: 1, y: 0 },
    { x: -1, y: 0 },
  ][turn]!;
  const gap = sign === "points" ? -0.42 : 0.5;
  const middle = {
    x: spot.x + aside.x * (spot.width / 2 + gap * height) + (gap > 0 ? (aside.x * width) / 2 : 0),
    y: spot.y + aside.y * (spot.height / 2 + gap * height) + (gap > 0 ? (aside.y * height) / 4 : 0),
  };
  return {
    x: middle.x - width / 2,
    y: middle.y - height / 2,
    width,
    height,
    text: mark.text,
    sign,
  };
}

/** All marks as plates, each at the first side of its thing that no other plate covers. */
export function plates(
  marks: readonly Mark[],
  spot: (thing: string) => Spot | undefined,
  unit: number,
): Plate[] {
  const found: Plate[] = [];
  for (const mark of marks) {
    const at = spot(mark.at);
    if (!at) continue;
    const tried = [0, 1, 2, 3, 4].map((turn) => beside(at, mark, unit, turn));
    found.push(tried.find((plate) => !found.some((other) => overlap(plate, other))) ?? tried[0]!);
  }
  return found;
}

/** A bent way from the edge of one thing to the edge of another, and the two lines of its head. */
export function way(from: Spot, to: Spot, unit: number): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const leave = Math.min(0.5 * Math.min(from.width, from.height), length * 0.3);
  const reach = Math.min(0.6 * Math.min(to.width, to.height), length * 0.3);
  const start = { x: from.x + along.x * leave, y: from.y + along.y * leave };
  const end = { x: to.x - along.x * reach, y: to.y - along.y * reach };
  const bend = Math.min(0.18 * length, 40 * unit);
  // Bent upwards, whichever way it goes: a hand lifts a piece.
  const over = along.x < 0 ? -1 : 1;
  const turn = {
    x: (start.x + end.x) / 2 + along.y * bend * over,
    y: (start.y + end.y) / 2 - along.x * bend * over,
  };
  const angle = Math.atan2(end.y - turn.y, end.x - turn.x);
  const head = (side: number): string => {
    const at = angle + Math.PI + side;
    return `M${end.x + 9 * unit * Math.cos(at)} ${end.y + 9 * unit * Math.sin(at)}L${end.x} ${end.y}`;
  };
  return `M${start.x} ${start.y}Q${turn.x} ${turn.y} ${end.x} ${end.y}${head(0.6)}${head(-0.6)}`;
}

/** The smallest rectangle around all these. */
export function around(boxes: readonly Box[], margin = 0): Box {
  const x = Math.min(...boxes.map((box) => box.x)) - margin;
  const y = Math.min(...boxes.map((box) => box.y)) - margin;
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) + margin - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) + margin - y,
  };
}
