/** Tables of the lobby in words: what is played, with whom, how fast. */
import type { GameKey } from "../gen/games.ts";
import type { ClockSet, ClockWish, OpenTable } from "../gen/wire.ts";
import { joined, t } from "../texts/texts.svelte.ts";
import { seatName } from "./lines.ts";

const DAY = 86_400;
const MINUTE = 60;

/** The clocks of quick pairing: seconds for a turn, or days. */
export const CLOCKS = ["quick", "calm", "days"] as const;
export type ClockName = (typeof CLOCKS)[number];
const TURNS: Record<ClockName, ClockWish> = {
  quick: { turn: 30 },
  calm: { turn: 120 },
  days: { days: 3 },
};
/** How many sit down at a table of quick pairing; two play any game. */
export const PAIR = 2;

/** A clock as it is asked for. */
export const clockWish = (name: ClockName): ClockWish => TURNS[name];

/** Which of the clocks a wish has. */
export function clockName(clock: ClockSet | null): ClockName | null {
  const wished = (name: ClockName): number => TURNS[name].turn ?? (TURNS[name].days ?? 0) * DAY;
  if (!clock || clock.bank > 0 || clock.at_zero !== "computer") return null;
  return CLOCKS.find((name) => wished(name) === clock.turn) ?? null;
}

/** "30 s a turn", "3 days a turn", "no clock". */
export function paceText(clock: Pick<ClockSet, "turn" | "bank"> | null): string {
  if (!clock) return t("page.lobby.no_clock");
  if (!clock.turn) return t("page.lobby.bank", { count: Math.round(clock.bank / MINUTE) });
  return t("page.lobby.turn", { time: duration(clock.turn) });
}

/** The clock of a wish, in the same words. */
export const wishText = (clock: ClockWish | null | undefined): string =>
  paceText(clock ? { turn: clock.turn ?? (clock.days ?? 0) * DAY, bank: clock.bank ?? 0 } : null);

function duration(seconds: number): string {
  if (seconds >= DAY) return t("page.clock.day", { count: Math.round(seconds / DAY) });
  if (seconds >= 2 * MINUTE) return t("page.clock.min", { count: Math.round(seconds / MINUTE) });
  return t("page.clock.s", { count: Math.round(seconds) });
}

/** The options of a table, each by its value alone where that says enough; what adds nothing is left out. */
export function optionsText(game: GameKey, options: Record<string, string>): string {
  return Object.entries(options)
    .filter(([, value]) => value !== "no" && value !== "all")
    .map(([key, value]) =>
      value === "yes" || value === "none"
        ? t("page.named", {
            what: t(`page.option.${game}.${key}`),
            name: t(`page.option.${game}.${key}.${value}`),
          })
        : t(`page.option.${game}.${key}.${value}`),
    )
    .join(", ");
}

export const freeSeats = (table: OpenTable): number =>
  table.seats.filter((seat) => seat.kind === "open").length;

/** "7 Steps, 1 seat free". */
export const openTitle = (table: OpenTable): string =>
  t("page.lobby.free", { game: t(`page.game.${table.game}`), count: freeSeats(table) });

/** "with Mira and Tomas"; nothing where nobody sits yet. */
export function company(table: OpenTable): string {
  const names = table.seats.flatMap((seat, i) => (seat.kind === "open" ? [] : [seatName(seat, i)]));
  return names.length ? t("page.with", { names: joined(names) }) : "";
}
