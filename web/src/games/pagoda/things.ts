/** Names of the things that moves of Pagoda touch, and what their offers say of a lot. Pure. */
import type { Color } from "../../gen/pagoda.ts";
import type { Offer } from "../../gen/wire.ts";
import { gains } from "../../table/filter.ts";
import type { Ghosted } from "./ghosts.ts";
import type { Source } from "./view.ts";

export const cardThing = (color: string, source: Source): string => `card ${color} ${source}`;
/** Cards that pay through an ability have a name of their own: a card alone means what it shows. */
export const payThing = (color: string, source: Source): string => `pay ${color} ${source}`;
export const lotThing = (lot: number): string => `lot ${lot + 1}`;
export const tileThing = (base: string, next: string): string => `tile ${base} ${next}`;

/** The words of a thing of this kind that a move touches: "tile red blue" is ["red", "blue"]. */
export function named(kind: "lot" | "tile", { things }: { things?: readonly string[] }): string[] {
  const found = things?.find((thing) => thing.startsWith(`${kind} `));
  return found ? found.split(" ").slice(1) : [];
}

/** The lot of a move, from 0. -1: none. */
export const lotOf = (move: { things?: readonly string[] }): number =>
  Number(named("lot", move)[0] ?? 0) - 1;

/** The piece that some moves would put on a lot, where all agree on it. */
export interface Ghost {
  kind: Ghosted["kind"];
  color: Color;
  points: readonly [number, number];
  ends: boolean;
}

export function ghostOn(lot: number, offers: readonly Offer[], seat: number): Ghost | null {
  const here = offers.filter((offer) => lotOf(offer) === lot);
  const first = here[0];
  if (!first || here.length !== offers.length) return null;
  const alike = here.every(
    (offer) => offer.fields.kind === first.fields.kind && offer.fields.color === first.fields.color,
  );
  if (!alike) return null;
  return {
    kind: first.fields.kind as Ghosted["kind"],
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
