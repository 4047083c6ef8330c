/** A game that was played, shown position by position: a table that takes no moves. */
import type { RecordTold, Replayed as Position, SeatTold, Told } from "../gen/wire.ts";
import { flights } from "../motion/flights.svelte.ts";
import type { Connection } from "../net/feed.ts";
import { moves as mayMove } from "../settings.svelte.ts";
import type { Face } from "./face.ts";
import { Play } from "./play.svelte.ts";
import { shared } from "./shared.ts";
import type { TableLike } from "./session.svelte.ts";
import { factsOf, scoresAt, stopsOf, turnAt, turnStep } from "./timeline.ts";

const REST = 900; // ms between two moves of a replay at its usual speed
const CALM = 60; // ms: a slider that is drawn passes many positions that nobody needs
const NOWHERE = -1; // in the game: the board shows a line that was not played
const KEPT = 300; // positions; the oldest are forgotten

export class Replayed implements TableLike {
  readonly play: Play;
  readonly connection: Connection = "open";
  readonly canUndo = false;
  readonly stops: number[];
  readonly facts: Told[];
  readonly scores: number[][];
  sheet = $state.raw<TableLike["sheet"]>(null);
  stop = $state(0); // which resting place is shown
  eyes = $state<number | null>(null); // through whose eyes; null: everything lies open
  playing = $state(false);
  speed = $state(1);
  problem = $state.raw<unknown>(null);
  private shown = 0; // how many moves the board shows
  lined = $state(-1); // how many moves of a line are on the board; -1: the game itself is shown
  private ticket = 0; // of the newest wish: an older answer comes too late
  private readonly known = new Map<string, Promise<Position>>();

  constructor(
    readonly face: Face,
    readonly record: RecordTold,
    seats: SeatTold[],
    held: number[],
    private readonly read: (at: number, seat: number | null, since: number) => Promise<Position>,
    private readonly attempt: (
      at: number,
      moves: string[],
      seat: number | null,
    ) => Promise<Position[]>,
  ) {
    this.play = new Play();
    this.play.seats = seats;
    this.play.held = held;
    this.stops = stopsOf(record);
    this.facts = factsOf(record);
    this.scores = scoresAt(record, this.stops);
  }

  get last(): number {
    return this.stops.length - 1;
  }
  get at(): number {
    return this.stops[this.stop]!;
  }
  get turn(): number {
    return turnAt(this.record, this.at);
  }

  private key(at: number): string {
    return `${at} ${this.eyes}`;
  }

  /** A resting place, with what happened since the one before. */
  private position(stop: number): Promise<Position> {
    const at = this.stops[stop]!;
    const key = this.key(at);
    let found = this.known.get(key);
    if (!found) {
      found = this.read(at, this.eyes, this.stops[stop - 1] ?? at);
      found.catch(() => this.known.delete(key));
      this.known.set(key, found);
      if (this.known.size > KEPT) this.known.delete(this.known.keys().next().value!);
    }
    return found;
  }

  /** Show a resting place; the next one is reached by its moves, any other at once. */
  async go(stop: number): Promise<void> {
    const wanted = Math.max(0, Math.min(this.last, stop));
    const ticket = ++this.ticket;
    this.lined = -1;
    const next = wanted === this.stop + 1;
    this.stop = wanted;
    const at = this.stops[wanted]!;
    if (this.play.view && !this.known.has(this.key(at))) {
      await new Promise((done) => setTimeout(done, CALM));
      if (ticket !== this.ticket) return;
    }
    let found: Position;
    try {
      found = await this.position(wanted);
      this.problem = null;
    } catch (problem) {
      if (ticket === this.ticket) this.problem = problem;
      this.playing = false;
      return;
    }
    if (ticket !== this.ticket) return;
    flights.skip();
    const facts = next && this.shown === this.stops[wanted - 1] ? found.facts : [];
    const motions = this.play.view ? this.face.motions(facts) : [];
    await flights.show(motions, () => this.apply(found, facts), this.speed);
    if (wanted < this.last) this.position(wanted + 1).catch(() => undefined);
  }

  private apply(found: Position, facts: Told[], lined = false): void {
    const { play } = this;
    play.before = facts.length ? (play.view ?? null) : null;
    play.facts = facts;
    play.log = this.facts.slice(0, lined ? this.at : found.at);
    play.view = shared(play.view, found.view);
    play.seat = this.eyes;
    play.marked = [];
    play.clear();
    this.shown = lined ? NOWHERE : found.at;
  }

  /**
   * Play another line out from here; whatever else is wished ends it. Returns what leads back to
   * the position of the game, unless that has happened by then.
   */
  showLine(moves: string[]): () => void {
    const ticket = ++this.ticket;
    void this.playLine(ticket, moves);
    return () => {
      if (ticket === this.ticket) void this.go(this.stop);
    };
  }

  /** Show the positions of a line one after the other; without motion the last at once. */
  private async playLine(ticket: number, moves: string[]): Promise<void> {
    this.playing = false;
    this.lined = 0;
    let all: Position[];
    try {
      all = await this.attempt(this.at, moves, this.eyes);
      this.problem = null;
    } catch (problem) {
      if (ticket !== this.ticket) return;
      this.problem = problem;
      this.lined = -1;
      return;
    }
    for (const found of mayMove() ? all : all.slice(-1)) {
      if (ticket !== this.ticket) return;
      flights.skip();
      this.lined = all.indexOf(found) + 1;
      const motions = mayMove() ? this.face.motions(found.facts) : [];
      await flights.show(motions, () => this.apply(found, found.facts, true), this.speed);
      await new Promise((done) => setTimeout(done, REST / this.speed));
    }
  }

  /** Look through another seat's eyes. */
  see(seat: number | null): void {
    this.eyes = seat;
    void this.go(this.stop);
  }

  step(by: 1 | -1, turns = false): void {
    this.playing = false;
    void this.go(turns ? turnStep(this.record, this.stops, this.stop, by) : this.stop + by);
  }

  jump(stop: number): void {
    this.playing = false;
    void this.go(stop);
  }

  /** Play on from here until the end, or stop. */
  async toggle(): Promise<void> {
    if (this.playing) {
      this.playing = false;
      return;
    }
    this.playing = true;
    if (this.stop === this.last) await this.go(0);
    while (this.playing && this.stop < this.last) {
      await new Promise((done) => setTimeout(done, REST / this.speed));
      if (this.playing) await this.go(this.stop + 1);
    }
    this.playing = false;
  }

  undo(): void {
    // What was played stays played.
  }
  hint(): void {
    // The study has its own list of best moves.
  }
}
