/** What an analysis says at the resting places of a replay: pure. */
import type { AnalysisTold } from "../gen/wire.ts";

/** Something that happened at a resting place: to whom, and how much of the chance to win. */
export interface Bar {
  stop: number;
  seat: number;
  part: number;
}

/** Each seat's chance to win at each resting place, in hundredths. */
export function chancesAt(found: AnalysisTold, stops: readonly number[]): number[][] {
  let next = 0;
  return stops.map((at) => {
    while (next < found.steps.length && found.steps[next]!.at < at) next++;
    return (found.steps[next]?.chances ?? found.end).map((chance) => Math.round(100 * chance));
  });
}

/** The first resting place from which on all chances were solved, not estimated; null: none. */
export function exactFrom(found: AnalysisTold, stops: readonly number[]): number | null {
  const doubtful = found.steps.findLastIndex((step) => !step.exact);
  const first = found.steps[doubtful + 1];
  const stop = first ? stops.indexOf(first.at) : -1;
  return stop >= 0 ? stop : null;
}

/** What draws gave: after each decision, to the seat they gave most. */
export function luckBars(found: AnalysisTold, stops: readonly number[]): Bar[] {
  return found.steps.flatMap((step) => {
    const part = Math.max(...step.luck);
    return bar(stops, step.at, step.luck.indexOf(part), part);
  });
}

/** What choices cost those who made them. */
export function lostBars(found: AnalysisTold, stops: readonly number[]): Bar[] {
  return found.steps.flatMap((step) => bar(stops, step.at, step.seat, step.lost[step.seat]!));
}

/** What is too small to be seen, and mostly chance, is left out. */
const LEAST = 0.005;

function bar(stops: readonly number[], at: number, seat: number, part: number): Bar[] {
  const stop = stops.indexOf(at);
  return stop >= 0 && part >= LEAST ? [{ stop, seat, part }] : [];
}

/** Points of winning chance with their sign, as people write them. */
export function signed(part: number): string {
  const points = Math.round(100 * part);
  return points < 0 ? `−${-points}` : points > 0 ? `+${points}` : "0";
}
