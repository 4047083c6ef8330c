/** How something was touched. A click does not tell it everywhere: the press before it does. */

/** A finger cannot hover, so it touches twice. */
export type Touch = "mouse" | "touch" | "key";

// On iPhones before iOS 18.4 a click names no pointer, or a mouse.
let pressed = "";
globalThis.addEventListener?.(
  "pointerdown",
  (event) => {
    pressed = (event as PointerEvent).pointerType;
  },
  { capture: true, passive: true },
);

/** How a click was made: by a pointer of which kind, or by keys. */
export function touchOf(event: MouseEvent): Touch {
  if (event.detail === 0) return "key";
  const kinds = [pressed, (event as PointerEvent).pointerType];
  return kinds.includes("touch") || kinds.includes("pen") ? "touch" : "mouse";
}
