/** Server-sent events that are taken up again after every break. */

export type Connection = "connecting" | "open" | "lost" | "gone";

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;
const SILENCE = 45_000; // the server says something more often than that
// A worker hears for tabs, and is never seen itself.
const tab = typeof document === "undefined" ? null : document;

export interface Stream {
  close(): void;
  /** Begin anew at once, as after a break. */
  restart(): void;
}

/**
 * Listen until it is closed, or the server says that there is nothing more for these eyes.
 *
 * The browser's own EventSource gives up on some errors for good; so each break is mended here, with
 * growing pauses, and at once when the network or the page comes back.
 */
export function listen(
  address: () => string,
  events: Record<string, (data: string, id: string) => void>,
  connection: (state: Connection) => void,
): Stream {
  let source: EventSource | null = null;
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
    source = new EventSource(address());
    source.onopen = () => {
      pause = FIRST_PAUSE;
      connection("open");
      alive();
    };
    for (const [name, hear] of Object.entries(events))
      source.addEventListener(name, (message) => {
        alive();
        hear(message.data, message.lastEventId);
      });
    source.addEventListener("ping", alive);
    source.addEventListener("closing", () => again());
    source.addEventListener("gone", () => {
      close();
      connection("gone");
    });
    source.onerror = () => again();
    alive();
  };
  const again = (): void => {
    if (ended) return;
    source?.close();
    clearTimeout(timer);
    clearTimeout(watchdog);
    connection("lost");
    timer = setTimeout(open, pause);
    pause = Math.min(LONGEST_PAUSE, pause * 2);
  };
  const hurry = (): void => {
    if (!ended && source?.readyState !== EventSource.OPEN && tab?.visibilityState !== "hidden") {
      pause = FIRST_PAUSE;
      open();
    }
  };
  const close = (): void => {
    ended = true;
    clearTimeout(timer);
    clearTimeout(watchdog);
    source?.close();
    removeEventListener("online", hurry);
    tab?.removeEventListener("visibilitychange", hurry);
  };
  addEventListener("online", hurry);
  tab?.addEventListener("visibilitychange", hurry);
  connection("connecting");
  open();
  return { close, restart: open };
}
