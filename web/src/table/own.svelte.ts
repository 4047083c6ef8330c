/** One's own seat wears the same color at every table: base.css swaps the hues by this mark. */
import type { Play } from "./play.svelte.ts";

/** Mark the page with the seat of the one who looks; call once, from a component. */
export function wearOwnColor(play: () => Play): void {
  $effect(() => {
    const { held } = play();
    const root = document.documentElement;
    if (held.length === 1) root.dataset.own = String(held[0]);
    return () => delete root.dataset.own;
  });
}
