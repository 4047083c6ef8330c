import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { fonts } from "./plugins/fonts.ts";
import { offline } from "./plugins/offline.ts";
import { rules } from "./plugins/rules.ts";
import { texts } from "./plugins/texts.ts";
import { tokens } from "./plugins/tokens.ts";

// While developing, the page comes from here and everything else from a running `colonnade serve`.
const server = process.env.COLONNADE_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [texts(), tokens(), fonts(), rules(), svelte(), offline()],
  build: {
    outDir: "../src/colonnade/page",
    emptyOutDir: true,
    target: "es2022",
    // Fonts and pictures stay files: the page's policy allows nothing that is written inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every screen needs is one file: each small one would cost a request of its own.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "base", test: /node_modules.svelte|src.(design|net|texts|settings|router)/ },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": { target: server, changeOrigin: true, headers: { origin: server } } },
  },
});
