/** Records that this device has uploaded; the server keeps them, only their ids are kept here. */
import type { GameKey } from "../gen/games.ts";
import { api } from "../net/api.ts";

export interface Upload {
  id: string;
  game: GameKey;
  file: string;
  when: number; // seconds
}

const KEPT = "colonnade.uploads";
const MOST = 50;
export const LARGEST = 1_000_000; // characters; the server has the last word

export function uploads(): Upload[] {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]") as Upload[];
  } catch {
    return [];
  }
}

/** Whether a file's text is a record in JSON; else it is in the text form. */
export const kindOf = (text: string): "application/json" | "text/plain" =>
  text.trimStart().startsWith("{") ? "application/json" : "text/plain";

/** Send a record to the server, which verifies it; returns its id. */
export async function upload(file: File): Promise<string> {
  const text = await file.text();
  const kept = await api.upload(text, kindOf(text));
  const one: Upload = {
    id: kept.id,
    game: kept.game as GameKey,
    file: file.name,
    when: Date.now() / 1000,
  };
  localStorage.setItem(KEPT, JSON.stringify([one, ...uploads()].slice(0, MOST)));
  return kept.id;
}
