/** Still pictures of Summer Pavilion: their parts, their things and what stands beside them. */
import { describe, expect, test } from "vitest";
import { ghostOf, layOut, structuresOf } from "../src/games/summer_pavilion/scene.ts";
import { COLORS, type PavilionView, STARS } from "../src/gen/summer_pavilion.ts";
import { around, plates, type Spot, way } from "../src/table/marks.ts";

const seat = { tiles: { blue: 2, red: 1 }, kept: {} };
const view = {
  factories: [{ blue: 2, purple: 1, red: 1 }, {}, {}, {}, {}],
  center: { green: 3 },
  supply: Object.fromEntries(COLORS.map((color) => [color, 1])),
  players: [seat, seat],
  marker: null,
  stage: 1,
} as unknown as PavilionView;

describe("parts", () => {
  test("without names the whole board is drawn", () => {
    const { parts, things } = layOut(view, 0, []);
    expect(parts.map(({ kind }) => kind)).toEqual(["board"]);
    for (const star of STARS) expect(things.has(`${star} 6`)).toBe(true);
    expect(things.has("kept 4")).toBe(true);
  });

  test("a name brings its part with all things in it, and no other", () => {
    const { parts, things } = layOut(view, 0, ["factory 1", "center", "rack"]);
    expect(parts.map(({ kind }) => kind)).toEqual(["sources", "rack"]);
    for (const name of ["factory 1 blue", "factory 1 blue 2", "center green", "marker", "tile red"])
      expect(things.has(name), name).toBe(true);
    expect(things.has("factory 2")).toBe(false);
    expect(things.has("red 1")).toBe(false);
  });

  test("parts do not cover each other, whatever the box", () => {
    for (const box of [undefined, { width: 240, height: 196 }, { width: 600, height: 90 }]) {
      const { parts, things } = layOut(view, 0, ["star red", "rack", "supply", "rounds"], box);
      const drawn = parts.map((part) =>
        around(
          [...part.things.keys()].map((name) => {
            const { x, y, width, height } = things.get(name)!;
            return { x: x - width / 2, y: y - height / 2, width, height };
          }),
        ),
      );
      for (const [i, one] of drawn.entries())
        for (const other of drawn.slice(i + 1))
          expect(
            one.x + one.width <= other.x ||
              other.x + other.width <= one.x ||
              one.y + one.height <= other.y ||
              other.y + other.height <= one.y,
          ).toBe(true);
    }
  });

  test("structures come with all their stars", () => {
    expect(structuresOf(["red"]).map(({ name }) => name)).toEqual(["window 2"]);
    expect(structuresOf(["orange", "red", "center"]).map(({ kind }) => kind)).toEqual([
      ...["pillar", "pillar", "statue", "window", "window"],
    ]);
  });

  test("a ghost has its star's color unless another is said", () => {
    expect(ghostOf("red 3")).toEqual({ space: "red 3", color: "red" });
    expect(ghostOf("center 3 green")).toEqual({ space: "center 3", color: "green" });
  });
});

describe("marks", () => {
  const spot: Spot = { x: 0, y: 0, width: 40, height: 40 };

  test("marks of one thing stand clear of each other; one without its thing is left out", () => {
    const said = ["a", "b", "c"].map((text) => ({ at: "here", text }));
    const [first, second, third, ...more] = plates(
      [...said, { at: "nowhere", text: "d" }],
      (thing) => (thing === "here" ? spot : undefined),
      1,
    );
    expect(more).toEqual([]);
    expect(first!.y).toBeLessThan(-20);
    expect(second!.y).toBeGreaterThan(0);
    expect(third!.x).toBeGreaterThan(first!.x);
  });

  test("an arrow leads from edge to edge", () => {
    const [, x, end] = /^M([-\d.]+) .*L([-\d.]+) /.exec(way(spot, { ...spot, x: 200 }, 1))!;
    expect(Number(x)).toBe(20);
    expect(Number(end)).toBe(176);
  });
});
