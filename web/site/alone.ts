/** Makes a file of a drawn picture: with the styles and the colors that it uses, and nothing else. */
import all from "../../src/colonnade/tokens.json";
import { fixedVariables, spaceVariables, themeVariables } from "../plugins/tokens.ts";

type Tree = Parameters<typeof fixedVariables>[0];
const TOKENS = all as unknown as Tree;

const named = (variables: readonly string[]): Map<string, string> =>
  new Map(variables.map((one) => one.split(/: (.*)/s, 2) as [string, string]));

function theme(name: "light" | "dark"): Map<string, string> {
  const colors = (TOKENS.pieces as Tree).colors as Tree;
  return named([
    ...themeVariables((TOKENS.theme as Tree)[name] as Tree),
    ...spaceVariables(colors, name),
  ]);
}
const FIXED = named(fixedVariables(TOKENS));
const LIGHT = theme("light");
const DARK = theme("dark");

/** The variables of a text, and those that these are made of. */
function used(text: string, found = new Set<string>()): Set<string> {
  for (const [name] of text.matchAll(/--[a-z][\w-]*/g)) {
    if (found.has(name)) continue;
    found.add(name);
    used(FIXED.get(name) ?? LIGHT.get(name) ?? "", found);
  }
  return found;
}

function rule(variables: ReadonlyMap<string, string>, names: ReadonlySet<string>): string {
  const kept = [...variables].filter(([name]) => names.has(name));
  return `:root{${kept.map(([name, value]) => `${name}:${value}`).join(";")}}`;
}

/** Shorter, and the same to look at: no marks for a browser that takes over, no gradient that nothing wears. */
function lean(body: string): string {
  return body
    .replace(/<!--.*?-->/gs, "")
    .replace(/\d+\.\d{3,}/g, (long) => String(Number((+long).toFixed(+long < 1 ? 4 : 2))))
    .replace(/<(linear|radial)Gradient id="([^"]+)".*?<\/\1Gradient>/gs, (gradient, _, id) =>
      body.includes(`url(#${id})`) ? gradient : "",
    )
    .replace(/><\/(stop|path|rect|circle|ellipse|line|use)>/g, "/>")
    .trim();
}

/** The picture as a file: light or dark as its reader is. */
export function alone(body: string, head: string): string {
  const picture = lean(body);
  const styles = [...head.matchAll(/<style[^>]*>(.*?)<\/style>/gs)]
    .map(([, style]) => style!.replace(/\/\*.*?\*\//gs, "").replace(/\s+/g, " "))
    .join("");
  const names = used(styles + picture);
  const dark = `@media (prefers-color-scheme:dark){${rule(DARK, names)}}`;
  const style = `<style>${rule(FIXED, names)}${rule(LIGHT, names)}${dark}${styles}</style>`;
  const [width, height] = /viewBox="\S+ \S+ (\S+) (\S+)"/.exec(picture)!.slice(1).map(Number);
  const size = `width="${Math.round(width!)}" height="${Math.round(height!)}"`;
  return picture.replace(
    /^<svg([^>]*)>/,
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}$1>${style}`,
  );
}
