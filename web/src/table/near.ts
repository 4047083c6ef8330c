/** The table that a part is near to, without handing it through every game: for the shared parts alone. */
import { getContext, setContext } from "svelte";
import type { Hints } from "./hints.svelte.ts";
import type { Play } from "./play.svelte.ts";
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

/** The hint of a table while it is to be seen: whoever touches something wants its prompt back. */
export function hintsOf(table: TableLike | null, play: Play): Hints | null {
  return table?.hints?.open && play.touched.length === 0 && !play.refused ? table.hints : null;
}
