/** How Summer Pavilion is shown: the things of its moves, its words, and what travels. */
import type { Offer, Told, View } from "../../net/wire.ts";
import type { Face, Piece } from "../../table/face.ts";
import type { Play } from "../../table/play.svelte.ts";
import { t } from "../../texts/texts.svelte.ts";
import Emblem from "./Emblem.svelte";
import Flying from "./Flying.svelte";
import { foldWith } from "./fold.ts";
import { numberOf, type Star } from "./geometry.ts";
import { motionsOf } from "./motions.ts";
import Table from "./Table.svelte";
import { thingsOf } from "./things.ts";
import { payment, listed } from "./tiles.ts";
import { boardOf, type PavilionView } from "./view.ts";
import { colorName, starName } from "./words.ts";

const PAGE = "summer_pavilion.page";

function prompt(play: Play): { text: string; chip?: string } {
  const view = play.view as PavilionView;
  const chip = t(`${PAGE}.phase.${view.phase}`);
  if (play.ready) return { text: t(`${PAGE}.prompt.ready`), chip };
  const kinds = new Set(play.offers.map(({ fields }) => fields.kind));
  if (kinds.has("take") && play.touched.length && play.remaining.length > 1)
    return { text: t(`${PAGE}.prompt.take.color`), chip };
  if (kinds.has("take")) return { text: t(`${PAGE}.prompt.take`), chip };
  if (view.phase === "pick") return { text: t(`${PAGE}.prompt.pick`, { count: view.owed }), chip };
  if (view.phase === "keep") return { text: t(`${PAGE}.prompt.keep`, { count: 4 }), chip };
  if (!kinds.has("place")) return { text: t(`${PAGE}.prompt.place.none`), chip };
  const tile = play.touched.find((thing) => thing.startsWith("tile "));
  if (play.touched.some((thing) => !thing.startsWith("tile ")))
    return { text: t(`${PAGE}.prompt.pay`), chip };
  if (tile)
    return { text: t(`${PAGE}.prompt.place.color`, { color: colorName(tile.slice(5)) }), chip };
  return { text: t(`${PAGE}.prompt.place`), chip };
}

function tell(told: Told, view: View): Piece[] {
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
      const board = boardOf(view);
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

/** A space of somebody's board, or the source that was taken from. */
function pointed(told: Told): readonly string[] {
  const fields = told.fields;
  if (fields?.kind === "place") return [`${told.seat} ${fields.star} ${fields.position}`];
  if (fields?.kind === "take")
    return [fields.source === "center" ? "center" : `factory ${fields.factory}`];
  return fields?.kind === "pick" ? ["supply"] : [];
}

/** The tiles of a payment: the color placed, then wilds. */
function plate(offer: Offer, view: View): Piece[] {
  if (offer.fields.kind !== "place") return [{ color: String(offer.fields.color) }];
  const paid = payment(offer, boardOf(view), (view as PavilionView).wild);
  return listed(paid).map(({ color, count }) => ({ color, count }));
}

export const face: Face = {
  key: "summer_pavilion",
  sky: "pavilion",
  hidden: false,
  things: thingsOf,
  Table,
  Flying,
  Emblem,
  prompt,
  tell,
  fold: foldWith(tell),
  pointed,
  plate,
  motions: (before, after, facts) =>
    motionsOf(before as PavilionView, after as PavilionView, facts),
};
