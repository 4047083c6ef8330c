/** What a still picture of Pagoda is made of, and where each thing in it lies. Pure. */
import {
  ABILITIES,
  type Ability,
  type Color,
  COLORS,
  COLUMNS_OF_A_FLOOR,
  type LotView,
  type PagodaView,
} from "../../gen/pagoda.ts";
import { type Ghosted, ghostsOn } from "./ghosts.ts";
import { floorAt, ROOFTOP, roofOn, wholeHeight } from "./geometry.ts";
import { cardThing, tileThing } from "./things.ts";
import type { Source } from "./view.ts";

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A piece to draw; x, y is its upper left corner, for lots, columns, tiles and roofs its foot. */
export type Item = { x: number; y: number } & (
  | { kind: "lot"; at: number; lot: LotView; ghosts: readonly Ghosted[] }
  | { kind: "card"; color: Color | null; size: number; count?: number }
  | { kind: "column"; color: Color }
  | { kind: "rooftop"; color: Color }
  | { kind: "tile" | "roof"; base: Color; next: Color }
  | { kind: "flat"; base: Color; next: Color; left: boolean }
  | { kind: "head"; color: Color }
  | { kind: "ability"; ability: Ability; uses: number }
  | { kind: "text"; text: string }
  | { kind: "caption"; source: Source }
);

export interface Scene {
  items: readonly Item[];
  spots: ReadonlyMap<string, Box>; // where each named thing lies
  box: Box;
}

const LOT = { half: 83, below: 62, pitch: 172 };
const ZIGZAG = { pitch: 131, front: 91 };
const CARD = { w: 76, h: 110, gap: 7, size: 0.66, caption: 20 };
const CELL = { w: 40, h: 36 };
const PLATE = { w: 44, h: 58, gap: 8 };
const GAP = 30;
const SHAPE = 1.9; // width to height that pictures like best

/** A picture of these parts, in their order; without any, of the whole board. */
export function compose(
  view: PagodaView,
  parts: readonly string[] = [],
  ghosts: readonly string[] = [],
  seat = 0,
  room: ReadonlyMap<string, number> = new Map(),
): Scene {
  const wanted = parts.length ? parts : view.lots.map((_, at) => `lot ${at + 1}`);
  const blocks: Scene[] = [];
  for (let i = 0; i < wanted.length;) {
    const kind = blockOf(wanted[i]!);
    let end = i + 1;
    while (end < wanted.length && kind !== "alone" && blockOf(wanted[end]!) === kind) end += 1;
    const run = wanted.slice(i, end);
    if (kind === "lots") blocks.push(lots(view, run, ghosts, room));
    else if (kind === "loose") blocks.push(loose(view, run, room));
    else blocks.push(alone(view, run[0]!, seat));
    i = end;
  }
  return arranged(blocks);
}

function blockOf(part: string): "lots" | "loose" | "alone" {
  if (part.startsWith("lot ")) return "lots";
  return /^(rival )?(display|hand)$|^supply|^abilities$/.test(part) ? "alone" : "loose";
}

/** Blocks under each other, beside the first, or in a row: whichever has the best shape. */
function arranged(blocks: readonly Scene[]): Scene {
  const [first, ...rest] = blocks;
  const ways = [stacked(blocks), inRow(blocks)];
  if (rest.length > 1) ways.push(inRow([first!, stacked(rest)]));
  const off = ({ box }: Scene): number => Math.abs(Math.log(box.w / box.h / SHAPE));
  return ways.reduce((best, way) => (off(way) < off(best) ? way : best));
}

function stacked(blocks: readonly Scene[]): Scene {
  let y = 0;
  return joined(
    blocks.map((block) => {
      const placed = shifted(block, -block.box.x - block.box.w / 2, y - block.box.y);
      y += block.box.h + GAP;
      return placed;
    }),
  );
}

function inRow(blocks: readonly Scene[]): Scene {
  let x = 0;
  const high = Math.max(...blocks.map(({ box }) => box.h));
  return joined(
    blocks.map((block) => {
      const down = (high - block.box.h) * 0.6;
      const placed = shifted(block, x - block.box.x, down - block.box.y);
      x += block.box.w + GAP;
      return placed;
    }),
  );
}

function shifted({ items, spots, box }: Scene, dx: number, dy: number): Scene {
  const move = <T extends { x: number; y: number }>(one: T): T => ({
    ...one,
    x: one.x + dx,
    y: one.y + dy,
  });
  return {
    items: items.map(move),
    spots: new Map([...spots].map(([name, spot]) => [name, move(spot)])),
    box: move(box),
  };
}

function joined(blocks: readonly Scene[]): Scene {
  const spots = new Map<string, Box>();
  for (const block of blocks)
    for (const [name, spot] of block.spots) if (!spots.has(name)) spots.set(name, spot);
  return {
    items: blocks.flatMap(({ items }) => items),
    spots,
    box: around(blocks.map(({ box }) => box)),
  };
}

export function around(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    w: Math.max(...boxes.map((box) => box.x + box.w)) - x,
    h: Math.max(...boxes.map((box) => box.y + box.h)) - y,
  };
}

const EDGE = 8;
const WIDE = 420; // where the room is not known
const LARGEST = 1.04; // px for 1: a picture of few pieces shows them no larger than a table does
const SLIM = 1.45; // nor does a high one fill a screen

/** The part of the drawing that fills a picture's room. */
export function framed(box: Box, room = 0): Box {
  const h = box.h + 2 * EDGE;
  const w = Math.max(box.w + 2 * EDGE, room ? room / LARGEST : WIDE, h * SLIM);
  return { x: box.x - (w - box.w) / 2, y: box.y - EDGE, w, h };
}

// Lots

/** Up to three lots side by side, more of them in zigzag as on the board. */
function lots(
  view: PagodaView,
  parts: readonly string[],
  words: readonly string[],
  room: ReadonlyMap<string, number>,
): Scene {
  const ghosts = ghostsOn(view, words);
  const items: Item[] = [];
  const spots = new Map<string, Box>();
  const boxes: Box[] = [];
  let x = 0;
  parts.forEach((part, i) => {
    const at = Number(part.split(" ")[1]) - 1;
    const lot = view.lots[at]!;
    const here = ghosts.filter((ghost) => ghost.at === at);
    const wide = Math.max(LOT.pitch, (room.get(`lot ${at + 1}`) ?? 0) + 12);
    const y = parts.length > 3 && i % 2 === 0 ? ZIGZAG.front : 0;
    if (i) x += parts.length > 3 ? ZIGZAG.pitch : wide / 2;
    items.push({ kind: "lot", at, lot, ghosts: here, x, y });
    const box = lotSpots(spots, at, lot, here, x, y);
    boxes.push(box);
    if (parts.length <= 3) x += wide / 2;
  });
  items.sort((a, b) => a.y - b.y);
  return { items, spots, box: around(boxes) };
}

/** Name what a lot has: itself, its floors, its tiles, and where its next piece goes. */
function lotSpots(
  spots: Map<string, Box>,
  at: number,
  lot: LotView,
  ghosts: readonly Ghosted[],
  x: number,
  y: number,
): Box {
  const name = `lot ${at + 1}`;
  const last = ghosts.at(-1);
  const floors = Math.max(lot.floors.length, ...ghosts.map(({ level }) => level + 1));
  const roofed = lot.roof !== null || ghosts.some(({ kind }) => kind === "roof");
  const topped = lot.completed || ghosts.some(({ kind }) => kind === "rooftop");
  let high = 24;
  for (let level = 0; level < floors; level++) {
    const floor = floorAt(level);
    const half = 52 * floor.taper;
    const standing = Math.max(
      lot.standing[level] ?? 0,
      ...ghosts.filter((g) => g.level === level && g.kind === "column").map((g) => g.slot + 1),
    );
    const shown = level < floors - 1 || standing ? floor.height : 6;
    spots.set(`${name} floor ${level + 1}`, {
      x: x - half,
      y: y - floor.z - shown,
      w: 2 * half,
      h: shown,
    });
    spots.set(`${name} tile ${level + 1}`, {
      x: x - 70 * floor.taper,
      y: y - floor.deck - 14,
      w: 140 * floor.taper,
      h: 34,
    });
    high = floor.z + shown + 16;
    if (level < floors - 1 || ghosts.some((g) => g.kind === "tile" && g.level === level))
      high = Math.max(high, floor.deck + 22);
  }
  if (roofed) {
    const top = roofOn(floors - 1).top;
    high = topped ? wholeHeight(floors) : top + 14;
    spots.set(`${name} rooftop`, {
      x: x - 22,
      y: y - top - 2 * ROOFTOP.height,
      w: 44,
      h: 2 * ROOFTOP.height,
    });
  }
  spots.set(`${name} next`, nextSpot(lot, last, x, y));
  const box = { x: x - LOT.half, y: y - high, w: 2 * LOT.half, h: high + LOT.below };
  spots.set(name, box);
  return box;
}

/** The box of the newest ghost, or of the piece that a lot would take next. */
function nextSpot(lot: LotView, ghost: Ghosted | undefined, x: number, y: number): Box {
  const level = ghost?.level ?? Math.max(0, lot.floors.length - 1);
  const floor = floorAt(level);
  if (ghost?.kind === "rooftop" || (!ghost && lot.roof))
    return { x: x - 20, y: y - roofOn(level).top - 2 * ROOFTOP.height, w: 40, h: 56 };
  if (ghost?.kind === "tile" || ghost?.kind === "roof")
    return { x: x - 60 * floor.taper, y: y - floor.deck - 22, w: 120 * floor.taper, h: 34 };
  const slot = ghost?.slot ?? Math.min(lot.standing[level] ?? 0, COLUMNS_OF_A_FLOOR - 1);
  const [sx, sy] = floor.slots[slot]!;
  return { x: x + sx - 14, y: y + sy - floor.height - 6, w: 28, h: floor.height + 10 };
}

// Cards, tiles and abilities

/** One seat's cards of a source, the whole supply or a row of it, or all abilities. */
function alone(view: PagodaView, part: string, seat: number): Scene {
  const rival = part.startsWith("rival ");
  const whose = view.players[rival ? 1 - seat : seat]!;
  if (part.startsWith("supply")) return supply(view, part.split(" ")[1] as Color | undefined);
  if (part === "abilities") return abilities(whose.abilities);
  const source = part.split(" ").at(-1) as Source;
  const cards: readonly (Color | null)[] =
    source === "display" ? whose.display : (whose.hand ?? Array(whose.hand_size).fill(null));
  const [w, h] = [CARD.w * CARD.size, CARD.h * CARD.size];
  const spots = new Map<string, Box>();
  const items: Item[] = [{ kind: "caption", source, x: 0, y: 12 }];
  cards.forEach((color, i) => {
    const x = i * (w + CARD.gap);
    items.push({ kind: "card", color, size: CARD.size, x, y: CARD.caption });
    const spot = { x, y: CARD.caption, w, h };
    if (!color) return;
    for (const name of [cardThing(color, source), `${source} ${color}`, `card ${color}`])
      addSpot(spots, rival ? `rival ${name}` : name, spot);
  });
  const wide = Math.max(70, cards.length * (w + CARD.gap) - CARD.gap);
  const box = { x: 0, y: 0, w: wide, h: CARD.caption + h };
  spots.set(part, box);
  return { items, spots, box };
}

/** Equal things are told apart by a number from the second on: "card red", "card red 2". */
function addSpot(spots: Map<string, Box>, name: string, spot: Box): void {
  let free = name;
  for (let n = 2; spots.has(free); n++) free = `${name} ${n}`;
  spots.set(free, spot);
}

function supply(view: PagodaView, only?: Color): Scene {
  const left = new Set(view.tiles.map(([base, next]) => tileThing(base, next)));
  const items: Item[] = [];
  const spots = new Map<string, Box>();
  const bases = only ? [only] : COLORS;
  const [inset, top] = only ? [0, 0] : [30, 28];
  if (!only)
    COLORS.forEach((color, i) => {
      items.push({ kind: "head", color, x: inset + (i + 0.5) * CELL.w, y: 11 });
      items.push({ kind: "head", color, x: 11, y: top + (i + 0.5) * CELL.h });
    });
  bases.forEach((base, row) =>
    COLORS.forEach((next, column) => {
      const [x, y] = [inset + (column + 0.5) * CELL.w, top + (row + 0.5) * CELL.h];
      items.push({ kind: "flat", base, next, left: left.has(tileThing(base, next)), x, y });
      spots.set(tileThing(base, next), { x: x - 18, y: y - 16, w: 36, h: 32 });
    }),
  );
  const box = { x: 0, y: 0, w: inset + 5 * CELL.w, h: top + bases.length * CELL.h };
  spots.set(only ? `supply ${only}` : "supply", box);
  return { items, spots, box };
}

function abilities(uses: Record<Ability, number>): Scene {
  const spots = new Map<string, Box>();
  const items = ABILITIES.map((ability, i): Item => {
    const x = i * (PLATE.w + PLATE.gap);
    spots.set(ability, { x, y: 0, w: PLATE.w, h: PLATE.h });
    return { kind: "ability", ability, uses: uses[ability], x, y: 0 };
  });
  const box = { x: 0, y: 0, w: 5 * (PLATE.w + PLATE.gap) - PLATE.gap, h: PLATE.h };
  spots.set("abilities", box);
  return { items, spots, box };
}

const HIGH = 78; // of a row of loose pieces

/** Pieces in a row without a table: cards, columns, tiles, plates, and signs between them. */
function loose(
  view: PagodaView,
  parts: readonly string[],
  room: ReadonlyMap<string, number>,
): Scene {
  const items: Item[] = [];
  const spots = new Map<string, Box>();
  let x = 0;
  for (const part of parts) {
    const [kind, one, two] = part.split(" ") as [string, Color?, Color?];
    const w = looseWidth(part);
    const aside = Math.max(0, (room.get(part) ?? 0) - w - 8) / 2; // its words need that much more
    x += aside;
    const card = { size: CARD.size, x, y: (HIGH - CARD.h * CARD.size) / 2 };
    const foot = { x: x + w / 2, y: HIGH - 12 };
    if (kind === "card") items.push({ kind, color: one!, ...card });
    else if (kind === "deck")
      items.push({ kind: "card", color: null, count: view.deck_size, ...card });
    else if (kind === "discard")
      items.push({
        kind: "card",
        color: view.discard.at(-1) ?? null,
        count: view.discard.length,
        ...card,
      });
    else if (kind === "column" || kind === "rooftop") items.push({ kind, color: one!, ...foot });
    else if (kind === "tile" || kind === "roof")
      items.push({ kind, base: one!, next: two!, x: foot.x, y: HIGH - 20 });
    else if (isAbility(kind))
      items.push({ kind: "ability", ability: kind, uses: 2, x, y: (HIGH - PLATE.h) / 2 });
    else items.push({ kind: "text", text: part, x: foot.x, y: HIGH / 2 + 8 });
    addSpot(spots, part, { x, y: 4, w, h: HIGH - 8 });
    x += w + 12 + aside;
  }
  return { items, spots, box: { x: 0, y: 0, w: Math.max(1, x - 12), h: HIGH } };
}

const isAbility = (kind: string): kind is Ability =>
  (ABILITIES as readonly string[]).includes(kind);

function looseWidth(part: string): number {
  const kind = part.split(" ")[0]!;
  if (["card", "deck", "discard"].includes(kind)) return CARD.w * CARD.size;
  if (kind === "column" || kind === "rooftop") return 34;
  if (kind === "tile" || kind === "roof") return 150;
  return isAbility(kind) ? PLATE.w : 12 + part.length * 11;
}
