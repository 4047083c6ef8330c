import { describe, expect, test } from "vitest";
import type { PlanMove } from "../src/gen/wire.ts";
import { factsOf, numbered } from "../src/table/plan.ts";

const move = (words: string, things: string[], points = 0): PlanMove =>
  ({ words, fields: { kind: "column" }, things, points }) as unknown as PlanMove;

describe("a plan on the board", () => {
  const plan = [
    move("column 2 blue display", ["lot 2", "card blue display"], 3),
    move("column 2 blue display", ["lot 2", "card blue display"], 3),
    move("quiet", []),
    move("end", ["end"]),
  ];

  test("steps are numbered in order, equal things one after the other", () => {
    expect(numbered(plan)).toEqual([
      { thing: "lot 2", nth: 0, number: 1, points: 3 },
      { thing: "card blue display", nth: 0, number: 1, points: 0 },
      { thing: "lot 2", nth: 1, number: 2, points: 3 },
      { thing: "card blue display", nth: 1, number: 2, points: 0 },
      { thing: "end", nth: 0, number: 3, points: 0 },
    ]);
  });

  test("what was made is not drawn any more, and the rest keeps its numbers", () => {
    expect(numbered(plan, 2).map(({ number }) => number)).toEqual([3]);
  });

  test("moves become facts of their seat", () => {
    const [first, , , last] = factsOf(plan, 1, 2);
    expect(first).toMatchObject({
      seat: 1,
      gained: [0, 3],
      things: ["lot 2", "card blue display"],
    });
    expect(last!.gained).toBeUndefined();
  });
});
