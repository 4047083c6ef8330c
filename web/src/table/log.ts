/** The log: what was not taken back, and the facts of a turn as few lines, each with its points. */
import type { View } from "../gen/games.ts";
import type { Told } from "../gen/wire.ts";
import type { Face, ToldLine } from "./face.ts";

export interface LogLine extends ToldLine {
  ply: number; // of its first fact
  turn: number;
  seat: number;
  gained: number; // by the seat whose turn it is
}

/** The facts that are still part of the game after these ones: without what was taken back. */
export function logAfter(log: readonly Told[], facts: readonly Told[]): Told[] {
  let found = [...log];
  for (const fact of facts) {
    if (fact.kind === "undo") found = found.slice(0, fact.length ?? found.length);
    else if (fact.kind === undefined) found.push(fact);
  }
  return found;
}

/** Facts of one turn in a row; what chance did belongs to the turn that it happened in. */
export function turnsOf(log: readonly Told[]): Told[][] {
  const turns: Told[][] = [];
  let seat = -1;
  for (const told of log) {
    if (!told.fields) continue;
    const last = turns.at(-1);
    const same =
      last !== undefined &&
      last[0]!.turn === told.turn &&
      (told.seat < 0 || seat < 0 || told.seat === seat);
    if (same) last.push(told);
    else turns.push([told]);
    if (told.seat >= 0 || !same) seat = told.seat;
  }
  return turns;
}

const sum = (facts: readonly Told[], seat: number): number =>
  facts.reduce((all, told) => all + (told.gained?.[seat] ?? 0), 0);

export function logLines(
  log: readonly Told[],
  face: Pick<Face, "tell" | "lines">,
  view: View,
): LogLine[] {
  return turnsOf(log).flatMap((facts) => {
    const lines =
      face.lines?.(facts, view) ??
      facts.map((told) => ({ pieces: face.tell(told, view), facts: [told] }));
    const seat = facts.find((told) => told.seat >= 0)?.seat ?? -1;
    return lines
      .filter(({ pieces }) => pieces.length > 0)
      .map((line) => ({
        ...line,
        ply: line.facts[0]!.ply,
        turn: facts[0]!.turn ?? 0,
        seat,
        gained: seat < 0 ? 0 : sum(line.facts, seat),
      }));
  });
}
