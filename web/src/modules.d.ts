declare module "virtual:tokens.css";
declare module "virtual:pictures.css";
declare module "virtual:tokens" {
  type All = typeof import("../../src/colonnade/tokens.json");
  export const glyphs: Record<keyof All["pieces"]["colors"], string>;
  export const motion: All["motion"]["duration"];
  export const easing: All["motion"]["easing"];
  export const geometry: All["geometry"];
  export const emblems: All["emblems"];
  export const stroke: All["stroke"];
}
declare module "*?rules" {
  const html: string;
  export default html;
}
declare module "subset-font" {
  interface Wishes {
    targetFormat?: "woff2" | "woff" | "sfnt";
    variationAxes?: Record<string, number | { min: number; max: number }>;
    keepFeatures?: string[];
  }
  export default function subsetFont(
    font: Uint8Array,
    letters: string,
    wishes?: Wishes,
  ): Promise<Uint8Array>;
}
