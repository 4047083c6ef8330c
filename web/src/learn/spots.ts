/** The table as a lesson sees it: where a thing is on the page, and what is left in the shade. */
import type { Offer } from "../gen/wire.ts";
import type { Play } from "../table/play.svelte.ts";

const NAMES = ["data-thing", "data-part", "data-place"] as const;
const DIM = "data-dim";

const isSeen = (element: Element): boolean => element.getClientRects().length > 0;

/** What stands on the page under a name: a thing, a part of the table or a place of a piece. */
export function find(stage: Element, name: string): Element | null {
  for (const mark of NAMES) {
    const all = [...stage.querySelectorAll(`[${mark}="${CSS.escape(name)}"]`)];
    const found = all.find(isSeen);
    if (found) return found;
  }
  return null;
}

/** The part of a thing where the hand shall go, or else all of its body. */
export function aim(found: Element): DOMRect {
  return (found.querySelector("[data-aim]") ?? bodyOf(found)).getBoundingClientRect();
}

export function body(found: Element): DOMRect {
  return bodyOf(found).getBoundingClientRect();
}

const bodyOf = (found: Element): Element => found.querySelector(".hit") ?? found;

/** Whether a name is one of those that stay bright, or a part of one. */
const isNamed = (name: string | null, shown: readonly string[]): boolean =>
  name !== null && shown.some((one) => name === one || name.startsWith(`${one} `));

/**
 * Dim what a lesson does not speak of: whatever has a name, unless it is named, lies in something
 * named, or holds it. Of parts in parts only the outer one is dimmed.
 */
export function dim(stage: Element, shown: readonly string[] | null): void {
  const all = [...stage.querySelectorAll("[data-thing], [data-part]")];
  const bright = new Set(
    all.filter((element) => NAMES.some((mark) => isNamed(element.getAttribute(mark), shown ?? []))),
  );
  const holding = new Set<Element>();
  for (const element of bright)
    for (let up = element.parentElement; up && up !== stage; up = up.parentElement) holding.add(up);
  const dimmed = new Set<Element>();
  for (const element of all) {
    let up: Element | null = element;
    while (up && up !== stage && !bright.has(up) && !(up !== element && dimmed.has(up)))
      up = up.parentElement;
    const plain = up === stage || up === null;
    if (shown && plain && !holding.has(element)) dimmed.add(element);
  }
  for (const element of all) element.toggleAttribute(DIM, dimmed.has(element));
}

/** The elements of a thing that a hand can still reach for: not what is chosen already. */
function reach(stage: Element, thing: string): Element[] {
  const all = [...stage.querySelectorAll(`[data-thing="${CSS.escape(thing)}"]`)];
  return all.filter(
    (element) =>
      isSeen(element) &&
      element.getAttribute("aria-pressed") !== "true" &&
      element.getAttribute("data-state") !== "selected",
  );
}

const main = (stage: Element): Element | null =>
  [...stage.querySelectorAll('button[data-ready], [data-thing="main"]')].find(isSeen) ?? null;

const lastWord = (text: string): string => text.split(" ").at(-1)!;

/** What is still to be gathered for a row of moves, each of which ends with the name of a piece. */
function gathering(
  stage: Element,
  play: Play,
  next: Offer,
  row: readonly string[],
): Element | null {
  const like = next.things.at(-1)!;
  const wanted: Record<string, number> = {};
  for (const words of row) {
    const name = lastWord(words);
    wanted[name] = (wanted[name] ?? 0) + 1;
    if (play.gathering!.of(name) >= wanted[name]) continue;
    const thing = like.slice(0, -lastWord(like).length) + name;
    const all = [...stage.querySelectorAll(`[data-thing="${CSS.escape(thing)}"]`)].filter(isSeen);
    const free = all.find((element) => element.getAttribute("aria-pressed") !== "true");
    if (all.length) return free ?? all[0]!; // one button may stand for several equal pieces
  }
  return main(stage);
}

/**
 * What to touch next for a move: first what lies in one's hand, then what lies on the board; at
 * last the way to pay, or the button that plays. `row` are the moves of its kind that follow it.
 */
export function target(
  stage: Element,
  play: Play,
  next: Offer,
  row: readonly string[],
): Element | null {
  if (play.gathering?.active) return gathering(stage, play, next, row);
  const things = next.things.filter(
    (thing) => !next.things.some((other) => other.startsWith(`${thing} `)),
  );
  const plates = [...stage.querySelectorAll(`[data-plate="${CSS.escape(next.words)}"]`)];
  const plate = plates.find(isSeen); // where it is offered in words, nothing else need be touched
  if (plate) return plate;
  const left = things.filter((thing) => !play.touched.includes(thing));
  const found = left.flatMap((thing) => reach(stage, thing));
  if (found.length) return found.find((element) => element.closest(".tray")) ?? found[0]!;
  const chosen = things.flatMap((thing) =>
    [...stage.querySelectorAll(`[data-thing="${CSS.escape(thing)}"]`)].filter(isSeen),
  );
  return main(stage) ?? chosen.at(-1) ?? null;
}

/** The places of a score: where points fly to. */
export function scorePlace(stage: Element, seat: number): DOMRect | null {
  const found =
    find(stage, `points ${seat}`) ?? [...stage.querySelectorAll(".tray .score")].find(isSeen);
  return found?.getBoundingClientRect() ?? null;
}
