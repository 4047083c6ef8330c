/** A table's feed: what happens there, who is there, and what is said. */
import type { Said, TableEvent } from "../gen/wire.ts";
import { type Connection, listen } from "./stream.ts";
import { hearTime } from "./time.ts";

export type { Connection };

export interface FeedHandlers {
  table(event: TableEvent): void;
  presence(seats: boolean[]): void;
  said(phrases: Said[]): void;
  connection(state: Connection): void;
}

/** Follow a table until the returned function is called; after an event that is known, news alone come. */
export function follow(
  table: string,
  handlers: FeedHandlers,
  known: TableEvent | null = null,
): () => void {
  let last = known ? `${known.ply}.${known.revision}` : "";
  const address = (): string => {
    const since = last ? `?since=${encodeURIComponent(last)}` : "";
    return `/api/tables/${encodeURIComponent(table)}/feed${since}`;
  };
  const stream = listen(
    address,
    {
      table: (data, id) => {
        last = id || last;
        handlers.table(JSON.parse(data));
      },
      presence: (data) => handlers.presence(JSON.parse(data).present),
      time: (data) => hearTime(JSON.parse(data).now),
      said: (data) => handlers.said(JSON.parse(data).said),
    },
    handlers.connection,
  );
  return stream.close;
}
