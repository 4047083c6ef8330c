/** What the last turn touched, to ring it until the next one: pure, from the log. */
import type { Space, StepsView } from "../../gen/seven_steps.ts";
import type { Told } from "../../gen/wire.ts";

/** The spaces of the last turn that is over in their order, and whose it was. */
export function recentTurn(
  log: readonly Told[],
  view: StepsView,
): { seat: number; spaces: Space[] } | null {
  const placed = log.filter((fact) => fact.fields?.kind === "place" && fact.seat >= 0);
  const inTurn = view.path.length > 0 ? placed.slice(0, -view.path.length) : placed;
  const last = inTurn.at(-1);
  if (!last) return null;
  const own = inTurn.filter((fact) => fact.turn === last.turn && fact.seat === last.seat);
  return { seat: last.seat, spaces: own.flatMap((fact) => fact.fields?.space ?? []) };
}
