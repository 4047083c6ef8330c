import { describe, expect, it } from "vitest";
import {
  arrow,
  cover,
  HIGH,
  KEYS,
  type Layout,
  outline,
  corners,
  RADIUS,
  stepFrom,
  topOf,
  turned,
  WIDE,
} from "../src/games/seven_steps/geometry.ts";
import { fitted, scaleIn, scene } from "../src/games/seven_steps/layout.ts";
import { levelsOf } from "../src/games/seven_steps/levels.ts";
import { motions } from "../src/games/seven_steps/motions.ts";
import { recentTurn } from "../src/games/seven_steps/recent.ts";
import { spacesOf, things } from "../src/games/seven_steps/things.ts";
import { eachDisc } from "../src/games/seven_steps/view.ts";
import { DIRECTIONS, LAYOUTS, type StepsFields, type StepsView } from "../src/gen/seven_steps.ts";
import type { Offer, Told } from "../src/gen/wire.ts";

const LAYOUT_NAMES = Object.keys(LAYOUTS) as Layout[];

function view(more: Partial<StepsView> = {}): StepsView {
  const seat = {
    hand: null,
    hand_size: 7,
    known: {},
    lost: null,
    lost_size: 0,
    construction: null,
    points: null,
    breakdown: {},
  };
  return {
    game: "seven_steps",
    seat: 0,
    seats: 2,
    options: { layout: "standard", face: "plain", extra_round: "no" },
    actor: 0,
    turn: 1,
    scores: [0, 0],
    phase: "start",
    on_turn: 0,
    round: 1,
    called: false,
    extra_begun: false,
    segments: [],
    rotations: [],
    board: {},
    players: [{ ...seat, hand: { red: 2, white: 1 } }, seat],
    bag_size: 100,
    gone: {},
    piles: { construction: {}, points: {} },
    discards: { construction: {}, points: {} },
    bag: null,
    new_tile: null,
    bonus: null,
    path: [],
    space: null,
    level: 0,
    limit: 7,
    climbing: false,
    recovered: null,
    level_sum: 0,
    third: [],
    least: 0,
    ...more,
  };
}
const offer = (fields: StepsFields): Offer => ({
  words: fields.kind,
  fields,
  points: [],
});
const told = (seat: number, fields: StepsFields, turn = 1): Told => ({
  ply: 0,
  seat,
  turn,
  fields,
});

describe("the board on the screen", () => {
  it.each(LAYOUT_NAMES)(
    "shows 49 spaces of %s at places of their own, from back to front",
    (layout) => {
      for (const turns of [0, 1, 2]) {
        const { spots, slabs, box } = scene(layout, turns, WIDE);
        expect(spots).toHaveLength(49);
        expect(slabs).toHaveLength(7);
        expect(new Set(spots.map(({ q, r }) => `${q} ${r}`)).size).toBe(49);
        spots.forEach((spot, i) => {
          if (i) expect(spot.y).toBeGreaterThanOrEqual(spots[i - 1]!.y);
          expect(spot.x).toBeGreaterThan(box.x);
          expect(spot.x).toBeLessThan(box.x + box.width);
          expect(topOf(spot, 0, WIDE).y).toBeLessThan(box.y + box.height);
        });
      }
    },
  );

  it("turns by 60 degrees, and six turns change nothing", () => {
    for (const way of DIRECTIONS) expect(turned(way, 6)).toEqual(way);
    expect(turned([1, 0], 1)).toEqual([0, 1]);
  });

  it("draws one outline around a segment", () => {
    const hexes = [[0, 0], ...DIRECTIONS].map(([q, r]) =>
      corners(Math.sqrt(3) * 60 * (q! + r! / 2), 90 * r!, 1),
    );
    expect(outline(hexes)).toHaveLength(18);
  });

  it("turns a long board where that makes it larger", () => {
    const wide = fitted("river", 374, 420);
    expect(wide.camera).toBe(HIGH);
    expect(scaleIn(wide.box, 374, 420)).toBeGreaterThan(
      1.3 * scaleIn(scene("river", 0, HIGH).box, 374, 420),
    );
    expect(fitted("standard", 864, 590).spots).toEqual(scene("standard", 0, WIDE).spots);
    expect(fitted("standard", 0, 0).spots).toHaveLength(49);
  });

  it("knows what a tall tower hides", () => {
    const { spots } = scene("standard", 0, WIDE);
    const back = spots.find((spot) => spot.name === "a0")!;
    const front = stepFrom(spots, back, [0, 1])!;
    expect(cover(front, 6, back, 0, WIDE)).toBeGreaterThan(0.1);
    expect(cover(front, 1, back, 1, WIDE)).toBe(0);
    expect(cover(back, 6, front, 0, WIDE)).toBe(0);
  });

  it("steps in six directions by keys, over gaps too", () => {
    const { spots } = scene("standard", 0, WIDE);
    const middle = spots.find((spot) => spot.name === "a0")!;
    const reached = ["e", "w", "q", "a", "s", "d"].map(
      (key) => stepFrom(spots, middle, KEYS[key]![0]!)!.name,
    );
    expect(reached).toEqual(["a1", "a2", "a3", "a4", "a5", "a6"]);
    const mask = scene("mask", 0, WIDE).spots;
    expect(
      mask.filter((spot) =>
        Object.values(KEYS).every(([way]) => stepFrom(mask, spot, way!) === null),
      ),
    ).toEqual([]);
  });

  it("draws arrows from rim to rim", () => {
    const way = arrow({ x: 0, y: 0 }, { x: 104, y: 0 }, 0.62);
    const [start, end] = [0.92 * RADIUS, 104 - 0.92 * RADIUS].map((x) => Math.round(x * 100) / 100);
    expect(way).toContain(`M${start},0Q`);
    expect(way.endsWith(`L${end},0`)).toBe(true);
  });
});

describe("the levels of a turn", () => {
  const tower = (heights: Record<string, number>): StepsView["board"] =>
    Object.fromEntries(
      Object.entries(heights).map(([name, height]) => [name, { color: "red", height }]),
    );

  it("are the heights of its towers", () => {
    const now = view({
      path: ["a0", "a1"],
      board: tower({ a0: 1, a1: 2 }),
      level: 2,
      level_sum: 3,
    });
    expect(levelsOf(now)).toEqual([1, 2]);
    expect(levelsOf(view())).toEqual([]);
  });

  it("are known after a tower of seven has dissolved", () => {
    const now = view({
      path: ["a0", "a1", "a2"],
      board: tower({ a0: 6, a1: 1, a2: 2 }),
      level: 7,
      level_sum: 20,
    });
    expect(levelsOf(now)).toEqual([6, 7, 7]);
  });
});

describe("things", () => {
  const board: StepsView["board"] = { c4: { color: "orange", height: 2 } };
  it("of a disc are its space and its color, of a tile the tile and a tower", () => {
    expect(things(offer({ kind: "place", space: "c4" }), view({ board }))).toEqual([
      "c4",
      "disc orange",
    ]);
    expect(things(offer({ kind: "remove", space: "c4" }), view({ board }))).toEqual([
      "construction",
      "tower c4",
    ]);
    expect(things(offer({ kind: "swap", space: "c4" }), view({ board }))).toEqual(["c4", "swap"]);
    expect(things(offer({ kind: "count tile" }), view())).toEqual(["points"]);
    expect(things(offer({ kind: "bonus", type: "points" }), view())).toEqual(["pile points"]);
    expect(things(offer({ kind: "count" }), view())).toEqual(["count"]);
  });
  it("name spaces", () => {
    expect(spacesOf(["construction", "tower c4", "a0", "disc red"])).toEqual(["c4", "a0"]);
  });
  it("count discs one by one in the order of the colors", () => {
    expect(eachDisc({ red: 2, turquoise: 1 })).toEqual([
      { color: "turquoise", index: 0 },
      { color: "red", index: 0 },
      { color: "red", index: 1 },
    ]);
  });
});

describe("the last turn", () => {
  it("is the one before the discs of this turn", () => {
    const log = [
      told(1, { kind: "place", space: "a1" }, 1),
      told(1, { kind: "place", space: "a2" }, 1),
      told(1, { kind: "count" }, 1),
      told(0, { kind: "place", space: "b0" }, 2),
    ];
    expect(recentTurn(log, view({ path: ["b0"] }))).toEqual({ seat: 1, spaces: ["a1", "a2"] });
    expect(recentTurn([], view())).toBeNull();
  });
});

describe("motions", () => {
  const red = (heights: number[]): StepsView["board"] =>
    Object.fromEntries(heights.map((height, i) => [`a${i}`, { color: "red", height }]));

  it("fly a disc from one's own screen, or from somebody's seat", () => {
    const before = view({ board: red([0, 0, 0, 0, 0, 0, 0]) });
    const after = view({ board: red([1, 0, 0, 0, 0, 0, 0]) });
    const way = (seat: number): string[] =>
      motions(before, after, [told(seat, { kind: "place", space: "a0" })]).flatMap(
        ({ from, to }) => [from, to],
      );
    expect(way(0)).toEqual(["hand red 1", "disc a0"]);
    expect(way(1)).toEqual(["seat 1", "disc a0"]);
  });

  it("spread a tower of seven over the spaces of its color", () => {
    const found = motions(
      view({ board: red([6, 1, 1, 1, 1, 1, 1]) }),
      view({ board: red([1, 2, 2, 2, 2, 2, 2]) }),
      [told(0, { kind: "place", space: "a0" })],
    );
    expect(found).toHaveLength(8);
    expect(found.slice(1).map(({ to }) => to)).toEqual([
      "disc a0",
      "disc a1",
      "disc a2",
      "disc a3",
      "disc a4",
      "disc a5",
      "disc a6",
    ]);
    expect(found[1]!.delay).toBeGreaterThan(found[0]!.delay + found[0]!.time);
  });

  it("draw each disc to a place of its own, and hide what others draw", () => {
    const facts = [
      told(0, { kind: "refill" }),
      told(-1, { kind: "draw", color: "red" }),
      told(-1, { kind: "draw", color: "red" }),
    ];
    expect(motions(view(), view(), facts).map(({ to }) => to)).toEqual([
      "hand red 2",
      "hand red 3",
    ]);
    const hidden = motions(view({ on_turn: 1 }), view(), [
      told(1, { kind: "refill" }),
      told(-1, { kind: "draw" }),
    ]);
    expect(hidden).toMatchObject([{ from: "bag", to: "seat 1", piece: { color: "hidden" } }]);
  });

  it("do not play an undo", () => {
    expect(motions(view(), view(), [{ ply: 1, seat: 0, kind: "undo" }])).toEqual([]);
  });
});
