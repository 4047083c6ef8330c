/** The design's values for code that draws; styles use the same as CSS variables. */
import all from "./tokens.json";

export type Color = keyof typeof all.pieces.colors;
export const GLYPHS = Object.fromEntries(
  Object.entries(all.pieces.colors).map(([color, piece]) => [color, piece.glyph_svg]),
) as Record<Color, string>;
export const COLORS = Object.keys(all.pieces.colors) as Color[];
export const MOTION = all.motion.duration;
export const EASING = all.motion.easing;
export const GEOMETRY = all.geometry;
export const STROKE = all.stroke;
