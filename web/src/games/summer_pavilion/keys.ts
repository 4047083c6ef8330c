/** Where number keys lead: to factories, to spaces by their price, or to what is chosen among. */
import { type Color, type PavilionView, type Star } from "../../gen/summer_pavilion.ts";
import type { Offer } from "../../gen/wire.ts";
import type { TableLike } from "../../table/session.svelte.ts";
import type { Choosing } from "./choosing.svelte.ts";
import { numberOf } from "./geometry.ts";
import { listed, TAKING } from "./tiles.ts";

/** The one after `from`, from the last to the first; the first if it is not among them. */
const after = <T>(items: readonly T[], from: T | null): T | null =>
  items[(items.indexOf(from!) + 1) % items.length] ?? null;

/** The next space of a price where a tile may be placed. */
export function priced(
  view: PavilionView,
  offers: readonly Offer[],
  price: number,
  from: string | null,
): string | null {
  const spaces = offers.flatMap(({ fields }) =>
    fields.kind === "place" &&
    numberOf(view.options.board, fields.star as Star, Number(fields.position)) === price
      ? [`${fields.star} ${fields.position}`]
      : [],
  );
  return after([...new Set(spaces)], from);
}

/** The next color that may be taken from a factory; 0 is the center. */
export function sourced(
  offers: readonly Offer[],
  factory: number,
  from: string | null,
): string | null {
  const source = factory === 0 ? "center" : `factory ${factory}`;
  const items = offers.flatMap(({ fields, things }) =>
    fields.kind === "take" && things?.includes(source) ? [`${source} ${fields.color}`] : [],
  );
  return after(items, from);
}

function focus(item: string | null): boolean {
  const found = item && document.querySelector<SVGElement>(`[data-item="${CSS.escape(item)}"]`);
  if (found) found.focus();
  return Boolean(found);
}

/** What a digit does now; whether it did something. */
function digit(choosing: Choosing, number: number): boolean {
  const { play, plates, purpose } = choosing;
  const view = play.view as PavilionView;
  const from = document.activeElement?.getAttribute("data-item") ?? null;
  if (plates.length > 1) {
    const offer = plates[number - 1];
    if (offer) choosing.choose(offer, "key");
    return offer !== undefined;
  }
  if (purpose) {
    const tiles = purpose === "pick" ? view.supply : view.players[view.on_turn]!.tiles;
    const one = listed(tiles)[number - 1];
    if (one) choosing.gather(one.color as Color, "key");
    return one !== undefined;
  }
  return focus(
    view.stage === TAKING
      ? sourced(play.offers, number, from)
      : priced(view, play.offers, number, from),
  );
}

/** A key anywhere at the table, unless a part of it has its own use for it. */
export function press(event: KeyboardEvent, session: TableLike, choosing: Choosing): void {
  const { play } = session;
  const target = event.target as Element | null;
  const elsewhere =
    session.sheet !== null || target?.closest("input, textarea, select, dialog") !== null;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || elsewhere) return;
  if (play.busy || play.offers.length === 0) return;
  let done = false;
  // By its place on the keyboard: some want Shift for digits.
  const number = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
  if (number !== undefined) done = digit(choosing, Number(number));
  else if (event.key.toLowerCase() === "p" && play.anything.has("pass")) {
    play.touch("pass", "key");
    done = true;
  } else if (event.key === "Enter" && document.activeElement === document.body) {
    done = choosing.primary?.ready ?? false;
    if (done) choosing.primary?.act();
  }
  if (done) event.preventDefault();
}
