/** The table as a lesson sees it: where a thing is on the page, and what is left in the shade. */

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

/**
 * What to touch next for a move that touches these things: first what lies in one's hand, then
 * what lies on the board; at last the way to pay, or the button that plays.
 */
export function target(
  stage: Element,
  things: readonly string[],
  touched: readonly string[],
  words: string,
): Element | null {
  const left = things.filter((thing) => !touched.includes(thing));
  const found = left.map((thing) => find(stage, thing)).filter((element) => element !== null);
  const inHand = found.find((element) => element.closest(".tray"));
  if (found.length) return inHand ?? found[0]!;
  const plate = stage.querySelector(`[data-plate="${CSS.escape(words)}"]`);
  if (plate && isSeen(plate)) return plate;
  const button = [...stage.querySelectorAll("button[data-ready]")].find(isSeen);
  return button ?? (things.length ? find(stage, things.at(-1)!) : null);
}

/** The places of a score: where points fly to. */
export function scorePlace(stage: Element, seat: number): DOMRect | null {
  const found =
    find(stage, `points ${seat}`) ?? [...stage.querySelectorAll(".tray .score")].find(isSeen);
  return found?.getBoundingClientRect() ?? null;
}
