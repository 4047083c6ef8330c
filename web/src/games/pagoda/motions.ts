/** What travels when one position of Pagoda becomes the next: pure, from the facts between them. */
import { MOTION } from "../../design/tokens.ts";
import type { View } from "../../gen/games.ts";
import type { Color, PagodaFields, PagodaView } from "../../gen/pagoda.ts";
import type { Told } from "../../gen/wire.ts";
import type { Motion } from "../../motion/motion.ts";
import { lotOf, paidBy, topOf } from "./things.ts";
import { columnsOn, type Source } from "./view.ts";

const MOST = 30; // more facts than that are not a move but a reunion: nothing flies
const DROP = MOTION.place;
const LIFT = 60;

/** Names of places in the page. */
export const cardPlace = (seat: number, source: Source, color: string, order: number): string =>
  `card ${seat} ${source} ${color} ${order}`;
export const backPlace = (seat: number, order: number): string => `back ${seat} ${order}`;
export const edgePlace = (lot: number): string => `edge ${lot + 1}`;
export const abovePlace = (lot: number): string => `above ${lot + 1}`;
export const columnPlace = (lot: number, floor: number, slot: number): string =>
  `column ${lot + 1} ${floor} ${slot}`;
export const tilePlace = (lot: number, floor: number): string => `tile ${lot + 1} ${floor}`;
export const rooftopPlace = (lot: number): string => `rooftop ${lot + 1}`;
export const cellPlace = (base: string, next: string): string => `cell ${base} ${next}`;

type FieldsOf<Kind> = Extract<PagodaFields, { kind: Kind }>;
type Hands = Record<Source, Map<Color, number>>;

class Course {
  readonly found: Motion[] = [];
  private delay = 0;
  private readonly view: PagodaView; // goes along with the facts
  private readonly hands: Hands[];
  private readonly backs: number[];

  constructor(before: PagodaView) {
    this.view = {
      ...before,
      lots: before.lots.map((lot) => ({ ...lot, floors: [...lot.floors] })),
    };
    const count = (cards: readonly Color[]): Map<Color, number> => {
      const counts = new Map<Color, number>();
      for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
      return counts;
    };
    this.hands = before.players.map((player) => ({
      display: count(player.display),
      hand: count(player.hand ?? []),
    }));
    this.backs = before.players.map((player) => (player.hand ? 0 : player.hand_size));
  }

  private hidden(seat: number): boolean {
    return this.view.players[seat]?.hand === null;
  }

  /** Take a card away from a seat, and say where it lay. */
  private leave(seat: number, color: Color, source: Source): string {
    if (source === "hand" && this.hidden(seat)) {
      this.backs[seat] = Math.max(0, this.backs[seat]! - 1);
      return backPlace(seat, this.backs[seat]!);
    }
    const counts = this.hands[seat]![source];
    const left = Math.max(0, (counts.get(color) ?? 1) - 1);
    counts.set(color, left);
    return cardPlace(seat, source, color, left);
  }

  private arrive(seat: number, color: Color | undefined, source: Source): string {
    if (color === undefined || (source === "hand" && this.hidden(seat))) {
      this.backs[seat] = this.backs[seat]! + 1;
      return backPlace(seat, this.backs[seat]! - 1);
    }
    const counts = this.hands[seat]![source];
    const order = counts.get(color) ?? 0;
    counts.set(color, order + 1);
    return cardPlace(seat, source, color, order);
  }

  private fly(motion: Omit<Motion, "delay">, then: number = motion.time): void {
    this.found.push({ ...motion, delay: this.delay });
    this.delay += then;
  }

  build(told: Told): void {
    const fields = told.fields!;
    const lot = lotOf(fields, this.view);
    const at = this.view.lots[lot];
    if (!at) return;
    const color = fields.color as Color;
    for (const paid of paidBy(fields, this.view))
      this.fly(
        {
          piece: { shape: "card", color: paid.color },
          from: this.leave(told.seat, paid.color, paid.source),
          to: edgePlace(lot),
          time: DROP,
          sound: "select",
        },
        90,
      );
    if (fields.kind === "column") {
      if (at.floors.length === 0) at.floors.push(color);
      const floor = at.floors.length - 1;
      const slot = columnsOn(at, floor);
      at.columns = slot + 1;
      this.fly({
        piece: { shape: "column", color, floor, level: floor + 1 },
        from: abovePlace(lot),
        to: columnPlace(lot, floor, slot),
        time: DROP,
        sound: "column",
      });
    } else if (fields.kind === "tile" || fields.kind === "roof") {
      const base = topOf(this.view, lot)!;
      const floor = at.floors.length - 1;
      this.fly({
        piece: { shape: fields.kind, base, color, floor },
        from: cellPlace(base, color),
        to: tilePlace(lot, floor),
        time: MOTION.travel,
        arc: LIFT,
        sound: fields.kind,
      });
      if (fields.kind === "roof") at.roof = color;
      else {
        at.floors.push(color);
        at.columns = 0;
      }
    } else {
      this.fly({
        piece: { shape: "rooftop", color },
        from: abovePlace(lot),
        to: rooftopPlace(lot),
        time: DROP,
        sound: "roof",
      });
      at.completed = true;
    }
  }

  discard(told: Told): void {
    const { color, source } = told.fields as FieldsOf<"discard">;
    this.fly({
      piece: { shape: "card", color },
      from: this.leave(told.seat, color, source),
      to: "discard",
      time: MOTION.fall,
      sound: "select",
    });
  }

  /** The cards of the turn go to the discard pile together. */
  end(): void {
    const color = this.view.played.at(-1);
    if (color)
      this.fly(
        { piece: { shape: "card", color }, from: "played", to: "discard", time: MOTION.fall },
        MOTION.cascade,
      );
  }

  draw(told: Told): void {
    const { color, source } = told.fields as FieldsOf<"draw">;
    const seat = this.view.on_turn;
    const piece: Motion["piece"] =
      color && !(source === "hand" && this.hidden(seat))
        ? { shape: "card", color }
        : { shape: "back" };
    this.fly(
      {
        piece,
        from: "deck",
        to: this.arrive(seat, color, source),
        time: MOTION.reveal,
        sound: "draw",
      },
      MOTION.cascade,
    );
  }
}

export function motions(before: View, _after: View, facts: readonly Told[]): Motion[] {
  if (facts.length > MOST || facts.some((told) => told.kind !== undefined)) return [];
  const course = new Course(before as PagodaView);
  for (const told of facts) {
    const kind = told.fields?.kind;
    if (kind === "column" || kind === "tile" || kind === "roof" || kind === "rooftop")
      course.build(told);
    else if (kind === "discard") course.discard(told);
    else if (kind === "end") course.end();
    else if (kind === "draw") course.draw(told);
  }
  return course.found;
}
