/** Where everything lies on a board: stars, spaces, structures and the shape of a tile. Pure. */
import {
  CENTER_NUMBERS,
  type Color,
  COLORS,
  type Options,
  OUTER_NUMBERS,
  POSITIONS as ALL,
  PILLAR_TILES,
  type Star,
  STARS,
  STATUE_TILES,
  STRUCTURES as BUILT,
  WILDS as ROUNDS,
} from "../../gen/summer_pavilion.ts";
import { GEOMETRY } from "../../design/tokens.ts";

export interface Point {
  x: number;
  y: number;
}

/** The wild color of each round. */
export const WILDS: readonly Color[] = ROUNDS.map((color) => COLORS[color]);
export const POSITIONS: readonly number[] = Array.from({ length: ALL }, (_, i) => i + 1);
export type Board = Options["board"];
export type Kind = "pillar" | "statue" | "window";

export interface Structure {
  name: string; // "pillar 1"
  kind: Kind;
  tiles: number;
  spaces: readonly string[];
  at: Point;
}

/** The side of a rhombus on a full board; the board's own unit. */
export const SIDE = GEOMETRY.summer_pavilion.side.desktop;
const SPREAD = 3 * 1.075 * SIDE;
const WINDOW = 1.45 * SIDE;
/** The board without its plate, centered on 0, 0. */
export const BOARD = { width: 612, height: 556 };
/** Where kept tiles lie: in the corners that the ring of stars leaves free. */
export const CORNERS: readonly Point[] = [
  { x: -268, y: -232 },
  { x: 268, y: -232 },
  { x: -268, y: 232 },
  { x: 268, y: 232 },
];

const BEARINGS: Record<Color, number> = {
  orange: -120,
  red: -60,
  blue: 0,
  yellow: 60,
  green: 120,
  purple: 180,
};

/** A point at a distance and a direction in degrees, clockwise, 0 to the right. */
export function polar(direction: number, distance: number, from: Point = { x: 0, y: 0 }): Point {
  const angle = (direction * Math.PI) / 180;
  return { x: from.x + distance * Math.cos(angle), y: from.y + distance * Math.sin(angle) };
}

export function starCenter(star: Star): Point {
  return star === "center" ? { x: 0, y: 0 } : polar(BEARINGS[star], SPREAD);
}

/** Where a position of a star points to, in degrees. */
export function direction(star: Star, position: number): number {
  return (star === "center" ? -90 : BEARINGS[star] + 90) + 60 * (position - 1);
}

/** The middle of a space. */
export function spaceCenter(star: Star, position: number): Point {
  return polar(direction(star, position), (Math.sqrt(3) / 2) * SIDE, starCenter(star));
}

/** The corners of a rhombus around its middle: the near sharp one, then clockwise. */
export function rhombus(
  middle: Point,
  side: number,
  towards: number,
  scale = 1,
): [Point, Point, Point, Point] {
  const long = (Math.sqrt(3) / 2) * side * scale;
  const short = (side / 2) * scale;
  return [
    polar(towards + 180, long, middle),
    polar(towards - 90, short, middle),
    polar(towards, long, middle),
    polar(towards + 90, short, middle),
  ];
}

const round = (value: number): number => Math.round(value * 100) / 100;
const say = ({ x, y }: Point): string => `${round(x)},${round(y)}`;

export function polygon(points: readonly Point[]): string {
  return `M${points.map(say).join("L")}Z`;
}

/** A polygon with soft corners: each begins and ends `soft` before its point. */
export function softPolygon(points: readonly Point[], soft: number): string {
  const parts = points.map((point, i) => {
    const before = points[(i + points.length - 1) % points.length]!;
    const after = points[(i + 1) % points.length]!;
    return [towards(point, before, soft), point, towards(point, after, soft)] as const;
  });
  return `M${parts.map(([from, point, to]) => `${say(from)}Q${say(point)} ${say(to)}`).join("L")}Z`;
}

function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return {
    x: from.x + ((to.x - from.x) * distance) / length,
    y: from.y + ((to.y - from.y) * distance) / length,
  };
}

/** The paths of a tile: body, four bevels with their light (above 0) or shade, face and fine line. */
export interface TileShape {
  body: string;
  bevels: { path: string; light: number }[];
  face: string;
  line: string;
  dots: [Point, Point];
}

const shapes = new Map<string, TileShape>();

/** A tile around 0, 0; its light comes from the upper left. */
export function tileShape(side: number, facing: number): TileShape {
  const key = `${side} ${facing}`;
  const known = shapes.get(key);
  if (known) return known;
  const middle = { x: 0, y: 0 };
  const outer = rhombus(middle, side, facing, 0.95);
  const inner = rhombus(middle, side, facing, 0.8);
  const bevels = outer.map((from, i) => {
    const to = outer[(i + 1) % 4]!;
    const normal = { x: from.x + to.x, y: from.y + to.y };
    const length = Math.hypot(normal.x, normal.y);
    const light = (-0.8 * normal.y - 0.45 * normal.x) / length;
    return {
      path: polygon([from, to, inner[(i + 1) % 4]!, inner[i]!]),
      light: light >= 0 ? 0.07 + 0.18 * light : -0.05 + 0.14 * light,
    };
  });
  const shape: TileShape = {
    body: softPolygon(outer, 0.07 * side),
    bevels,
    face: softPolygon(inner, 0.05 * side),
    line: softPolygon(rhombus(middle, side, facing, 0.64), 0.04 * side),
    dots: [polar(facing, 0.44 * side), polar(facing + 180, 0.44 * side)],
  };
  shapes.set(key, shape);
  return shape;
}

/** The outline of an empty space or of a ring around a tile, around its middle. */
export function outline(side: number, facing: number, scale: number): string {
  return softPolygon(rhombus({ x: 0, y: 0 }, side, facing, scale), 0.07 * side);
}

function structurePlace(kind: Kind, spaces: readonly string[]): Point {
  const stars = [...new Set(spaces.map((space) => space.split(" ")[0] as Star))];
  const first = starCenter(stars[0]!);
  if (kind === "window") return polar(BEARINGS[stars[0] as Color], WINDOW, first);
  const second = starCenter(stars[1]!);
  return { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 };
}

const kindOf = (tiles: number): Kind =>
  tiles === PILLAR_TILES ? "pillar" : tiles === STATUE_TILES ? "statue" : "window";

/** Every structure with the spaces around it, each by its star and position. */
export const STRUCTURES: readonly Structure[] = BUILT.map(([tiles, around]) => {
  const spaces = around.map((space) => `${STARS[Math.floor(space / ALL)]} ${(space % ALL) + 1}`);
  const kind = kindOf(tiles);
  const same = BUILT.filter(([other]) => other === tiles);
  const name = `${kind} ${same.findIndex(([, other]) => other === around) + 1}`;
  return { name, kind, tiles, spaces, at: structurePlace(kind, spaces) };
});

/** The numbers printed on the positions of a star. */
const numbersOf = (board: Board, star: Star): readonly number[] =>
  (star === "center" ? CENTER_NUMBERS : OUTER_NUMBERS)[board];

/** The number printed on a space: what a tile there costs. */
export function numberOf(board: Board, star: Star, position: number): number {
  return numbersOf(board, star)[position - 1]!;
}

/** The position that a digit key means in a star: the printed number where each is there once. */
export function positionOf(board: Board, star: Star, digit: number): number {
  const numbers = numbersOf(board, star);
  const found = numbers.indexOf(digit);
  return new Set(numbers).size === 6 && found >= 0 ? found + 1 : digit;
}

/** The star that an arrow key leads to: the nearest one that lies mostly in that direction. */
export function neighborStar(star: Star, arrow: string): Star {
  const wanted = { ArrowRight: 0, ArrowDown: 90, ArrowLeft: 180, ArrowUp: -90 }[arrow];
  if (wanted === undefined) return star;
  const here = starCenter(star);
  let best: [number, Star] = [Infinity, star];
  for (const other of STARS) {
    if (other === star) continue;
    const there = starCenter(other);
    const bearing = (Math.atan2(there.y - here.y, there.x - here.x) * 180) / Math.PI;
    const off = Math.abs(((bearing - wanted + 540) % 360) - 180);
    const weight = Math.hypot(there.x - here.x, there.y - here.y) * (1 + off / 60);
    if (off < 65 && weight < best[0] - 0.001) best = [weight, other];
  }
  return best[1];
}
