/** What the page reads out of a view of Pagoda; its shape is gen/pagoda.ts. */
import { ABILITIES, type Ability, type Color, COLORS, type SOURCES } from "../../gen/pagoda.ts";

export type Source = (typeof SOURCES)[number];

export const colorOf = (ability: Ability): Color => COLORS[ABILITIES.indexOf(ability)]!;
export const abilityOf = (color: Color): Ability => ABILITIES[COLORS.indexOf(color)]!;
