/** A table's feed: server-sent events that are taken up again after every break. */
import type { TableEvent } from "../gen/wire.ts";
import { hearTime } from "./time.ts";

export type Connection = "connecting" | "open" | "lost" | "gone";

export interface FeedHandlers {
  table(event: TableEvent): void;
  presence(seats: boolean[]): void;
  connection(state: Connection): void;
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;
const SILENCE = 45_000; // the server says something more often than that

/**
 * Follow a table until the returned function is called; after an event that is known, news alone come.
 *
 * The browser's own EventSource gives up on some errors for good; so each break is mended here, with
 * growing pauses, and at once when the network or the page comes back.
 */
export function follow(
  table: string,
  handlers: FeedHandlers,
  known: TableEvent | null = null,
): () => void {
  let source: EventSource | null = null;
  let last = known ? `${known.ply}.${known.revision}` : "";
  let pause = FIRST_PAUSE;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  const alive = (): void => {
    clearTimeout(watchdog);
    watchdog = setTimeout(again, SILENCE);
  };
  const open = (): void => {
    clearTimeout(timer);
    source?.close();
    if (ended) return;
    const since = last ? `?since=${encodeURIComponent(last)}` : "";
    source = new EventSource(`/api/tables/${encodeURIComponent(table)}/feed${since}`);
    source.onopen = () => {
      pause = FIRST_PAUSE;
      handlers.connection("open");
      alive();
    };
    source.addEventListener("table", (message) => {
      last = message.lastEventId || last;
      alive();
      handlers.table(JSON.parse(message.data));
    });
    source.addEventListener("presence", (message) => {
      alive();
      handlers.presence(JSON.parse(message.data).present);
    });
    source.addEventListener("time", (message) => hearTime(JSON.parse(message.data).now));
    source.addEventListener("ping", alive);
    source.addEventListener("closing", () => again());
    source.onerror = () => again();
    alive();
  };
  const again = (): void => {
    if (ended) return;
    source?.close();
    clearTimeout(timer);
    clearTimeout(watchdog);
    handlers.connection("lost");
    timer = setTimeout(open, pause);
    pause = Math.min(LONGEST_PAUSE, pause * 2);
  };
  const hurry = (): void => {
    if (
      !ended &&
      source?.readyState !== EventSource.OPEN &&
      document.visibilityState === "visible"
    ) {
      pause = FIRST_PAUSE;
      open();
    }
  };
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);
  handlers.connection("connecting");
  open();
  return () => {
    ended = true;
    clearTimeout(timer);
    clearTimeout(watchdog);
    source?.close();
    removeEventListener("online", hurry);
    document.removeEventListener("visibilitychange", hurry);
  };
}
