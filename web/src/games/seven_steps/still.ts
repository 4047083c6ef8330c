/** Where everything stands in a still picture of 7 Steps: spaces, what lies beside and below them, marks. Pure. */
import { COLORS, type Color, SPACE_NAMES, type StepsView } from "../../gen/seven_steps.ts";
import type { Mark } from "../../table/face.ts";
import type { Plate } from "../../table/marks.ts";
import { DEPTH, type Layout, RADIUS, SIDE, type Spot, topOf, WIDE } from "./geometry.ts";
import { type Box, scene } from "./layout.ts";
import { eachDisc } from "./view.ts";

export const CAMERA = WIDE;
export const LEAST_WIDTH = 470; // so that few spaces are not drawn huge
export const HAND = { width: 520, height: 144, step: 68, radius: 29, k: 0.66, thick: 9 };
const ASIDE = 92; // of a piece beside the board
const APART = 148; // of pieces side by side, with words about them
const TILE = 34; // half of a tile
const GAP = 12;
const HALF = (Math.sqrt(3) / 2) * SIDE;

/** Something that marks, rings and arrows can speak of: the middle and the half sizes of its face. */
export interface Anchor {
  x: number;
  y: number;
  rx: number;
  ry: number;
  foot: number; // where it ends below
}
/** A piece that lies beside the board, by itself. */
export interface Aside {
  name: string;
  x: number;
  y: number;
}
export interface Still {
  spots: Spot[];
  asides: Aside[];
  hand: Box | null;
  track: Box | null;
  sum: { x: number; y: number } | null;
  anchors: Map<string, Anchor>;
  box: Box;
}

/** A part's name as a space's name: "space c4" and "tower c4" are "c4". */
export const plain = (name: string): string => name.replace(/^(space|tower) /, "");

/** The spaces that some parts name; a segment names seven, the board all. */
export function spacesIn(parts: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const part of parts.map(plain)) {
    const segment = /^segment ([a-g])$/.exec(part)?.[1];
    for (const name of SPACE_NAMES)
      if (part === name || part === "board" || (segment && name.startsWith(segment)))
        found.add(name);
  }
  return found;
}

const isAside = (part: string): boolean =>
  /^(disc|tile|pile) |^(bag|construction|points)$/.test(part);

/** All that is drawn of a position, and where. */
export function still(
  view: StepsView,
  parts: readonly string[],
  ghosts: readonly string[],
  seat: number,
): Still {
  const wanted = spacesIn(parts);
  const spots = scene(view.options.layout as Layout, 0, CAMERA).spots.filter(
    ({ name }) => wanted.has(name) && view.board[name],
  );
  const anchors = new Map<string, Anchor>();
  for (const spot of spots) {
    const discs = (view.board[spot.name]?.height ?? 0) + countOf(ghosts, spot.name);
    const { x, y } = topOf(spot, discs, CAMERA);
    const foot = spot.y + SIDE * CAMERA.k + DEPTH;
    anchors.set(spot.name, { x, y, rx: RADIUS, ry: RADIUS * CAMERA.k, foot });
  }
  let box = around(spots, anchors);
  const asides = placeAsides(parts.filter(isAside), spots.length > 0 ? box : null);
  for (const { name, x, y } of asides) {
    const flat = name.startsWith("disc ");
    const [rx, ry] = flat ? [RADIUS, RADIUS * CAMERA.k] : [TILE, TILE];
    anchors.set(name, { x, y, rx, ry, foot: y + (flat ? RADIUS : TILE) });
    const size = { x: x - ASIDE / 2, y: y - ASIDE / 2, width: ASIDE, height: ASIDE };
    box = box ? joined(box, size) : size;
  }
  const below = (width: number, height: number): Box => {
    const x = (box ? box.x + box.width / 2 : 0) - width / 2;
    const made = { x, y: box ? box.y + box.height + GAP : 0, width, height };
    box = box ? joined(box, made) : made;
    return made;
  };
  const summed = parts.includes("sum") ? below(LEAST_WIDTH, 44) : null;
  const hand = parts.includes("hand") ? below(HAND.width, HAND.height) : null;
  const track = parts.includes("track") ? below(HAND.width, 92) : null;
  for (const [name, part] of [
    ["hand", hand],
    ["track", track],
    ["sum", summed],
  ] as const)
    if (part) anchors.set(name, middle(part));
  if (hand) for (const [name, at] of handAnchors(view, seat, hand)) anchors.set(name, at);
  return {
    spots,
    asides,
    hand,
    track,
    sum: summed ? { x: summed.x + summed.width / 2, y: summed.y + 32 } : null,
    anchors,
    box: box ?? { x: 0, y: 0, width: LEAST_WIDTH, height: 100 },
  };
}

export const countOf = (names: readonly string[], name: string): number =>
  names.filter((other) => plain(other) === name).length;

/** The discs behind a screen, with their places in its picture. */
export function handDiscs(
  view: StepsView,
  seat: number,
): { color: Color | "hidden"; name: string; x: number; y: number }[] {
  const player = view.players[seat]!;
  const discs: { color: Color | "hidden" }[] = player.hand
    ? eachDisc(player.hand)
    : Array.from({ length: player.hand_size }, () => ({ color: "hidden" as const }));
  const step = Math.min(HAND.step, (HAND.width - 40) / Math.max(1, discs.length));
  const left = HAND.width / 2 - (step * (discs.length - 1)) / 2;
  return discs.map(({ color }, i) => ({ color, name: `disc ${color}`, x: left + i * step, y: 62 }));
}

function handAnchors(view: StepsView, seat: number, hand: Box): [string, Anchor][] {
  const anchors: [string, Anchor][] = [];
  handDiscs(view, seat).forEach(({ name, x, y }, i) => {
    const at = {
      x: hand.x + x,
      y: hand.y + y,
      rx: HAND.radius,
      ry: HAND.radius * HAND.k,
      foot: hand.y + y + 34,
    };
    anchors.push([name, at], [`disc ${i + 1}`, at]); // "disc 3": the third from the left
  });
  // The first of each color speaks for it.
  return anchors.reverse();
}

function middle(box: Box): Anchor {
  return {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    rx: box.width / 2,
    ry: box.height / 2,
    foot: box.y + box.height,
  };
}

function around(spots: readonly Spot[], anchors: ReadonlyMap<string, Anchor>): Box | null {
  let box: Box | null = null;
  for (const { name, x, y } of spots) {
    const head = Math.min(y - SIDE * CAMERA.k, anchors.get(name)!.y - RADIUS * CAMERA.k);
    const foot = y + SIDE * CAMERA.k + DEPTH;
    const one = { x: x - HALF, y: head, width: 2 * HALF, height: foot - head };
    box = box ? joined(box, one) : one;
  }
  return box;
}

/** Beside the board one below the other, without a board side by side. */
function placeAsides(names: readonly string[], board: Box | null): Aside[] {
  return names.map((name, i) => {
    const off = (i - (names.length - 1) / 2) * (board ? ASIDE : APART);
    return board
      ? { name, x: board.x - ASIDE / 2 - 2 * GAP, y: board.y + board.height / 2 + off }
      : { name, x: off, y: 0 };
  });
}

export function joined(one: Box, two: Box): Box {
  const [x, y] = [Math.min(one.x, two.x), Math.min(one.y, two.y)];
  return {
    x,
    y,
    width: Math.max(one.x + one.width, two.x + two.width) - x,
    height: Math.max(one.y + one.height, two.y + two.height) - y,
  };
}

// Marks

/** A mark where it is drawn, with a line to what it speaks of where that is not beside it. */
export interface Placed extends Plate {
  line: { x1: number; y1: number; x2: number; y2: number } | null;
}
const HIGH = 24; // px of a picture of usual size, as are the next two
const LETTER = 7.2;
const ROUND = 3; // letters: so few points are a badge on the rim

/** Every mark in a place of its own, beside what it speaks of and over as little as can be. */
export function placeMarks(
  marks: readonly Mark[],
  anchors: ReadonlyMap<string, Anchor>,
  within: Box,
  unit: number,
  taken: readonly Box[] = [], // by badges of the turn's way
): Placed[] {
  const placed: Placed[] = [];
  const known = marks.flatMap((mark) => {
    const at = anchors.get(plain(mark.at));
    return at ? [{ mark, at }] : [];
  });
  const pieces = [...anchors.values()].filter(({ rx }) => rx <= RADIUS);
  const faces = pieces.map(faceOf);
  const bodies = pieces.map(bodyOf);
  const spoken = known.map(({ at }) => faceOf(at));
  for (const { mark, at } of known) {
    const sign = mark.sign ?? "note";
    const round = sign === "points" && mark.text.length <= ROUND;
    const icon = sign === "yes" || sign === "no" ? 20 : 0;
    const high = HIGH * unit;
    const wide = Math.max(high, (mark.text.length * LETTER + 14 + icon) * unit);
    const best = round
      ? boxAt(at.x, at.y - at.ry * 1.12, wide, high)
      : candidates(at, wide, high).reduce((one, two) => (cost(two) < cost(one) ? two : one));
    placed.push({ ...best, text: mark.text, sign, line: round ? null : lineTo(best, at) });
    function cost(box: Box): number {
      const free = [...taken, ...placed];
      const hidden = free.reduce((sum, other) => sum + overlap(box, other), 0);
      const named = spoken.reduce((sum, face) => sum + overlap(box, face), 0);
      const others = faces.reduce((sum, face) => sum + overlap(box, face), 0);
      const below = bodies.reduce((sum, body) => sum + overlap(box, body), 0);
      const outside = wide * high - overlap(box, within);
      const far = Math.hypot(box.x + wide / 2 - at.x, box.y + high / 2 - at.y);
      return 60 * hidden + 30 * named + 6 * others + 4 * below + 0.2 * outside + 14 * far;
    }
  }
  return placed;
}

export const boxAt = (x: number, y: number, width: number, height: number): Box => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
});
const faceOf = ({ x, y, rx, ry }: Anchor): Box => boxAt(x, y, 2 * rx, 2 * ry);

/** A tower from its top to the ground; flat things have no more than their face. */
const bodyOf = ({ x, y, rx, ry, foot }: Anchor): Box => ({
  x: x - rx,
  y: y - ry,
  width: 2 * rx,
  height: Math.max(2 * ry, foot - GROUND - y + ry),
});
const GROUND = DEPTH + SIDE * CAMERA.k - RADIUS * CAMERA.k; // from the foot of a slab to that of a tower

function candidates(at: Anchor, wide: number, high: number): Box[] {
  const [up, down] = [at.y - at.ry - high * 0.66, at.foot + high * 0.4];
  const sides = [0, 0.42 * wide + 8, -0.42 * wide - 8, wide * 0.75, -wide * 0.75];
  return [
    ...[0, 0.7, 1.4, 2.1, 2.8].flatMap((more) =>
      sides.map((side) => [at.x + side, up - more * high] as const),
    ),
    ...[0, 0.8, 1.6].flatMap((more) =>
      sides.map((side) => [at.x + side, down + more * high] as const),
    ),
    [at.x + at.rx + wide / 2 + 8, at.y] as const,
    [at.x - at.rx - wide / 2 - 8, at.y] as const,
  ].map(([x, y]) => boxAt(x, y, wide, high));
}

function overlap(one: Box, two: Box): number {
  const wide = Math.min(one.x + one.width, two.x + two.width) - Math.max(one.x, two.x);
  const high = Math.min(one.y + one.height, two.y + two.height) - Math.max(one.y, two.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** From the nearest side of a pill to the rim of what it speaks of, where they do not touch. */
function lineTo(box: Box, at: Anchor): Placed["line"] {
  if (Math.abs(box.y + box.height / 2 - at.y) < at.ry) return null; // beside it
  const x1 = Math.min(Math.max(at.x, box.x + 14), box.x + box.width - 14);
  const above = box.y + box.height / 2 < at.y;
  const y1 = above ? box.y + box.height : box.y;
  const far = Math.hypot((at.x - x1) / at.rx, (at.y - y1) / at.ry);
  if (far < 1.5) return null;
  const y2 = above ? at.y - at.ry * 0.9 : Math.min(at.y + at.ry, y1);
  const x2 = at.x + (x1 - at.x) * 0.15;
  return { x1, y1, x2, y2 };
}

/** The color of a loose disc, named "disc red". */
export function colorOf(name: string): Color | null {
  const color = name.replace("disc ", "");
  return COLORS.find((known) => known === color) ?? null;
}
