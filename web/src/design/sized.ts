/** How large an element is, told when it is laid out anyway: `bind:clientWidth` would force a layout at once. */
import type { Attachment } from "svelte/attachments";

/** Tells the inner size of an element when it is first laid out, and whenever it changes. */
export const sized =
  (take: (width: number, height: number) => void): Attachment =>
  (element) => {
    const watch = new ResizeObserver(() => take(element.clientWidth, element.clientHeight));
    watch.observe(element);
    return () => watch.disconnect();
  };
