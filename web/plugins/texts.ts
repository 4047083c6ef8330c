/** Leaves out what the page never says: the shared texts are those of commands and errors too. */
import type { Plugin } from "vite";

const SHARED = /\/locales\/[a-z]+\.json$/; // neither the page's own nor a game's
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
    transform: (code, id) =>
      SHARED.test(id) ? { code: JSON.stringify(said(JSON.parse(code))), map: null } : undefined,
  };
}
