/** The lobby's feed as a tab hears it: from the worker that all tabs share, or by itself where there is none. */
import type { Heard, Word } from "./lobby.worker.ts";
import worker from "./lobby.worker.ts?worker&url";
import { type Connection, listen, type Stream } from "./stream.ts";

const SILENCE = 10_000; // ms: a worker that says nothing at all is none

export interface Hearing {
  lobby(data: string): void;
  paired(data: string): void;
  connection(state: Connection): void;
}

let shared: MessagePort | null | undefined; // of this tab; null where it does without

/** The tab's way to the worker; `failed` is called if it turns out to be none. */
function port(failed: () => void): MessagePort | null {
  if (shared !== undefined) return shared;
  try {
    const found = new SharedWorker(worker, { type: import.meta.env.DEV ? "module" : "classic" });
    found.onerror = failed;
    shared = found.port;
    shared.start();
  } catch {
    shared = null; // some telephones have no such workers
  }
  return shared;
}

const alone = ({ connection, ...events }: Hearing): Stream =>
  listen(() => "/api/lobby/feed", { ...events }, connection);

/** Hear the lobby until it is closed. */
export function hearLobby(hearing: Hearing): Stream {
  let own: Stream | null = null;
  let ended = false;
  const fail = (): void => {
    shared = null;
    hear.abort();
    clearTimeout(silence);
    if (!ended) own ??= alone(hearing);
  };
  const hear = new AbortController();
  const way = port(fail);
  const silence = setTimeout(fail, SILENCE);
  const say = (word: Word): void => (own ? undefined : way?.postMessage(word));
  if (way) {
    const take = ({ data }: MessageEvent<Heard>): void => {
      clearTimeout(silence);
      if (data.kind === "connection") hearing.connection(data.state);
      else hearing[data.kind](data.data);
    };
    way.addEventListener("message", take, { signal: hear.signal });
    say("watch");
  } else fail();
  return {
    close: () => {
      ended = true;
      say("leave");
      hear.abort();
      clearTimeout(silence);
      own?.close();
    },
    restart: () => (own ? own.restart() : say("restart")),
  };
}
