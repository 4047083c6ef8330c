/**
 * Puts the shared texts that the page says beside its own: others are those of commands and errors.
 * French ones are set with its spaces.
 */
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { isFrench, spaced } from "./spacing.ts";

const TEXTS = /\/locales\/[a-z]+\.[a-z_]+\.json$/;
const OWN = /\/locales\/[a-z]+\.page\.json$/;
const SAID = ["play.player.", "play.character.", "reason."];

/** The texts of a shared file that the page may say. */
export function said(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).filter(([key]) => SAID.some((prefix) => key.startsWith(prefix))),
  );
}

/** Texts as the page says them. */
const set = (found: Record<string, string>, id: string): Record<string, string> =>
  isFrench(id)
    ? Object.fromEntries(Object.entries(found).map(([key, text]) => [key, spaced(text)]))
    : found;

export function texts(): Plugin {
  return {
    name: "colonnade-texts",
    enforce: "pre",
    transform(code, id) {
      if (!TEXTS.test(id)) return undefined;
      if (!OWN.test(id)) return { code: JSON.stringify(set(JSON.parse(code), id)), map: null };
      const shared = id.replace(".page.json", ".json");
      this.addWatchFile(shared);
      const all = { ...said(JSON.parse(readFileSync(shared, "utf-8"))), ...JSON.parse(code) };
      return { code: JSON.stringify(set(all, id)), map: null };
    },
  };
}
