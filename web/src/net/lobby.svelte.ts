/** The lobby's feed: one for all who look at it, open as long as somebody does. */
import type { LobbyTold, Paired } from "../gen/wire.ts";
import { settings } from "../settings.svelte.ts";
import type { Connection, Stream } from "./stream.ts";
import { hearLobby } from "./together.ts";

class Lobby {
  told = $state.raw<LobbyTold | null>(null);
  connection = $state<Connection>("connecting");
  /** What is done when this device's wish has got its table, and whenever the feed is open again. */
  onpaired: ((paired: Paired) => void) | null = null;
  onopen: (() => void) | null = null;
  private stream: Stream | null = null;
  private watchers = 0;

  /** Look at the lobby until the returned function is called. */
  watch(): () => void {
    if (!this.watchers++) document.addEventListener("visibilitychange", this.look);
    this.look();
    let watching = true;
    return () => {
      if (!watching) return;
      watching = false;
      if (--this.watchers > 0) return;
      document.removeEventListener("visibilitychange", this.look);
      this.close();
      this.told = null;
    };
  }

  /** A tab that nobody sees needs no news: where tabs do not share a feed, others need its connection. */
  private look = (): void => {
    if (document.visibilityState === "hidden" && !this.onpaired) return this.close();
    this.stream ??= hearLobby({
      lobby: (data) => {
        this.told = JSON.parse(data) as LobbyTold;
        settings.club = Boolean(this.told.club);
      },
      paired: (data) => this.onpaired?.(JSON.parse(data)),
      connection: (state) => {
        this.connection = state;
        if (state === "open") this.onopen?.();
      },
    });
  };

  private close(): void {
    this.stream?.close();
    this.stream = null;
  }

  /** Look anew: the server knows only now who looks. */
  restart(): void {
    this.stream?.restart();
  }
}

export const lobby = new Lobby();
