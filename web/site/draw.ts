/** Draws the pictures of the illustrated rules for the site of docs/: `npm run site -- FOLDER`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { createServer } from "vite";
import { texts } from "../plugins/texts.ts";
import { tokens } from "../plugins/tokens.ts";

const [, , folder] = process.argv;
if (!folder) throw new Error("name the folder for the pictures");
// The page keeps the language in use there; while drawing, nobody asks for it again.
Object.assign(globalThis, {
  document: { documentElement: {} },
  localStorage: { getItem: () => null, setItem: () => undefined },
});
const vite = await createServer({
  configFile: false,
  appType: "custom",
  logLevel: "error",
  plugins: [texts(), tokens(), svelte({ compilerOptions: { css: "injected", dev: false } })],
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
try {
  const { draw } = (await vite.ssrLoadModule(
    "/site/pictures.ts",
  )) as typeof import("./pictures.ts");
  mkdirSync(folder, { recursive: true });
  for await (const [name, picture] of draw()) writeFileSync(join(folder, name), picture);
} finally {
  await vite.close();
}
