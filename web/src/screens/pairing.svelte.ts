/** A wish for company: kept until somebody is found, whichever screen is shown meanwhile. */
import { toasts } from "../design/toasts.svelte.ts";
import type { GameKey } from "../gen/games.ts";
import type { ClockWish, PairingWish } from "../gen/wire.ts";
import { api, Problem } from "../net/api.ts";
import { lobby } from "../net/lobby.svelte.ts";
import { router } from "../router.svelte.ts";
import { settings } from "../settings.svelte.ts";
import { sound } from "../sound/sound.ts";
import { t } from "../texts/texts.svelte.ts";

const KEPT = "colonnade.seeking"; // for this tab: a reload goes on looking
const WISH_BYTES = 16;

const newName = (): string =>
  [...crypto.getRandomValues(new Uint8Array(WISH_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

function kept(): PairingWish | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as PairingWish | null;
  } catch {
    return null;
  }
}

class Pairing {
  wish = $state.raw<PairingWish | null>(null);
  private unwatch: (() => void) | null = null;
  private known = false; // whether the server has heard of it

  /** Go on with the wish of this tab, if there is one; call once. */
  begin(): void {
    const wish = kept();
    if (wish) void this.look(wish);
  }

  /** Look for somebody to play with. */
  seek(
    game: GameKey,
    seats: number,
    clock: ClockWish | null,
    whom: Pick<PairingWish, "about" | "bots"> = {},
  ): Promise<void> {
    const name = settings.name.trim();
    return this.look({ wish: newName(), game, seats, clock, name, ...whom });
  }

  private async look(wish: PairingWish): Promise<void> {
    this.keep(wish);
    lobby.onpaired = (paired) => {
      if (paired.wish === this.wish?.wish && paired.table) this.found(paired.table);
    };
    // After a break the server may have let the wish go: asked again by its name, it is the same.
    lobby.onopen = () => void this.ask();
    this.known = false;
    this.unwatch ??= lobby.watch();
    await this.ask();
  }

  private async ask(): Promise<void> {
    const { wish } = this;
    if (!wish) return;
    try {
      const { table } = await api.seek(wish);
      if (this.wish !== wish) return;
      if (table) this.found(table);
      // The device has its cookie by the answer: only now can the feed know whose it is.
      else if (!this.known) lobby.restart();
      this.known = true;
    } catch (problem) {
      if (problem instanceof Problem && problem.isAway) return; // the feed comes back, and asks
      this.end();
      toasts.show(problem instanceof Problem ? problem.message : t("page.error.fault"), "warn");
    }
  }

  private found(table: string): void {
    this.end();
    sound.play("turn");
    toasts.show(t("page.pairing.found"));
    router.go(`/table/${table}`);
  }

  /** Look no longer; if somebody was found in this very moment, go there. */
  async stop(): Promise<void> {
    const { wish } = this;
    this.end();
    if (!wish) return;
    try {
      const { table } = await api.stopSeeking(wish.wish);
      if (table) this.found(table);
    } catch {
      // The server lets it go by itself, since nobody looks any more.
    }
  }

  private keep(wish: PairingWish | null): void {
    this.wish = wish;
    if (wish) sessionStorage.setItem(KEPT, JSON.stringify(wish));
    else sessionStorage.removeItem(KEPT);
  }

  private end(): void {
    this.keep(null);
    lobby.onpaired = lobby.onopen = null;
    this.unwatch?.();
    this.unwatch = null;
  }
}

export const pairing = new Pairing();
