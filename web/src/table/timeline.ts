/** Where a replay rests: positions in which somebody decides, and the end; draws are passed through. */
import type { RecordTold, Told } from "../gen/wire.ts";

/** How many moves lead to each resting place. */
export function stopsOf(record: RecordTold): number[] {
  const found = record.moves.flatMap((move, at) => (move.seat >= 0 ? [at] : []));
  return [...found, record.moves.length];
}

/** The resting place that shows a move: the one after it. */
export function stopAfter(stops: readonly number[], move: number): number {
  const found = stops.findIndex((at) => at > move);
  return found < 0 ? stops.length - 1 : found;
}

/** The turn of the move that is made from a resting place; at the end, the last one. */
export function turnAt(record: RecordTold, at: number): number {
  return (record.moves[at] ?? record.moves.at(-1))?.turn ?? 0;
}

/** The turn that led to each resting place; 0 before the first. */
export function turnsOver(record: RecordTold, stops: readonly number[]): number[] {
  return stops.map((at) => record.moves[at - 1]?.turn ?? 0);
}

/** The first resting place of the turn after, or of this or the one before. */
export function turnStep(
  record: RecordTold,
  stops: readonly number[],
  stop: number,
  by: 1 | -1,
): number {
  const turn = turnAt(record, stops[stop]!);
  if (by > 0) {
    const found = stops.findIndex((at, i) => i > stop && turnAt(record, at) > turn);
    return found < 0 ? stops.length - 1 : found;
  }
  const begin = (wanted: number): number => stops.findIndex((at) => turnAt(record, at) >= wanted);
  const own = begin(turn);
  return own < stop ? own : stop > 0 ? begin(turnAt(record, stops[stop - 1]!)) : 0;
}

/** The moves of a record as facts of a log. */
export function factsOf(record: RecordTold): Told[] {
  return record.moves.map((move, ply) => {
    const before = record.moves[ply - 1]?.scores;
    const gained = move.scores.map((score, seat) => score - (before?.[seat] ?? score));
    return {
      ply,
      seat: move.seat,
      words: move.words,
      fields: move.fields,
      turn: move.turn,
      things: move.things,
      ...(gained.some(Boolean) ? { gained } : {}),
      ...(move.events.length ? { events: move.events } : {}),
    };
  });
}

/** The scores at each resting place. */
export function scoresAt(record: RecordTold, stops: readonly number[]): number[][] {
  const first = record.moves[0]?.scores ?? new Array<number>(record.seats).fill(0);
  return stops.map((at) => (at > 0 ? record.moves[at - 1]!.scores : first));
}
