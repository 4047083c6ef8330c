/** The quick keys of Pagoda: digits are cards, with Shift or from the keypad lots, Enter ends. */
import type { Play } from "../../table/play.svelte.ts";
import { lotThing } from "./things.ts";

const CARDS = ".tray .source .slot"; // as they lie there, gaps too: each keeps its number

/** Do what a key says, if it says anything to this table. */
export function keyed(event: KeyboardEvent, root: HTMLElement | undefined, play: Play): void {
  const target = event.target as Element | null;
  if (!root || !play.deciding || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target?.closest("input, textarea, select, dialog")) return;
  const [, row, digit] = /^(Digit|Numpad)([1-9])$/.exec(event.code) ?? [];
  if (digit && (event.shiftKey || row === "Numpad")) touchLot(Number(digit), play);
  else if (digit) touchCard(Number(digit), root);
  else if (event.key === "Enter" && (!target || target === document.body)) finish(root, play);
  else if (event.key.toLowerCase() === "e") press(root, '[data-thing="end"]');
  else return;
  event.preventDefault();
}

function touchLot(number: number, play: Play): void {
  play.touch(lotThing(number - 1), "key");
}

function touchCard(number: number, root: HTMLElement): void {
  const slot = root.querySelectorAll(CARDS)[number - 1];
  if (slot instanceof HTMLButtonElement) slot.click();
}

/** Enter builds what is ready; else it presses what the tray offers first. */
function finish(root: HTMLElement, play: Play): void {
  if (play.ready) void play.confirm();
  else press(root, "button.main");
}

const press = (root: HTMLElement, button: string): void =>
  root.querySelector<HTMLButtonElement>(`.tray ${button}`)?.click();
