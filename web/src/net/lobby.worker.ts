/** One feed of the lobby for all tabs of a browser, which has six connections to a server over HTTP/1.1. */
import { type Connection, listen, type Stream } from "./stream.ts";

/** What a tab says to it, and what it hears. */
export type Word = "watch" | "leave" | "restart";
export type Heard =
  { kind: "connection"; state: Connection } | { kind: "lobby" | "paired"; data: string };

const tabs = new Set<MessagePort>();
let stream: Stream | null = null;
let state: Connection = "connecting";
let told: Heard | null = null; // of the lobby, the last

const tell = (heard: Heard): void => tabs.forEach((tab) => tab.postMessage(heard));
const forward = (kind: "lobby" | "paired") => (data: string) => {
  const heard = { kind, data };
  if (kind === "lobby") told = heard;
  tell(heard);
};

function watch(tab: MessagePort): void {
  tabs.add(tab);
  tab.postMessage({ kind: "connection", state } satisfies Heard);
  if (told) tab.postMessage(told);
  // Anew for each that comes: a tab may have got its cookie since the others came, and what is lost waits.
  if (stream) stream.restart();
  else
    stream = listen(
      () => "/api/lobby/feed",
      { lobby: forward("lobby"), paired: forward("paired") },
      (now) => tell({ kind: "connection", state: (state = now) }),
    );
}

function leave(tab: MessagePort): void {
  tabs.delete(tab);
  if (tabs.size) return;
  stream?.close();
  stream = told = null;
  state = "connecting";
}

addEventListener("connect", (event) => {
  const tab = (event as MessageEvent).ports[0]!;
  tab.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data === "watch") watch(tab);
    else if (data === "leave") leave(tab);
    else stream?.restart();
  };
});
