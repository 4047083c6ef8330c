/** What the last turn built, to ring it until the next one: pure, from the log. */
import type { PagodaView } from "../../gen/pagoda.ts";
import type { Told } from "../../gen/wire.ts";
import { lotOf } from "./things.ts";

export interface Recent {
  columns: number; // on the top floor
  tile: boolean; // the tile or roof under or over it is new
  color: string; // of the ring: a seat's, or that of one's own last move
}

const BUILDS = ["column", "tile", "roof", "rooftop"];

/** By lot, the builds of the newest turn that built anything. */
export function recentBuilds(
  log: readonly Told[],
  view: PagodaView,
  held: readonly number[],
): (Recent | null)[] {
  const found: (Recent | null)[] = view.lots.map(() => null);
  const builds = log.filter((told) => told.seat >= 0 && BUILDS.includes(told.fields?.kind ?? ""));
  const turn = builds.at(-1)?.turn;
  for (const told of builds) {
    if (told.turn !== turn) continue;
    const at = lotOf(told);
    if (at < 0) continue;
    const recent = (found[at] ??= {
      columns: 0,
      tile: false,
      color: held.includes(told.seat) ? "var(--last)" : `var(--seat-${told.seat})`,
    });
    if (told.fields!.kind === "column") recent.columns += 1;
    else if (told.fields!.kind !== "rooftop") {
      recent.columns = 0;
      recent.tile = true;
    }
  }
  return found;
}
