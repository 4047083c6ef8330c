/** A live table: its feed, its moves, and the pace at which what others do is shown. */
import { toasts } from "../design/toasts.svelte.ts";
import { MOTION } from "../design/tokens.ts";
import type { View } from "../gen/games.ts";
import type { Offer, PlanTold, ProposalTold, TableEvent, Told, WishKind } from "../gen/wire.ts";
import { flights, pace } from "../motion/flights.svelte.ts";
import { whenIdle } from "../motion/idle.ts";
import { api, Problem } from "../net/api.ts";
import { type Connection, type FeedHandlers, follow } from "../net/feed.ts";
import { serverNow } from "../net/time.ts";
import { router } from "../router.svelte.ts";
import { settings } from "../settings.svelte.ts";
import { t } from "../texts/texts.svelte.ts";
import type { Face } from "./face.ts";
import { Hints } from "./hints.svelte.ts";
import { Play } from "./play.svelte.ts";
import { shared } from "./shared.ts";
import { Talk } from "./talk.svelte.ts";

const LONG_QUEUE = 8; // events that wait to be shown: then there is no rest between them
const FEED_LATE = 1500; // ms after which the table is asked instead

/** What a game's table is drawn from: a live table, or a replay that only shows. */
export interface TableLike {
  readonly face: Face;
  readonly play: Play;
  readonly connection: Connection;
  /** Whether one's last move may be taken back by oneself now. */
  readonly canUndo: boolean;
  undo(): void;
  hint(): void;
  /** Goes on after another's turn, where one wants to be waited for. */
  readonly waits?: (() => void) | null;
  /** Whether there is something that the others did since one's own last move, all of it shown. */
  readonly canReplay?: boolean;
  /** The hint that is open; a replay has none. */
  readonly hints?: Hints;
  /** What may follow once the game is over: its study, and another game. */
  readonly next?: { study: string; again: (() => void) | null } | null;
  /** Opens one of the shared sheets: the log, the rules (at a rule), the menu, the keys. */
  sheet: {
    name: "log" | "turn" | "rules" | "menu" | "keys" | "invite" | "result";
    rule?: string;
  } | null;
}

export class Session implements TableLike {
  readonly play: Play;
  readonly hints: Hints;
  readonly talk: Talk;
  event = $state.raw<TableEvent | null>(null);
  connection = $state<Connection>("connecting");
  problem = $state.raw<string | null>(null); // a sentence to show; nothing was lost
  curtain = $state<number | null>(null); // the seat that shall take the device
  sheet = $state.raw<TableLike["sheet"]>(null);
  waits = $state.raw<(() => void) | null>(null); // goes on with the others' turns
  private queue: TableEvent[] = [];
  trail = $state.raw<{ view: View; event: TableEvent; facts: Told[] }[]>([]); // since one's own last move
  told = $state.raw<typeof this.trail>([]); // the same, to be told in pictures once all is shown
  private toldLater: (() => void) | null = null;
  private waiting: (() => void)[] = []; // called whenever something new is shown
  private showing = $state(false);
  private reach = $state<number | null>(null); // moves left if one takes back what one can
  private readonly unfollow: () => void;

  constructor(
    readonly id: string,
    readonly face: Face,
    first: TableEvent | null = null, // as it was looked at; without, the feed tells it
  ) {
    this.play = new Play({ play: (offer) => this.post(offer) });
    this.hints = new Hints(this.play, () => this.plans());
    this.talk = new Talk(id);
    const handlers: FeedHandlers = {
      table: (event) => this.take(event),
      said: (phrases) => this.talk.take(phrases),
      presence: (present) => {
        this.play.seats = this.play.seats.map((seat, i) => {
          const here = present[i] ?? seat.present;
          const seen = here ? null : seat.present ? serverNow() : seat.seen;
          return { ...seat, present: here, seen };
        });
      },
      connection: (state) => {
        this.connection = state;
        // It closed to spectators, and one sits there no longer.
        if (state === "gone") {
          toasts.show(t("page.doors.closed"), "warn");
          router.go("/");
        }
      },
    };
    this.unfollow = follow(id, handlers, first);
    if (first) this.take(first);
  }

  end(): void {
    this.unfollow();
    this.toldLater?.();
    flights.skip();
  }

  private take(event: TableEvent): void {
    const known = this.event;
    if (
      known &&
      (event.ply < known.ply || (event.ply === known.ply && event.revision < known.revision))
    )
      return;
    this.event = event;
    this.queue.push(event);
    void this.run();
  }

  /** Show events one after the other, each at a pace one can follow. */
  private async run(): Promise<void> {
    if (this.showing) return;
    this.showing = true;
    try {
      for (let event = this.queue.shift(); event; event = this.queue.shift()) {
        await this.show(event);
        if (this.queue.length) await this.rest(0); // each in a task of its own
      }
    } finally {
      this.showing = false;
      this.toldLater = whenIdle(() => (this.told = this.trail));
    }
  }

  private async show(event: TableEvent): Promise<void> {
    const { play } = this;
    const before: View | null = play.view ?? null;
    const facts = before === null ? [] : event.moves.filter((fact) => fact.ply >= play.ply);
    const passed = event.held.length > 1 && before !== null && event.seat !== play.seat;
    // Who opens a shared table in mid-game may be anybody: a reload must not lift the curtain.
    const opened =
      before === null && event.held.length > 1 && event.moves.some((fact) => fact.seat >= 0);
    // On a shared device the log is told anew: what the last player drew is not for the next.
    const log = (passed && (await this.say(() => api.look(this.id)))) || event;
    // It falls with the next player's view behind it: lifted at once, it never shows the last hand.
    if ((passed || opened) && this.face.hidden && event.result === null) this.curtain = event.seat;
    if (passed)
      this.forget(); // it was seen by other eyes
    else if (before && facts.length) this.remember(before, event, facts);
    const motions = before && !passed ? this.face.motions(facts) : [];
    await flights.show(motions, () => this.apply(event, before, facts, log), pace());
    const foreign = facts.some((fact) => fact.seat >= 0 && !event.held.includes(fact.seat));
    if (foreign && pace() > 0 && this.queue.length < LONG_QUEUE)
      await this.rest(MOTION.pause / pace());
    const ended = facts.some((fact) => fact.seat >= 0 && fact.seat !== event.actor);
    const mine = event.held.length === 0 || event.held.includes(event.actor);
    if (settings.wait && foreign && ended && !mine && event.result === null) await this.wait();
  }

  /** Keep what others did since one's own last move, so that it can be shown again. */
  private remember(view: View, event: TableEvent, facts: Told[]): void {
    const mine = facts.some((fact) => event.held.includes(fact.seat));
    if (mine || facts.some((fact) => fact.kind)) this.forget();
    if (facts.some((fact) => fact.seat >= 0 && !event.held.includes(fact.seat)))
      this.trail = [...this.trail, { view, event, facts }];
  }

  private forget(): void {
    this.toldLater?.();
    this.trail = this.told = [];
  }

  get canReplay(): boolean {
    return this.trail.length > 0 && !this.showing && !this.play.busy;
  }

  /** Show once more what the others did since one's own last move, or a part of it. */
  async replayLast(from = 0, to = this.trail.length): Promise<void> {
    const { play } = this;
    const trail = this.trail.slice(from, to);
    if (!this.canReplay) return;
    this.showing = true;
    const now = { view: play.view, offers: play.offers };
    play.clear();
    play.offers = [];
    try {
      for (const { view, event, facts } of trail) {
        play.view = view;
        await this.rest(MOTION.pause);
        await flights.show(this.face.motions(facts), () => (play.view = event.view), pace() || 1);
        await this.rest(MOTION.pause);
      }
    } finally {
      play.view = now.view;
      play.offers = now.offers;
      this.showing = false;
      void this.run();
    }
  }

  /** Wait until the one who looks wants to go on. */
  private async wait(): Promise<void> {
    await new Promise<void>((done) => (this.waits = done));
    this.waits = null;
  }

  private rest(ms: number): Promise<void> {
    return new Promise((done) => setTimeout(done, ms));
  }

  private apply(event: TableEvent, before: View | null, facts: Told[], told: TableEvent): void {
    const { play } = this;
    if (event.ply > play.ply) play.pending = null; // what was on its way is part of it
    play.before = before;
    play.ply = event.ply;
    play.facts = facts;
    play.log = [
      ...play.log.filter((fact) => fact.ply < told.kept),
      ...told.moves.filter((fact) => !fact.taken),
    ];
    play.view = shared(play.view, event.view);
    play.seat = event.seat;
    play.held = shared(play.held, event.held);
    play.seats = shared(play.seats, event.seats);
    play.offers = shared(play.offers, event.offers ?? []);
    play.refusals = shared(play.refusals, event.refusals ?? []);
    play.clock = event.clock;
    play.proposal = shared(play.proposal, event.proposal);
    play.result = shared(play.result, event.result);
    play.paused = event.paused;
    play.undoRule = event.undo_rule;
    play.returns = shared(play.returns, event.returns);
    play.absent = event.absent;
    this.reach = event.undo;
    this.hints.moved();
    play.clear();
    for (const done of this.waiting.splice(0)) done();
  }

  /** Make a move; what is said against it, or why it could not be sent, stands in the prompt. */
  private async post(offer: Offer): Promise<string | null> {
    const event = this.event;
    if (!event) return null;
    try {
      const seat = event.held.length > 1 ? event.actor : null;
      const done = await api.move(this.id, event.ply, offer.words, seat);
      await this.shown(done.ply);
      return null;
    } catch (problem) {
      this.play.pending = null;
      await this.look();
      return problem instanceof Problem ? problem.message : t("page.error.fault");
    }
  }

  /** Until the page shows a ply: only then may the hand move again. */
  private async shown(ply: number): Promise<void> {
    const late = setTimeout(() => void this.look(), FEED_LATE);
    while (this.play.ply < ply) await new Promise<void>((done) => this.waiting.push(done));
    clearTimeout(late);
  }

  /** Ask the table itself, where the feed is late or a move was refused. */
  private async look(): Promise<void> {
    const found = await this.say(() => api.look(this.id, Math.max(0, this.play.ply)));
    if (found && found.ply > (this.event?.ply ?? -1)) this.take(found);
  }

  /** Do something at the server; what it refuses is shown, and the table is looked at again. */
  async say<T>(work: () => Promise<T>): Promise<T | null> {
    this.problem = null;
    try {
      return await work();
    } catch (problem) {
      this.problem = problem instanceof Problem ? problem.message : t("page.error.fault");
      return null;
    }
  }

  get next(): TableLike["next"] {
    if (!this.play.result) return null;
    const seated = this.play.held.length > 0 || this.event?.rematch;
    return {
      study: `/table/${this.id}/replay`,
      again: seated ? () => void this.again() : null,
    };
  }

  /** Go to the next game of the same company: the one that is there, or a new one. */
  async again(): Promise<void> {
    const there = this.event?.rematch ?? (await this.say(() => api.rematch(this.id)))?.id;
    if (there) router.go(`/table/${there}`);
  }

  /** Whether somebody else plays here who could hear what is said. */
  get hasCompany(): boolean {
    const { seats, held } = this.play;
    return seats.some((seat, i) => seat.kind === "person" && !held.includes(i));
  }

  get canUndo(): boolean {
    return this.reach !== null;
  }

  undo(): void {
    if (this.play.busy) return; // what is on its way has no ply yet
    void this.say(() => api.undo(this.id, this.event?.ply ?? 0));
  }

  /** Whether the others can be asked for an undo: one has moved, and the table takes back. */
  get asksUndo(): boolean {
    const { play } = this;
    const moved = play.log.some((told) => told.fields && play.held.includes(told.seat));
    return moved && !this.canUndo && !play.paused && play.undoRule !== "none";
  }

  /** Wish for something that the others must agree to, about a seat perhaps. */
  wish = (kind: WishKind, other: number | null = null): Promise<unknown> =>
    this.say(() => api.wish(this.id, { ply: this.event?.ply ?? 0, kind, other }));

  /** Answer a wish: the one that was shown, not one that came in its place. */
  answer = ({ kind, length, other, revision }: ProposalTold, agree: boolean): Promise<unknown> =>
    this.say(() =>
      api.answer(this.id, {
        ply: this.play.ply,
        kind,
        length: kind === "undo" ? length : null,
        other,
        revision,
        agree,
      }),
    );

  /** Take back the seat that a computer has kept. */
  comeBack = (seat: number): Promise<unknown> => this.say(() => api.comeBack(this.id, seat));

  /** Open or close the hint; one that a choice or a refusal covers comes forth instead. */
  hint(): void {
    const { play, hints } = this;
    const covered = hints.open && (play.touched.length > 0 || play.refused !== null);
    play.clear();
    if (!covered && (play.deciding || hints.open)) hints.toggle();
  }

  /** The best plans for the position that is shown; none where it has changed meanwhile. */
  private async plans(): Promise<PlanTold[] | null> {
    const ply = this.event?.ply ?? 0;
    const found = await this.say(() => api.hint(this.id, ply));
    return this.event?.ply === ply ? found : null;
  }
}
