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
import { things } from "../src/games/summer_pavilion/things.ts";
import {
  completes,
  isEarned,
  minus,
  numberProgress,
  payment,
  plus,
  spread,
  starProgress,
  taken,
  total,
} from "../src/games/summer_pavilion/tiles.ts";
import {
  COLORS,
  type PavilionView,
  type SeatView,
  type Spaces,
  STARS,
} from "../src/gen/summer_pavilion.ts";
import type { Offer, Told } from "../src/gen/wire.ts";

const empty = (): Spaces =>
  Object.fromEntries(
    STARS.map((star) => [star, [null, null, null, null, null, null]]),
  ) as unknown as Spaces;
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
  test("a color is taken whole, with one wild; the rest is left", () => {
    expect(taken({ red: 2, blue: 1, yellow: 2 }, "red", "yellow")).toEqual({
      taken: { red: 2, yellow: 1 },
      left: { blue: 1, yellow: 1 },
    });
    expect(taken({ yellow: 3 }, "yellow", "yellow")).toEqual({
      taken: { yellow: 1 },
      left: { yellow: 2 },
    });
    expect(taken({ red: 1 }, "red", "green")).toEqual({ taken: { red: 1 }, left: {} });
  });

  test("tiles add up", () => {
    expect(total({ red: 2, green: 3 })).toBe(5);
    expect(spread({ green: 1, orange: 2 })).toEqual(["orange", "orange", "green"]);
    expect(minus({ red: 2, blue: 1 }, { red: 1, blue: 1 })).toEqual({ red: 1 });
    expect(plus({ red: 2 }, { red: 1, blue: 1 })).toEqual({ red: 3, blue: 1 });
  });

  test("a payment is the printed number, wilds among it", () => {
    const paid = (position: number, wilds: number): Offer => ({
      words: "",
      fields: { kind: "place", star: "red", position, color: "red", wilds },
      points: [],
    });
    expect(payment(paid(5, 2), "colored", "yellow")).toEqual({ red: 3, yellow: 2 });
    expect(payment(paid(3, 0), "grey", "yellow")).toEqual({ red: 1 });
  });

  test("the last space around a structure completes it", () => {
    const board = empty();
    board.orange = [null, null, null, null, "orange", null];
    expect(completes(board, "orange 6").map(({ kind }) => kind)).toEqual(["window"]);
    expect(completes(board, "orange 1")).toEqual([]);
    board.orange[5] = "orange";
    expect(STRUCTURES.filter((structure) => isEarned(board, structure))).toHaveLength(1);
  });

  test("progress of stars and numbers", () => {
    const board = empty();
    board.center = ["red", "blue", null, null, null, null];
    board.red = ["red", "red", null, null, null, null];
    expect(starProgress(board, "center")).toMatchObject({ filled: 2, color: null, colors: 2 });
    expect(starProgress(board, "red")).toMatchObject({ filled: 2, color: "red" });
    expect(numberProgress(board, "colored", 1)).toEqual({ filled: 2, of: 7 });
    expect(numberProgress(board, "grey", 3)).toEqual({ filled: 3, of: 12 });
  });
});

describe("things", () => {
  const named = (fields: Offer["fields"]): readonly string[] =>
    things({ words: "", fields, points: [] });
  test("are named as the server's refusals name them", () => {
    expect(named({ kind: "take", source: "factory", factory: 2, color: "red" })).toEqual([
      "factory 2",
      "factory 2 red",
    ]);
    expect(named({ kind: "take", source: "center", color: "red" })).toEqual([
      "center",
      "center red",
    ]);
    expect(named({ kind: "place", star: "green", position: 5, color: "green", wilds: 1 })).toEqual([
      "green 5",
      "tile green",
    ]);
    expect(named({ kind: "pick", color: "blue" })).toEqual(["supply", "pick blue"]);
    expect(named({ kind: "keep", color: "blue" })).toEqual(["tile blue"]);
    expect(named({ kind: "pass" })).toEqual(["pass"]);
    expect(named({ kind: "done" })).toEqual(["done"]);
  });
});

describe("motions", () => {
  const seat = (tiles: SeatView["tiles"] = {}): SeatView => ({
    board: empty(),
    tiles,
    kept: {},
    passed: false,
    breakdown: {},
  });
  const view = (changes: Partial<PavilionView>): PavilionView =>
    ({
      options: { board: "colored" },
      wild: "yellow",
      factories: [{ red: 2, blue: 1, yellow: 1 }, {}],
      center: {},
      players: [seat(), seat()],
      ...changes,
    }) as PavilionView;
  const told = (fields: Offer["fields"], gained?: number[]): Told => ({
    ply: 1,
    seat: fields.kind === "draw" ? -1 : 0,
    fields,
    ...(gained ? { gained } : {}),
  });
  const ways = (facts: Told[], before = view({}), after = view({})): string[] =>
    motions(before, after, facts).map(({ from, to }) => `${from} > ${to}`);

  test("what is taken goes to the rack, the rest to the center, together", () => {
    expect(ways([told({ kind: "take", source: "factory", factory: 1, color: "red" })])).toEqual([
      "factory 1 red > rack 0 red",
      "factory 1 red > rack 0 red",
      "factory 1 yellow > rack 0 yellow",
      "factory 1 blue > center blue",
    ]);
  });

  test("one tile is placed, the others go to the tower, and points fly to the score", () => {
    const place = told({ kind: "place", star: "red", position: 3, color: "red", wilds: 1 }, [3, 0]);
    expect(ways([place])).toEqual([
      "rack 0 red > space 0 red 3",
      "rack 0 red > tower",
      "rack 0 yellow > tower",
      "space 0 red 3 > points 0",
    ]);
    expect(motions(view({}), view({}), [place])[0]!.piece).toEqual({
      color: "red",
      facing: direction("red", 3),
    });
  });

  test("picks come from the supply, draws from the bag, lost tiles go to the tower", () => {
    expect(ways([told({ kind: "pick", color: "green" })])).toEqual(["supply green > rack 0 green"]);
    expect(
      ways([
        told({ kind: "draw", color: "green", target: "supply" }),
        told({ kind: "draw", color: "red", target: "factory", factory: 2 }),
      ]),
    ).toEqual(["bag > supply green", "bag > factory 2 red"]);
    const before = view({ players: [seat({ red: 2, blue: 1 }), seat()] });
    const after = view({ players: [seat({ blue: 1 }), seat()] });
    expect(ways([told({ kind: "done" })], before, after)).toEqual(["rack 0 red > tower"]);
  });

  test("facts follow one another, and what was taken back moves nothing", () => {
    const take = told({ kind: "take", source: "factory", factory: 1, color: "red" });
    const found = motions(view({}), view({}), [
      take,
      told({ kind: "take", source: "center", color: "blue" }),
      { ply: 2, seat: 0, kind: "undo" },
    ]);
    expect(found.at(-1)).toMatchObject({ from: "center blue", delay: 420 });
  });
});
