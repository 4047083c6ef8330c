/** How far somebody has come in the lessons; kept on this device, and what is done with the player too. */
import type { GameKey } from "../gen/games.ts";
import { LESSONS } from "../gen/lessons.ts";

/** A lesson that was begun: the step to go on with, and whether its end was reached once. */
export interface Begun {
  at: number;
  done: boolean;
}

type Progress = Partial<Record<GameKey, Record<string, Begun>>>;

const KEPT = "colonnade.learn";

function kept(): Progress {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Progress;
  } catch {
    return {};
  }
}

class Learner {
  private progress = $state.raw<Progress>(kept());

  of(game: GameKey, lesson: string): Begun {
    return this.progress[game]?.[lesson] ?? { at: 0, done: false };
  }

  /** Keep a place in a lesson; what was done once stays done. */
  keep(game: GameKey, lesson: string, at: number, done = false): void {
    const before = this.of(game, lesson);
    const now = { at, done: done || before.done };
    this.progress = {
      ...this.progress,
      [game]: { ...this.progress[game], [lesson]: now },
    };
    localStorage.setItem(KEPT, JSON.stringify(this.progress));
  }

  /** All lessons that are done, by game. */
  get done(): Record<string, string[]> {
    const found: Record<string, string[]> = {};
    for (const [game, lessons] of Object.entries(this.progress)) {
      const keys = Object.keys(lessons).filter((key) => lessons[key]!.done);
      if (keys.length) found[game] = keys;
    }
    return found;
  }

  /** Take over what was done on other devices: what is done anywhere is done. */
  take(done: Record<string, readonly string[]>): void {
    for (const [game, keys] of Object.entries(done))
      for (const key of keys)
        if (!this.isDone(game as GameKey, key))
          this.keep(game as GameKey, key, this.of(game as GameKey, key).at, true);
  }

  isDone(game: GameKey, lesson: string): boolean {
    return this.of(game, lesson).done;
  }

  /** The lessons of the path that are done. */
  doneOf(game: GameKey): number {
    return pathOf(game).filter(({ key }) => this.isDone(game, key)).length;
  }

  /** Whether a game's lessons were ever opened. */
  hasBegun(game: GameKey): boolean {
    return Object.keys(this.progress[game] ?? {}).length > 0;
  }

  /** The lesson to go on with: the first of the path that is not done. */
  nextOf(game: GameKey): string | null {
    return pathOf(game).find(({ key }) => !this.isDone(game, key))?.key ?? null;
  }
}

export const learner = new Learner();

/** The lessons on the way to knowing a game; strategy comes after it. */
export const pathOf = (game: GameKey): { key: string; seconds: number; enough: boolean }[] =>
  LESSONS[game].filter(({ strategy }) => !strategy);

/** A time as people say it: whole minutes, at least one. */
export const minutes = (seconds: number): number => Math.max(1, Math.round(seconds / 60));

/** How long it takes until a first game makes sense. */
export const enoughMinutes = (game: GameKey): number =>
  minutes(
    pathOf(game)
      .filter(({ enough }) => enough)
      .reduce((sum, { seconds }) => sum + seconds, 0),
  );
