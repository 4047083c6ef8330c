/** Which gradients pieces are painted with: a table's own, or those of a picture that stands alone. */
import { getContext, setContext } from "svelte";

const KEY = "pagoda paint";
const USUAL = "pagoda"; // the table's, and so of what flies over it

/** A picture outside a table paints with gradients of its own; call it in that picture. */
export function ownPaint(id: string): void {
  setContext(KEY, id);
}

export function paint(): string {
  return getContext<string | undefined>(KEY) ?? USUAL;
}
