/** What the page says of Summer Pavilion: what is due, what happened, what a move offers. */
import type { View } from "../../gen/games.ts";
import {
  type Color,
  MOST_KEPT,
  type PavilionView,
  ROUNDS,
  type Star,
  type Tiles,
} from "../../gen/summer_pavilion.ts";
import type { Offer, Told } from "../../gen/wire.ts";
import type { Piece } from "../../table/face.ts";
import { gains } from "../../table/filter.ts";
import type { Play } from "../../table/play.svelte.ts";
import { t } from "../../texts/texts.svelte.ts";
import { type Board, numberOf } from "./geometry.ts";
import { listed, moved } from "./tiles.ts";

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
export function spaceBubble(offers: readonly Offer[], seat: number): string {
  const found = (offers[0]?.earns ?? []).map((name) =>
    t(`${PAGE}.structure.${name.split(" ")[0]}`),
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
  const board = view.options.board;
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
          tiles: tilesName(moved(offers[0]!), view.wild),
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
  const got = tilesName(moved(offer), view.wild);
  const points = offer.points[seat] ?? 0;
  return t(`${PAGE}.lead`, {
    name,
    offer: points
      ? t(`${PAGE}.offer.take.points`, { tiles: got, points: signed(points) })
      : t(`${PAGE}.offer.take`, { tiles: got }),
  });
}

/** What the seat on turn should do now. */
export function prompt(play: Play): { text: string; chip?: string } {
  const view = play.view as PavilionView;
  const chip = t(`${PAGE}.phase.${view.phase}`);
  if (play.ready) return { text: t(`${PAGE}.prompt.ready`), chip };
  const kinds = new Set(play.offers.map(({ fields }) => fields.kind));
  if (kinds.has("take") && play.touched.length && play.remaining.length > 1)
    return { text: t(`${PAGE}.prompt.take.color`), chip };
  if (kinds.has("take")) return { text: t(`${PAGE}.prompt.take`), chip };
  if (view.phase === "pick") return { text: t(`${PAGE}.prompt.pick`, { count: view.owed }), chip };
  if (view.phase === "keep") return { text: t(`${PAGE}.prompt.keep`, { count: MOST_KEPT }), chip };
  if (!kinds.has("place")) return { text: t(`${PAGE}.prompt.place.none`), chip };
  const tile = play.touched.find((thing) => thing.startsWith("tile "));
  if (play.touched.some((thing) => !thing.startsWith("tile ")))
    return { text: t(`${PAGE}.prompt.pay`), chip };
  if (tile)
    return { text: t(`${PAGE}.prompt.place.color`, { color: colorName(tile.slice(5)) }), chip };
  return { text: t(`${PAGE}.prompt.place`), chip };
}

/** What ends the game, and how near that is. */
export function goal(view: View, brief: boolean): string {
  const { round } = view as PavilionView;
  return t(brief ? `${PAGE}.goal.short` : `${PAGE}.goal`, { round, all: ROUNDS });
}

/** A fact of the log in words. */
export function tell(told: Told, view: View): Piece[] {
  const fields = told.fields;
  const color = String(fields?.color ?? "");
  switch (fields?.kind) {
    case "take": {
      const from =
        fields.source === "center"
          ? t(`${PAGE}.log.take.center`)
          : t(`${PAGE}.log.take.factory`, { number: Number(fields.factory) });
      return [{ color }, from];
    }
    case "place": {
      const star = fields.star as Star;
      const { board } = (view as PavilionView).options;
      const wilds = Number(fields.wilds);
      const number = numberOf(board, star, Number(fields.position));
      return [
        { color },
        t(`${PAGE}.log.place`, { star: starName(star, board).toLowerCase(), number }),
        ...(wilds ? [t(`${PAGE}.log.place.wilds`, { count: wilds })] : []),
      ];
    }
    case "pick":
      return [t(`${PAGE}.log.pick`), { color }];
    case "keep":
      return [t(`${PAGE}.log.keep`), { color }];
    case "pass":
      return [t(`${PAGE}.log.pass`)];
    case "done":
      return [t(`${PAGE}.log.done`)];
    default:
      return []; // draws are seen, not told: the log would hold little else
  }
}

/** The tiles of a payment: the color placed, then wilds. */
export function plate(offer: Offer): Piece[] {
  return offer.fields.kind === "place"
    ? listed(moved(offer)).map(({ color, count }) => ({ color, count }))
    : [{ color: String(offer.fields.color) }];
}
