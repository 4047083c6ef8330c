/** What the page says of 7 Steps: what is due, what happened, what a move offers. */
import type { View } from "../../gen/games.ts";
import type { Space, StepsFields, StepsView } from "../../gen/seven_steps.ts";
import type { Offer, Told } from "../../gen/wire.ts";
import type { Piece } from "../../table/face.ts";
import type { Play } from "../../table/play.svelte.ts";
import { language, t } from "../../texts/texts.svelte.ts";
import { keyOf, levelAt, spaceAt } from "./view.ts";

const MARK = "\u0001"; // stands for a chip while a text is filled
export const tileName = (kind: string): string => t(`seven_steps.page.tile.${keyOf(kind)}`);
export const tileAbout = (kind: string): string => t(`seven_steps.page.about.${keyOf(kind)}`);
export const colorName = (color: string): string => t(`page.color.${color}`);

/** A text with the chips of colors where {disc} stands. */
export function withChips(
  key: string,
  colors: readonly string[],
  fields: Record<string, string | number> = {},
): Piece[] {
  const parts = t(key, { ...fields, disc: MARK }).split(MARK);
  return parts
    .flatMap((part, i): Piece[] => (i > 0 ? [...colors.map((color) => ({ color })), part] : [part]))
    .filter((piece) => piece !== "");
}
const withChip = (
  key: string,
  color: string | null,
  fields: Record<string, string | number> = {},
): Piece[] => withChips(key, color ? [color] : [], fields);

export function tell(told: Told, view: View): Piece[] {
  if (!told.fields) return [];
  const { kind, space, color, tile, rejected, type } = told.fields as StepsFields;
  const own = spaceAt(view as StepsView, space)?.color ?? null;
  const at = { space: String(space) };
  if (["place", "remove", "recover", "move"].includes(kind))
    return withChip(`seven_steps.page.tell.${kind}`, own, at);
  if (["shift", "onto", "swap"].includes(kind)) return [t(`seven_steps.page.tell.${kind}`, at)];
  if (["climb", "count", "refill"].includes(kind)) return [t(`seven_steps.page.tell.${kind}`)];
  if (kind === "count tile") return [t("seven_steps.page.tell.count_tile")];
  if (kind === "bonus") return [t(`seven_steps.page.tell.bonus.${type}`)];
  if (kind === "keep")
    return [
      t("seven_steps.page.tell.keep", {
        tile: tileName(String(tile)),
        other: tileName(String(rejected)),
      }),
    ];
  if (kind === "return")
    return color
      ? withChip("seven_steps.page.tell.return", String(color))
      : [t("seven_steps.page.tell.return.hidden")];
  if (kind === "tile" && tile)
    return [t("seven_steps.page.tell.tile", { tile: tileName(String(tile)) })];
  return []; // draws are seen behind the screen, the set-up on the board
}

/** A move that is left beside another one on the same space. */
export function plate(offer: Offer): Piece[] {
  const { kind } = offer.fields;
  return kind === "onto" || kind === "swap" ? [t(`seven_steps.page.plate.${kind}`)] : [];
}

/** The levels at which a disc may be placed now, rising. */
function openLevels(play: Play, view: StepsView): number[] {
  const levels = play.offers
    .filter((offer) => offer.fields.kind === "place")
    .map((offer) => levelAt(view, offer.fields.space));
  return [...new Set(levels)].sort((one, two) => one - two);
}

/** A text, or its short form where the screen is narrow and there is one. */
function brief(key: string, fields: Record<string, string | number> = {}): string {
  const short = `${key}.short`;
  return t((innerWidth < 720 || innerHeight < 540) && language.has(short) ? short : key, fields);
}

export function prompt(play: Play): { text: string; chip?: string } {
  const view = play.view as StepsView;
  const tile = view.players[view.on_turn]?.construction;
  const usesTile = play.touched.includes("construction");
  if (view.phase === "next disc") return nextDisc(play, view);
  if (view.phase === "start" && usesTile && tile)
    return { text: brief(`seven_steps.page.prompt.${tile}`), chip: tileName(tile) };
  if (view.phase === "removing")
    return {
      text: brief(
        usesTile ? "seven_steps.page.prompt.remove_second" : "seven_steps.page.prompt.first",
      ),
    };
  if (view.phase === "shifting")
    return { text: brief("seven_steps.page.prompt.shift_onto"), chip: view.space ?? "" };
  if (view.phase === "moving")
    return { text: brief("seven_steps.page.prompt.move_onto"), chip: view.space ?? "" };
  if (view.phase === "bonus") return { text: brief("seven_steps.page.prompt.bonus") };
  if (view.phase === "choosing") return { text: brief("seven_steps.page.prompt.choosing") };
  if (view.phase === "returning") return { text: brief("seven_steps.page.prompt.returning") };
  const first = view.climbing
    ? "seven_steps.page.prompt.first_climbing"
    : "seven_steps.page.prompt.first";
  return { text: brief(first), chip: brief("seven_steps.page.limit", { count: view.limit }) };
}

function nextDisc(play: Play, view: StepsView): { text: string; chip?: string } {
  const chip = brief("seven_steps.page.so_far", { count: view.level_sum });
  const levels = openLevels(play, view);
  if (levels.length === 0) return { text: brief("seven_steps.page.prompt.finish"), chip };
  if (levels.length === 1)
    return { text: brief("seven_steps.page.prompt.step_one", { level: levels[0]! }), chip };
  return {
    text: brief("seven_steps.page.prompt.step_two", { low: levels[0]!, high: levels.at(-1)! }),
    chip,
  };
}

/** What ends the game, and how near that is. */
export function goal(view: View, brief: boolean): string {
  const { called, bag_size: count } = view as StepsView;
  const key = `seven_steps.page.goal${called ? ".called" : ""}${brief ? ".short" : ""}`;
  return t(key, { count });
}

/** What a move on a space would do, after the space's own name. */
export function offered(offer: Offer, view: StepsView): string {
  const { kind, space } = offer.fields;
  const level = levelAt(view, space);
  if (kind === "place") return t("seven_steps.page.offer.place", { level, count: level });
  return t(`seven_steps.page.offer.${kind}`);
}

/** A space's name for readers: place, content, offer or reason. */
export function spaceLabel(play: Play, view: StepsView, name: Space, thing: string): string {
  const space = view.board[name];
  if (!space) return name;
  const fields = { space: name, color: colorName(space.color), count: space.height };
  const parts = [
    t(space.height ? "seven_steps.page.space.tower" : "seven_steps.page.space.empty", fields),
  ];
  const offers = play.remaining.filter(({ things }) => things.includes(thing));
  if (offers.length) parts.push(...offers.map((offer) => offered(offer, view)));
  else if (play.offers.length) {
    const why = play.reason(name);
    if (why) parts.push(why.text);
  }
  return parts.join("; ");
}
