/** How high the discs of this turn were placed. */
import type { StepsView } from "../../gen/seven_steps.ts";

/**
 * The level of each disc placed in this turn.
 *
 * A tower tells it, unless it has dissolved since. Then it is told by what the view still says: the
 * last level, the sum of all, and that each is as high as the one before or one higher.
 */
export function levelsOf(view: StepsView): number[] {
  const heights = view.path.map((space) => view.board[space]?.height ?? 0);
  const count = heights.length;
  if (count === 0) return [];
  const sum = (levels: readonly number[]): number => levels.reduce((all, level) => all + level, 0);
  if (heights.at(-1) === view.level && sum(heights) === view.level_sum) return heights;
  let best = heights;
  let least = Infinity;
  for (let steps = 0; steps < 2 ** (count - 1); steps++) {
    const levels = Array<number>(count).fill(view.level);
    for (let i = count - 2; i >= 0; i--) levels[i] = levels[i + 1]! - ((steps >> i) & 1);
    if (sum(levels) !== view.level_sum) continue;
    const apart = levels.reduce((all, level, i) => all + Math.abs(level - heights[i]!), 0);
    if (apart < least) [best, least] = [levels, apart];
  }
  return best;
}
