/** Turns the package's tokens.json, the one source of colors and measures, into CSS variables. */
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const STYLES = "virtual:tokens.css";
const VALUES = "virtual:tokens";
const FILE = new URL("../../src/colonnade/tokens.json", import.meta.url);

type Tree = { [name: string]: Tree | string | number | string[] };

const read = (): Tree => JSON.parse(readFileSync(FILE, "utf-8"));

function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The variables of one theme: --ink, --accent, --glow, --seat-0, --sky-pagoda-1, --shadow-2 ... */
export function themeVariables(theme: Tree): string[] {
  const found: string[] = [];
  const flat = ["neutral", "accent", "state", "gold", "stone"];
  for (const group of flat)
    for (const [name, value] of Object.entries(theme[group] as Tree))
      found.push(`--${dashed(name)}: ${value}`);
  (theme.seat as string[]).forEach((color, seat) =>
    // A seat's color, and the same as a hue that a seat may borrow: one's own is always the first.
    found.push(`--seat-${seat}: ${color}`, `--hue-${seat}: ${color}`),
  );
  for (const [sky, stops] of Object.entries(theme.sky as Tree))
    (stops as string[]).forEach((stop, i) => found.push(`--sky-${sky}-${i}: ${stop}`));
  for (const [name, value] of Object.entries(theme.bonusTile as Tree))
    found.push(`--bonus-${dashed(name)}: ${value}`);
  for (const [depth, value] of Object.entries(theme.shadow as Tree))
    found.push(`--shadow-${depth}: ${value}`);
  return found;
}

/** The tints of empty spaces, which alone change with the theme: --space-red-fill ... */
export function spaceVariables(colors: Tree, theme: string): string[] {
  return Object.entries(colors).flatMap(([color, piece]) =>
    Object.entries(((piece as Tree).space as Tree)[theme] as Tree).map(
      ([part, value]) => `--space-${color}-${part}: ${value}`,
    ),
  );
}

/** What is the same in both themes: pieces, fonts, spacing, radii, sizes, motion. */
export function fixedVariables(all: Tree): string[] {
  const found: string[] = [];
  const pieces = (all.pieces as Tree).colors as Tree;
  for (const [color, piece] of Object.entries(pieces))
    for (const part of ["fill", "light", "shade", "edge", "ink"])
      found.push(`--${color}-${part}: ${(piece as Tree)[part]}`);
  const type = all.type as Tree;
  found.push(`--font-ui: ${type.ui}`, `--font-display: ${type.display}`);
  for (const [name, step] of Object.entries(type.scale as Tree)) {
    const { size, line, weight, family } = step as Tree;
    found.push(
      `--text-${name}: ${weight} calc(${size}px * var(--text-scale, 1)) / ${line} var(--font-${family})`,
    );
  }
  for (const [step, size] of Object.entries(all.space as Tree))
    found.push(`--space-${step}: ${size}px`);
  for (const [name, size] of Object.entries(all.radius as Tree))
    found.push(`--radius-${name}: ${size}px`);
  for (const [name, size] of Object.entries(all.size as Tree))
    if (typeof size === "number") found.push(`--size-${dashed(name)}: ${size}px`);
  const motion = all.motion as Tree;
  for (const [name, ms] of Object.entries(motion.duration as Tree))
    found.push(`--time-${name}: ${ms}ms`);
  for (const [name, curve] of Object.entries(motion.easing as Tree))
    found.push(`--ease-${name}: ${curve}`);
  for (const [name, z] of Object.entries(all.z as Tree)) found.push(`--z-${name}: ${z}`);
  return found;
}

export const THEMES = ["light", "dark"] as const;

/** Every variable of a theme by its name. */
export function variablesOf(theme: (typeof THEMES)[number]): Map<string, string> {
  const all = read();
  const lines = [
    ...fixedVariables(all),
    ...themeVariables((all.theme as Tree)[theme] as Tree),
    ...spaceVariables((all.pieces as Tree).colors as Tree, theme),
  ];
  return new Map(
    lines.map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at), line.slice(at + 1).trim()];
    }),
  );
}

function rule(selector: string, variables: string[]): string {
  return `${selector} {\n  ${variables.join(";\n  ")};\n}\n`;
}

/** The whole style sheet: light by default, dark by the system's wish or by choice. */
export function styleSheet(all: Tree): string {
  const colors = (all.pieces as Tree).colors as Tree;
  const of = (theme: string): string[] => [
    ...themeVariables((all.theme as Tree)[theme] as Tree),
    ...spaceVariables(colors, theme),
  ];
  const light = ["color-scheme: light", ...of("light")];
  // Until the page wears its own fonts (src/design/fonts.ts), those that stand in for them come first.
  const type = all.type as Tree;
  const standIns = (["ui", "display"] as const).map(
    (name) => `--font-${name}: ${String(type[name]).replace(/^[^,]+,/, "")}`,
  );
  const dark = ["color-scheme: dark", ...of("dark")];
  return (
    rule(":root", [...fixedVariables(all), ...light]) +
    rule(":root:not([data-fonts])", standIns) +
    `@media (prefers-color-scheme: dark) {\n${rule(':root:not([data-theme="light"])', dark)}}\n` +
    rule(':root[data-theme="dark"]', dark)
  );
}

/** The values that code draws with; the rest of the file would only make the page heavier. */
export function values(all: Tree): Tree {
  const colors = (all.pieces as Tree).colors as Tree;
  return {
    glyphs: Object.fromEntries(
      Object.entries(colors).map(([color, piece]) => [color, (piece as Tree).glyph_svg!]),
    ),
    motion: (all.motion as Tree).duration!,
    easing: (all.motion as Tree).easing!,
    geometry: all.geometry!,
    emblems: Object.fromEntries(
      Object.entries(all.emblems as Tree).filter(([name]) => name !== "note"),
    ),
    stroke: all.stroke!,
  };
}

export function tokens(): Plugin {
  const made: Record<string, () => string> = {
    [STYLES]: () => styleSheet(read()),
    [VALUES]: () =>
      Object.entries(values(read()))
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join("\n"),
  };
  return {
    name: "colonnade-tokens",
    resolveId: (id) => (id in made ? `\0${id}` : undefined),
    load: (id) => (id.startsWith("\0") ? made[id.slice(1)]?.() : undefined),
  };
}
