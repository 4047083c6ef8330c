/** What a hand means at the table of Pagoda, and what it keeps after a move. */
import { expect, test } from "vitest";
import { habit } from "../src/games/pagoda/habit.ts";
import type { Offer } from "../src/gen/wire.ts";

const column = (lot: number, color: string, source: string, ability?: string): Offer =>
  ({
    words: `column ${lot} ${color} ${source} ${ability ?? ""}`,
    fields: { kind: "column", lot, color, source, ...(ability ? { ability } : {}) },
    things: [`lot ${lot}`, ability ? `pay ${color} ${source}` : `card ${color} ${source}`],
    points: [1, 0],
  }) as unknown as Offer;
const [shown, hidden] = [column(1, "red", "display"), column(1, "red", "hand")];

test("a lot that takes one color means its column, from the display first", () => {
  expect(habit.meant([hidden, shown])).toBe(shown);
  expect(habit.meant([hidden])).toBe(hidden);
  expect(habit.meant([shown, column(1, "red", "hand", "rice")])).toBe(shown);
});

test("several colors, lots or abilities alone are to be asked for", () => {
  expect(habit.meant([shown, column(1, "blue", "display")])).toBeNull();
  expect(habit.meant([shown, column(2, "red", "display")])).toBeNull();
  expect(habit.meant([column(1, "red", "hand", "rice")])).toBeNull();
  const tile = { ...shown, fields: { ...shown.fields, kind: "tile" } } as Offer;
  expect(habit.meant([tile])).toBeNull();
});

test("a chosen color stays in the hand while it can go on", () => {
  const touched = ["card red display", "lot 1"];
  expect(habit.onward(shown, touched, "mouse", [hidden])).toEqual(["card red hand"]);
  expect(habit.onward(shown, touched, "touch", [hidden])).toEqual(["card red hand", "lot 1"]);
  expect(habit.onward(shown, touched, "touch", [column(2, "red", "hand")])).toEqual([
    "card red hand",
  ]);
  expect(habit.onward(shown, touched, "key", [column(2, "blue", "hand")])).toEqual([]);
});

test("a lot that was touched alone stays touched by finger only", () => {
  expect(habit.onward(shown, ["lot 1"], "touch", [hidden])).toEqual(["lot 1"]);
  expect(habit.onward(shown, ["lot 1"], "mouse", [hidden])).toEqual([]);
});
