import { describe, expect, it } from "vitest";
import type { AnalysisTold, StepTold } from "../src/gen/wire.ts";
import { chancesAt, exactFrom, lostBars, luckBars, signed } from "../src/table/skill.ts";

const step = (
  at: number,
  seat: number,
  chances: number[],
  lost: number[],
  luck: number[],
): StepTold => ({
  at,
  seat,
  best: "w",
  things: [],
  reasons: [],
  line: [],
  fields: { kind: "end" },
  chances,
  lost,
  luck,
  exact: false,
});

describe("luck and skill", () => {
  const stops = [1, 2, 4, 5, 6];
  const found: AnalysisTold = {
    steps: [
      step(1, 0, [0.5, 0.5], [0.1, -0.1], [-0.2, 0.2]),
      step(4, 1, [0.204, 0.796], [-0.3, 0.3], [0, 0]),
      step(5, 0, [0.6, 0.4], [0.001, -0.001], [0.399, -0.399]),
    ],
    end: [1, 0],
    luck: [0.2, -0.2],
    lost: [0.1, 0.3],
    turning_points: [4],
    moments: [],
  };
  it("gives chances at every resting place, also where nobody had a choice", () => {
    expect(chancesAt(found, stops)).toEqual([
      [50, 50],
      [20, 80],
      [20, 80],
      [60, 40],
      [100, 0],
    ]);
  });
  it("gives luck to whom it favoured, and losses to who chose", () => {
    expect(luckBars(found, stops)).toEqual([
      { stop: 0, seat: 1, part: 0.2 },
      { stop: 3, seat: 0, part: 0.399 },
    ]);
    expect(lostBars(found, stops)).toEqual([
      { stop: 0, seat: 0, part: 0.1 },
      { stop: 2, seat: 1, part: 0.3 },
    ]);
  });
  it("says from where on nothing is an estimate", () => {
    const steps = (exact: boolean[]): AnalysisTold => ({
      ...found,
      steps: found.steps.map((one, i) => ({ ...one, exact: exact[i]! })),
    });
    expect(exactFrom(found, stops)).toBeNull();
    expect(exactFrom(steps([true, false, true]), stops)).toBe(3);
    expect(exactFrom(steps([true, true, true]), stops)).toBe(0);
    expect(exactFrom(steps([true, true, false]), stops)).toBeNull();
  });
  it("writes points with their sign", () => {
    expect([signed(0.064), signed(-0.09), signed(0.002), signed(-0.004)]).toEqual([
      "+6",
      "−9",
      "0",
      "0",
    ]);
  });
});
