/** What the page reads out of a view of 7 Steps; its shape is gen/seven_steps.ts. */
import {
  type Color,
  COLORS,
  type Discs,
  LIGHT_COLORS,
  type Space,
  type SpaceView,
  type StepsView,
  type Tiles,
} from "../../gen/seven_steps.ts";

const LIGHT: readonly Color[] = LIGHT_COLORS;
/** The colors that are printed on a tile. */
export const COLORS_ON: Partial<Record<string, readonly Color[]>> = {
  "third light": LIGHT_COLORS,
  "third dark": COLORS.filter((color) => !LIGHT.includes(color)),
};

/** How many discs or tiles there are in all. */
export function total(counts: Discs | Tiles): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** The discs of a hand one by one, each with its number within its color. */
export function eachDisc(discs: Discs): { color: Color; index: number }[] {
  return COLORS.flatMap((color) =>
    Array.from({ length: discs[color] ?? 0 }, (_, index) => ({ color, index })),
  );
}

/** A space of the board, where one is named and its segment is laid. */
export const spaceAt = (view: StepsView, name: Space | undefined): SpaceView | undefined =>
  name === undefined ? undefined : view.board[name];

/** The level that a disc gets on a space. */
export const levelAt = (view: StepsView, name: Space | undefined): number =>
  spaceAt(view, name)?.next ?? 0;

/** A kind of tile as part of a text's key: "third light" is "third_light". */
export const keyOf = (kind: string): string => kind.replace(" ", "_");
