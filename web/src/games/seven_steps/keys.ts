/** The quick keys of 7 Steps: digits are discs, or tiles to choose from; C and P use tiles, F finishes. */
import { tick } from "svelte";
import type { Play } from "../../table/play.svelte.ts";

const NUMBERED = ".tray button.disc, .tray .choice button"; // discs, or the tiles to choose from
const PRESSED: Readonly<Record<string, string>> = {
  c: '.tray [data-thing="construction"]',
  p: '.tray [data-thing="points"]',
  f: '.tray [data-thing="main"]',
};

/** Do what a key says, if it says anything to this table. */
export function keyed(event: KeyboardEvent, root: HTMLElement | undefined, play: Play): void {
  const target = event.target as Element | null;
  if (!root || !play.deciding || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target?.closest("input, textarea, select, dialog")) return;
  const [, digit] = /^(?:Digit|Numpad)([1-9])$/.exec(event.code) ?? [];
  const button = PRESSED[event.key.toLowerCase()];
  if (digit) void choose(Number(digit), root);
  else if (button) root.querySelector<HTMLElement>(button)?.click();
  else return;
  event.preventDefault();
}

/** Choose a disc, and go to a space where it may be placed: arrows lead on from there, Enter plays. */
async function choose(number: number, root: HTMLElement): Promise<void> {
  const disc = root.querySelectorAll<HTMLElement>(NUMBERED)[number - 1];
  if (!disc) return;
  disc.click();
  await tick();
  if (disc.getAttribute("aria-pressed") !== "true" || disc.closest(".returning")) return;
  root.querySelector<SVGElement>('[data-space][data-state="legal"]')?.focus();
}
