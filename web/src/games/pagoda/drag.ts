/** Dragging a card onto a glowing place: the same as touching both, in one gesture. */
import type { Play } from "../../table/play.svelte.ts";

const FAR = 10; // px before a press becomes a drag

export interface Dragged {
  play: Play;
  thing: () => string;
}

/** An action for the button of a card; places are found by their `data-thing`. */
export function drag(
  node: HTMLElement,
  wish: Dragged,
): { update(next: Dragged): void; destroy(): void } {
  let { play, thing } = wish;
  let start: { x: number; y: number; id: number } | null = null;
  let ghost: HTMLElement | null = null;

  const under = (event: PointerEvent): string | null => {
    const found = document
      .elementFromPoint(event.clientX, event.clientY)
      ?.closest<HTMLElement>("[data-thing]");
    return found && found !== node ? (found.dataset.thing ?? null) : null;
  };
  const lift = (): void => {
    const box = node.getBoundingClientRect();
    ghost = node.cloneNode(true) as HTMLElement;
    for (const name of ["data-place", "data-thing", "id"]) ghost.removeAttribute(name);
    ghost.setAttribute("aria-hidden", "true");
    Object.assign(ghost.style, {
      position: "fixed",
      left: `${box.x}px`,
      top: `${box.y}px`,
      width: `${box.width}px`,
      pointerEvents: "none",
      transition: "none",
      zIndex: "var(--z-bubble)",
    });
    document.body.append(ghost);
    play.touched = [thing()];
  };
  const down = (event: PointerEvent): void => {
    if (event.button === 0 && play.deciding && play.anything.has(thing()))
      start = { x: event.clientX, y: event.clientY, id: event.pointerId };
  };
  const move = (event: PointerEvent): void => {
    if (!start || event.pointerId !== start.id) return;
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    if (!ghost && Math.hypot(dx, dy) < FAR) return;
    if (!ghost) lift();
    ghost!.style.transform = `translate(${dx}px, ${dy}px) rotate(3deg)`;
    play.hover(under(event));
  };
  const end = (event: PointerEvent): void => {
    const dropped = ghost !== null;
    ghost?.remove();
    ghost = null;
    start = null;
    if (!dropped) return;
    // The press that began the drag is no click.
    const stop = (click: Event): void => click.stopPropagation();
    addEventListener("click", stop, true);
    setTimeout(() => removeEventListener("click", stop, true));
    const place = event.type === "pointerup" ? under(event) : null;
    play.hover(null);
    if (place && play.open.has(place)) play.touch(place);
    else play.clear();
  };
  node.addEventListener("pointerdown", down);
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
  return {
    update(next) {
      ({ play, thing } = next);
    },
    destroy() {
      ghost?.remove();
      node.removeEventListener("pointerdown", down);
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
    },
  };
}
