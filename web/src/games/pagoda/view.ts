/** What the server shows of a Pagoda position; the same shape as games/pagoda/shape.py. */
import type { View } from "../../net/wire.ts";

export const COLORS = ["red", "blue", "green", "yellow", "purple"] as const;
export type PagodaColor = (typeof COLORS)[number];
/** In the order of the colors whose tiles give them. */
export const ABILITIES = ["lantern", "buddha", "rice", "dragon", "fan"] as const;
export type Ability = (typeof ABILITIES)[number];
export type Source = "display" | "hand";
export const SOURCES: readonly Source[] = ["display", "hand"];
export const DISPLAY_SIZE = 5;
export const HAND_SIZE = 2;
export const COLUMNS_OF_A_FLOOR = 4;
export const TILES = COLORS.length ** 2;
export const USES = 2;

export interface SeatView {
  display: PagodaColor[];
  hand: PagodaColor[] | null; // null when hidden
  hand_size: number;
  known: PagodaColor[] | null;
  abilities: Record<Ability, number>;
  breakdown: Record<string, number>;
}

export interface LotView {
  floors: PagodaColor[];
  columns: number;
  roof: PagodaColor | null;
  completed: boolean;
}

export interface PagodaView extends View {
  players: SeatView[];
  lots: LotView[];
  tiles: [PagodaColor, PagodaColor][];
  discard: PagodaColor[];
  played: PagodaColor[];
  deck_size: number;
  deck: PagodaColor[] | null;
  used: Ability[];
  built: number;
  tossed: number;
  least: number;
  goal: number;
}

export const colorOf = (ability: Ability): PagodaColor => COLORS[ABILITIES.indexOf(ability)]!;
export const abilityOf = (color: PagodaColor): Ability => ABILITIES[COLORS.indexOf(color)]!;
/** Floors of a whole pagoda in this game. */
export const floorsOf = (view: View): number => (view.options.length === "fast" ? 3 : 4);
/** Columns that the turn's bar has room for: the Lantern adds one. */
export const barOf = (view: PagodaView): number => (view.used.includes("lantern") ? 4 : 3);
/** The lot, from 0, whose roof still waits for its rooftop. */
export const lotDue = (view: PagodaView): number =>
  view.lots.findIndex((lot) => lot.roof !== null && !lot.completed);
/** Columns that stand on a floor of a lot. */
export function columnsOn(lot: LotView, floor: number): number {
  if (floor >= lot.floors.length) return 0;
  return floor < lot.floors.length - 1 || lot.roof !== null ? COLUMNS_OF_A_FLOOR : lot.columns;
}
