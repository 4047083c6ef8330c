import { expect, test } from "vitest";
import type { View } from "../src/gen/games.ts";
import type { Told } from "../src/gen/wire.ts";
import { type Shown, turnRows } from "../src/table/turn.ts";

const fact = (seat: number, kind: string, gained?: number[]): Told =>
  ({ ply: 0, seat, words: kind, fields: { kind }, ...(gained ? { gained } : {}) }) as Told;
const view = (turn: number): View => ({ turn }) as View;
const shown = (turn: number, ...facts: Told[]): Shown => ({
  view: view(turn),
  event: { view: view(turn + 1) },
  facts,
});
const face = {
  tell: (told: Told) => (told.fields!.kind === "end" ? [] : [told.words!]),
  pictured: (facts: readonly Told[]) => ({
    parts: [facts[0]!.words!],
    before: facts[0]!.words === "take",
  }),
};

test("each event of another seat is a row, without one's own and what says nothing", () => {
  const trail = [
    shown(1, fact(1, "take")),
    shown(2, fact(1, "place", [0, 3]), fact(-1, "draw")),
    shown(3, fact(1, "end")),
    shown(4, fact(0, "place")),
  ];
  const rows = turnRows(trail, face, [0]);
  expect(rows.map(({ at, seat, gained }) => [at, seat, gained])).toEqual([
    [0, 1, 0],
    [1, 1, 3],
  ]);
  // What is taken is gone afterwards: its picture is the position before.
  expect(rows.map(({ picture }) => picture!.view)).toEqual([view(1), view(3)]);
});

test("what leaves nothing to be seen is one row for each kind", () => {
  const blind = { ...face, pictured: () => null };
  const trail = [
    shown(1, fact(1, "count", [0, 5])),
    shown(2, fact(1, "return")),
    shown(3, fact(1, "return")),
    shown(4, fact(2, "return")),
  ];
  const rows = turnRows(trail, blind, [0]);
  expect(rows.map(({ at, end, seat }) => [at, end, seat])).toEqual([
    [0, 1, 1],
    [1, 3, 1],
    [3, 4, 2],
  ]);
});
