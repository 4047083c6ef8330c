/** Drawing a piece onto a place: the gesture of all games; what it means is the game's to say. */
import { zoom } from "../design/zoom.ts";

const FAR = 8; // px before a press becomes a drag
const NAMES = ["data-place", "data-thing", "id"]; // there once only, so a copy goes without

export interface Dragged {
  /** Whether the piece may be drawn now. */
  may(): boolean;
  /** What follows the pointer: the piece itself, which leaves its place, or a copy of it. */
  follows: "itself" | "copy";
  /** It has left its place. */
  lift?(): void;
  /** It is over this thing, or over none. */
  over(thing: string | null): void;
  /** It was let go over this thing, or over none; or the gesture broke off. */
  drop(thing: string | null): void;
}

/** A copy of an element that lies over the page where the element is; outside of what is zoomed. */
function copyOf(node: HTMLElement): HTMLElement {
  const box = node.getBoundingClientRect();
  const copy = node.cloneNode(true) as HTMLElement;
  for (const name of NAMES) copy.removeAttribute(name);
  copy.setAttribute("aria-hidden", "true");
  Object.assign(copy.style, {
    position: "fixed",
    left: `${box.x}px`,
    top: `${box.y}px`,
    width: `${box.width}px`,
    pointerEvents: "none",
    transition: "none",
    zIndex: "var(--z-bubble)",
  });
  document.body.append(copy);
  return copy;
}

/** The press that began a drag is no click. */
function swallowClick(): void {
  const stop = (click: Event): void => click.stopPropagation();
  addEventListener("click", stop, true);
  setTimeout(() => removeEventListener("click", stop, true));
}

/** An action for a piece; things are found by their `data-thing`. While drawn it has `data-dragged`. */
export function drag(
  node: HTMLElement,
  wish: Dragged,
): { update(next: Dragged): void; destroy(): void } {
  let start: { x: number; y: number; id: number; scale: number } | null = null;
  let drawn: HTMLElement | null = null; // what follows the pointer
  let ends = new AbortController();

  const under = (event: PointerEvent): string | null => {
    const found = document
      .elementFromPoint(event.clientX, event.clientY)
      ?.closest<HTMLElement | SVGElement>("[data-thing]");
    return found && found !== node ? (found.dataset.thing ?? null) : null;
  };
  const lay = (): void => {
    if (drawn === node) {
      node.removeAttribute("data-dragged");
      node.style.transform = "";
    } else drawn?.remove();
    drawn = start = null;
    ends.abort();
  };
  const move = (event: PointerEvent): void => {
    if (!start || event.pointerId !== start.id) return;
    const dx = (event.clientX - start.x) / start.scale;
    const dy = (event.clientY - start.y) / start.scale;
    if (!drawn) {
      if (Math.hypot(dx, dy) < FAR) return;
      drawn = wish.follows === "copy" ? copyOf(node) : node;
      drawn.setAttribute("data-dragged", "");
      wish.lift?.();
    }
    drawn.style.transform = `translate(${dx}px, ${dy}px)${drawn === node ? "" : " rotate(3deg)"}`;
    wish.over(under(event));
  };
  const end = (event: PointerEvent): void => {
    if (event.pointerId !== start?.id) return;
    const place = event.type === "pointerup" ? under(event) : null;
    const dropped = drawn !== null;
    lay();
    if (!dropped) return;
    swallowClick();
    wish.drop(place);
  };
  const down = (event: PointerEvent): void => {
    if (event.button !== 0 || start || !wish.may()) return;
    const scale = wish.follows === "copy" ? 1 : zoom();
    start = { x: event.clientX, y: event.clientY, id: event.pointerId, scale };
    ends = new AbortController();
    addEventListener("pointermove", move, { signal: ends.signal });
    addEventListener("pointerup", end, { signal: ends.signal });
    addEventListener("pointercancel", end, { signal: ends.signal });
  };
  node.addEventListener("pointerdown", down);
  return {
    update(next) {
      wish = next;
    },
    destroy() {
      lay();
      node.removeEventListener("pointerdown", down);
    },
  };
}
