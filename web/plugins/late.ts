/** Puts worker/late.js into the document: it must be there when no file comes. */
import { readFileSync } from "node:fs";
import { minifySync, type Plugin } from "vite";

const SCRIPT = new URL("../worker/late.js", import.meta.url);
const BEFORE = '<link rel="icon"'; // after the signs are named, and before any file is asked for

export function late(): Plugin {
  return {
    name: "colonnade-late",
    apply: "build",
    transformIndexHtml(html) {
      const { code } = minifySync("late.js", readFileSync(SCRIPT, "utf-8"));
      return html.replace(BEFORE, () => `<script>${code.trim()}</script>\n    ${BEFORE}`);
    },
  };
}
