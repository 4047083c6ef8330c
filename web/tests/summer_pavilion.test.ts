/** Geometry, counting, layouts and motions of Summer Pavilion. */
import { describe, expect, test } from "vitest";
import {
  BOARD,
  direction,
  neighborStar,
  numberOf,
  outline,
  positionOf,
  POSITIONS,
  rhombus,
  SIDE,
  softPolygon,
  spaceCenter,
  starCenter,
  STRUCTURES,
  tileShape,
} from "../src/games/summer_pavilion/geometry.ts";
import { centerCells, sourcesLayout } from "../src/games/summer_pavilion/layout.ts";
import { motions } from "../src/games/summer_pavilion/motions.ts";
import { minus, moved, plus, spread, total } from "../src/games/summer_pavilion/tiles.ts";
import { COLORS, STARS } from "../src/gen/summer_pavilion.ts";
import type { Moved, Offer, Told } from "../src/gen/wire.ts";

const distance = (one: { x: number; y: number }, other: { x: number; y: number }): number =>
  Math.hypot(one.x - other.x, one.y - other.y);

describe("geometry", () => {
  test("a rhombus has four sides of its length and sharp corners of 60 degrees", () => {
    const corners = rhombus({ x: 5, y: -3 }, 60, 30);
    for (const [i, corner] of corners.entries())
      expect(distance(corner, corners[(i + 1) % 4]!)).toBeCloseTo(60);
    expect(distance(corners[0], corners[2])).toBeCloseTo(60 * Math.sqrt(3));
  });

  test("neighbor stars stand equally far apart and nothing leaves the board", () => {
    const step = distance(starCenter("orange"), starCenter("red"));
    for (const star of COLORS)
      expect(distance(starCenter(star), starCenter("center"))).toBeCloseTo(step);
    for (const star of STARS)
      for (const position of POSITIONS)
        for (const corner of rhombus(
          spaceCenter(star, position),
          SIDE,
          direction(star, position),
        )) {
          expect(Math.abs(corner.x)).toBeLessThanOrEqual(BOARD.width / 2);
          expect(Math.abs(corner.y)).toBeLessThanOrEqual(BOARD.height / 2);
        }
  });

  test("no two spaces overlap: their middles are at least a side apart", () => {
    const middles = STARS.flatMap((star) =>
      POSITIONS.map((position) => spaceCenter(star, position)),
    );
    for (const [i, one] of middles.entries())
      for (const other of middles.slice(i + 1))
        expect(distance(one, other)).toBeGreaterThan(SIDE * 0.85);
  });

  test("a structure stands beside the spaces around it, nearer than to any other", () => {
    for (const { spaces, at } of STRUCTURES) {
      const all = STARS.flatMap((star) =>
        POSITIONS.map((position) => ({
          name: `${star} ${position}`,
          far: distance(spaceCenter(star, position), at),
        })),
      );
      const nearest = all.toSorted((one, other) => one.far - other.far).slice(0, spaces.length);
      expect(nearest.map(({ name }) => name).toSorted()).toEqual([...spaces].toSorted());
    }
  });

  test("there are six of each structure, for 1, 2 and 3 tiles", () => {
    expect(STRUCTURES.map(({ kind, tiles }) => `${kind} ${tiles}`).toSorted()).toEqual(
      ["pillar 1", "statue 2", "window 3"].flatMap((name) => Array<string>(6).fill(name)),
    );
  });

  test("structures are named as the server names them", () => {
    expect(STRUCTURES.map(({ name }) => name)).toEqual(
      ["pillar", "statue", "window"].flatMap((kind) =>
        [1, 2, 3, 4, 5, 6].map((i) => `${kind} ${i}`),
      ),
    );
  });

  test("paths are closed and shapes are remembered", () => {
    expect(softPolygon(rhombus({ x: 0, y: 0 }, 10, 0), 1)).toMatch(/^M.*Q.*Z$/);
    expect(outline(60, -90, 1)).not.toContain("NaN");
    expect(tileShape(60, -90)).toBe(tileShape(60, -90));
    expect(tileShape(60, -90).bevels.map(({ light }) => light > 0)).toContain(false);
  });

  test("arrows lead from star to star, and always back", () => {
    expect(neighborStar("center", "ArrowRight")).toBe("blue");
    expect(neighborStar("center", "ArrowLeft")).toBe("purple");
    expect(neighborStar("orange", "ArrowRight")).toBe("red");
    expect(neighborStar("blue", "ArrowRight")).toBe("blue");
    expect(neighborStar("center", "x")).toBe("center");
    const reached = new Set<string>(["center"]);
    for (let i = 0; i < 4; i++)
      for (const star of [...reached])
        for (const arrow of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"])
          reached.add(neighborStar(star as "center", arrow));
    expect(reached.size).toBe(7);
  });

  test("digits mean printed numbers where each is there once, else positions", () => {
    expect(positionOf("colored", "red", 5)).toBe(5);
    expect(positionOf("grey", "red", 1)).toBe(3);
    expect(positionOf("grey", "center", 4)).toBe(4);
    expect(numberOf("grey", "center", 6)).toBe(3);
  });
});

describe("layout of the sources", () => {
  const rooms = [
    [346, 470],
    [366, 500],
    [344, 220],
    [346, 330],
    [250, 540],
    [480, 320],
    [900, 700],
  ] as const;
  for (const count of [5, 7, 9])
    for (const [width, height] of rooms)
      test(`${count} factories in ${width} x ${height} stay inside and apart`, () => {
        const { factories, center } = sourcesLayout(count, width, height);
        expect(factories).toHaveLength(count);
        for (const [i, one] of factories.entries()) {
          expect(one.x - one.r).toBeGreaterThanOrEqual(0);
          expect(one.x + one.r).toBeLessThanOrEqual(width);
          expect(one.y - one.r).toBeGreaterThanOrEqual(0);
          expect(one.y + one.r).toBeLessThanOrEqual(height);
          for (const other of factories.slice(i + 1))
            expect(distance(one, other)).toBeGreaterThanOrEqual(one.r + other.r);
        }
        expect(center.width).toBeGreaterThan(70);
        expect(center.height).toBeGreaterThan(70);
        expect(factories[0]!.r).toBeGreaterThan(22); // a factory is always a target of 44 px
      });

  test("nine factories on a usual phone have quarters of 44 px", () => {
    expect(sourcesLayout(9, 366, 500).factories[0]!.r).toBeGreaterThanOrEqual(44);
  });
});

describe("the center", () => {
  for (const [width, height, round] of [
    [140, 180, true],
    [200, 150, true],
    [112, 130, true],
    [366, 88, false],
    [128, 214, false],
  ] as const)
    for (const count of [1, 3, 6])
      test(`${count} colors and the marker fit into ${width} x ${height}`, () => {
        const { cells, marker } = centerCells(count, { width, height }, round, true);
        for (const [i, cell] of cells.entries()) {
          expect(Math.abs(cell.x) + cell.width / 2).toBeLessThanOrEqual(width / 2);
          expect(Math.abs(cell.y) + cell.height / 2).toBeLessThanOrEqual(height / 2);
          expect(distance(cell, marker)).toBeGreaterThan(13);
          for (const other of cells.slice(i + 1))
            expect(
              Math.abs(cell.x - other.x) >= cell.width - 0.01 ||
                Math.abs(cell.y - other.y) >= cell.height - 0.01,
            ).toBe(true);
        }
      });
});

describe("counting", () => {
  test("tiles add up", () => {
    expect(total({ red: 2, green: 3 })).toBe(5);
    expect(spread({ green: 1, orange: 2 })).toEqual(["orange", "orange", "green"]);
    expect(minus({ red: 2, blue: 1 }, { red: 1, blue: 1 })).toEqual({ red: 1 });
    expect(plus({ red: 2 }, { red: 1, blue: 1 })).toEqual({ red: 3, blue: 1 });
  });

  test("the tiles of an offer are those it pays and those it takes", () => {
    const place = { kind: "place", star: "red", position: 5, color: "red", wilds: 2 } as const;
    const offer: Offer = { words: "", fields: place, things: [], points: [] };
    const pays = [{ color: "red", count: 3 }, { color: "yellow" }];
    expect(moved({ ...offer, pays })).toEqual({ red: 3, yellow: 1 });
    expect(moved({ ...offer, takes: [{ color: "blue", count: 2 }] })).toEqual({ blue: 2 });
    expect(moved(offer)).toEqual({});
  });
});

describe("motions", () => {
  const tile = (origin: string, target: string, color = "red"): Moved => ({
    piece: { color },
    origin,
    target,
  });
  const fact = (seat: number, ...tiles: Moved[]): Told => ({ ply: 1, seat, moved: tiles });

  test("what one move moves goes together, paid tiles one after the other", () => {
    const place: Told = {
      ...fact(
        0,
        tile("rack 0 red", "space 0 red 3"),
        tile("rack 0 red", "tower"),
        tile("rack 0 yellow", "tower", "yellow"),
      ),
      fields: { kind: "place", star: "red", position: 3, color: "red", wilds: 1 },
      gained: [3, 0],
    };
    const take = fact(1, tile("center blue", "rack 1 blue", "blue"));
    const found = motions([place, take]);
    expect(found.map(({ to, delay }) => [to, delay])).toEqual([
      ["space 0 red 3", 0],
      ["tower", 0],
      ["tower", 60],
      ["points 0", 252],
      ["rack 1 blue", 420],
    ]);
    expect(found[0]!.piece).toEqual({ color: "red", facing: direction("red", 3) });
    expect(found[3]).toMatchObject({ piece: { points: 3 }, from: "space 0 red 3" });
    expect(found[4]!.piece.facing).toBe(-90);
  });

  test("draws come together, in a cascade", () => {
    const draw = fact(-1, tile("bag", "supply red"));
    expect(motions([draw, draw, draw]).map(({ delay }) => delay)).toEqual([0, 45, 90]);
  });

  test("what was taken back moves nothing", () => {
    expect(motions([{ ply: 2, seat: 0, kind: "undo" }])).toEqual([]);
  });
});
