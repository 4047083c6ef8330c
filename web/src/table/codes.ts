/** The codes of tables that the server has shown once: kept for as long as they are good. */
import type { CodeTold } from "../gen/wire.ts";

export type Code = CodeTold;

const kept = new Map<string, Code>();

/** Keep a table's code until it runs out. */
export function keepCode(table: string, code: Code): Code {
  kept.set(table, code);
  return code;
}

/** A table's code that is still good, if this page has seen one. */
export function codeOf(table: string): Code | null {
  const found = kept.get(table);
  return found && found.until * 1000 > Date.now() ? found : null;
}
