/** The design's values for code that draws; styles use the same as CSS variables. */
import { easing, emblems, geometry, glyphs, motion, stroke } from "virtual:tokens";

export type Color = keyof typeof glyphs;
export const GLYPHS = glyphs;
export const COLORS = Object.keys(glyphs) as Color[];
export const MOTION = motion;
export const EASING = easing;
export const GEOMETRY = geometry;
export const EMBLEMS = emblems;
export const STROKE = stroke;
