/** Where hexes, slabs and towers stand on the screen: pure, in units of a hex with side 60. */
import type { Options, Space } from "../../gen/seven_steps.ts";

export type Layout = Options["layout"];

export const SIDE = 60;
export const RADIUS = 0.64 * SIDE; // of a disc
export const INSET = 0.925; // of a space in its hex
export const DEPTH = 18; // of a slab

export type Point = readonly [number, number];

/** How the board is seen: squash of the ground, height of a disc. */
export interface Camera {
  k: number;
  disc: number;
}
export const WIDE: Camera = { k: 0.62, disc: 10.5 };
export const HIGH: Camera = { k: 0.84, disc: 12 }; // on phones: larger targets

/** A space on the screen; q and r are those of the turned board. */
export interface Spot {
  name: Space;
  q: number;
  r: number;
  x: number;
  y: number;
}

/** A place after some turns of 60 degrees, clockwise on the screen. */
export function turned([q, r]: Point, turns: number): Point {
  let at: Point = [q, r];
  for (let i = 0; i < turns; i++) at = [0 - at[1], at[0] + at[1]];
  return at;
}

export function ground([q, r]: Point, k: number): Point {
  return [Math.sqrt(3) * SIDE * (q + r / 2), 1.5 * SIDE * r * k];
}

/** The corners of a hex around a point, clockwise from the top. */
export function corners(x: number, y: number, k: number, size = 1): Point[] {
  return Array.from({ length: 6 }, (_, i) => {
    const angle = (Math.PI / 3) * i - Math.PI / 2;
    return [x + SIDE * size * Math.cos(angle), y + SIDE * size * Math.sin(angle) * k] as const;
  });
}

export function polygon(points: readonly Point[]): string {
  return points.map(([x, y]) => `${round(x)},${round(y)}`).join(" ");
}

const round = (value: number): number => Math.round(value * 100) / 100;
const knot = ([x, y]: Point): string => `${Math.round(x)},${Math.round(y)}`;

/** The outline of hexes that touch: the edges that only one of them has, chained. */
export function outline(hexes: readonly Point[][]): Point[] {
  const edges = new Map<string, [Point, Point]>();
  for (const hex of hexes)
    hex.forEach((from, i) => {
      const to = hex[(i + 1) % 6]!;
      const back = `${knot(to)} ${knot(from)}`;
      if (!edges.delete(back)) edges.set(`${knot(from)} ${knot(to)}`, [from, to]);
    });
  const next = new Map([...edges.values()].map(([from, to]) => [knot(from), to]));
  const [start] = edges.values();
  const found: Point[] = [];
  for (let at = start?.[0]; at && found.length < next.size; at = next.get(knot(at))) found.push(at);
  return found;
}

/** The middle of a tower's top face. */
export function topOf(spot: Spot, height: number, camera: Camera): { x: number; y: number } {
  return { x: spot.x, y: spot.y + LOWER * camera.k - height * camera.disc };
}
/** The outline of so many discs below a top face. */
export function pile({ x, y }: { x: number; y: number }, discs: number, camera: Camera): string {
  const down = discs * camera.disc;
  const arc = `a${RADIUS},${RADIUS * camera.k} 0 0 0`;
  return `M${x - RADIUS},${y}v${down}${arc} ${2 * RADIUS},0v${-down}${arc} ${-2 * RADIUS},0Z`;
}

/** A tower stands a little before the middle of its hex, so that it leaves more of what is behind. */
const LOWER = 3;

/** The part of the top of something (0 to 1) that a tower before it hides. */
export function cover(
  front: Spot,
  height: number,
  target: Spot,
  targetHeight: number,
  camera: Camera,
): number {
  if (height === 0 || front.y <= target.y || Math.abs(front.x - target.x) >= 2 * RADIUS) return 0;
  const top = topOf(front, height, camera);
  const seen = topOf(target, targetHeight, camera);
  const base = topOf(front, 0, camera).y;
  let covered = 0;
  let all = 0;
  for (let i = -4; i <= 4; i++)
    for (let j = -4; j <= 4; j++) {
      if (i * i + j * j > 16) continue;
      all++;
      const dx = (seen.x + (i / 4) * RADIUS - top.x) / RADIUS;
      const y = seen.y + (j / 4) * RADIUS * camera.k;
      if (Math.abs(dx) > 1) continue;
      const rim = Math.sqrt(1 - dx * dx) * RADIUS * camera.k;
      if (y >= top.y - rim && y <= base + rim) covered++;
    }
  return covered / all;
}

/** The space reached from another by going in a direction; gaps are stepped over. */
export function stepFrom(spots: readonly Spot[], from: Spot, [dq, dr]: Point): Spot | null {
  for (let n = 1; n <= 20; n++) {
    const found = spots.find((spot) => spot.q === from.q + n * dq && spot.r === from.r + n * dr);
    if (found) return found;
  }
  return null;
}

/** The keys of the six directions, each with what to try when nothing lies there. */
// prettier-ignore
export const KEYS: Readonly<Record<string, readonly Point[]>> = {
  ArrowRight: [[1, 0]],
  ArrowLeft: [[-1, 0]],
  ArrowUp: [[1, -1], [0, -1]],
  ArrowDown: [[0, 1], [-1, 1]],
  Home: [[0, -1]],
  End: [[-1, 1]],
  PageUp: [[1, -1]],
  PageDown: [[0, 1]],
  // Around S and W as around a hex: Q W E above, A S D below, clockwise.
  q: [[0, -1]],
  w: [[1, -1]],
  e: [[1, 0]],
  d: [[0, 1]],
  s: [[-1, 1]],
  a: [[-1, 0]],
};

/** An arrow from rim to rim of two top faces: its curve and its head. */
export function arrow(
  from: { x: number; y: number },
  to: { x: number; y: number },
  k: number,
): string {
  const dx = to.x - from.x;
  const dy = (to.y - from.y) / k;
  const far = Math.hypot(dx, dy) || 1;
  const reach = Math.min(0.92 * RADIUS, 0.36 * far);
  const [ux, uy] = [(dx / far) * reach, (dy / far) * reach * k];
  const [sx, sy, ex, ey] = [from.x + ux, from.y + uy, to.x - ux, to.y - uy];
  const [mx, my] = [(sx + ex) / 2, (sy + ey) / 2 - 6];
  const angle = Math.atan2(ey - my, ex - mx);
  const wing = (turn: number): string =>
    `M${round(ex - 8 * Math.cos(angle + turn))},${round(ey - 8 * Math.sin(angle + turn))}L${round(ex)},${round(ey)}`;
  return `M${round(sx)},${round(sy)}Q${round(mx)},${round(my)} ${round(ex)},${round(ey)}${wing(0.55)}${wing(-0.55)}`;
}
