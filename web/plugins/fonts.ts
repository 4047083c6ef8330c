/** Cuts the fonts down to what the page shows: its letters, its weights, its features. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

// Western European letters and the punctuation of both languages; names in others use the system's fonts.
const RANGES = [
  [0x20, 0x7e],
  [0xa0, 0xff],
] as const;
const SINGLE =
  "\u0152\u0153\u0178\u2010\u2011\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u202f\u20ac\u2191\u2193\u2212";
const LETTERS =
  RANGES.map(([first, last]) =>
    String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i)),
  ).join("") + SINGLE;

// base.css names these files; weights are those of tokens.json and of the components.
const FONTS = [
  {
    file: "inter.woff2",
    from: "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
    variationAxes: { wght: { min: 450, max: 720 } },
    keepFeatures: ["kern", "liga", "calt", "ccmp", "mark", "tnum", "cv11"],
  },
  {
    file: "fraunces.woff2",
    from: "@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2",
    variationAxes: { wght: 580 },
    keepFeatures: ["kern", "liga", "ccmp", "mark", "tnum", "lnum"],
  },
];
// The server writes its pictures of links in the same fonts; what makes them reads no woff2.
const DRAWN = "fonts/";
const FOLDER = fileURLToPath(new URL("../node_modules/.fonts/", import.meta.url));

export function fonts(): Plugin {
  return {
    name: "colonnade-fonts",
    async buildStart() {
      const find = createRequire(import.meta.url).resolve;
      mkdirSync(FOLDER, { recursive: true });
      for (const { file, from, ...options } of FONTS) {
        const small = await subsetFont(readFileSync(find(from)), LETTERS, {
          targetFormat: "woff2",
          ...options,
        });
        writeFileSync(FOLDER + file, small);
      }
    },
    async generateBundle() {
      for (const { file } of FONTS) {
        const plain = await subsetFont(readFileSync(FOLDER + file), LETTERS, {
          targetFormat: "sfnt",
        });
        const fileName = DRAWN + file.replace("woff2", "ttf");
        this.emitFile({ type: "asset", fileName, source: plain });
      }
    },
  };
}
