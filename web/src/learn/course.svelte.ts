/** The way through one lesson: which step, what is kept of it, and where it leads. */
import type { GameKey } from "../gen/games.ts";
import { LESSONS } from "../gen/lessons.ts";
import type { LessonTold } from "../gen/wire.ts";
import type { Face } from "../table/face.ts";
import { Exercise } from "./exercise.svelte.ts";
import { keepSteps, tryStep } from "./lessons.ts";
import { learner, pathOf } from "./progress.svelte.ts";

export class Course {
  readonly exercise: Exercise;
  at = $state(0);
  private skipped = false; // a lesson with a gap stays open

  constructor(
    readonly game: GameKey,
    readonly told: LessonTold,
    face: Face,
  ) {
    this.exercise = new Exercise(face);
    const kept = learner.of(game, told.key).at;
    this.at = kept < told.steps.length ? kept : 0;
    this.exercise.play.parts = partsOf(told);
    this.exercise.play.without = ["log"]; // a lesson is no game that one looks back at
    void this.enter();
    void keepSteps(game, told);
  }

  get step(): LessonTold["steps"][number] {
    return this.told.steps[this.at]!;
  }
  get isLast(): boolean {
    return this.at === this.told.steps.length - 1;
  }
  /** Its place among the lessons of its kind, from 0, and how many there are. */
  get number(): { at: number; count: number } {
    const all = LESSONS[this.game].filter(({ strategy }) => strategy === this.told.strategy);
    return { at: all.findIndex(({ key }) => key === this.told.key), count: all.length };
  }
  /** The lesson before or after this one, of either kind. */
  beside(by: 1 | -1): string | null {
    const all = LESSONS[this.game];
    const here = all.findIndex(({ key }) => key === this.told.key);
    return all[here + by]?.key ?? null;
  }
  /** Whether a first game makes sense after this lesson: it is the last one that is needed for it. */
  get isEnough(): boolean {
    const needed = pathOf(this.game).filter(({ enough }) => enough);
    const path = pathOf(this.game);
    return [needed.at(-1)?.key, path.at(-1)?.key].includes(this.told.key);
  }

  private enter(goesOn = false): Promise<void> {
    const { game, told, at } = this;
    learner.keep(game, told.key, at);
    return this.exercise.enter(
      (moves) => tryStep(game, told.key, at, moves),
      this.step.task !== null,
      goesOn,
    );
  }

  /** Whether all of the lesson is behind: its last task is done, or its last step was read. */
  finish(): void {
    if (this.isLast && !this.skipped) learner.keep(this.game, this.told.key, 0, true);
  }

  /** Go on; false after the last step. */
  next(): boolean {
    if (this.isLast) {
      this.finish();
      return false;
    }
    this.at++;
    void this.enter(true);
    return true;
  }

  skip(): boolean {
    if (this.step.task !== null && this.exercise.phase !== "done") this.skipped = true;
    return this.next();
  }

  /** Once more from the first step. */
  again(): void {
    this.at = 0;
    this.skipped = false;
    void this.enter();
  }

  end(): void {
    this.exercise.stop();
  }
}

/** The parts that any step of a lesson speaks of: the table keeps its form from step to step. */
function partsOf({ steps }: LessonTold): string[] | null {
  if (steps.some(({ show }) => show.length === 0)) return null;
  const pointed = steps.flatMap(({ show, labels }) => [...show, ...labels.map(({ at }) => at)]);
  return [...new Set(pointed)];
}
