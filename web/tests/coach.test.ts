import { expect, test } from "vitest";
import type { MomentTold, Told } from "../src/gen/wire.ts";
import { bestTurn, momentsOf } from "../src/table/coach.ts";

const moment = (at: number, seat: number, cost: number): MomentTold =>
  ({ at, seat, turn: at, cost, played: [], better: [], reasons: [], lesson: null }) as MomentTold;
const gain = (turn: number, ...gained: number[]): Told =>
  ({ ply: 0, seat: 0, turn, gained }) as Told;

test("the costliest moments of a seat, in the order of the game", () => {
  const all = [
    moment(9, 0, 0.02),
    moment(1, 0, 0.1),
    moment(5, 1, 0.9),
    moment(7, 0, 0.3),
    moment(3, 0, 0.05),
  ];
  expect(momentsOf(all, 0).map(({ at }) => at)).toEqual([1, 3, 7]);
  expect(momentsOf(all, null).map(({ at }) => at)).toEqual([1, 5, 7]);
});

test("the best turn is the one with most points", () => {
  expect(bestTurn([gain(1, 2, 9), gain(2, 3, 0), gain(2, 4, 0)], 0)).toEqual({
    turn: 2,
    points: 7,
  });
  expect(bestTurn([gain(1, 0, 9)], 0)).toBeNull();
  expect(bestTurn([gain(1, 5, 9)], null)).toBeNull();
});
