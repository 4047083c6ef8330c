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
import { motions } from "../src/games/seven_steps/motions.ts";
import { recentTurn } from "../src/games/seven_steps/recent.ts";
import { spacesOf } from "../src/games/seven_steps/things.ts";
import { eachDisc } from "../src/games/seven_steps/view.ts";
import { DIRECTIONS, LAYOUTS, type StepsFields, type StepsView } from "../src/gen/seven_steps.ts";
import type { Moved, Told } from "../src/gen/wire.ts";

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
    levels: [],
    missing: 0,
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

describe("things", () => {
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
  const disc = (origin: string, target: string): Moved => ({
    piece: { kind: "disc", color: "red" },
    origin,
    target,
  });
  const fact = (fields: StepsFields, ...moved: Moved[]): Told => ({ ...told(0, fields), moved });
  const spaces = ["a0", "a1", "a2", "a3", "a4", "a5", "a6"];

  it("show a full tower before its discs leave, each a little after the other", () => {
    const placed = disc("hand red 1", "peak a0");
    const spread = spaces.map((space) => disc("disc a0", `disc ${space}`));
    const found = motions([
      fact({ kind: "place", space: "a0" }, placed, ...spread),
      fact({ kind: "place", space: "b0" }, disc("hand red 0", "disc b0")),
    ]);
    expect(found.map(({ to }) => to).slice(1, -1)).toEqual(spread.map(({ target }) => target));
    expect(found[1]!.delay).toBeGreaterThan(found[0]!.delay + found[0]!.time);
    expect(found[2]!.delay).toBeLessThan(found[1]!.delay + found[1]!.time);
    expect(found.map(({ sound }) => sound).slice(0, 2)).toEqual(["disc", "dissolve"]);
    expect(found.at(-1)!.delay).toBeGreaterThanOrEqual(found.at(-2)!.delay + found.at(-2)!.time);
  });

  it("let two towers change places at once", () => {
    const found = motions([
      fact({ kind: "swap", space: "a1" }, disc("disc a0", "disc a1"), disc("disc a1", "disc a0")),
    ]);
    expect(found.map(({ delay, sound }) => [delay, sound])).toEqual([
      [0, "disc"],
      [0, undefined],
    ]);
  });

  it("draw discs in a cascade, and move nothing where nothing moved", () => {
    const draw = fact({ kind: "draw", color: "red" }, disc("bag", "hand red 2"));
    const found = motions([fact({ kind: "refill" }), draw, draw]);
    expect(found).toHaveLength(2);
    expect(found[1]!.delay).toBeLessThan(found[0]!.time);
    expect(motions([{ ply: 1, seat: 0, kind: "undo" }])).toEqual([]);
  });
});
