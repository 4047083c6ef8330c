/** The tokens of free seats, which the server shows once: kept here so that the link can be shown again. */
import type { Invitation } from "../gen/wire.ts";

const KEPT = "colonnade.invitations";
const MOST = 60; // tables; the oldest are forgotten

type Kept = Record<string, { seat: number; token: string }[]>;

function all(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Kept;
  } catch {
    return {};
  }
}

/** Keep the invitations of a table; one to a seat replaces the one before. */
export function keepInvitations(table: string, found: readonly Invitation[]): void {
  if (found.length === 0) return;
  const { [table]: old = [], ...others } = all();
  const fresh = found.map(({ seat, token }) => ({ seat, token }));
  const kept = [...old.filter((one) => !fresh.some((other) => other.seat === one.seat)), ...fresh];
  const entries = [...Object.entries(others), [table, kept] as const].slice(-MOST);
  localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(entries)));
}

/** The token of a free seat, if this device has seen it. */
export function keptToken(table: string, seat: number): string | null {
  return all()[table]?.find((one) => one.seat === seat)?.token ?? null;
}

/** The table and token of a link or of its end; null for anything else. */
export function readLink(text: string): { id: string; token: string } | null {
  const found = /(?:^|\/)table\/([\w-]{8,64})\/?(?:#([\w-]{16,64}))?\s*$/.exec(text.trim());
  return found ? { id: found[1]!, token: found[2] ?? "" } : null;
}
