/**
 * A task at the real table: every legal move can be tried, what does not serve is shown and taken
 * back. A lesson's step is one; whatever answers moves in the same shape can be another.
 */
import { MOTION } from "../design/tokens.ts";
import type { View } from "../gen/games.ts";
import type { ExerciseEvent, Offer, PlanMove, Text, Told } from "../gen/wire.ts";
import { flights, pace } from "../motion/flights.svelte.ts";
import type { Motion } from "../motion/motion.ts";
import { problemOf } from "../net/api.ts";
import type { Connection } from "../net/feed.ts";
import { Pauses } from "../net/pauses.ts";
import type { Face } from "../table/face.ts";
import { Play } from "../table/play.svelte.ts";
import { shared } from "../table/shared.ts";
import type { TableLike } from "../table/session.svelte.ts";
import { t } from "../texts/texts.svelte.ts";

const LOOK = 1700; // ms that a wrong piece, or one that is shown, stays where it is
const SLOW = 0.55; // of the usual speed, for what is shown

/** What an exercise is played against: the position after these moves, and what they are worth. */
export type Asked<Event> = (moves: readonly string[]) => Promise<Event>;

/** What is wanted of the learner at the moment. */
export type Phase = "loading" | "reading" | "task" | "wrong" | "showing" | "shown" | "done";

/** Points that were gained or missed, and the place on the table where that happened. */
export interface Gain {
  id: number;
  points: number;
  at: string;
  wrong: boolean;
}

export class Exercise<Event extends ExerciseEvent = ExerciseEvent> implements TableLike {
  readonly play: Play;
  readonly connection: Connection = "open";
  sheet = $state.raw<TableLike["sheet"]>(null);
  phase = $state<Phase>("loading");
  event = $state.raw<Event | null>(null); // of the position that stands
  answer = $state.raw<Text | null>(null); // what was said to the last move
  wrongs = $state(0); // in this task
  gain = $state.raw<Gain | null>(null);
  problem = $state.raw<string | null>(null);
  private moves = $state.raw<string[]>([]); // that served
  private told = $state.raw<Told[][]>([]); // the facts of each of them, after those of steps before
  private asked: Asked<Event> | null = null;
  private ticket = 0; // of the newest wish: an older answer comes too late
  private hurry: (() => void) | null = null; // ends a rest
  private isAway = false; // the server, when it was asked last
  private pauses: Pauses | null = null; // for the server to come back

  /** Where a turn is weighed as a whole, what is less good stays to be looked at. */
  constructor(
    readonly face: Face,
    private readonly stays = false,
  ) {
    this.play = new Play({ play: (offer) => this.make(offer) });
  }

  /** Begin a task, or show a position that is only read. */
  async enter(asked: Asked<Event>, task: boolean, goesOn = false): Promise<void> {
    const ticket = this.stop();
    this.phase = "loading"; // a second press of Next must not pass over a step
    this.asked = asked;
    this.moves = [];
    this.wrongs = 0;
    this.answer = null;
    if (!goesOn) this.told = [];
    else this.told = [this.told.flat()];
    const found = await this.begin(ticket);
    if (found) this.apply(found, task ? "task" : "reading");
  }

  /** Give up whatever is under way; nothing of it is shown any more. */
  stop(): number {
    flights.skip();
    this.hurry?.();
    this.pauses?.end();
    this.gain = null;
    return ++this.ticket;
  }

  /** The first position, as soon as the server tells it; null where it is not wanted any more. */
  private async begin(ticket: number): Promise<Event | null> {
    const pauses = new Pauses();
    this.pauses = pauses;
    try {
      for (;;) {
        const found = await this.ask([], ticket);
        if (found || !this.isAway || !(await pauses.wait())) return found;
      }
    } finally {
      pauses.end();
    }
  }

  private async ask(moves: readonly string[], ticket: number): Promise<Event | null> {
    try {
      const found = await this.asked!(moves);
      if (ticket !== this.ticket) return null;
      this.problem = null;
      this.isAway = false;
      return found;
    } catch (fault) {
      if (ticket !== this.ticket) return null;
      const problem = problemOf(fault);
      this.isAway = problem.isAway;
      this.problem = problem.isAway ? t("page.learn.away") : problem.message;
      return null;
    }
  }

  private async make(offer: Offer): Promise<string | null> {
    const ticket = this.ticket;
    const found = await this.ask([...this.moves, offer.words], ticket);
    if (!found) return this.problem;
    if (found.verdict === "wrong" && !this.stays) await this.refuse(found, ticket);
    else {
      this.answer = null;
      await flights.show(this.face.motions(found.facts), () => this.take(offer, found), pace());
    }
    return null;
  }

  private take(offer: Offer, found: Event): void {
    this.moves = [...this.moves, offer.words];
    this.told = [...this.told, found.facts];
    this.answer = found.said;
    this.apply(found, ["done", "wrong"].includes(found.verdict) ? "done" : "task");
    this.gained(found);
  }

  /** Show what a wrong move would bring, then let the piece go home. */
  private async refuse(found: Event, ticket: number): Promise<void> {
    this.wrongs++;
    this.answer = found.said;
    await this.visit(found, ticket, pace(), "wrong");
  }

  /** Play the next right move slowly, take it back, and wait. */
  async showMe(): Promise<void> {
    const next = this.event?.next;
    if (!next || this.phase !== "task" || this.play.busy) return;
    const ticket = this.stop();
    this.answer = null;
    this.play.clear();
    this.phase = "showing";
    const found = await this.ask([...this.moves, next], ticket);
    if (found) await this.visit(found, ticket, SLOW, "showing");
    else if (ticket === this.ticket) this.phase = "task";
    if (ticket === this.ticket) this.play.advice = next;
  }

  /** Play a line from the beginning; where it leads stays to be looked at. */
  async showLine(moves: readonly PlanMove[]): Promise<void> {
    const ticket = this.stop();
    this.answer = null;
    this.phase = "showing";
    const home = await this.ask([], ticket);
    if (!home) return;
    this.apply(home, "showing");
    for (const made of moves.keys()) {
      await this.rest(MOTION.pause);
      const found = await this.ask(
        moves.slice(0, made + 1).map(({ words }) => words),
        ticket,
      );
      if (!found) return;
      const motions = this.face.motions(found.facts);
      await flights.show(motions, () => this.lookAt(found, "showing"), pace() || 1);
      this.gained(found);
    }
    if (ticket === this.ticket) this.phase = "shown";
  }

  /** Show a position for a while, and go back to the one that stands. */
  private async visit(found: Event, ticket: number, speed: number, phase: Phase): Promise<void> {
    const home = this.event!;
    const motions = this.face.motions(found.facts);
    await flights.show(motions, () => this.lookAt(found, phase), speed);
    if (ticket !== this.ticket) return;
    this.gained(found);
    await this.rest(LOOK);
    if (ticket !== this.ticket) return;
    this.gain = null;
    const back = motions.map((motion) => homeward(motion));
    await flights.show(back, () => this.apply(home, "task"), pace());
  }

  /** A position that does not stay: nothing can be touched in it. */
  private lookAt(found: Event, phase: Phase): void {
    this.shown(found, found.facts);
    this.play.log = [...this.told.flat(), ...found.facts];
    this.play.offers = [];
    this.play.refusals = [];
    this.play.note = t(phase === "wrong" ? "page.learn.note.back" : "page.learn.note.watch");
    this.phase = phase;
  }

  private apply(found: Event, phase: Phase): void {
    const { play } = this;
    const acts = phase === "task";
    this.event = found;
    this.shown(found, found.verdict === "open" ? [] : found.facts);
    play.log = this.told.flat();
    play.offers = acts ? found.offers : [];
    play.refusals = acts ? found.refusals : [];
    play.note = acts ? null : t(phase === "done" ? "page.learn.note.done" : "page.learn.note.read");
    this.phase = phase;
  }

  private shown(found: Event, facts: Told[]): void {
    const { play } = this;
    play.before = (play.view as View | undefined) ?? null;
    play.facts = facts;
    play.pending = null;
    play.view = shared(play.view, found.view);
    play.seat = found.seat;
    play.held = shared(play.held, [found.seat]);
    play.seats = shared(play.seats, found.seats);
    play.advice = null;
    play.ply++;
    play.clear();
  }

  private gained(found: Event): void {
    const own = found.facts.find((fact) => fact.seat === found.seat);
    const at = own?.moved?.at(-1)?.target ?? own?.things?.at(-1);
    const wrong = found.verdict === "wrong" && !this.stays;
    if (at && (found.points > 0 || wrong))
      this.gain = { id: this.play.ply, points: found.points, at, wrong };
  }

  /** Wait, unless a key or a touch says that it was seen. */
  private rest(ms: number): Promise<void> {
    return new Promise((done) => {
      const end = (): void => {
        clearTimeout(timer);
        this.hurry = null;
        done();
      };
      const timer = setTimeout(end, ms);
      this.hurry = end;
    });
  }

  /** Whatever is only shown for a while has been seen. */
  skip(): void {
    flights.skip();
    this.hurry?.();
  }

  /** How many moves of this task are made. */
  get made(): number {
    return this.moves.length;
  }

  /** The learner's own moves of this task, as they were told. */
  get own(): Told[] {
    const made = this.moves.length ? this.told.slice(-this.moves.length) : [];
    return made.flatMap((facts) => facts.find(({ seat }) => seat === this.play.seat) ?? []);
  }

  get canUndo(): boolean {
    return this.moves.length > 0 && (this.phase === "task" || this.phase === "done");
  }

  undo(): void {
    if (!this.canUndo) return;
    const ticket = this.stop();
    const moves = this.moves.slice(0, -1);
    void this.ask(moves, ticket).then((found) => {
      if (!found) return;
      this.moves = moves;
      this.told = this.told.slice(0, -1);
      this.answer = null;
      this.apply({ ...found, facts: [] }, "task");
    });
  }

  hint(): void {
    void this.showMe();
  }
}

/** The same way back: a piece that does not stay goes home. */
function homeward(motion: Motion): Motion {
  return {
    piece: motion.piece,
    from: motion.to,
    to: motion.from,
    delay: 0,
    time: MOTION.travel,
  };
}
