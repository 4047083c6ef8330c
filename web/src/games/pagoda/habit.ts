/**
 * What a hand means at the table of Pagoda where touches leave several moves, and what it keeps.
 *
 * A lot that takes one color says all there is to say: the card comes from the display, unless one
 * was chosen, and never through an ability. After a column its color stays in the hand. Pure.
 */
import type { Offer } from "../../gen/wire.ts";
import type { Habit } from "../../table/play.svelte.ts";
import type { Touch } from "../../table/touch.ts";
import { cardThing, lotOf } from "./things.ts";

const isPlain = ({ fields }: Offer): boolean => fields.ability === undefined;
const isColumn = (offer: Offer): boolean => offer.fields.kind === "column" && isPlain(offer);

/** The column that all of some moves build, paid from the display if it can be. */
function meant(left: readonly Offer[]): Offer | null {
  const plain = left.filter(isPlain);
  const [first] = plain;
  if (!first || !plain.every(isColumn)) return null;
  const alike = plain.every(
    (offer) => lotOf(offer) === lotOf(first) && offer.fields.color === first.fields.color,
  );
  if (!alike || left.some((offer) => lotOf(offer) !== lotOf(first))) return null;
  // A Bowl of rice could also build other colors there: then the lot alone says too little.
  if (left.some(({ fields }) => fields.color !== first.fields.color)) return null;
  return plain.find(({ fields }) => fields.source === "display") ?? first;
}

/** What stays touched: the color, if a card was chosen; by finger the lot too, to be seen again. */
function onward(
  made: Offer,
  touched: readonly string[],
  by: Touch,
  offers: readonly Offer[],
): string[] {
  if (!isColumn(made)) return [];
  const again = offers.filter(
    (offer) => isColumn(offer) && offer.fields.color === made.fields.color,
  );
  const kept: string[] = [];
  if (touched.some((thing) => thing.startsWith("card "))) {
    const color = String(made.fields.color);
    const cards = [...touched, cardThing(color, "display"), cardThing(color, "hand")];
    const card = cards.find(
      (thing) => thing.startsWith("card ") && again.some(({ things }) => things.includes(thing)),
    );
    if (card) kept.push(card);
  }
  const lot = made.things.find((thing) => thing.startsWith("lot "));
  const there = again.some(({ things }) =>
    [...kept, lot!].every((thing) => things.includes(thing)),
  );
  if (by === "touch" && lot && there) kept.push(lot);
  return kept;
}

export const habit: Habit = { meant, onward };
