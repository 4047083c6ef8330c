/** What the moves of Pagoda touch: names for lots, cards, tiles and abilities. Pure. */
import type { Fields, View } from "../../gen/games.ts";
import type { Color, PagodaView } from "../../gen/pagoda.ts";
import type { Offer } from "../../gen/wire.ts";
import { gains } from "../../table/filter.ts";
import { lotDue, type Source } from "./view.ts";

/** The two sources of a pair: "display hand" and so on. */
export const sourcesOf = (pair: string | number | undefined): Source[] =>
  String(pair ?? "")
    .split(" ")
    .filter(Boolean) as Source[];

/** The lot of a move, from 0; a rooftop belongs to the lot whose roof waits. -1: none. */
export function lotOf(fields: Fields, view: PagodaView): number {
  if (fields.lot !== undefined) return Number(fields.lot) - 1;
  return fields.kind === "rooftop" ? lotDue(view) : -1;
}

/** The color of the top floor of a lot. */
export const topOf = (view: PagodaView, lot: number): Color | undefined =>
  view.lots[lot]?.floors.at(-1);

export interface Paid {
  color: Color;
  source: Source;
  extra: boolean; // one of two equal cards, through an ability
}

/** The cards that a move takes from its player. */
export function paidBy(fields: Fields, view: PagodaView): Paid[] {
  const color = fields.color as Color;
  const paid: Paid[] = [];
  const tile = fields.kind === "tile" || fields.kind === "roof";
  if (fields.source && fields.kind !== "draw")
    paid.push({
      color: tile ? topOf(view, lotOf(fields, view))! : color,
      source: fields.source as Source,
      extra: false,
    });
  const pair = (fields.pay ?? (fields.kind === "rooftop" ? color : undefined)) as Color | undefined;
  if (pair)
    for (const source of sourcesOf(fields.pair))
      paid.push({ color: pair, source, extra: fields.ability !== undefined });
  return paid;
}

export const cardThing = (color: string, source: Source): string => `card ${color} ${source}`;
/** Cards that pay through an ability have a name of their own: a card alone means what it shows. */
export const payThing = (color: string, source: Source): string => `pay ${color} ${source}`;
export const lotThing = (lot: number): string => `lot ${lot + 1}`;
export const tileThing = (base: string, next: string): string => `tile ${base} ${next}`;

/** Everything that a move touches. */
export function things(offer: Offer, view: View): readonly string[] {
  const { fields } = offer;
  const own = view as PagodaView;
  const found = new Set<string>();
  const lot = lotOf(fields, own);
  if (lot >= 0) found.add(lotThing(lot));
  for (const { color, source, extra } of paidBy(fields, own))
    found.add(extra ? payThing(color, source) : cardThing(color, source));
  if (fields.ability) found.add(String(fields.ability));
  if (fields.kind === "tile" || fields.kind === "roof")
    found.add(tileThing(topOf(own, lot) ?? "", String(fields.color)));
  if (found.size === 0) found.add(fields.kind);
  return [...found];
}

/** The piece that some moves would put on a lot, where all agree on it. */
export interface Ghost {
  kind: string;
  color: Color;
  points: readonly [number, number];
  ends: boolean;
}

export function ghostOn(
  lot: number,
  offers: readonly Offer[],
  view: PagodaView,
  seat: number,
): Ghost | null {
  const here = offers.filter((offer) => lotOf(offer.fields, view) === lot);
  const first = here[0];
  if (!first || here.length !== offers.length) return null;
  const alike = here.every(
    (offer) => offer.fields.kind === first.fields.kind && offer.fields.color === first.fields.color,
  );
  if (!alike) return null;
  return {
    kind: first.fields.kind,
    color: first.fields.color as Color,
    points: gains(here, seat) ?? [0, 0],
    ends: here.every(
      (offer) => offer.effects?.includes("ends_turn") || offer.effects?.includes("ends_game"),
    ),
  };
}

/** "+3", or "+1 to 3" written short, or nothing where nothing is gained. */
export function signed([low, high]: readonly [number, number]): string {
  const sign = (value: number): string => (value < 0 ? `−${-value}` : `+${value}`);
  return low === high ? (low ? sign(low) : "") : `${sign(low)}…${high}`;
}
