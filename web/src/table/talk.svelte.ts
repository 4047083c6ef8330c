/** What is said at a table in set phrases: all of it that is kept, and what is new to this device. */
import type { Said } from "../gen/wire.ts";
import { settings } from "../settings.svelte.ts";

const KEPT = "colonnade.heard"; // the last phrase of each table that this device has shown
const MOST = 60; // tables; the oldest are forgotten
const STAY = 7000; // ms that a bubble is shown

type Heard = Record<string, number>;

function heard(): Heard {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Heard;
  } catch {
    return {};
  }
}

export class Talk {
  all = $state.raw<Said[]>([]);
  fresh = $state.raw<Said[]>([]); // in bubbles, the newest of each seat

  constructor(private readonly table: string) {}

  /** Take up what was said; what this device has not shown yet stands in bubbles for a while. */
  take(news: readonly Said[]): void {
    const known = this.all.at(-1)?.number ?? 0;
    const added = news.filter(({ number }) => number > known);
    if (added.length === 0) return;
    this.all = [...this.all, ...added];
    const { [this.table]: last = 0, ...others } = heard();
    const unheard = added.filter(({ number }) => number > last);
    const entries = [...Object.entries(others), [this.table, added.at(-1)!.number] as const];
    localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(entries.slice(-MOST))));
    if (settings.mute) return;
    for (const said of unheard) this.show(said);
  }

  private show(said: Said): void {
    this.fresh = [...this.fresh.filter(({ seat }) => seat !== said.seat), said];
    setTimeout(() => {
      this.fresh = this.fresh.filter(({ number }) => number !== said.number);
    }, STAY);
  }
}
