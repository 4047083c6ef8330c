/** Where the words of a still picture of Pagoda stand: points over, words under, floors' aside. Pure. */
import type { Arrow, Mark } from "../../table/face.ts";
import { type Plate, type Spot, way } from "../../table/marks.ts";
import type { Box } from "./scene.ts";

const HIGH = 24;
const APART = 4;

/** How wide a plate is, at a scale. */
function wide({ text, sign }: Mark, scale: number): number {
  const letters = text.length * 7.2;
  if (sign === "points") return Math.max(28, letters + 16) * scale;
  return (letters + (sign === "yes" || sign === "no" ? 38 : 22)) * scale;
}

/** The width that the words under each lot ask for. */
export function roomFor(marks: readonly Mark[], scale: number): Map<string, number> {
  const room = new Map<string, number>();
  for (const mark of marks) room.set(mark.at, Math.max(room.get(mark.at) ?? 0, wide(mark, scale)));
  return room;
}

/** All marks as plates; several at one thing stand one under, or over, the other. */
export function marked(
  spots: ReadonlyMap<string, Box>,
  marks: readonly Mark[],
  scale: number,
): Plate[] {
  const used = new Map<string, number>();
  const found = marks.flatMap((mark): Plate[] => {
    const points = mark.sign === "points";
    const whole = /^lot \d$/.test(mark.at);
    const spot = spots.get(points && whole ? `${mark.at} next` : mark.at);
    if (!spot) return [];
    const [width, height] = [wide(mark, scale), HIGH * scale];
    const aside = /^lot \d (floor|tile) \d$/.test(mark.at);
    const side = aside ? "right" : points ? "over" : "under";
    const nth = used.get(mark.at + side) ?? 0;
    used.set(mark.at + side, nth + 1);
    const step = nth * (height + APART);
    const middle = spot.x + spot.w / 2 - width / 2;
    const [x, y] =
      side === "right"
        ? [spot.x + spot.w + 14, spot.y + spot.h / 2 - height / 2 + step]
        : side === "over"
          ? [middle, spot.y - height + 4 - step]
          : [middle, spot.y + spot.h + (whole ? -4 : 5) + step];
    return [{ x, y, width, height, text: mark.text, sign: mark.sign ?? "note" }];
  });
  return apart(found);
}

/** Plates moved up or down until none covers an earlier one. */
function apart(plates: readonly Plate[]): Plate[] {
  const placed: Plate[] = [];
  for (const plate of plates) {
    const covered = placed.find(
      (other) =>
        plate.x < other.x + other.width &&
        other.x < plate.x + plate.width &&
        Math.abs(plate.y - other.y) < plate.height + 2,
    );
    const step = plate.height + 2;
    const y = covered ? covered.y + (plate.y < covered.y ? -step : step) : plate.y;
    placed.push({ ...plate, y });
  }
  return placed;
}

const spotOf = ({ x, y, w, h }: Box): Spot => ({
  x: x + w / 2,
  y: y + h / 2,
  width: w,
  height: h,
});

/** The ways of arrows whose both ends are in the picture; to a lot they lead to its next piece. */
export function arrowed(
  spots: ReadonlyMap<string, Box>,
  arrows: readonly Arrow[],
  scale: number,
): string[] {
  return arrows.flatMap(({ from, to }): string[] => {
    const [a, b] = [spots.get(from), spots.get(/^lot \d$/.test(to) ? `${to} next` : to)];
    return a && b ? [way(spotOf(a), spotOf(b), scale)] : [];
  });
}
