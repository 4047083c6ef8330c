/** What the page reads out of a view of Pagoda; its shape is gen/pagoda.ts. */
import {
  ABILITIES,
  type Ability,
  type Color,
  COLORS,
  COLUMN_LIMIT,
  COLUMNS_OF_A_FLOOR,
  FLOORS,
  type LotView,
  type PagodaView,
  type SOURCES,
} from "../../gen/pagoda.ts";

export type Source = (typeof SOURCES)[number];

export const colorOf = (ability: Ability): Color => COLORS[ABILITIES.indexOf(ability)]!;
export const abilityOf = (color: Color): Ability => ABILITIES[COLORS.indexOf(color)]!;
/** Floors of a whole pagoda in this game. */
export const floorsOf = (view: PagodaView): number => FLOORS[view.options.length];
/** Columns that the turn's bar has room for: the Lantern adds one. */
export const barOf = (view: PagodaView): number =>
  COLUMN_LIMIT + (view.used.includes("lantern") ? 1 : 0);
/** The lot, from 0, whose roof still waits for its rooftop. */
export const lotDue = (view: PagodaView): number =>
  view.lots.findIndex((lot) => lot.roof !== null && !lot.completed);
/** Columns that stand on a floor of a lot. */
export function columnsOn(lot: LotView, floor: number): number {
  if (floor >= lot.floors.length) return 0;
  return floor < lot.floors.length - 1 || lot.roof !== null ? COLUMNS_OF_A_FLOOR : lot.columns;
}
