import { describe, expect, it } from "vitest";
import {
  bodyOf,
  columnShape,
  floorAt,
  hides,
  project,
  roofOn,
  SLOTS,
  targetOf,
  tileOn,
  trackAt,
  wholeHeight,
} from "../src/games/pagoda/geometry.ts";
import { arrange } from "../src/games/pagoda/layout.ts";

const numbers = (path: string): number[] =>
  [...path.matchAll(/-?\d+(\.\d+)?/g)].map(([found]) => Number(found));

describe("projection", () => {
  it("spaces the four columns of a floor evenly", () => {
    const xs = SLOTS.map(([x, y]) => project(x, y)[0]).sort((a, b) => a - b);
    const steps = xs.slice(1).map((x, i) => x - xs[i]!);
    for (const step of steps) expect(step).toBeCloseTo(steps[0]!, 6);
  });

  it("draws what is nearer lower, and what is higher higher", () => {
    const ys = floorAt(0).slots.map(([, y]) => y);
    expect([...ys].sort((a, b) => a - b)).toEqual(ys);
    expect(project(0, 0, 10)).toEqual([0, -10]);
  });
});

describe("floors", () => {
  it("stand on the tiles under them, each smaller than the one below", () => {
    for (const level of [1, 2, 3]) {
      const [below, floor] = [floorAt(level - 1), floorAt(level)];
      expect(floor.z).toBe(below.deck);
      expect(floor.taper).toBeLessThan(below.taper);
      expect(floor.radius).toBeLessThan(below.radius);
      expect(floor.height).toBeLessThan(below.height);
    }
    expect(floorAt(1).z).toBeCloseTo(51);
  });

  it("end in a roof of the height that the board leaves room for", () => {
    expect(wholeHeight(4)).toBeCloseTo(284.8, 1);
    expect(wholeHeight(3)).toBeLessThan(wholeHeight(4));
    expect(roofOn(3).top).toBeGreaterThan(floorAt(3).eave);
  });

  it("are drawn with numbers only", () => {
    for (const path of [...Object.values(tileOn(2)), columnShape(8, 40).shaft]) {
      expect(path).not.toContain("NaN");
      expect(numbers(path).every(Number.isFinite)).toBe(true);
    }
  });
});

describe("rooms", () => {
  it("put lots in zigzag where it is wide and in two rows where it is high", () => {
    expect(arrange(896, 518, 4, 50).kind).toBe("zigzag");
    expect(arrange(390, 512, 4, 50).kind).toBe("grid");
  });

  it.each([
    [896, 518],
    [390, 480],
    [360, 300],
    [500, 330],
    [500, 850],
    [1400, 700],
    [2600, 1500],
  ])("keep all of every lot inside %i x %i", (width, height) => {
    for (const heights of [[], [90, 90, 150, 90, 200, 90], Array(6).fill(wholeHeight(4))]) {
      const room = arrange(width, height, 4, 40, heights);
      const [x, y, w, h] = room.view;
      expect(w / h).toBeCloseTo(width / height, 5);
      room.lots.forEach(([lx, ly], i) => {
        expect(lx - 84).toBeGreaterThanOrEqual(x - 0.01);
        expect(lx + 84).toBeLessThanOrEqual(x + w + 0.01);
        expect(ly - (heights[i] ?? wholeHeight(4))).toBeGreaterThanOrEqual(y - 0.01);
        expect(ly + 40).toBeLessThanOrEqual(y + h - 40 / room.scale + 0.01);
      });
    }
  });

  it("give up empty sky in low rooms only", () => {
    const flat = Array(6).fill(90);
    expect(arrange(500, 330, 4, 0, flat).scale).toBeGreaterThan(arrange(500, 330, 4, 0).scale);
    expect(arrange(1400, 700, 4, 0, flat)).toEqual(arrange(1400, 700, 4, 0));
  });

  it("find what stands before a target", () => {
    const target = targetOf([0, 0], 0);
    expect(hides(bodyOf([10, 80], 3, false), target)).toBe(true);
    expect(hides(bodyOf([10, 80], 0, false), target)).toBe(false);
    expect(hides(bodyOf([190, 80], 4, true), target)).toBe(false);
  });
});

it("the score track turns around at the end of each row", () => {
  expect(trackAt(9)).toEqual({ row: 0, column: 9, laps: 0 });
  expect(trackAt(10)).toEqual({ row: 1, column: 9, laps: 0 });
  expect(trackAt(62)).toEqual({ row: 1, column: 7, laps: 1 });
});
