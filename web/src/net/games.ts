/** Finished games: opened at the server, or while it is away from what was kept of them. */
import type { RecordTold, Replayed, SeatTold, TableListed } from "../gen/wire.ts";
import { api, problemOf } from "./api.ts";
import { bound, isKept, keep, recall } from "./kept.ts";
import { atRest, isDear } from "./offline.ts";
import { waiting } from "./waiting.svelte.ts";

const MOST = 12; // games that are kept: one takes up to 2 MB
const AHEAD = 6; // of one's own that are kept before they were looked at
const MINE = "mine";
const nameOf = (id: string): string => `games/${encodeURIComponent(id)}`;

export interface Finished {
  record: RecordTold;
  seats: SeatTold[] | null; // as the table told them; a record's own words otherwise
  held: number[];
}
interface Whole extends Finished {
  positions: Replayed[]; // with everything open
}

let last: { id: string; game: Whole } | null = null;

async function recallGame(id: string): Promise<Whole | null> {
  if (last?.id === id) return last.game;
  const game = await recall<Whole>(nameOf(id));
  if (game) last = { id, game };
  return game;
}

/** What a call answers, or what was kept gives in its place. */
async function orKept<T>(
  id: string,
  ask: () => Promise<T>,
  find: (game: Whole) => T | undefined,
): Promise<T> {
  try {
    return await ask();
  } catch (fault) {
    const game = problemOf(fault).isAway ? await recallGame(id) : null;
    const found = game ? find(game) : undefined;
    if (found === undefined) throw fault;
    return found;
  }
}

/** A finished table, or a record that was uploaded. */
export function openGame(of: "table" | "record", id: string): Promise<Finished> {
  const ask = async (): Promise<Finished> => {
    const [record, look] = await Promise.all([
      api.moves(id),
      of === "table" ? api.seats(id) : null,
    ]);
    return { record, seats: look?.seats ?? null, held: look?.held ?? [] };
  };
  return orKept(id, ask, (game) => game);
}

/** A position of it; what a seat saw is not kept. */
export function positionOf(
  id: string,
  at: number,
  seat: number | null,
  since: number,
): Promise<Replayed> {
  return orKept(
    id,
    () => api.replay(id, at, seat, since),
    ({ positions }) => (seat === null ? positions.find((one) => one.at === at) : undefined),
  );
}

const mayKeep = (): boolean => !isDear() && Boolean(navigator.serviceWorker?.controller);

/** Keep a game that is looked at. */
export async function keepGame(id: string, game: Finished): Promise<void> {
  await atRest();
  if (!mayKeep() || (await isKept(nameOf(id)))) return;
  try {
    await keep(nameOf(id), { ...game, positions: await api.positions(id) } satisfies Whole);
    await bound("games/", MOST);
  } catch {
    // The server has gone; the next visit keeps it.
  }
}

/** One's own games; while the server is away, those that had ended when it was there. */
export async function listMine(): Promise<TableListed[]> {
  const found = await api.mine();
  waiting.take(found);
  const over = found.filter((line) => line.finished !== null);
  void keep(MINE, over).then(() => keepAhead(over.slice(0, AHEAD)));
  return found;
}
export const recallMine = (): Promise<TableListed[] | null> => recall<TableListed[]>(MINE);

async function keepAhead(lines: readonly TableListed[]): Promise<void> {
  await atRest();
  for (const { id, seats, held } of mayKeep() ? lines : [])
    try {
      if (!(await isKept(nameOf(id))))
        await keepGame(id, { record: await api.moves(id), seats, held });
    } catch {
      return;
    }
}
