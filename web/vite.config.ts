import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { brotli } from "./plugins/brotli.ts";
import { fonts } from "./plugins/fonts.ts";
import { COMPILED, hints } from "./plugins/hints.ts";
import { late } from "./plugins/late.ts";
import { offline } from "./plugins/offline.ts";
import { prerender } from "./plugins/prerender.ts";
import { rules } from "./plugins/rules.ts";
import { INJECTED, styles } from "./plugins/styles.ts";
import { texts } from "./plugins/texts.ts";
import { tokens } from "./plugins/tokens.ts";

// While developing, the page comes from here and everything else from a running `colonnade serve`.
const server = process.env.COLONNADE_SERVER ?? "http://127.0.0.1:8000";

// Three kinds of files, since each small one would cost a request of its own: what most screens need; what
// tables, lessons and studies share, or texts of rules; and what comes by itself, as a screen or a game's face.
// A browser has six connections over HTTP/1.1: a table's program is six files and a tiny one, so that no large one waits.
const BASE =
  /node_modules.(svelte|clsx|esm-env).|virtual:(adopt|tokens$)|preload-helper|src.(design|net|texts|settings|router|places|gen.\w+\.ts|games.faces|learn.progress|motion.(gradual|idle)|sound|rulebook.(guide|scene|search)\b|screens.(all|Opened|pairing|SeekingBar|Trouble|Ruin|days|first|Frame|GameTabs|JoinLink|lines|OverList|Picture|TableRow|UploadButton|uploads|wishes)\b|table.(away|Bell|invitations|TellMe)\b)/;
const TABLE = /src.(table|motion|screens.(Table\.svelte|Join\.svelte))/;
const RULES = /src.(rulebook|learn.Minute|screens.(Rules|Guide|GameMenu))/;
const ALONE = /src.table.(Coach|HintCard|RivalTurn|qr)\b|\.css$/;
const held = (by: RegExp) => (id: string) => by.test(id) && !ALONE.test(id);

export default defineConfig(({ command }) => ({
  plugins: [
    texts(),
    tokens(),
    fonts(),
    rules(),
    svelte(command === "build" ? INJECTED : {}),
    styles(),
    prerender(),
    late(),
    hints(),
    offline(),
    brotli(),
  ],
  build: {
    outDir: "../src/colonnade/page",
    emptyOutDir: true,
    target: "es2022",
    // Fonts and pictures stay files: the page's policy allows nothing that is written inline.
    assetsInlineLimit: 0,
    // A preload that failed is remembered by Firefox and WebKit (its bug 270357): the screen would stay dead.
    modulePreload: false,
    rolldownOptions: {
      output: {
        postBanner: COMPILED,
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: "base", test: held(BASE), priority: 1 },
            { name: "table", test: held(TABLE) },
            { name: "rulebook", test: held(RULES), priority: 1 },
            { name: "lesson", test: held(/src.learn./) },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": { target: server, changeOrigin: true, headers: { origin: server } } },
  },
}));
