/** The wishes for a new table: the usual ones, the ones kept from last time, and the way to the server. */
import type { GameKey } from "../gen/games.ts";
import { settings } from "../settings.svelte.ts";
import {
  type GameTold,
  NAME_LENGTH,
  type SeatWish,
  type TableWish,
  type UndoRule,
} from "../gen/wire.ts";

export const UNDO_RULES: readonly UndoRule[] = ["free", "ask", "none"];
export type Company = "computer" | "friend" | "anybody" | "device";
export const COMPANIES: readonly Company[] = ["computer", "friend", "anybody", "device"];

/** A wish for a seat with everything said. */
export interface WishedSeat {
  kind: SeatWish["kind"];
  name: string;
  level: string;
}

export interface Wish {
  seats: WishedSeat[];
  options: Record<string, string>;
  first: number | "random"; // the seat that begins
  public: boolean; // listed to be watched
  open: boolean; // listed for anybody to sit down
  spectators: boolean; // whether others may look than who sits there or is invited
  clock: "none" | "seconds" | "days";
  turn: number; // seconds for each turn
  bank: number; // minutes for the whole game
  days: number;
  atZero: "computer" | "resign";
  undo: UndoRule;
}

const OTHERS: Record<Company, SeatWish["kind"]> = {
  computer: "computer",
  friend: "open",
  anybody: "open",
  device: "device",
};

/** Another seat beside one's own. */
export function seat(kind: SeatWish["kind"], level: string): WishedSeat {
  return { kind, name: "", level };
}

/** What a table is like unless somebody wishes otherwise. */
export function usual(company: Company, level: string): Wish {
  return {
    seats: [seat("me", level), seat(OTHERS[company], level)],
    options: {},
    first: "random",
    public: false,
    open: company === "anybody",
    spectators: true,
    clock: "none",
    turn: 60,
    bank: 10,
    days: 3,
    atZero: "computer",
    undo: "free",
  };
}

export const companyOf = (text: string): Company =>
  COMPANIES.find((one) => one === text) ?? "computer";
export const wishKey = (game: GameKey, company: Company): string => `${game} ${company}`;

/** A kept wish made fit for a game as the server has it now: nothing of it may refuse the table. */
export function fit(kept: unknown, company: Company, level: string, game?: GameTold): Wish {
  const plain = usual(company, level);
  const found =
    typeof kept === "object" && kept !== null ? { ...plain, ...(kept as Partial<Wish>) } : plain;
  if (!Array.isArray(found.seats) || found.seats.filter((one) => one.kind === "me").length !== 1)
    found.seats = plain.seats;
  if (game) {
    const most = Math.max(...game.seats);
    const least = Math.min(...game.seats);
    found.seats = found.seats.slice(0, most);
    while (found.seats.length < least) found.seats = [...found.seats, seat(OTHERS[company], level)];
    found.options = Object.fromEntries(
      Object.entries(game.options).map(([key, values]) => [
        key,
        values.find((value) => value === found.options[key]) ?? values[0]!,
      ]),
    );
    found.seats = found.seats.map((one) =>
      game.levels.includes(one.level) ? one : { ...one, level: game.levels[1] ?? game.levels[0]! },
    );
  }
  if (!UNDO_RULES.includes(found.undo)) found.undo = plain.undo;
  if (found.first !== "random" && !(found.first < found.seats.length)) found.first = "random";
  return found;
}

/** A wish with all its computer players at one level. */
export function atLevel(wish: Wish, level: string): Wish {
  const seats = wish.seats.map((one) => (one.kind === "computer" ? { ...one, level } : one));
  return { ...wish, seats };
}

/** Choose the level of a game, for its card and for the form of its next table. */
export function chooseLevel(game: GameKey, level: string): void {
  settings.levels[game] = level;
  const kept = wishKey(game, "computer");
  if (settings.wishes[kept])
    settings.wishes[kept] = atLevel(fit(settings.wishes[kept], "computer", level), level);
}

/** The seats after their number changed: own ones stay, new ones are like the last. */
export function resized(
  seats: readonly WishedSeat[],
  count: number,
  company: Company,
  level: string,
): WishedSeat[] {
  const found = seats.slice(0, count);
  if (!found.some((one) => one.kind === "me"))
    found[0] = seats.find((one) => one.kind === "me") ?? seat("me", level);
  while (found.length < count) found.push(seat(OTHERS[company], level));
  return found;
}

/** A wish as the server reads it. */
export function asked(game: GameKey, wish: Wish, me: string): TableWish {
  const name = me.trim().slice(0, NAME_LENGTH);
  return {
    game,
    seats: wish.seats.map((one) => {
      if (one.kind === "computer") return { kind: one.kind, level: one.level };
      const called =
        one.kind === "me"
          ? name
          : one.kind === "device"
            ? one.name.trim().slice(0, NAME_LENGTH)
            : "";
      return { kind: one.kind, ...(called ? { name: called } : {}) };
    }),
    options: wish.options,
    start: wish.first === "random" ? "random" : "first",
    ...(wish.first === "random" ? {} : { first: wish.first }),
    public: wish.public && wish.spectators,
    undo: wish.undo,
    ...(wish.open && wish.seats.some((one) => one.kind === "open") ? { open: true } : {}),
    ...(wish.spectators ? {} : { spectators: false }),
    ...clockAsked(wish),
  };
}

/** The clock of a wish as the server reads it: none is left out. */
export function clockAsked(wish: Wish): Pick<TableWish, "clock"> {
  if (wish.clock === "none") return {};
  const end = { at_zero: wish.atZero };
  return {
    clock:
      wish.clock === "days"
        ? { days: wish.days, ...end }
        : { turn: wish.turn, bank: wish.bank * 60, ...end },
  };
}
