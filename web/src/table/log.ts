/** The log: the facts of a turn as few lines with their points, and each event as a line of its own. */
import type { View } from "../gen/games.ts";
import type { Event, Told } from "../gen/wire.ts";
import { language, t } from "../texts/texts.svelte.ts";
import type { Face, ToldLine } from "./face.ts";
import { sayIn } from "./words.ts";

export interface LogLine extends ToldLine {
  key: string;
  ply: number; // of its first fact
  turn: number;
  seat: number; // -1: nobody's
  gained: number; // by this seat
  rule?: string; // of an event: the rule behind it
}

/** What an event says, in the reader's language. */
export const eventText = (event: Event, view: View): string =>
  sayIn(view.game, event.event, event.fields);

/** Facts of one turn in a row; what chance did belongs to the turn that it happened in. */
export function turnsOf(log: readonly Told[]): Told[][] {
  const turns: Told[][] = [];
  let seat = -1;
  for (const told of log) {
    if (!told.fields) continue;
    const last = turns.at(-1);
    const same =
      last !== undefined &&
      last[0]!.turn === told.turn &&
      (told.seat < 0 || seat < 0 || told.seat === seat);
    if (same) last.push(told);
    else turns.push([told]);
    if (told.seat >= 0 || !same) seat = told.seat;
  }
  return turns;
}

const sum = (facts: readonly Told[], seat: number): number =>
  facts.reduce((all, told) => all + (told.gained?.[seat] ?? 0), 0);

/** The part of a seat's points that events tell on lines of their own. */
const toldApart = (facts: readonly Told[], seat: number): number =>
  facts.reduce(
    (all, told) =>
      (told.events ?? []).reduce(
        (some, event) => some + (event.seat === seat ? (event.points ?? 0) : 0),
        all,
      ),
    0,
  );

interface Known {
  facts: readonly Told[];
  by: readonly unknown[]; // whose words, of which game, in which language
  lines: LogLine[];
}
const known = new WeakMap<Told, Known>(); // by the first fact of a turn

/** The lines of one turn, made again only where it has gone on. */
function turnLines(
  facts: readonly Told[],
  face: Pick<Face, "tell" | "lines">,
  view: View,
): LogLine[] {
  const by = [face, view.options, language.code];
  const last = known.get(facts[0]!);
  const same =
    last?.facts.length === facts.length &&
    last.facts.every((told, i) => told === facts[i]) &&
    last.by.every((one, i) => one === by[i]);
  if (same) return last.lines;
  const lines = madeLines(facts, face, view);
  known.set(facts[0]!, { facts, by, lines });
  return lines;
}

/** The lines of one turn, without those of its events; their points are those of the turn. */
function madeLines(
  facts: readonly Told[],
  face: Pick<Face, "tell" | "lines">,
  view: View,
): LogLine[] {
  const turn = facts[0]!.turn ?? 0;
  const mover = facts.find((told) => told.seat >= 0)?.seat ?? -1;
  const told =
    face.lines?.(facts, view) ??
    facts.map((one) => ({ pieces: face.tell(one, view), facts: [one] }));
  const lines: LogLine[] = told
    .filter(({ pieces }) => pieces.length > 0)
    .map((line) => ({
      ...line,
      key: String(line.facts[0]!.ply),
      ply: line.facts[0]!.ply,
      turn,
      seat: mover,
      gained: mover < 0 ? 0 : sum(line.facts, mover) - toldApart(line.facts, mover),
    }));
  // What comes with a fact that has no line, or to somebody else, must not get lost.
  for (const seat of facts.find((one) => one.gained)?.gained?.keys() ?? []) {
    const own = lines.filter((line) => line.seat === seat);
    const rest =
      sum(facts, seat) - toldApart(facts, seat) - own.reduce((all, { gained }) => all + gained, 0);
    const last = facts.findLast((one) => one.gained?.[seat]);
    if (own.length) own.at(-1)!.gained += rest;
    else if (rest && last)
      lines.push({
        pieces: [t("page.log.points")],
        facts: [last],
        key: `${last.ply} points ${seat}`,
        ply: last.ply,
        turn,
        seat,
        gained: rest,
      });
  }
  return lines;
}

/** What a fact brought about, or what it is besides a move, each as a line. */
function extraLines(told: Told, view: View): LogLine[] {
  const line = { facts: [told], ply: told.ply, turn: told.turn ?? 0 };
  const events = (told.events ?? []).map((event, i) => ({
    ...line,
    key: `${told.ply} ${i}`,
    pieces: [eventText(event, view)],
    seat: event.seat ?? -1,
    gained: event.points ?? 0,
    rule: event.rule,
  }));
  if (!told.kind) return events;
  const what = told.kind === "undo" && told.drawn ? "undo.drawn" : told.kind;
  const pieces = [t(`page.log.${what}`)];
  return [...events, { ...line, key: String(told.ply), pieces, seat: told.seat, gained: 0 }];
}

/** The newest facts, from the beginning of a turn on. */
export function newest(log: readonly Told[], most: number): readonly Told[] {
  const first = Math.max(0, log.length - most);
  const cut = first > 0 ? log[first - 1]!.turn : undefined;
  const start = first > 0 ? log.findIndex((told, i) => i >= first && told.turn !== cut) : 0;
  return log.slice(Math.max(first, start));
}

export function logLines(
  log: readonly Told[],
  face: Pick<Face, "tell" | "lines">,
  view: View,
): LogLine[] {
  const lines = turnsOf(log).flatMap((facts) => turnLines(facts, face, view));
  const extra = log.flatMap((told) => extraLines(told, view));
  return [...lines, ...extra].sort((a, b) => a.ply - b.ply); // stable: events follow their move
}
