/** Turns the games' drawn pictures into files, one for each theme, with the colors of tokens.json in them. */
import { minified } from "./styles.ts";
import { THEMES, variablesOf } from "./tokens.ts";

export type Theme = (typeof THEMES)[number];

/** The variables that a text uses, and those that their values use. */
function used(text: string, all: Map<string, string>, found = new Map<string, string>()) {
  for (const [, name] of text.matchAll(/var\((--[\w-]+)/g)) {
    const value = all.get(name!);
    if (value === undefined || found.has(name!)) continue;
    found.set(name!, value);
    used(value, all, found);
  }
  return found;
}

/** A picture as a file of its own: what stood in several drawings is in one, its styles and colors with it. */
export function pictureFile(html: string, css: string, theme: Theme): string {
  const drawings = [...html.matchAll(/<svg\b([^>]*)>(.*?)<\/svg>/gs)];
  const [, last] = drawings.at(-1)!;
  const view = /viewBox="[^"]+"/.exec(last!)![0];
  const fit = /preserveAspectRatio="[^"]+"/.exec(last!)?.[0] ?? "";
  const inner = drawings.map(([, , content]) => content).join("");
  const all = variablesOf(theme);
  const colors = [...used(inner + css, all)].map(([name, value]) => `${name}:${value}`);
  const root = `:root{color-scheme:${theme};${colors.join(";")}}`;
  // Numbers as exact as the eye is.
  const short = inner.replace(/\d+\.\d{3,}/g, (number) =>
    String(Number(Number(number).toFixed(2))),
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" ${view} ${fit}>` +
    `<style>${minified(root + css).replaceAll("<", "&lt;")}</style>` +
    `${short.replace(/>\s+</g, "><")}</svg>\n`
  );
}

/** The style sheet that shows them: only the file of the theme in use is fetched. */
export function pictureStyles(files: Map<string, Record<Theme, string>>): string {
  const rules = (theme: Theme, root: string): string =>
    [...files]
      .map(
        ([name, of]) => `${root} [data-picture="${name}"]{background-image:url("${of[theme]}")}\n`,
      )
      .join("");
  return (
    rules("light", ":root") +
    `@media (prefers-color-scheme: dark) {\n${rules("dark", ':root:not([data-theme="light"])')}}\n` +
    rules("dark", ':root[data-theme="dark"]')
  );
}
