/** What is drawn in several short tasks: a slow phone answers a touch in between. */
import { getContext, setContext, tick, untrack } from "svelte";

const GRADUAL = Symbol("gradual");

/** How many parts of the page are still being drawn. */
export const drawing = $state({ parts: 0 });

/** Whether what the server wrote is still seen: the program is drawn beside it. */
export const isOpening = (): boolean =>
  document.getElementById("page")?.dataset.shell !== undefined;

/** Until all parts are drawn. */
export async function whole(): Promise<void> {
  await tick();
  while (drawing.parts) await new Promise((done) => setTimeout(done));
}

/** Said by a component whose parts are drawn one after the other; elsewhere they come at once. */
export const drawGradually = (): void => void setContext(GRADUAL, true);

/**
 * Counts from 0 to `last`, one step in a task: a component draws a part of itself at each.
 *
 * To be called while a component is set up. It stands still where it is not `ready`.
 */
export function gradual(last: number, ready: () => boolean = () => true): () => number {
  let step = $state(getContext(GRADUAL) ? 0 : last);
  const whole = $derived(step >= last);
  $effect(() => {
    if (whole) return;
    untrack(() => drawing.parts++);
    return () => drawing.parts--;
  });
  $effect(() => {
    if (step >= last || !ready()) return;
    const soon = setTimeout(() => step++);
    return () => clearTimeout(soon);
  });
  return () => step;
}
