/** The card of a turn that is tried. */
export { default as TryFoot } from "./TryFoot.svelte";
export { default as TryHead } from "./TryHead.svelte";
