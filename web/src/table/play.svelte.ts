/**
 * One position on the screen, and the hand over it: what is shown, offered, touched and previewed.
 *
 * A live table, a replay and a sample in the rules all are a Play; boards know nothing else. What
 * is legal, and what it touches, comes from the server's offers alone.
 */
import { DEFAULT_LEVEL, OVER, type View } from "../gen/games.ts";
import type {
  ClockTold,
  Offer,
  ProposalTold,
  Refused,
  Result,
  SeatTold,
  Told,
  UndoRule,
} from "../gen/wire.ts";
import { settings } from "../settings.svelte.ts";
import { t } from "../texts/texts.svelte.ts";
import { fitting, touchable, touchedAfter } from "./filter.ts";
import { type Touch, touchOf } from "./touch.ts";
import { sayIn } from "./words.ts";

export type ThingState = "legal" | "selected" | "disabled" | "idle";

/** What a game makes of touches that leave several moves, and of the hand after a move. */
export interface Habit {
  /** The move that is meant, where those left differ only in what can be chosen for somebody. */
  meant(left: readonly Offer[]): Offer | null;
  /** What stays touched after a move, among the offers that follow it. */
  onward(
    made: Offer,
    touched: readonly string[],
    by: Touch,
    offers: readonly Offer[],
  ): readonly string[];
}

/** What a Play asks its owner to do; a replay has none of it. */
export interface Owner {
  /** Makes a move; a sentence comes back where it was not taken. */
  play(offer: Offer): Promise<string | null>;
}

export class Play {
  view = $state.raw() as View; // a game's own components know it as their own view
  ply = $state(-1); // how many facts the position shown has behind it
  before = $state.raw<View | null>(null); // the view shown before this one, for motion
  facts = $state.raw<Told[]>([]); // what lies between the two
  log = $state.raw<Told[]>([]); // all facts so far, without what was taken back
  seat = $state.raw<number | null>(null); // whose eyes these are
  held = $state.raw<number[]>([]); // the seats of this device
  seats = $state.raw<SeatTold[]>([]);
  offers = $state.raw<Offer[]>([]);
  refusals = $state.raw<Refused[]>([]);
  clock = $state.raw<ClockTold | null>(null);
  proposal = $state.raw<ProposalTold | null>(null);
  paused = $state(false); // by agreement: nobody moves
  undoRule = $state.raw<UndoRule>("free");
  returns = $state.raw<number[]>([]); // seats that a computer keeps for this device
  absent = $state(0); // seconds after which nobody need wait for who is not here
  result = $state.raw<Result | null>(null);
  advice = $state.raw<string | null>(null); // the words of the move that a hint proposes
  parts = $state.raw<readonly string[] | null>(null); // of the table, that are there at all; null: all
  without = $state.raw<readonly string[]>([]); // and those that are not
  gathering: { readonly active: boolean; of(name: string): number } | null = null; // of this table
  note = $state.raw<string | null>(null); // what the prompt says instead of its own words
  touched = $state.raw<string[]>([]);
  hovered = $state.raw<string | null>(null);
  marked = $state.raw<readonly Told[]>([]); // facts pointed at in the log
  busy = $state(false); // a move is on its way
  pending = $state.raw<Offer | null>(null); // that move, until the position that it leads to is shown
  refused = $state.raw<{ thing: string; text: string; rule: string } | null>(null); // shown in the prompt; "": without a rule

  habit = $state.raw<Habit | null>(null); // of the game that is played; most have none
  by = $state.raw<Touch>("mouse"); // how the hand touched last

  constructor(readonly owner: Owner | null = null) {}

  /** The offers that fit all that is touched. */
  readonly remaining = $derived(fitting(this.offers, this.touched));
  /** What may be touched next, with what is touched already. */
  readonly open = $derived(touchable(this.remaining));
  readonly anything = $derived(touchable(this.offers));
  /** The one move that is left, ready to be played. */
  readonly ready = $derived.by((): Offer | null => {
    if (this.touched.length === 0) return null;
    if (this.remaining.length === 1) return this.remaining[0]!;
    return this.habit?.meant(this.remaining) ?? null;
  });
  /** The offers that hovering would leave: what a preview shows. */
  readonly imagined = $derived.by((): Offer[] => {
    if (this.pending) return [this.pending];
    if (this.hovered === null || !this.anything.has(this.hovered))
      return this.ready ? [this.ready] : [];
    if (this.touched.includes(this.hovered)) return this.remaining;
    return fitting(this.offers, touchedAfter(this.offers, this.touched, this.hovered));
  });
  /** The one move that is previewed: on its way, hovered, ready, or proposed by a hint. */
  readonly preview = $derived.by((): Offer | null => {
    if (this.imagined.length === 1) return this.imagined[0]!;
    return this.offers.find((offer) => offer.words === this.advice) ?? null;
  });
  /** Whether the preview is a step of a plan that is drawn: its number says what it brings. */
  readonly planned = $derived(
    this.marked.length > 0 && this.advice !== null && this.preview?.words === this.advice,
  );
  /** The things of the preview, to draw it at its place. */
  readonly previewThings = $derived(this.preview?.things ?? []);
  readonly deciding = $derived(this.offers.length > 0 && !this.busy);
  readonly over = $derived(this.result !== null || this.view?.actor === OVER);

  /** How a thing looks and behaves now. */
  state(thing: string): ThingState {
    if (this.pending) return this.anything.has(thing) ? "idle" : "disabled";
    if (this.touched.includes(thing)) return "selected";
    if (this.open.has(thing)) return "legal";
    return this.offers.length > 0 && !this.anything.has(thing) ? "disabled" : "idle";
  }

  /** Whether a part of the table is there, by any of its names: a lesson leaves out what it does not speak of. */
  has(...part: readonly string[]): boolean {
    const named = part.filter((one) => !this.without.includes(one));
    return this.parts === null ? named.length > 0 : named.some((one) => this.parts!.includes(one));
  }

  /** What the move that was played last touched: it wears the last ring. */
  lastThings = $derived.by((): { seat: number; things: readonly string[] } | null => {
    const told = this.log.findLast((fact) => fact.seat >= 0 && fact.fields);
    return told ? { seat: told.seat, things: told.things ?? [] } : null;
  });

  /** Whether a thing was touched, by this seat or by anybody, by what is pointed at in the log. */
  isMarked(thing: string, seat: number | null = null): boolean {
    return this.marked.some(
      (told) => told.things?.includes(thing) && (seat === null || told.seat === seat),
    );
  }

  /** Why a thing cannot be used now, in words, with the rule behind it. */
  reason(thing: string): { text: string; rule: string } | null {
    const found = this.refusals.find((refused) => refused.thing === thing);
    if (!found) return null;
    return { text: sayIn(this.view.game, found.reason, found.fields), rule: found.rule };
  }

  /**
   * Touch a thing. With a mouse or keys a single remaining move is played at once; by finger it
   * becomes ready, and a second touch (or the main button) plays it: a finger cannot hover.
   */
  touch(thing: string, by: Touch = "mouse"): void {
    this.refused = null;
    if (this.busy) return;
    this.by = by;
    if (this.ready && this.touched.includes(thing)) {
      void this.confirm();
      return;
    }
    if (!this.anything.has(thing)) {
      const why = this.reason(thing);
      if (why) this.refused = { thing, ...why };
      return;
    }
    const before = this.touched;
    this.touched = touchedAfter(this.offers, before, thing);
    // What was chosen before and does not fit is no part of it any more: that is to be seen first.
    const fits = before.every((one) => this.touched.includes(one));
    const sure = this.remaining.length === 1 || fits;
    if (this.ready && sure && by !== "touch" && !settings.confirm) void this.confirm();
  }

  /** Touch by a pointer or a click made by keys; use as onclick. */
  press =
    (thing: string) =>
    (event: MouseEvent): void =>
      this.touch(thing, touchOf(event));

  hover(thing: string | null): void {
    this.hovered = thing;
  }

  /**
   * Stop pointing at a thing (or at the whole that it is a part of), unless something else is
   * pointed at by now: where focus and pointer part, the one that leaves must not end what the
   * other has begun.
   */
  leave(thing: string): void {
    if (this.hovered !== null && `${thing} `.startsWith(`${this.hovered} `)) this.hover(null);
  }

  clear(): void {
    this.touched = [];
    this.hovered = null;
    this.refused = null;
  }

  /**
   * Play a move: the ready one, or the one given. It stands at once where its preview stood; what
   * the owner says to it confirms it, or takes it home with a word in the prompt.
   */
  async confirm(offer: Offer | null = this.ready): Promise<void> {
    if (!offer || !this.owner || this.busy) return;
    this.busy = true;
    this.pending = offer;
    const { touched, by } = this;
    try {
      const word = await this.owner.play(offer);
      this.clear();
      if (word !== null) this.refused = { thing: "", text: word, rule: "" };
      else this.touched = [...(this.habit?.onward(offer, touched, by, this.offers) ?? [])];
    } finally {
      this.pending = null;
      this.busy = false;
    }
  }

  /** The first offer of a kind that is a whole move by itself (end, pass, done ...). */
  offerOf(kind: string): Offer | null {
    return (
      this.remaining.find((offer) => offer.fields.kind === kind) ??
      this.offers.find((offer) => offer.fields.kind === kind) ??
      null
    );
  }

  /** A seat's name as people read it: "You", a person's name, or the computer's level. */
  name(seat: number): string {
    if (this.held.length === 1 && this.held[0] === seat) return t("page.you");
    const own = this.plainName(seat);
    const same = this.seats.flatMap((_, other) => (this.plainName(other) === own ? [other] : []));
    return same.length > 1 ? `${own} ${same.indexOf(seat) + 1}` : own;
  }

  private plainName(seat: number): string {
    const told = this.seats[seat];
    if (told?.bot) return t("page.seat.bot", { name: told.name || String(seat + 1) });
    if (told?.name) return told.name;
    if (told?.kind === "computer") return t(`play.player.${told.level ?? DEFAULT_LEVEL}`);
    return t("page.seat", { seat: seat + 1 });
  }
}
