/** Where a replay rests: positions in which somebody decides, and the end; draws are passed through. */
import type { Line, Told } from "../gen/wire.ts";

/** How many moves lead to each resting place. */
export function stopsOf(line: Line): number[] {
  const found = line.moves.flatMap((move, at) => (move.seat >= 0 ? [at] : []));
  return [...found, line.moves.length];
}

/** The resting place that shows a move: the one after it. */
export function stopAfter(stops: readonly number[], move: number): number {
  const found = stops.findIndex((at) => at > move);
  return found < 0 ? stops.length - 1 : found;
}

/** The turn of the move that is made from a resting place; at the end, the last one. */
export function turnAt(line: Line, at: number): number {
  return (line.moves[at] ?? line.moves.at(-1))?.turn ?? 0;
}

/** The first resting place of the turn after, or of this or the one before. */
export function turnStep(line: Line, stops: readonly number[], stop: number, by: 1 | -1): number {
  const turn = turnAt(line, stops[stop]!);
  if (by > 0) {
    const found = stops.findIndex((at, i) => i > stop && turnAt(line, at) > turn);
    return found < 0 ? stops.length - 1 : found;
  }
  const begin = (wanted: number): number => stops.findIndex((at) => turnAt(line, at) >= wanted);
  const own = begin(turn);
  return own < stop ? own : stop > 0 ? begin(turnAt(line, stops[stop - 1]!)) : 0;
}

/** The moves of a record as facts of a log. */
export function factsOf(line: Line): Told[] {
  return line.moves.map((move, ply) => {
    const before = line.moves[ply - 1]?.scores;
    const gained = move.scores.map((score, seat) => score - (before?.[seat] ?? score));
    return {
      ply,
      seat: move.seat,
      words: move.words,
      fields: move.fields,
      turn: move.turn,
      things: move.things,
      ...(gained.some(Boolean) ? { gained } : {}),
    };
  });
}

/** The scores at each resting place. */
export function scoresAt(line: Line, stops: readonly number[]): number[][] {
  const first = line.moves[0]?.scores ?? new Array<number>(line.seats).fill(0);
  return stops.map((at) => (at > 0 ? line.moves[at - 1]!.scores : first));
}
