/** Puts the shared texts that the page says beside its own: others are those of commands and errors. */
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const OWN = /\/locales\/[a-z]+\.page\.json$/;
const SAID = ["play.player.", "play.character.", "reason."];

/** The texts of a shared file that the page may say. */
export function said(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).filter(([key]) => SAID.some((prefix) => key.startsWith(prefix))),
  );
}

export function texts(): Plugin {
  return {
    name: "colonnade-texts",
    enforce: "pre",
    transform(code, id) {
      if (!OWN.test(id)) return undefined;
      const shared = id.replace(".page.json", ".json");
      this.addWatchFile(shared);
      const all = { ...said(JSON.parse(readFileSync(shared, "utf-8"))), ...JSON.parse(code) };
      return { code: JSON.stringify(all), map: null };
    },
  };
}
