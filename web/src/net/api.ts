/** The calls of the server, docs/api.md. A refusal becomes a Problem with its text to show. */
import { language } from "../texts/texts.svelte.ts";
import type {
  Advice,
  Analysis,
  GameTold,
  Line,
  Made,
  PlayOnWish,
  Replayed,
  TableEvent,
  TableLine,
  TableWish,
} from "./wire.ts";

/** What the server refused, or that it could not be reached. */
export class Problem extends Error {
  constructor(
    readonly error: string,
    text: string,
    readonly status: number,
    readonly fields: Record<string, unknown> = {},
  ) {
    super(text);
  }
}

async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  type = "application/json",
): Promise<T> {
  const headers: Record<string, string> = { "accept-language": language.code };
  let payload: BodyInit | undefined;
  if (body !== undefined) {
    headers["content-type"] = type;
    payload = typeof body === "string" ? body : JSON.stringify(body);
  }
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, body: payload, cache: "no-store" });
  } catch {
    throw new Problem("Away", language.say("page.error.away"), 0);
  }
  const text = await answer.text();
  if (!answer.ok) {
    let told: { error?: string; text?: string; fields?: Record<string, unknown> } = {};
    try {
      told = JSON.parse(text);
    } catch {
      // A proxy's page, not ours: its words would not help anyone.
    }
    const said = told.text ?? language.say("page.error.status", { status: answer.status });
    throw new Problem(told.error ?? "Unknown", said, answer.status, told.fields);
  }
  return (text ? JSON.parse(text) : undefined) as T;
}

const get = <T>(path: string): Promise<T> => call<T>("GET", path);
const post = <T>(path: string, body: unknown = {}): Promise<T> => call<T>("POST", path, body);
/** A finished table's record, or one that was uploaded. */
const kept = (record: string): string => `/api/records/${encodeURIComponent(record)}`;
const eyes = (seat: number | null): string => (seat === null ? "" : `&seat=${seat}`);
const at = (table: string): string => `/api/tables/${encodeURIComponent(table)}`;

export const api = {
  games: () => get<GameTold[]>("/api/games"),
  tables: () => get<TableLine[]>("/api/tables"),
  mine: () => get<TableLine[]>("/api/mine"),
  make: (wish: TableWish) => post<Made>("/api/tables", wish),
  look: (table: string) => get<TableEvent>(at(table)),
  join: (table: string, token: string, name: string) =>
    post<{ seat: number; ply: number; revision: number }>(`${at(table)}/seats`, { token, name }),
  move: (table: string, ply: number, move: string, seat: number | null) =>
    post<{ ply: number; revision: number }>(`${at(table)}/moves`, {
      ply,
      move,
      ...(seat === null ? {} : { seat }),
    }),
  undo: (table: string, ply: number, line?: number) =>
    post<{ ply: number; revision: number; undone: boolean }>(`${at(table)}/undo`, {
      ply,
      ...(line === undefined ? {} : { line }),
    }),
  answerUndo: (table: string, ply: number, agree: boolean) =>
    post<{ ply: number; revision: number }>(`${at(table)}/undo/answer`, { ply, agree }),
  hint: (table: string, ply: number) => post<Advice[]>(`${at(table)}/hint`, { ply }),
  rename: (table: string, seat: number, name: string) =>
    post(`${at(table)}/seats/${seat}/name`, { name }),
  personalLink: (table: string, seat: number) =>
    post<{ seat: number; token: string; link: string }>(`${at(table)}/seats/${seat}/link`),
  invitation: (table: string, seat: number) =>
    post<{ seat: number; token: string; link: string }>(`${at(table)}/seats/${seat}/invitation`),
  fill: (table: string, seat: number, level: string) =>
    post(`${at(table)}/seats/${seat}/computer`, { level }),
  leave: (table: string, seat: number, to: "computer" | "open", level?: string) =>
    post<{ invitation: { token: string; link: string } | null }>(
      `${at(table)}/seats/${seat}/leave`,
      { to, ...(level ? { level } : {}) },
    ),
  resign: (table: string, seat: number) => post(`${at(table)}/seats/${seat}/resign`),
  rematch: (table: string) => post<Made>(`${at(table)}/rematch`),
  record: (table: string) => get<unknown>(`${at(table)}/record`),
  upload: (text: string, type: "text/plain" | "application/json") =>
    call<{ id: string; game: string; moves: number }>("POST", "/api/records", text, type),
  replay: (id: string, position: number, seat: number | null = null) =>
    get<Replayed>(`${kept(id)}/replay?at=${position}${eyes(seat)}`),
  line: (id: string) => get<Line>(`${kept(id)}/line`),
  study: (id: string, position: number) => post<Advice[]>(`${kept(id)}/hint`, { at: position }),
  analyse: (id: string) => post<Analysis>(`${kept(id)}/analysis`),
  playOn: (id: string, wish: PlayOnWish) => post<Made>(`${kept(id)}/play_on`, wish),
};
