/** Tables where others wait for this player: in the window's title, at the bell, on the app's badge. */
import type { TableListed } from "../gen/wire.ts";
import { settings } from "../settings.svelte.ts";
import { api } from "./api.ts";

const NEAR = 60_000; // ms between looks of a page that is seen ...
const FAR = 300_000; // ... and of one that is not

class Waiting {
  lines = $state.raw<TableListed[] | null>(null); // one's tables as they were last told
  tables = $state.raw<readonly string[]>([]); // those that wait
  private asked = 0;

  take(lines: TableListed[]): void {
    this.asked = Date.now();
    this.lines = lines;
    this.set(lines.filter(({ waits }) => waits).map(({ id }) => id));
  }

  /** Hear from a table that is looked at whether it waits. */
  hear(table: string, mine: boolean): void {
    const others = this.tables.filter((id) => id !== table);
    if (mine !== this.tables.includes(table)) this.set(mine ? [...others, table] : others);
  }

  private set(tables: readonly string[]): void {
    this.tables = tables;
    const badge = tables.length
      ? navigator.setAppBadge?.(tables.length)
      : navigator.clearAppBadge?.();
    badge?.catch(() => undefined); // only an app that was installed has one
  }

  look = async (): Promise<void> => {
    this.asked = Date.now();
    try {
      this.take(await api.mine());
    } catch {
      // It is asked again.
    }
  };

  /** Look again now and then where something can come to wait; call once. */
  begin(): void {
    const look = (): void => {
      const pause = document.visibilityState === "visible" ? NEAR : FAR;
      const goes =
        this.lines?.some(({ company, finished }) => company && finished === null) ??
        (settings.seated || settings.player !== null);
      if (goes && Date.now() - this.asked >= pause) void this.look();
    };
    look();
    setInterval(look, NEAR);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") look();
    });
  }
}

export const waiting = new Waiting();
