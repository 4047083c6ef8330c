/**
 * Things that are gathered first and then played one after the other.
 *
 * The server takes them one by one, and in one order; people choose them in any order and then say
 * that they are done. So what is chosen is kept here, and played as a row of moves.
 */
import type { Offer } from "../gen/wire.ts";
import type { Play } from "./play.svelte.ts";

export type Counts = Readonly<Record<string, number>>;

export interface Gathers {
  /** The names of what is gathered, in the order in which the server takes them. */
  order: readonly string[];
  /** Whether there is something to gather now. */
  active(): boolean;
  /** The move for one of these; null asks for the move that ends the row, if it needs one. */
  offer(name: string | null): Offer | null | undefined;
}

export class Gathering {
  counts = $state.raw<Counts>({});
  private going = $state.raw(false);
  private played = -1; // the ply for which a move is already on its way

  constructor(
    private readonly play: Play,
    private readonly wish: Gathers,
  ) {
    play.gathering = this;
  }

  readonly active = $derived.by(() => this.wish.active());
  readonly count = $derived(Object.values(this.counts).reduce((sum, count) => sum + count, 0));

  of(name: string): number {
    return this.counts[name] ?? 0;
  }

  /** Whether one of these may be gathered at all. */
  may(name: string): boolean {
    return Boolean(this.wish.offer(name));
  }

  add(name: string): void {
    this.counts = { ...this.counts, [name]: this.of(name) + 1 };
  }

  drop(name: string): void {
    this.counts = { ...this.counts, [name]: Math.max(0, this.of(name) - 1) };
  }

  clear(): void {
    this.counts = {};
    this.going = false;
  }

  /** Play what is gathered. */
  go(): void {
    this.going = true;
    this.played = -1;
    this.step();
  }

  /** Play the next move of the row as soon as the table has moved on; run from an effect. */
  step(): void {
    const { play } = this;
    if (!this.active) {
      if (this.going || this.count) this.clear();
      return;
    }
    if (!this.going || play.busy || this.played === play.ply) return;
    const name = this.wish.order.find((one) => this.of(one) > 0) ?? null;
    const offer = this.wish.offer(name);
    if (!offer) {
      // Not this one after all, or nothing more: show what is left, and let it be decided anew.
      this.clear();
      return;
    }
    this.played = play.ply;
    if (name !== null) this.drop(name);
    void play.confirm(offer);
  }
}
