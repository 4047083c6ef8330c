/** What people read and hear about tiles, spaces and sources, from the locale texts. */
import type { Offer } from "../../net/wire.ts";
import type { Play } from "../../table/play.svelte.ts";
import { gains } from "../../table/filter.ts";
import { t } from "../../texts/texts.svelte.ts";
import { type Board, type Color, numberOf, type Star } from "./geometry.ts";
import { completes, listed, payment, taken } from "./tiles.ts";
import { boardOf, type PavilionView, type Tiles } from "./view.ts";

const PAGE = "summer_pavilion.page";

export const colorName = (color: string): string => t(`page.color.${color}`);

/** "2 blue, 1 red and 1 yellow wild" */
export function tilesName(tiles: Tiles, wild?: Color): string {
  const parts = listed(tiles).map(({ color, count }) =>
    t(color === wild ? `${PAGE}.count.wild` : `${PAGE}.count`, { count, color: colorName(color) }),
  );
  const last = parts.pop() ?? "";
  return parts.length ? t(`${PAGE}.and`, { first: parts.join(", "), last }) : last;
}

/** A star by its color, or on the grey board by its place. */
export function starName(star: Star, board: Board): string {
  return star === "center" ? t(`${PAGE}.star.center`) : t(`${PAGE}.star.${board}.${star}`);
}

/** "+3" or "−2", with a real minus. */
export const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`);

const pointsOf = (offers: readonly Offer[], seat: number): string => {
  const range = gains(offers, seat);
  if (!range) return signed(0);
  return range[0] === range[1] ? signed(range[0]) : `${signed(range[0])} … ${signed(range[1])}`;
};

/** The bubble over a space: points, and the structures that it would complete. */
export function spaceBubble(
  offers: readonly Offer[],
  view: PavilionView,
  seat: number,
  space: string,
): string {
  const found = completes(view.players[seat]!.board, space).map(({ kind }) =>
    t(`${PAGE}.structure.${kind}`),
  );
  return [pointsOf(offers, seat), ...found].join(", ");
}

/** The name of a space: place, content and offer. */
export function spaceName(
  play: Play,
  seat: number,
  star: Star,
  position: number,
  own: boolean,
): string {
  const view = play.view as PavilionView;
  const board = boardOf(view);
  const color = view.players[seat]!.board[star][position - 1];
  const fields = { star: starName(star, board), position };
  if (color) return t(`${PAGE}.space.filled`, { ...fields, color: colorName(color) });
  const name = t(`${PAGE}.space.costs`, { ...fields, number: numberOf(board, star, position) });
  const thing = `${star} ${position}`;
  if (!own) return name;
  const offers = play.remaining.filter(
    (offer) => offer.fields.star === star && offer.fields.position === position,
  );
  if (offers.length === 0) {
    const why = play.reason(thing);
    return why ? t(`${PAGE}.lead`, { name, offer: why.text }) : name;
  }
  const points = gains(offers, seat)?.[1] ?? 0;
  const offer =
    offers.length > 1
      ? t(`${PAGE}.offer.place.ways`, { ways: offers.length, count: points })
      : t(`${PAGE}.offer.place`, {
          tiles: tilesName(payment(offers[0]!, board, view.wild), view.wild),
          count: points,
        });
  return t(`${PAGE}.lead`, { name, offer });
}

/** The name of a color in a source: what lies there, and what would be taken. */
export function sourceName(
  view: PavilionView,
  factory: number | null,
  color: Color,
  offer: Offer | undefined,
  seat: number,
): string {
  const tiles = factory === null ? view.center : view.factories[factory - 1]!;
  const said = tilesName(tiles, view.wild);
  const name =
    factory === null
      ? t(`${PAGE}.center.name`, { tiles: said })
      : t(`${PAGE}.factory.name`, { number: factory, tiles: said });
  if (!offer) return t(`${PAGE}.lead`, { name, offer: colorName(color) });
  const got = tilesName(taken(tiles, color, view.wild).taken, view.wild);
  const points = offer.points[seat] ?? 0;
  return t(`${PAGE}.lead`, {
    name,
    offer: points
      ? t(`${PAGE}.offer.take.points`, { tiles: got, points: signed(points) })
      : t(`${PAGE}.offer.take`, { tiles: got }),
  });
}
