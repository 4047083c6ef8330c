/** Choosing a move by touching things: pure, and without any rule of any game. */
import type { Offer } from "../gen/wire.ts";

/** The offers that touch all of these things. */
export function fitting(offers: readonly Offer[], touched: readonly string[]): Offer[] {
  return offers.filter(({ things }) => touched.every((thing) => things.includes(thing)));
}

/** Every thing that some of the offers touch. */
export function touchable(offers: readonly Offer[]): Set<string> {
  return new Set(offers.flatMap(({ things }) => things));
}

/**
 * What is touched after one more touch: the thing is added if that leaves any offer; else it is a
 * new beginning with this thing, together with whatever else of the old choice still fits it.
 */
export function touchedAfter(
  offers: readonly Offer[],
  touched: readonly string[],
  thing: string,
): string[] {
  if (touched.includes(thing)) return touched.filter((other) => other !== thing);
  if (fitting(offers, [...touched, thing]).length > 0) return [...touched, thing];
  const kept: string[] = [];
  for (const other of touched)
    if (fitting(offers, [...kept, other, thing]).length > 0) kept.push(other);
  return [...kept, thing];
}

/** The points that the seat would gain by each of some offers: one number, or the range of them. */
export function gains(offers: readonly Offer[], seat: number): [number, number] | null {
  const all = offers.map((offer) => offer.points[seat] ?? 0);
  return all.length ? [Math.min(...all), Math.max(...all)] : null;
}
