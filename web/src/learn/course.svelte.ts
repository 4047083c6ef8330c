/** The way through one lesson: which step, what is kept of it, and where it leads. */
import type { GameKey } from "../gen/games.ts";
import { LESSONS } from "../gen/lessons.ts";
import type { LessonTold, Text } from "../gen/wire.ts";
import type { Face } from "../table/face.ts";
import { language } from "../texts/texts.svelte.ts";
import { Exercise } from "./exercise.svelte.ts";
import { keepSteps, tryStep } from "./lessons.ts";
import { learner, pathOf } from "./progress.svelte.ts";

const LOOK = 900; // ms: to look at what comes, where a lesson plays itself
const WORD = 290; // ms to read a word
const passed = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

export class Course {
  readonly exercise: Exercise;
  at = $state(0);
  private skipped = false; // a lesson with a gap stays open
  watching = $state(false); // it plays itself, and nothing of it is done

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
    this.watching = false;
    this.at = 0;
    this.skipped = false;
    void this.enter();
  }

  /** Play the lesson by itself, at a pace that can be read along, until somebody takes over. */
  async watch(): Promise<void> {
    if (this.at > 0) this.again();
    this.watching = this.skipped = true;
    const { exercise } = this;
    const { play } = exercise;
    do {
      while (exercise.phase === "loading" && this.watching) await passed(100);
      await this.read(this.step.say, this.step.task);
      for (const words of this.step.solution) {
        const offer = play.offers.find((one) => one.words === words);
        if (!this.watching || !offer) break;
        play.advice = words;
        await passed(LOOK);
        if (this.watching) await play.confirm(offer);
      }
      await this.read(exercise.answer);
    } while (this.watching && this.next());
    this.watching = false;
  }

  /** Give somebody the time to read. */
  private async read(...texts: (Text | null)[]): Promise<void> {
    const words = texts.flatMap((text) => text?.[language.code].split(" ") ?? []).length;
    const end = Date.now() + LOOK + words * WORD;
    while (this.watching && Date.now() < end) await passed(100);
  }

  /** Whoever takes over begins the step anew. */
  takeOver(): void {
    this.watching = false;
    this.skipped = this.at > 0;
    void this.enter();
  }

  end(): void {
    this.watching = false;
    this.exercise.stop();
  }
}

/** The parts that any step of a lesson speaks of: the table keeps its form from step to step. */
function partsOf({ steps }: LessonTold): string[] | null {
  if (steps.some(({ show }) => show.length === 0)) return null;
  const pointed = steps.flatMap(({ show, labels }) => [...show, ...labels.map(({ at }) => at)]);
  return [...new Set(pointed)];
}
