import { describe, expect, it } from "vitest";
import { lines as linesOfPagoda } from "../src/games/pagoda/log.ts";
import { lines as linesOfSteps } from "../src/games/seven_steps/log.ts";
import { lines as linesOfPavilion } from "../src/games/summer_pavilion/log.ts";
import type { Fields, View } from "../src/gen/games.ts";
import type { Told } from "../src/gen/wire.ts";
import { logLines, turnsOf } from "../src/table/log.ts";

let ply = 0;
const told = (seat: number, turn: number, fields: Fields, points = 0): Told => ({
  ply: ply++,
  seat,
  turn,
  fields,
  ...(points ? { gained: seat === 0 ? [points, 0] : [0, points] } : {}),
});
const VIEW = {
  options: { board: "colored" },
  lots: [],
  board: { a0: { color: "red", height: 1 }, a1: { color: "black", height: 2 } },
} as unknown as View;
const tell = (fact: Told): string[] => (fact.seat < 0 ? [] : [fact.fields!.kind]);
const kinds = (facts: readonly Told[]): string[] => facts.map((fact) => fact.fields!.kind);

describe("the log", () => {
  it("puts the facts of a turn together, with what chance did in it", () => {
    const log = [
      told(-1, 0, { kind: "draw" }),
      told(0, 1, { kind: "column", lot: 1, color: "red" }),
      told(-1, 1, { kind: "draw" }),
      told(1, 2, { kind: "end" }),
      { ply: ply++, seat: 1, kind: "resign" as const },
    ];
    expect(turnsOf(log).map((turn) => turn.length)).toEqual([1, 2, 1]);
  });

  it("tells each fact where a game has no lines of its own, and sums points", () => {
    const lines = logLines(
      [
        told(0, 1, { kind: "column", lot: 1, color: "red" }, 2),
        told(-1, 1, { kind: "draw" }),
        told(1, 2, { kind: "end" }, -3),
      ],
      { tell },
      VIEW,
    );
    expect(lines.map(({ seat, turn, gained }) => [seat, turn, gained])).toEqual([
      [0, 1, 2],
      [1, 2, -3],
    ]);
  });

  it("tells events, and what is taken back, on lines of their own; points count once", () => {
    const first = told(0, 3, { kind: "column", lot: 1, color: "red" }, 2);
    const undo = { ply: ply++, seat: 0, kind: "undo" as const, drawn: true };
    const last = told(1, 4, { kind: "end" });
    last.gained = [36, 20];
    last.events = [
      { event: "x.event.end", rule: "P11.1" },
      { event: "x.event.star", rule: "P11.2", seat: 0, points: 36 },
      { event: "x.event.star", rule: "P11.2", seat: 1, points: 24 },
    ];
    const lines = logLines([first, undo, last], { tell }, VIEW);
    expect(lines.map(({ seat, gained, rule }) => [seat, gained, rule])).toEqual([
      [0, 2, undefined],
      [0, 0, undefined],
      [1, -4, undefined],
      [-1, 0, "P11.1"],
      [0, 36, "P11.2"],
      [1, 24, "P11.2"],
    ]);
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
  });

  it("loses no points: those of others, and of facts without a line", () => {
    const first = told(0, 3, { kind: "column", lot: 1, color: "red" }, 2);
    const log = [first, { ...told(0, 3, { kind: "end" }), gained: [3, 5] }];
    const lines = logLines(log, { tell, lines: linesOfPagoda }, VIEW);
    expect(lines.map(({ seat, gained }) => [seat, gained])).toEqual([
      [0, 5],
      [1, 5],
    ]);
  });

  it("puts columns of one lot together in Pagoda, and hides the end of a turn", () => {
    const column = (lot: number, color: "red" | "blue"): Told =>
      told(0, 1, { kind: "column", lot, color }, 2);
    const facts = [
      column(4, "red"),
      column(2, "blue"),
      column(4, "red"),
      told(0, 1, { kind: "tile", lot: 4, color: "red", source: "hand" }),
      column(4, "red"),
      told(0, 1, { kind: "end" }),
    ];
    const lines = logLines(facts, { tell, lines: linesOfPagoda }, VIEW);
    expect(lines.map((line) => [kinds(line.facts).length, line.gained])).toEqual([
      [2, 4],
      [1, 2],
      [1, 0],
      [1, 2],
    ]);
    expect(lines[0]!.pieces).toContainEqual({ color: "red" });
  });

  it("says how many cards the Fan drew", () => {
    const facts = [
      told(0, 1, { kind: "end" }),
      told(-1, 1, { kind: "draw" }),
      told(0, 1, { kind: "fan" }),
      told(-1, 1, { kind: "draw" }),
      told(-1, 1, { kind: "draw" }),
    ];
    expect(linesOfPagoda(facts).map((line) => kinds(line.facts))).toEqual([
      ["fan", "draw", "draw"],
    ]);
  });

  it("puts a turn of 7 Steps together: its discs, its tile, what was returned", () => {
    const facts = [
      told(0, 3, { kind: "climb" }),
      told(0, 3, { kind: "place", space: "a0" }),
      told(0, 3, { kind: "place", space: "a1" }),
      told(0, 3, { kind: "count tile" }, 7),
      told(0, 3, { kind: "bonus", type: "points" }),
      told(-1, 3, { kind: "tile", tile: "line" }),
      told(0, 3, { kind: "return", color: "red" }),
      told(0, 3, { kind: "return", color: "black" }),
      told(0, 3, { kind: "refill" }),
      told(-1, 3, { kind: "draw" }),
    ];
    const lines = logLines(facts, { tell, lines: linesOfSteps }, VIEW);
    expect(lines.map((line) => kinds(line.facts))).toEqual([
      ["climb"],
      ["place", "place", "count tile"],
      ["bonus", "tile"],
      ["return", "return"],
    ]);
    expect(lines.map((line) => line.gained)).toEqual([0, 7, 0, 0]);
  });

  it("puts together bonus tiles and kept tiles of Summer Pavilion", () => {
    const place: Fields = { kind: "place", star: "red", position: 1, color: "red", wilds: 0 };
    const facts = [
      told(1, 8, place, 3),
      told(1, 8, { kind: "pick", color: "blue" }),
      told(-1, 8, { kind: "draw", color: "red", target: "supply" }),
    ];
    const [line] = logLines(facts, { tell, lines: linesOfPavilion }, VIEW);
    expect(kinds(line!.facts)).toEqual(["place", "pick"]);
    expect(line!.pieces.at(-1)).toEqual({ color: "blue" });
    const pass = linesOfPavilion(
      [
        told(1, 9, { kind: "pass" }),
        told(1, 9, { kind: "keep", color: "red" }, -1),
        told(1, 9, { kind: "done" }),
      ],
      VIEW,
    );
    expect(pass.map((one) => kinds(one.facts))).toEqual([["pass", "keep"]]);
  });
});
