/**
 * The discs chosen to go back into the bag.
 *
 * The server takes them one by one, in the order of the colors; people choose them in any order and
 * then draw. So the choice is kept here, and played as a row of moves when it is confirmed.
 */
import type { Play } from "../../table/play.svelte.ts";
import type { View } from "../../net/wire.ts";
import { COLORS, type Discs, total } from "./view.ts";

export class Returning {
  chosen = $state.raw<Discs>({});
  private going = $state.raw(false);
  private played: View | null = null; // the view for which a move is already on its way

  constructor(private readonly play: Play) {}

  readonly active = $derived.by(
    () => this.play.view.phase === "returning" && this.play.offers.length > 0,
  );
  readonly count = $derived(total(this.chosen));

  /** Whether a disc of this color may go back. */
  may(color: string): boolean {
    return this.play.offers.some(
      (offer) => offer.fields.kind === "return" && offer.fields.color === color,
    );
  }

  /** Choose one more disc of a color, or take it back. */
  toggle(color: string, index: number): void {
    const now = this.chosen[color] ?? 0;
    this.chosen = { ...this.chosen, [color]: index < now ? now - 1 : now + 1 };
  }

  /** Return what is chosen, then draw. */
  go(): void {
    this.going = true;
    this.next();
  }

  /** Play the next move of the row; to be called whenever the table has moved on. */
  next(): void {
    const { play } = this;
    if (!this.active) {
      this.going = false;
      if (this.count) this.chosen = {};
      return;
    }
    if (!this.going || play.busy || this.played === play.view) return;
    const color = COLORS.find((name) => (this.chosen[name] ?? 0) > 0);
    const offer = color
      ? play.offers.find(({ fields }) => fields.kind === "return" && fields.color === color)
      : play.offerOf("refill");
    if (!offer) {
      // Not this one after all (a recovered disc stays): show what is left, and let it be decided anew.
      this.going = false;
      this.chosen = {};
      return;
    }
    this.played = play.view;
    if (color) this.chosen = { ...this.chosen, [color]: this.chosen[color]! - 1 };
    void play.confirm(offer);
  }
}
