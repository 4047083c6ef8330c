/** A disc drawn from the screen onto the board: another way to touch its space. */
import { zoom } from "../../design/zoom.ts";
import type { Play } from "../../table/play.svelte.ts";
import type { Offer } from "../../net/wire.ts";

const FAR = 8; // px before a press becomes a drag

export class Drag {
  disc = $state.raw<{ color: string; index: number } | null>(null);
  dx = $state(0);
  dy = $state(0);

  constructor(private readonly play: Play) {}

  /** Whether this is the disc in hand. */
  has(color: string, index: number): boolean {
    return this.disc?.color === color && this.disc.index === index;
  }

  /** The move of placing this color on the space under the pointer. */
  private offerAt(color: string, event: PointerEvent): Offer | null {
    const space = document
      .elementFromPoint(event.clientX, event.clientY)
      ?.closest<SVGElement>("[data-space]")?.dataset.space;
    return (
      this.play.offers.find(
        (offer) =>
          offer.fields.kind === "place" &&
          offer.fields.space === space &&
          this.play.thingsOf(offer, this.play.view).includes(`disc ${color}`),
      ) ?? null
    );
  }

  /** Follow the pointer from here until it is let go; a short way remains a press. */
  begin(event: PointerEvent, color: string, index: number): void {
    if (event.button !== 0 || !this.play.deciding) return;
    const [x, y] = [event.clientX, event.clientY];
    const scale = zoom();
    const ends = new AbortController();
    const move = (next: PointerEvent): void => {
      if (next.pointerId !== event.pointerId) return;
      [this.dx, this.dy] = [(next.clientX - x) / scale, (next.clientY - y) / scale];
      if (!this.disc && Math.hypot(this.dx, this.dy) < FAR) return;
      this.disc = { color, index };
      const offer = this.offerAt(color, next);
      this.play.hover(offer ? String(offer.fields.space) : `disc ${color}`);
    };
    const end = (next: PointerEvent): void => {
      if (next.pointerId !== event.pointerId) return;
      ends.abort();
      const offer = this.disc && next.type === "pointerup" ? this.offerAt(color, next) : null;
      if (this.disc) this.play.hover(null);
      this.disc = null;
      if (offer) void this.play.confirm(offer);
    };
    addEventListener("pointermove", move, { signal: ends.signal });
    addEventListener("pointerup", end, { signal: ends.signal });
    addEventListener("pointercancel", end, { signal: ends.signal });
  }
}
