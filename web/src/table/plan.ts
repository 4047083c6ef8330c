/** Plans and turns as a card tells them: facts of moves, numbers for the board; pure. */
import type { PlanMove, Told } from "../gen/wire.ts";

/** A thing on the table and the steps of a plan that touch it. */
export interface Numbered {
  thing: string;
  nth: number; // among equal things: two blue cards are touched one after the other
  number: number;
  points: number; // on the first thing of a step alone
}

/** Moves as facts, so that a face can tell them. */
export function factsOf(moves: readonly PlanMove[], seat: number, seats: number): Told[] {
  return moves.map((move, ply) => ({
    ply,
    seat,
    words: move.words,
    fields: move.fields,
    things: move.things,
    turn: 0,
    ...(move.points
      ? { gained: Array.from({ length: seats }, (_, i) => (i === seat ? move.points : 0)) }
      : {}),
  }));
}

/** The numbers that a plan's things wear: its steps in order, from the first that is still to come. */
export function numbered(moves: readonly PlanMove[], done = 0): Numbered[] {
  const found: Numbered[] = [];
  let number = 0;
  moves.forEach(({ things = [], points }, i) => {
    if (!things.length) return;
    number++;
    if (i < done) return;
    things.forEach((thing, first) => {
      const nth = found.filter((one) => one.thing === thing).length;
      found.push({ thing, nth, number, points: first === 0 ? points : 0 });
    });
  });
  return found;
}

/** A chance as a number of hundredths that people read. */
export const hundredths = (part: number): number => Math.round(100 * part);
