/** What a screen cannot be without: asked for until it comes, or until it is sure that it does not. */
import { onDestroy } from "svelte";
import { type Problem, problemOf } from "./api.ts";
import { reloadOnce } from "./part.ts";
import { Pauses } from "./pauses.ts";

export interface Ways<T> {
  /** What is there already: it need not be asked for. */
  now?: T;
  /** What was kept of it from an earlier visit: shown while the server is away. */
  recall?: () => Promise<T | null>;
  /** Whether the document may be loaded anew for it: only where nothing is shown that would be lost. */
  reload?: boolean;
}

export class Loading<T> {
  value = $state.raw<T | null>(null);
  problem = $state.raw<Problem | null>(null); // stays until the next try succeeds
  trying = $state(false);
  private ticket = 0; // of the newest wish: an older answer comes too late
  private pauses: Pauses | null = null;

  constructor(
    private readonly work: () => Promise<T>,
    private readonly ways: Ways<T> = {},
  ) {
    if (ways.now === undefined) void this.begin();
    else this.value = ways.now;
  }

  /** Ask, and go on asking while the server is away. */
  async begin(): Promise<void> {
    this.end();
    const ticket = this.ticket;
    while (!(await this.attempt(ticket))) {
      this.pauses ??= new Pauses();
      if (!(await this.pauses.wait(this.problem?.wait))) return;
    }
  }

  /** Ask once; returns whether that is the end of it. */
  private async attempt(ticket: number): Promise<boolean> {
    this.trying = true;
    try {
      const found = await this.work();
      if (ticket !== this.ticket) return true;
      this.value = found;
      this.problem = null;
    } catch (fault) {
      if (ticket !== this.ticket) return true;
      await this.fail(problemOf(fault));
    } finally {
      if (ticket === this.ticket) this.trying = false;
    }
    if (ticket === this.ticket && this.problem?.isAway) return false;
    this.pauses?.end();
    this.pauses = null;
    return true;
  }

  private async fail(problem: Problem): Promise<void> {
    if (problem.error === "Stale" && this.ways.reload && reloadOnce()) return;
    if (problem.isAway) this.value ??= (await this.ways.recall?.()) ?? null;
    this.problem = problem;
  }

  /** Somebody wants it now. */
  again = (): void => {
    if (this.problem?.error === "Stale") location.reload();
    else if (this.pauses) this.pauses.now();
    else void this.begin();
  };

  /** Let go of what was found: something else is wanted now. */
  anew(): void {
    this.value = null;
    this.problem = null;
    void this.begin();
  }

  end(): void {
    this.ticket++;
    this.trying = false;
    this.pauses?.end();
    this.pauses = null;
  }
}

/** Begin to load something for the component that asks; it ends along with it. */
export function loading<T>(work: () => Promise<T>, ways: Ways<T> = {}): Loading<T> {
  const found = new Loading(work, ways);
  onDestroy(() => found.end());
  return found;
}
