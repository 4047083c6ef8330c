/**
 * Where everything of a pagoda is drawn, in px at scale 1: pure, and without any rule of the game.
 *
 * The world is (x, y, z) with z up, seen from the front left. This yaw spaces the four columns of a
 * floor evenly, so none hides another. A lot's middle on the ground is 0, 0 on the screen.
 */
import { GEOMETRY } from "../../design/tokens.ts";

const G = GEOMETRY.pagoda;
const COS = 2 / Math.sqrt(5);
const SIN = 1 / Math.sqrt(5);
const EAVE_SINKS = 2; // the eave hangs that far below the capitals
const ROOF = {
  wider: 1.06,
  sag: 6,
  lift: G.roof.lift,
  rise: G.roof.rise,
  top: G.roof.top,
  hip: 0.486,
  hipRise: 7.4,
};
const TILE_HIP = { at: 0.44, rise: 3.54 };
export const FINIAL = 31;
export const SLAB = { half: 60.5, thick: 9, inner: 52.8, pillar: G.plinthHalf };
export const TILT = G.sinElevation;

export type Point = readonly [number, number];

export function project(x: number, y: number, z = 0): Point {
  return [x * COS - y * SIN, (x * SIN + y * COS) * TILT - z];
}

const round = (value: number): number => Math.round(value * 100) / 100;
const at = ([x, y]: Point): string => `${round(x)},${round(y)}`;
const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
const between = (a: Point, b: Point, t: number): Point => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
];
const lower = ([x, y]: Point, by: number): Point => [x, y + by];
export const polygon = (points: readonly Point[]): string => `M${points.map(at).join("L")}Z`;

/** The slots of a floor by rising depth, which is also the order in which they are filled. */
export const SLOTS: readonly Point[] = [
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
];

export interface Floor {
  z: number; // of its ground
  taper: number; // upper floors are smaller
  radius: number; // of its columns
  height: number;
  eave: number; // z of the eave of the tile on it
  deck: number; // z of that tile's top: the ground of the next floor
  slots: readonly Point[]; // on the screen
}

const ground = (half: number, z: number): Point[] =>
  [
    [1, 1],
    [1, -1],
    [-1, -1],
    [-1, 1],
  ].map(([x, y]) => project(x! * half, y! * half, z));

/** A floor counted from 0. */
export function floorAt(level: number): Floor {
  const z = level === 0 ? 0 : floorAt(level - 1).deck;
  const taper = 1 - G.taperPerFloor * level;
  const height = G.columnHeight * (1 - 0.03 * level);
  const eave = z + height - EAVE_SINKS;
  const half = G.slot * taper;
  const slots = SLOTS.map(([x, y]) => project(x * half, y * half, z));
  return {
    z,
    taper,
    radius: G.columnRadius * (1 - 0.05 * level),
    height,
    eave,
    deck: eave + G.eaveRise,
    slots,
  };
}

/** A flat square over a lot, as a path: slabs, decks and their frames. */
export const square = (half: number, z: number): string => polygon(ground(half, z));

export interface Skirt {
  back: string;
  left: string;
  right: string;
  front: string;
  rims: string;
  ribs: string;
  hips: string;
  deck: string;
  frame: string;
}

interface SkirtShape {
  half: number;
  eave: number;
  lift: number;
  sag: number;
  top: number;
  deck: number;
  hip: number; // half at the hips' control point
  hipZ: number;
}

/** The curved skirt around a deck, as a tile and a roof have it. */
function skirt(shape: SkirtShape): Skirt {
  const corner = (x: number, y: number): Point =>
    project(x * shape.half, y * shape.half, shape.eave + shape.lift);
  const bend = (x: number, y: number): Point =>
    project(x * shape.half * 0.97, y * shape.half * 0.97, shape.eave - shape.sag);
  const hip = (x: number, y: number): Point => project(x * shape.hip, y * shape.hip, shape.hipZ);
  const top = (x: number, y: number): Point => project(x * shape.top, y * shape.top, shape.deck);
  /** One side from corner a to corner b, up the hip, along the deck and down again. */
  const side = (a: Point, b: Point): string => {
    const [ax, ay] = a;
    const [bx, by] = b;
    const bent = bend((ax + bx) / 2, (ay + by) / 2);
    return `M${at(corner(ax, ay))}Q${at(bent)} ${at(corner(bx, by))}Q${at(hip(bx, by))} ${at(top(bx, by))}L${at(top(ax, ay))}Q${at(hip(ax, ay))} ${at(corner(ax, ay))}Z`;
  };
  const rim = (a: Point, b: Point): string => {
    const [ax, ay] = a;
    const [bx, by] = b;
    const [from, to, bent] = [corner(ax, ay), corner(bx, by), bend((ax + bx) / 2, (ay + by) / 2)];
    const down = G.eaveThickness;
    return `M${at(from)}Q${at(bent)} ${at(to)}L${at(lower(to, down))}Q${at(lower(bent, down))} ${at(lower(from, down))}Z`;
  };
  const ribs = (a: Point, b: Point, parts: number): string => {
    const [ax, ay] = a;
    const [bx, by] = b;
    const [from, to, bent] = [corner(ax, ay), corner(bx, by), bend((ax + bx) / 2, (ay + by) / 2)];
    let path = "";
    for (let i = 1; i < parts; i++) {
      const t = i / parts;
      const high = between(top(ax, ay), top(bx, by), t);
      const low = between(between(from, bent, t), between(bent, to, t), t);
      path += `M${at(high)}Q${at(lower(middle(high, low), 1.4))} ${at(low)}`;
    }
    return path;
  };
  const line = (x: number, y: number): string =>
    `M${at(corner(x, y))}Q${at(hip(x, y))} ${at(top(x, y))}`;
  return {
    back: side([1, -1], [-1, -1]),
    left: side([-1, -1], [-1, 1]),
    right: side([1, 1], [1, -1]),
    front: side([-1, 1], [1, 1]),
    rims: rim([1, 1], [1, -1]) + rim([-1, 1], [1, 1]),
    ribs: ribs([-1, 1], [1, 1], 9) + ribs([1, 1], [1, -1], 6),
    hips: line(-1, 1) + line(1, 1) + line(1, -1),
    deck: square(shape.top, shape.deck),
    frame: square(shape.top * 0.9, shape.deck),
  };
}

/** The tile over a floor. */
export function tileOn(level: number): Skirt {
  const { eave, deck, taper } = floorAt(level);
  const [half, top] = [G.eaveHalf * taper, G.deckHalf * taper];
  const hip = top + (half - top) * TILE_HIP.at;
  return skirt({
    half,
    eave,
    lift: G.eaveLift,
    sag: G.eaveSag,
    top,
    deck,
    hip,
    hipZ: eave + TILE_HIP.rise,
  });
}

/** The roof over the last floor, and where its rooftop stands. */
export function roofOn(level: number): Skirt & { top: number } {
  const { eave, taper } = floorAt(level);
  const half = G.eaveHalf * taper * ROOF.wider;
  const top = eave + ROOF.rise;
  const hip = ROOF.top + (half - ROOF.top) * ROOF.hip;
  return {
    ...skirt({
      half,
      eave,
      lift: ROOF.lift,
      sag: ROOF.sag,
      top: ROOF.top,
      deck: top,
      hip,
      hipZ: eave + ROOF.hipRise,
    }),
    top,
  };
}

export const ROOFTOP = G.rooftopColumn;
/** How high a whole pagoda of so many floors rises over its lot. */
export const wholeHeight = (floors: number): number =>
  roofOn(floors - 1).top + 2 * ROOFTOP.height + FINIAL;

export interface ColumnShape {
  shadow: { x: number; y: number; rx: number; ry: number };
  base: string;
  shaft: string;
  capital: string;
  outline: string;
  top: { y: number; rx: number; ry: number };
  glyph: { x: number; y: number; r: number };
}

const shapes = new Map<string, ColumnShape>();
/** A column that stands on 0, 0; the same few shapes are drawn over and over. */
export function columnShape(radius: number, height: number): ColumnShape {
  const key = `${radius} ${height}`;
  const known = shapes.get(key);
  if (known) return known;
  const [wide, thick] = [radius * 1.22, 3.2];
  const drum = (r: number, from: number, to: number): string =>
    `M${round(-r)},${round(from)}A${round(r)},${round(r * TILT)} 0 0 1 ${round(r)},${round(from)}V${round(to)}A${round(r)},${round(r * TILT)} 0 0 1 ${round(-r)},${round(to)}Z`;
  const shape: ColumnShape = {
    shadow: { x: radius / 2, y: radius * TILT * 0.3, rx: radius * 1.7, ry: radius * 0.64 },
    base: drum(wide, -thick, 0),
    shaft: drum(radius, -height + thick, -thick),
    capital: drum(wide, -height, -height + thick),
    outline: drum(wide, -height, 0),
    top: { y: -height, rx: wide, ry: wide * TILT },
    glyph: { x: -0.06 * radius, y: -height * 0.42, r: radius * 0.58 },
  };
  shapes.set(key, shape);
  return shape;
}

/** The box of a column that stands on 0, 0: x, y, width, height. */
export function columnBox(
  radius: number,
  height: number,
): readonly [number, number, number, number] {
  const wide = radius * 1.22;
  return [-wide, -height - wide * TILT, 2 * wide, height + 2 * wide * TILT];
}

/** The part of the screen where a lot's next piece goes, and the body that may stand before it. */
export function bodyOf(
  lot: Point,
  floors: number,
  whole: boolean,
): { x: number; y: number; w: number; h: number } {
  const half = G.eaveHalf * (COS + SIN);
  const high =
    floors === 0 ? 0 : whole ? wholeHeight(floors) : floorAt(floors - 1).z + G.columnHeight;
  return { x: lot[0] - half, y: lot[1] - high, w: 2 * half, h: high };
}

export function targetOf(
  lot: Point,
  level: number,
): { x: number; y: number; w: number; h: number } {
  const { z, height, taper } = floorAt(level);
  const half = G.slot * taper * (COS + SIN) + G.columnRadius;
  return { x: lot[0] - half, y: lot[1] - z - height - 12, w: 2 * half, h: height + 34 };
}

/** Whether a body hides a good part of a target; it then fades. */
export function hides(
  body: ReturnType<typeof bodyOf>,
  target: ReturnType<typeof targetOf>,
): boolean {
  const w = Math.min(body.x + body.w, target.x + target.w) - Math.max(body.x, target.x);
  const h = Math.min(body.y + body.h, target.y + target.h) - Math.max(body.y, target.y);
  return w > 12 && h > 8;
}

/** Where a number of points lies on the track of fifty: it turns around at the end of each row. */
export function trackAt(points: number): { row: number; column: number; laps: number } {
  const laps = Math.floor(points / 50);
  const rest = points - laps * 50;
  const row = Math.floor(rest / 10);
  return { row, column: row % 2 ? 9 - (rest % 10) : rest % 10, laps };
}
