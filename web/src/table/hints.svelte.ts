/** A hint while it is open: three plans, the one that is drawn, and one that plays itself. */
import { MOTION } from "../design/tokens.ts";
import type { PlanTold } from "../gen/wire.ts";
import { factsOf, numbered } from "./plan.ts";
import type { Play } from "./play.svelte.ts";

export class Hints {
  plans = $state.raw<readonly PlanTold[] | null>(null);
  busy = $state(false); // the question is on its way
  chosen = $state(0); // which plan is drawn
  why = $state<number | null>(null); // the plan whose answer is open
  compact = $state(false); // the coach's form: the best plan alone
  playing = $state(false); // a plan plays itself
  played = $state(0); // plans that were played to their end
  private done = $state(0); // its moves that were made
  private ticket = 0; // an answer that comes too late is dropped

  constructor(
    private readonly play: Play,
    private readonly ask: () => Promise<readonly PlanTold[] | null>,
  ) {}

  get open(): boolean {
    return this.busy || this.plans !== null;
  }
  get plan(): PlanTold | null {
    return this.plans?.[this.chosen] ?? null;
  }
  /** What the board wears: numbers of the steps that are still to come. */
  get drawn(): ReturnType<typeof numbered> {
    return this.plan ? numbered(this.plan.moves, this.done) : [];
  }

  /** Ask for plans, or for all of them where the coach showed one. */
  async show(compact = false): Promise<void> {
    if (this.plans) {
      this.compact = compact;
      return;
    }
    const ticket = ++this.ticket;
    this.compact = compact;
    this.busy = true;
    const found = await this.ask();
    if (ticket !== this.ticket) return;
    this.busy = false;
    if (!found?.length) return;
    this.plans = found;
    this.choose(0);
  }

  toggle(): void {
    if (this.open && !this.compact) this.close();
    else void this.show();
  }

  close(): void {
    this.ticket++;
    this.busy = this.playing = this.compact = false;
    this.plans = this.why = null;
    this.done = 0;
    this.play.advice = null;
    this.play.marked = [];
  }

  /** Draw a plan: its first move as a ghost, its things with rings and numbers. */
  choose(number: number): void {
    if (this.playing) return;
    this.chosen = number;
    this.done = 0;
    this.draw();
  }

  private draw(): void {
    const { plan, play } = this;
    if (!plan) return;
    const left = plan.moves.slice(this.done);
    play.advice = left[0]?.words ?? null;
    play.marked = factsOf(left, play.view.actor, play.view.seats);
  }

  /** Make the plan's moves one after the other, until it ends, is stopped, or things came otherwise. */
  async playIt(): Promise<void> {
    const { plan, play } = this;
    if (!plan || this.playing) return;
    this.playing = true;
    for (const move of plan.moves) {
      const offer = play.offers.find((one) => one.words === move.words);
      if (!this.playing || !offer) break;
      await play.confirm(offer);
      this.done++;
      if (this.done === plan.moves.length) break; // what comes next may be there already
      this.draw();
      await new Promise((rest) => setTimeout(rest, MOTION.pause));
    }
    if (this.done === plan.moves.length) this.played++;
    this.close();
  }

  stop(): void {
    this.playing = false;
  }

  /** The position has changed: what was advised no longer answers it, unless the plan did it. */
  moved(): void {
    if (!this.playing) this.close();
  }
}
