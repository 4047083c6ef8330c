/** Where the parts of a still picture lie, and every thing in them by its name. Pure. */
import {
  COLORS,
  type PavilionView,
  type Star,
  STARS,
  type Tiles,
} from "../../gen/summer_pavilion.ts";
import { around, type Box, type Point, type Spot } from "../../table/marks.ts";
import {
  BOARD,
  CORNERS,
  direction,
  polar,
  POSITIONS,
  SIDE,
  spaceCenter,
  starCenter,
  type Structure,
  STRUCTURES,
  WILDS,
} from "./geometry.ts";
import { type Cell, centerCells, PETAL, petal, trackAt } from "./layout.ts";
import { listed, spread, TAKING } from "./tiles.ts";

export type PartKind = "sources" | "board" | "rack" | "supply" | "kept" | "rounds" | "piles";

/** A thing of a picture: where it lies, and how its ring goes around it. */
export interface Thing extends Spot {
  shape: "tile" | "circle" | "plate";
  facing?: number; // of a tile
  side?: number;
}

/** A part of a picture with its upper left corner; things lie around the picture's own 0, 0. */
export interface Part extends Box {
  kind: PartKind;
  names: string[]; // stars of a board, factories and center of sources
  things: Map<string, Thing>;
}

export interface Layout extends Box {
  parts: Part[];
  things: Map<string, Thing>;
}

/** The radius of a factory, the side of a tile in a row, and the width of its cell. */
export const DISC = 74;
export const LOOSE = 32;
const LARGE = 33; // the side of a tile in the center, at most
const CELL = 62;
const ROW = { top: 26, height: 114 };
const GAP = 30;
/** The box of a usual picture: what is chosen fills it best. */
const USUAL = { width: 440, height: 200 };
const MAINS: readonly PartKind[] = ["sources", "board"];

const HIGH = Math.sqrt(3); // of a tile, in sides
const tile = (at: Point, side: number, facing = -90): Thing => {
  const radians = (facing * Math.PI) / 180;
  return {
    ...at,
    shape: "tile",
    facing,
    side,
    width: side * Math.max(HIGH * Math.abs(Math.cos(radians)), Math.abs(Math.sin(radians))),
    height: side * Math.max(HIGH * Math.abs(Math.sin(radians)), Math.abs(Math.cos(radians))),
  };
};
const circle = (at: Point, r: number): Thing => ({
  ...at,
  shape: "circle",
  width: 2 * r,
  height: 2 * r,
});
const plate = (width: number, height: number): Thing => ({
  x: width / 2,
  y: height / 2,
  shape: "plate",
  width,
  height,
});

/** Which parts the names ask for, with what each shows; without names the whole board. */
function asked(view: PavilionView, parts: readonly string[]): Map<PartKind, string[]> {
  const found = new Map<PartKind, string[]>();
  const add = (kind: PartKind, ...names: string[]): void => {
    found.set(kind, [...new Set([...(found.get(kind) ?? []), ...names])]);
  };
  const factories = view.factories.map((_, i) => `factory ${i + 1}`);
  for (const part of parts.length ? parts : ["board"]) {
    const [first, second] = part.split(" ") as [string, string?];
    if (part === "sources") add("sources", ...factories, "center");
    else if (part === "factories") add("sources", ...factories);
    else if (part === "center" || first === "factory") add("sources", part);
    else if (first === "star") add("board", second!);
    else if (part === "board") add("board", ...STARS);
    else if (part === "wild") add("rounds");
    else if (part === "bag" || part === "tower") add("piles", part);
    else add(part as PartKind);
  }
  return found;
}

/** The structures of a picture: those between its stars, and the windows at their edges. */
export function structuresOf(stars: readonly string[]): Structure[] {
  return STRUCTURES.filter(({ spaces }) =>
    spaces.every((space) => stars.includes(space.split(" ")[0]!)),
  );
}

function board(names: string[]): Part {
  const things = new Map<string, Thing>();
  for (const star of STARS.filter((name) => names.includes(name))) {
    things.set(`star ${star}`, {
      ...circle(starCenter(star), 1.7 * SIDE),
      aside: { x: 0, y: 0 },
    });
    for (const position of POSITIONS) {
      const facing = direction(star, position);
      things.set(`${star} ${position}`, {
        ...tile(spaceCenter(star, position), SIDE, facing),
        aside: polar(facing, 1),
      });
    }
  }
  for (const { name, at } of structuresOf(names)) things.set(name, circle(at, 21));
  const whole = names.length === STARS.length;
  if (whole) CORNERS.forEach((at, i) => things.set(`kept ${i + 1}`, tile(at, 29)));
  const { x, y, width, height } = whole
    ? { x: -BOARD.width / 2, y: -BOARD.height / 2, ...BOARD }
    : around([...things.values()].map(boxOf));
  if (whole) things.set("board", { ...plate(width, height), x: x + width / 2, y: y + height / 2 });
  return { kind: "board", names, x, y, width, height, things };
}

/** How the center of a picture is laid out. */
export const CENTER = { width: 2 * DISC + 34, height: 2 * DISC };
export function centerLayout(view: PavilionView): { cells: Cell[]; marker: Point | null } {
  const marker = view.marker === null && view.stage === TAKING;
  const laid = centerCells(listed(view.center).length, CENTER, true, marker, LARGE);
  return { cells: laid.cells, marker: marker ? laid.marker : null };
}

function sources(view: PavilionView, names: string[]): Part {
  const things = new Map<string, Thing>();
  const across = names.length <= 4 ? names.length : Math.ceil(names.length / 2);
  const lines = Math.ceil(names.length / across);
  const pitch = names.includes("center") ? CENTER.width + 10 : 2 * DISC + 12;
  names.forEach((name, i) => {
    const at = {
      x: (i % across) * pitch + pitch / 2,
      y: Math.floor(i / across) * (2 * DISC + 14) + DISC,
    };
    if (name === "center") addCenter(view, things, at);
    else addFactory(view, things, name, at);
  });
  const [width, height] = [across * pitch, lines * (2 * DISC + 14) - 14];
  return { kind: "sources", names, x: 0, y: 0, width, height, things };
}

function addFactory(view: PavilionView, things: Map<string, Thing>, name: string, at: Point): void {
  things.set(name, circle(at, DISC));
  const tiles = spread(view.factories[Number(name.split(" ")[1]) - 1] ?? {});
  tiles.forEach((color, i) => {
    const nth = i - tiles.indexOf(color) + 1;
    const middle = polar(petal(i), DISC * PETAL.at, at);
    things.set(`${name} ${color}${nth > 1 ? ` ${nth}` : ""}`, {
      ...tile(middle, DISC * PETAL.side, petal(i)),
      aside: polar(petal(i), 1),
    });
  });
}

function addCenter(view: PavilionView, things: Map<string, Thing>, at: Point): void {
  const { cells, marker } = centerLayout(view);
  things.set("center", { ...circle(at, DISC), width: CENTER.width, height: CENTER.height });
  listed(view.center).forEach(({ color }, i) => {
    const cell = cells[i]!;
    things.set(`center ${color}`, tile({ x: at.x + cell.x - 6, y: at.y + cell.y }, cell.side));
  });
  if (marker) things.set("marker", circle({ x: at.x + marker.x, y: at.y + marker.y }, 13));
}

/** Tiles in a row, each color once with its number. */
function row(kind: PartKind, thing: string, tiles: Tiles): Part {
  const colors = listed(tiles);
  const width = Math.max(colors.length, 2) * CELL;
  const things = new Map([[kind as string, plate(width, ROW.height)]]);
  colors.forEach(({ color }, i) =>
    things.set(`${thing} ${color}`, tile({ x: CELL * (i + 0.5), y: ROW.top + 32 }, LOOSE)),
  );
  return { kind, names: [], x: 0, y: 0, width, height: ROW.height, things };
}

function kept(): Part {
  const things = new Map([["kept", plate(4 * 48, ROW.height - 20)]]);
  CORNERS.forEach((_, i) =>
    things.set(`kept ${i + 1}`, tile({ x: 48 * (i + 0.5), y: ROW.top + 30 }, LOOSE)),
  );
  return { kind: "kept", names: [], x: 0, y: 0, width: 4 * 48, height: ROW.height - 20, things };
}

function rounds(): Part {
  const things = new Map([["rounds", plate(330, 62)]]);
  WILDS.forEach((_, i) => things.set(`round ${i + 1}`, circle({ x: trackAt(i + 1), y: 31 }, 21)));
  return { kind: "rounds", names: [], x: 0, y: 0, width: 330, height: 62, things };
}

function piles(names: string[]): Part {
  const things = new Map<string, Thing>();
  names.forEach((name, i) =>
    things.set(name, { ...plate(70, 92), x: 45 + i * 90, y: 46, shape: "plate" }),
  );
  return { kind: "piles", names, x: 0, y: 0, width: 90 * names.length, height: 92, things };
}

function partOf(view: PavilionView, seat: number, kind: PartKind, names: string[]): Part {
  const player = view.players[seat]!;
  if (kind === "board") return board(names);
  if (kind === "sources") return sources(view, names);
  if (kind === "rack") return row("rack", "tile", player.tiles);
  if (kind === "supply") return row("supply", "pick", view.supply);
  if (kind === "kept") return kept();
  return kind === "rounds" ? rounds() : piles(names);
}

const boxOf = ({ x, y, width, height }: Spot): Box => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
});

/** Boxes side by side or one below the other, middle to middle, from 0, 0. */
function line(boxes: readonly Box[], down: boolean): Box & { at: Point[] } {
  const across = Math.max(0, ...boxes.map((box) => (down ? box.width : box.height)));
  let along = 0;
  const at = boxes.map((box) => {
    const start = along;
    along += (down ? box.height : box.width) + GAP;
    const aside = (across - (down ? box.width : box.height)) / 2;
    return down ? { x: aside, y: start } : { x: start, y: aside };
  });
  const size = down
    ? { width: across, height: along - GAP }
    : { width: along - GAP, height: across };
  return { x: 0, y: 0, ...size, at };
}

/** The arrangement of large and small parts that fills a box best. */
function arranged(parts: readonly Part[], box: { width: number; height: number }): Point[] {
  const large = parts.filter(({ kind }) => MAINS.includes(kind));
  const small = parts.filter(({ kind }) => !MAINS.includes(kind));
  const ways = [
    [false, false, false],
    [true, true, true],
    [false, true, false],
    [false, false, true],
  ].map(([mains, smalls, both]) => {
    const groups = [line(large, mains!), line(small, smalls!)].filter(({ at }) => at.length);
    const whole = line(groups, both!);
    const at = groups.flatMap((group, i) =>
      group.at.map(({ x, y }) => ({ x: whole.at[i]!.x + x, y: whole.at[i]!.y + y })),
    );
    return { at, scale: Math.min(box.width / whole.width, box.height / whole.height) };
  });
  const best = ways.reduce((one, other) => (other.scale > one.scale * 1.02 ? other : one));
  const order = [...large, ...small];
  return parts.map((part) => best.at[order.indexOf(part)]!);
}

/** All parts of a picture where they are drawn. */
export function layOut(
  view: PavilionView,
  seat: number,
  names: readonly string[],
  box: { width: number; height: number } = USUAL,
): Layout {
  const parts = [...asked(view, names)].map(([kind, shown]) => partOf(view, seat, kind, shown));
  const places = arranged(parts, box);
  const things = new Map<string, Thing>();
  parts.forEach((part, i) => {
    const shift = { x: places[i]!.x - part.x, y: places[i]!.y - part.y };
    for (const [name, thing] of part.things)
      things.set(name, { ...thing, x: thing.x + shift.x, y: thing.y + shift.y });
    part.x = shift.x;
    part.y = shift.y;
  });
  const whole = around(
    parts.map((part, i) => ({ ...places[i]!, width: part.width, height: part.height })),
  );
  return { ...whole, parts, things };
}

/** How many units of a layout a pixel is in a box. */
export function unitOf(layout: Box, box: { width: number; height: number } = USUAL): number {
  return Math.max(layout.width / box.width, layout.height / box.height, 0.4);
}

/** A ghost by its words: "red 3", "center 3 green". */
export function ghostOf(words: string): { space: string; color: string } {
  const [star, position, color] = words.split(" ") as [Star, string, string?];
  return { space: `${star} ${position}`, color: color ?? (star === "center" ? COLORS[0] : star) };
}
