/** Lessons as the server tells them; read once, they can be read again without it. */
import type { GameKey } from "../gen/games.ts";
import type { LessonEvent, LessonListed, LessonTold } from "../gen/wire.ts";
import { api } from "../net/api.ts";
import { isKept, kept } from "../net/kept.ts";
import { atRest, isDear } from "../net/offline.ts";

const nameOf = (game: GameKey, key: string): string => `lessons/${game}/${key}`;

export const listLessons = (): Promise<LessonListed[]> => kept("lessons", () => api.lessons());

export const readLesson = (game: GameKey, key: string): Promise<LessonTold> =>
  kept(nameOf(game, key), () => api.lesson(game, key));

/** Where a step begins; whether moves serve, only the server knows. */
export function tryStep(
  game: GameKey,
  key: string,
  step: number,
  moves: readonly string[],
): Promise<LessonEvent> {
  const ask = (): Promise<LessonEvent> => api.exercise(game, key, step, moves);
  return moves.length ? ask() : kept(`${nameOf(game, key)}/${step}`, ask);
}

/** Keep the texts of a game's lessons for whoever looks at their list. */
export async function keepLessons(game: GameKey, lessons: readonly LessonListed[]): Promise<void> {
  await atRest();
  for (const { key } of isDear() ? [] : lessons)
    try {
      if (!(await isKept(nameOf(game, key)))) await readLesson(game, key);
    } catch {
      return; // the server has gone
    }
}

/** Keep the positions of a lesson that is open. */
export async function keepSteps(game: GameKey, { key, steps }: LessonTold): Promise<void> {
  await atRest();
  for (const step of isDear() ? [] : steps.keys())
    try {
      if (!(await isKept(`${nameOf(game, key)}/${step}`))) await tryStep(game, key, step, []);
    } catch {
      return;
    }
}
