/** The table that a part is near to, without handing it through every game: for the shared parts alone. */
import { getContext, setContext } from "svelte";
import type { TableLike } from "./session.svelte.ts";

const KEY = Symbol("table");

/** Say which table the parts below belong to; call once, from a component. */
export function holdTable(table: () => TableLike): void {
  setContext(KEY, table);
}

/** The table around this part, if there is one. */
export function nearTable(): TableLike | null {
  return getContext<(() => TableLike) | undefined>(KEY)?.() ?? null;
}
