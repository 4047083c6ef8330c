/** What the coach speaks about after a game; pure. */
import type { MomentTold, Told } from "../gen/wire.ts";

const MOST = 3; // moments: more would not be remembered

/** The moments of one seat, or of all, the costliest first chosen, then in the order of the game. */
export function momentsOf(moments: readonly MomentTold[], seat: number | null): MomentTold[] {
  return moments
    .filter((moment) => seat === null || moment.seat === seat)
    .toSorted((one, two) => two.cost - one.cost)
    .slice(0, MOST)
    .toSorted((one, two) => one.at - two.at);
}

/** The turn in which a seat made most points. */
export function bestTurn(
  log: readonly Told[],
  seat: number | null,
): { turn: number; points: number } | null {
  const turns = new Map<number, number>();
  for (const { turn = 0, gained } of log)
    if (seat !== null && gained?.[seat]) turns.set(turn, (turns.get(turn) ?? 0) + gained[seat]);
  const found = [...turns].sort((one, two) => two[1] - one[1])[0];
  return found && found[1] > 0 ? { turn: found[0], points: found[1] } : null;
}
