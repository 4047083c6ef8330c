/** When to try again: after pauses that grow, and at once when the network or the page comes back. */
const FIRST_PAUSE = 1000; // ms
const LONGEST_PAUSE = 15_000;

export class Pauses {
  private pause = FIRST_PAUSE;
  private due = 0; // before that the server wants to be left alone
  private wake: (() => void) | null = null;
  private readonly ends = new AbortController();

  constructor() {
    const { signal } = this.ends;
    addEventListener("online", this.hurry, { signal });
    document.addEventListener("visibilitychange", this.hurry, { signal });
  }

  /** Until the next try is due; false where there shall be none any more. */
  async wait(least = 0): Promise<boolean> {
    const now = Date.now();
    this.due = now + least;
    await this.rest(Math.max(this.pause, least));
    this.pause = Math.min(LONGEST_PAUSE, this.pause * 2);
    return !this.ends.signal.aborted;
  }

  private rest(ms: number): Promise<void> {
    return new Promise((done) => {
      if (this.ends.signal.aborted) return done();
      const timer = setTimeout(() => this.wake?.(), ms);
      this.wake = () => {
        clearTimeout(timer);
        this.wake = null;
        done();
      };
    });
  }

  /** Something has changed: try now, unless the server named a time. */
  private hurry = (): void => {
    if (document.visibilityState !== "visible" || Date.now() < this.due) return;
    this.pause = FIRST_PAUSE;
    this.wake?.();
  };

  /** Somebody wants it now. */
  now(): void {
    this.pause = FIRST_PAUSE;
    this.wake?.();
  }

  end(): void {
    this.ends.abort();
    this.wake?.();
  }
}
