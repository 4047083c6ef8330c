/**
 * Draws at build time what a visitor sees first, with the page's own components (prerender/render.ts): the
 * games' pictures as files, and for each screen and language what the server writes into its document.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { build, type Plugin, type Rolldown } from "vite";
import { pictureFile, pictureStyles, type Theme } from "./pictures.ts";
import { rules } from "./rules.ts";
import { INJECTED, minified } from "./styles.ts";
import { texts } from "./texts.ts";
import { THEMES, tokens } from "./tokens.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const WORK = "node_modules/.prerender/";
const PICTURES = "node_modules/.pictures/";
const STYLES = "virtual:pictures.css";

type Drawing = typeof import("../prerender/render.ts");

/** What the server writes into a document; `files` are the modules that the screen needs. */
export interface Written {
  title: string;
  html: string;
  css: string;
  files: string[];
}

async function drawing(): Promise<Drawing> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: "warn",
    plugins: [texts(), tokens(), rules(), svelte(INJECTED)],
    build: {
      ssr: "prerender/render.ts",
      outDir: WORK,
      minify: false,
      copyPublicDir: false,
      // One file: it is imported anew each time, and its parts must not be those of another.
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const built = pathToFileURL(`${ROOT}${WORK}render.js`).href;
  return (await import(`${built}?${Date.now()}`)) as Drawing;
}

/** Write the pictures and return the style sheet that shows them. */
function paint(drawing: Drawing): string {
  mkdirSync(ROOT + PICTURES, { recursive: true });
  const files = new Map<string, Record<Theme, string>>();
  for (const [name, { html, css }] of Object.entries(drawing.pictures())) {
    const of = {} as Record<Theme, string>;
    for (const theme of THEMES) {
      of[theme] = `/${PICTURES}${name}-${theme}.svg`;
      writeFileSync(ROOT + of[theme].slice(1), pictureFile(html, css, theme));
    }
    files.set(name, of);
  }
  return pictureStyles(files);
}

/** Styles written at an element, which the page's policy refuses, as rules of a sheet. */
export function withoutInline(html: string, css: string): { html: string; css: string } {
  const rules = new Map<string, string>();
  const found = html.replace(/ style="([^"]*)"/g, (_, style: string) => {
    const name = rules.get(style) ?? `s${rules.size}`;
    rules.set(style, name);
    return ` data-style="${name}"`;
  });
  const more = [...rules].map(([style, name]) => `[data-style="${name}"]{${style}}`);
  return { html: found, css: css + more.join("\n").replaceAll("&quot;", '"') };
}

/** The modules of the source that a screen needs to be whole, besides the entry. */
function needs(name: string): string[] {
  const [screen, game, lang] = name.split(" ") as [string, string, string];
  const component = { numbers: "rules", called: "home" }[screen] ?? screen;
  const texts = `src/colonnade/locales/${lang}.page.json`;
  const found = [texts, `src/screens/${component[0]!.toUpperCase()}${component.slice(1)}.svelte`];
  const drawn = ["table", "replay", "rules", "learn", "lesson"].includes(screen) && game !== "-";
  if (drawn) found.push(`src/games/${game}/face.ts`, `src/colonnade/locales/${lang}.${game}.json`);
  if (screen === "rules" || screen === "learn") found.push(`src/gen/guide/${game}.json`);
  if (screen === "numbers")
    found.push(`games/${game}/RULES${lang === "en" ? "" : `.${lang}`}.md?rules`);
  return found;
}

/** The files that hold some modules, and all that these files import. */
function filesOf(modules: string[], bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
  const found = new Set<string>();
  const add = (name: string): void => {
    const chunk = bundle[name];
    if (chunk?.type !== "chunk" || found.has(name)) return;
    found.add(name);
    chunk.imports.forEach(add);
  };
  for (const chunk of chunks.filter(({ isEntry }) => isEntry)) add(chunk.fileName);
  for (const module of modules) {
    const holder = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
    if (!holder) throw new Error(`no file of the page holds ${module}`);
    add(holder.fileName);
    // A screen in a file with others may have a small one of its own that leads there.
    const way = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
    if (way) add(way.fileName);
  }
  return [...found].map((name) => `/${name}`);
}

export function prerender(): Plugin {
  let begun: Promise<Drawing>;
  let styles: Promise<string>;
  return {
    name: "colonnade-prerender",
    buildStart() {
      begun = drawing();
      styles = begun.then(paint);
    },
    resolveId: (id) => (id === STYLES ? `\0${STYLES}` : undefined),
    load: (id) => (id === `\0${STYLES}` ? styles : undefined),
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const written: Record<string, Written> = {};
        for (const [name, { title, ...drawn }] of Object.entries(await (await begun).screens())) {
          const { html, css } = withoutInline(drawn.html, drawn.css);
          written[name] = { title, html, css: minified(css), files: filesOf(needs(name), bundle) };
        }
        const source = JSON.stringify(written);
        this.emitFile({ type: "asset", fileName: "shell.json", source });
      },
    },
  };
}
