/** The geometry of a graph of scores: pure, in the units of its viewBox. */

export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Room beside the axis of a game's moves; graphs, bars and the slider below them share it. */
export const AXIS = { left: 34, right: 56 } as const;

/** Steps of 1, 2 or 5 times a power of ten, so that people can read them. */
export function ticks(least: number, most: number, wanted = 4): number[] {
  const span = Math.max(1, most - least);
  const rough = span / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough,
  );
  const found: number[] = [];
  for (let at = Math.ceil(least / step) * step; at <= most; at += step) found.push(Math.round(at));
  return found;
}

/** Where the values of a step stand. */
export function scale(
  scores: readonly (readonly number[])[],
  frame: Frame,
): { x(step: number): number; y(score: number): number; least: number; most: number } {
  const all = scores.flat();
  const least = Math.min(0, ...all);
  const most = Math.max(10, ...all);
  const steps = Math.max(1, scores.length - 1);
  return {
    least,
    most,
    x: (step) => frame.left + ((frame.width - frame.left - frame.right) * step) / steps,
    y: (score) =>
      frame.height -
      frame.bottom -
      ((frame.height - frame.top - frame.bottom) * (score - least)) / (most - least),
  };
}

/** A seat's scores as the path of a line. */
export function scorePath(
  scores: readonly (readonly number[])[],
  seat: number,
  frame: Frame,
): string {
  const { x, y } = scale(scores, frame);
  return scores
    .map((one, i) => `${i ? "L" : "M"}${round(x(i))} ${round(y(one[seat] ?? 0))}`)
    .join("");
}

/** The step nearest to a place on the axis. */
export function stepAt(place: number, steps: number, frame: Frame): number {
  const share = (place - frame.left) / (frame.width - frame.left - frame.right);
  return Math.max(0, Math.min(steps - 1, Math.round(share * (steps - 1))));
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Running scores from what each fact gained. */
export function running(
  gained: readonly (readonly number[] | undefined)[],
  start: readonly number[],
): number[][] {
  const found = [[...start]];
  for (const one of gained)
    found.push(found.at(-1)!.map((score, seat) => score + (one?.[seat] ?? 0)));
  return found;
}

/** The scores at the end of each turn; `turns` says which turn led to each step. */
export function endsOfTurns(
  scores: readonly (readonly number[])[],
  turns: readonly number[],
): { turn: number; scores: readonly number[] }[] {
  return scores.flatMap((one, i) =>
    i === scores.length - 1 || turns[i + 1] !== turns[i]
      ? [{ turn: turns[i] ?? i, scores: one }]
      : [],
  );
}
