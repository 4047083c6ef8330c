/** Pagoda in words: the log, the prompt, the plates of remaining moves, names for readers. */
import type { View } from "../../gen/games.ts";
import {
  COLUMNS_OF_A_FLOOR,
  type LotView,
  PAGODAS_TO_END,
  type PagodaView,
} from "../../gen/pagoda.ts";
import type { Offer, Told } from "../../gen/wire.ts";
import type { Piece } from "../../table/face.ts";
import type { Play } from "../../table/play.svelte.ts";
import type { Touch } from "../../table/touch.ts";
import { language, t } from "../../texts/texts.svelte.ts";
import { lotOf, lotThing, named } from "./things.ts";

export const colorName = (color: string): string => t(`page.color.${color}`);
export const abilityName = (ability: string): string => t(`pagoda.page.ability.${ability}`);
/** Floors count from 1 for people. */
export const floorName = (floor: number): string => t(`pagoda.page.floor.${floor}`);
const chip = (color: string | number): Piece => ({ color: String(color) });

function pairOf(fields: Told["fields"]): Piece[] {
  if (!fields?.ability) return [];
  return [` · ${abilityName(String(fields.ability))} `, chip(fields.pay!), chip(fields.pay!)];
}

/** A fact of the log; what chance draws says nothing to people. */
export function tell(told: Told): Piece[] {
  const fields = told.fields;
  if (!fields || told.seat < 0) return [];
  const lot = fields.lot ?? "";
  switch (fields.kind) {
    case "column":
      return [` ${t("pagoda.page.tell.column", { lot })} `, chip(fields.color!), ...pairOf(fields)];
    case "tile":
    case "roof": {
      const [base] = named("tile", told); // the color under it
      const what =
        fields.kind === "tile"
          ? t("pagoda.page.tell.tile", { lot })
          : t("pagoda.page.tell.roof", { lot });
      return [
        ` ${what} `,
        ...(base ? [chip(base), " "] : []),
        `${t("pagoda.page.tell.for")} `,
        chip(fields.color!),
        ...pairOf(fields),
      ];
    }
    case "rooftop":
      return [` ${t("pagoda.page.tell.rooftop")} `, chip(fields.color!), ...pairOf(fields)];
    case "discard":
      return [` ${t("pagoda.page.tell.discard")} `, chip(fields.color!)];
    case "no fan":
      return [` ${t("pagoda.page.tell.no_fan")}`];
    case "dragon draw":
      return [` ${t("pagoda.page.tell.dragon_draw")}`];
    case "alternative":
    case "stuck":
    case "end":
      return [` ${t(`pagoda.page.tell.${fields.kind}`)}`];
    default:
      return [` ${abilityName(fields.kind)}`];
  }
}

const sourceName = (source: string | undefined): string =>
  source === "display" ? t("pagoda.page.display") : t("pagoda.page.hand");

/** What a move builds: "Column [red] +2". */
function whatOf(offer: Offer, view: PagodaView): Piece[] {
  const { kind, color } = offer.fields;
  const points = offer.points[view.on_turn] ?? 0;
  const gain = points > 0 ? ` +${points}` : "";
  switch (kind) {
    case "column":
    case "tile":
    case "roof":
    case "rooftop":
      return [`${t(`pagoda.page.plate.${kind}`)} `, chip(color!), gain];
    case "discard":
      return [`${t("pagoda.page.tell.discard")} `, chip(color!)];
    default:
      return [t(`pagoda.page.act.${kind.replace(" ", "_")}`)];
  }
}

/** How a move is paid: the cards, and where they come from. */
function payOf(offer: Offer): Piece[] {
  const paid = offer.pays ?? [];
  const pieces: Piece[] = [];
  for (const extra of [false, true]) {
    const part = paid.filter((card) => Boolean(card.ability) === extra);
    if (!part.length) continue;
    if (pieces.length) pieces.push(" · ");
    pieces.push(
      ...part.map(({ color }) => chip(color)),
      ` ${[...new Set(part.map(({ source }) => sourceName(source)))].join(" + ")}`,
    );
  }
  return pieces;
}

const joined = (what: Piece[], pay: Piece[]): Piece[] =>
  what.length && pay.length ? [...what, " · ", ...pay] : [...what, ...pay];
/** A move in full, as a plate. */
export const plate = (offer: Offer, view: View): Piece[] =>
  joined(whatOf(offer, view as PagodaView), payOf(offer));

export interface Way {
  offer: Offer;
  pieces: Piece[];
}

const MOST_WAYS = 8;
const FEW_WAYS = 4;

/** Moves with labels that say what tells them apart, and the rest only where it is asked for. */
export function labelled(offers: readonly Offer[], view: PagodaView, whole = false): Way[] {
  const what = (offer: Offer): string => `${offer.fields.kind} ${offer.fields.color}`;
  const differ = (by: (offer: Offer) => string): boolean => new Set(offers.map(by)).size > 1;
  const builds = whole || differ(what);
  const tiles =
    !whole && offers.every(({ fields }) => fields.kind === "tile" || fields.kind === "roof");
  return offers.map((offer) => {
    const alike = offers.filter((other) => what(other) === what(offer));
    const built = tiles ? whatOf(offer, view).slice(1) : whatOf(offer, view);
    return {
      offer,
      pieces: joined(
        builds ? built : [],
        alike.length > 1 || offer.fields.ability ? payOf(offer) : [],
      ),
    };
  });
}

/** Whether touching can tell each of some moves from the others. */
function touchable(play: Play, offers: readonly Offer[]): boolean {
  const all = offers.map(({ things }) => things);
  const common = all.reduce((left, own) => left.filter((thing) => own.includes(thing)));
  return all.every((own) =>
    own.some((thing) => !common.includes(thing) && !play.touched.includes(thing)),
  );
}

/**
 * The plates under the prompt: where all that is left is on one lot and differs in one respect.
 * While there is more to ask, touching cards, tiles and lots answers it; what touching cannot
 * tell apart always has its plates. What is ready needs none: another card is chosen by touching it.
 */
export function ways(play: Play): Way[] {
  const view = play.view as PagodaView;
  const left = play.remaining;
  if (play.touched.length === 0 || left.length < 2 || play.ready) return [];
  if (!touchable(play, left)) return labelled(left, view);
  if (left.length > MOST_WAYS || new Set(left.map(lotOf)).size > 1) return [];
  const builds = new Set(left.map(({ fields }) => `${fields.kind} ${fields.color}`)).size;
  return builds > 1 && builds < left.length && left.length > FEW_WAYS ? [] : labelled(left, view);
}

/** Phones have room for a few words only. */
const narrow = (): boolean => matchMedia("(max-width: 719px), (max-height: 479px)").matches;

/** A text, or its short form where there is little room and one exists. */
function brief(key: string, fields: Record<string, string | number> = {}): string {
  return narrow() && language.has(`${key}.short`) ? t(`${key}.short`, fields) : t(key, fields);
}

const BUILDS = ["column", "tile", "roof", "rooftop"];

/** What the main button says that plays the move which is ready. */
export function readyAct({ fields: { kind } }: Offer): string {
  if (BUILDS.includes(kind)) return "pagoda.page.act.play";
  return `pagoda.page.act.${kind.replace(" ", "_")}`;
}

function readyPrompt({ fields: { kind } }: Offer, by: Touch): string {
  if (by !== "touch") return "pagoda.page.prompt.ready.mouse";
  if (kind === "discard") return "pagoda.page.prompt.ready.discard";
  return BUILDS.includes(kind) ? "pagoda.page.prompt.ready" : "pagoda.page.prompt.ready.use";
}

const DUE = ["rooftop", "dragon", "alternative", "free column", "stuck", "fan"] as const;

/** What to do now, in a few words, and how much of it is left. */
export function prompt(play: Play): { text: string; chip?: string } {
  const view = play.view as PagodaView;
  const chipOf = (key: string, count: number): string => t(key, { count });
  if (play.ready) return { text: brief(readyPrompt(play.ready, play.by)) };
  const due = DUE.find((phase) => phase === view.phase);
  if (due === "rooftop") {
    const color = colorName(String(play.offers[0]?.fields.color));
    return { text: brief("pagoda.page.prompt.rooftop", { color }) };
  }
  if (due === "dragon")
    return {
      text: brief("pagoda.page.prompt.dragon"),
      chip: chipOf("pagoda.page.chip.discarded", view.tossed),
    };
  if (due === "alternative" || due === "stuck")
    return {
      text: brief(`pagoda.page.prompt.${due}`),
      chip: chipOf("pagoda.page.chip.to_discard", view.due),
    };
  if (due) return { text: brief(`pagoda.page.prompt.${due.replace(" ", "_")}`) };
  const chip = chipOf(
    narrow() ? "pagoda.page.chip.columns.short" : "pagoda.page.chip.columns",
    Math.max(0, view.bar - view.built),
  );
  const kinds = new Set(play.remaining.map((offer) => offer.fields.kind));
  if (play.touched.includes("rice") || play.touched.includes("buddha")) {
    const ability = play.touched.includes("rice") ? "rice" : "buddha";
    return { text: brief(`pagoda.page.prompt.${ability}`), chip };
  }
  if (
    play.touched.length &&
    [...kinds].every((kind) => kind === "tile" || kind === "roof") &&
    play.touched.some((thing) => thing.startsWith("lot "))
  )
    return { text: brief("pagoda.page.prompt.next_color"), chip };
  const card = play.touched.find((thing) => thing.startsWith("card "));
  if (card)
    return {
      text: brief("pagoda.page.prompt.card", { color: colorName(card.split(" ")[1]!) }),
      chip,
    };
  if (play.touched.some((thing) => thing.startsWith("lot "))) {
    const builds = new Set(play.remaining.map(({ fields }) => `${fields.kind} ${fields.color}`));
    return { text: brief(`pagoda.page.prompt.${builds.size > 1 ? "lot" : "pay"}`), chip };
  }
  if (play.touched.some((thing) => thing.startsWith("tile ")))
    return { text: brief("pagoda.page.prompt.tile"), chip };
  const builds = play.offers.some((offer) => offer.fields.lot !== undefined);
  return {
    text: builds ? brief("pagoda.page.prompt.begin") : brief("pagoda.page.prompt.end"),
    chip,
  };
}

/** What ends the game, and how near that is. */
export function goal(view: View, brief: boolean): string {
  const count = (view as PagodaView).lots.filter((lot) => lot.completed).length;
  const key = brief ? "pagoda.page.goal.short" : "pagoda.page.goal";
  return t(key, { count, all: PAGODAS_TO_END });
}

/** What stands on a lot: "second floor, 2 of 4 columns, red". */
export function lotContent(lot: LotView): string {
  const top = lot.floors.length;
  if (lot.roof) {
    const named = { color: colorName(lot.floors[top - 1]!), rooftop: colorName(lot.roof) };
    return lot.completed ? t("pagoda.page.lot.whole", named) : t("pagoda.page.lot.roof_due", named);
  }
  if (top === 0) return t("pagoda.page.lot.empty");
  const named = { floor: floorName(top), color: colorName(lot.floors[top - 1]!) };
  if (lot.completed) return t("pagoda.page.lot.ended", named);
  return lot.columns === COLUMNS_OF_A_FLOOR
    ? t("pagoda.page.lot.full", named)
    : t("pagoda.page.lot.some", { ...named, count: lot.columns });
}

/** What the remaining moves would do there: "build column, 2 points". */
export function lotOffer(offers: readonly Offer[], seat: number): string {
  const kinds = new Map<string, number>();
  for (const offer of offers)
    kinds.set(
      offer.fields.kind,
      Math.max(kinds.get(offer.fields.kind) ?? 0, offer.points[seat] ?? 0),
    );
  return [...kinds]
    .map(([kind, count]) => t(`pagoda.page.lot.build.${kind}`, { count }))
    .join(", ");
}

/** One floor in words, for those who walk through a pagoda by keys. */
export function floorContent(lot: LotView, floor: number): string {
  const top = lot.floors.length - 1;
  const named = { floor: floorName(floor + 1), color: colorName(lot.floors[floor]!) };
  if (floor < top || lot.roof) return t("pagoda.page.lot.full", named);
  return t("pagoda.page.lot.some", { ...named, count: lot.columns });
}

/** The whole name of a lot: place, content, offer or the reason why not. */
export function lotName(play: Play, at: number): string {
  const view = play.view as PagodaView;
  const lot = view.lots[at]!;
  const seat = play.seat ?? view.on_turn;
  const here = play.remaining.filter((offer) => lotOf(offer) === at);
  const said = here.length
    ? lotOffer(here, seat)
    : play.offers.length
      ? play.reason(lotThing(at))?.text
      : undefined;
  const whole = t("pagoda.page.lot.name", { lot: at + 1, content: lotContent(lot) });
  const ring =
    lot.floors.length && play.state(lotThing(at)) === "selected"
      ? `; ${t("pagoda.page.selected")}`
      : "";
  return said ? `${whole}; ${said}${ring}` : whole + ring;
}
