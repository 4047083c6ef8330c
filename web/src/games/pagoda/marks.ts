/** Where the words and arrows of a still picture stand, beside the things they speak of. Pure. */
import type { Arrow, Mark } from "../../table/face.ts";
import type { Box } from "./scene.ts";

export interface Pill {
  box: Box;
  text: string;
  sign: NonNullable<Mark["sign"]>;
}

const HIGH = 26;
const APART = 4;

/** How wide a pill is, at a scale. */
function wide({ text, sign }: Mark, scale: number): number {
  const letters = text.length * 7.5;
  if (sign === "points") return Math.max(30, letters + 18) * scale;
  return (letters + (sign === "yes" || sign === "no" ? 40 : 24)) * scale;
}

/** The width that the words under each lot ask for. */
export function roomFor(marks: readonly Mark[], scale: number): Map<string, number> {
  const room = new Map<string, number>();
  for (const mark of marks) room.set(mark.at, Math.max(room.get(mark.at) ?? 0, wide(mark, scale)));
  return room;
}

/** Points stand over a thing, words under it, and words of a floor to its right. */
export function marked(
  spots: ReadonlyMap<string, Box>,
  marks: readonly Mark[],
  scale: number,
): Pill[] {
  const used = new Map<string, number>();
  return marks.flatMap((mark): Pill[] => {
    const points = mark.sign === "points";
    const whole = /^lot \d$/.test(mark.at);
    const spot = spots.get(points && whole ? `${mark.at} next` : mark.at);
    if (!spot) return [];
    const [w, h] = [wide(mark, scale), HIGH * scale];
    const aside = /^lot \d (floor|tile) \d$/.test(mark.at);
    const side = aside ? "right" : points ? "over" : "under";
    const nth = used.get(mark.at + side) ?? 0;
    used.set(mark.at + side, nth + 1);
    const step = nth * (h + APART);
    const middle = spot.x + spot.w / 2 - w / 2;
    const box =
      side === "right"
        ? { x: spot.x + spot.w + 14, y: spot.y + spot.h / 2 - h / 2 + step, w, h }
        : side === "over"
          ? { x: middle, y: spot.y - h + 4 - step, w, h }
          : { x: middle, y: spot.y + spot.h + (whole ? -4 : 5) + step, w, h };
    return [{ box, text: mark.text, sign: mark.sign ?? "note" }];
  });
}

export interface Way {
  line: string;
  tip: string;
}

type Point = readonly [number, number];
const TIP = 11;

/** Bent arrows from thing to thing, from the edge of one to the edge of the other. */
export function arrowed(spots: ReadonlyMap<string, Box>, arrows: readonly Arrow[]): Way[] {
  return arrows.flatMap(({ from, to }): Way[] => {
    const [a, b] = [spots.get(from), spots.get(/^lot \d$/.test(to) ? `${to} next` : to)];
    if (!a || !b) return [];
    const [start, end] = [leaving(a, center(b)), leaving(b, center(a))];
    const far = Math.hypot(end[0] - start[0], end[1] - start[1]);
    const bend: Point = [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2 - far * 0.22];
    const [dx, dy] = [end[0] - bend[0], end[1] - bend[1]];
    const length = Math.hypot(dx, dy) || 1;
    const [ux, uy] = [dx / length, dy / length];
    const neck: Point = [end[0] - ux * TIP, end[1] - uy * TIP];
    return [
      {
        line: `M${start.join()}Q${bend.join()} ${neck.join()}`,
        tip: `M${end.join()}L${neck[0] - uy * 7},${neck[1] + ux * 7}L${neck[0] + uy * 7},${neck[1] - ux * 7}Z`,
      },
    ];
  });
}

const center = ({ x, y, w, h }: Box): Point => [x + w / 2, y + h / 2];

/** The point where the way from a box's middle to a target crosses its edge. */
function leaving(box: Box, [tx, ty]: Point): Point {
  const [cx, cy] = center(box);
  const [dx, dy] = [tx - cx, ty - cy];
  const reach = Math.min(
    dx ? (box.w / 2 + 5) / Math.abs(dx) : Infinity,
    dy ? (box.h / 2 + 5) / Math.abs(dy) : Infinity,
    0.5,
  );
  return [cx + dx * reach, cy + dy * reach];
}
