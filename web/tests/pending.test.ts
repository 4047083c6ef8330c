/** A move on its way: it stands at once, is confirmed or goes home, and does not fly again. */
import { expect, test } from "vitest";
import type { View } from "../src/gen/games.ts";
import type { Offer } from "../src/gen/wire.ts";
import { type Motion, remaining } from "../src/motion/motion.ts";
import { Play } from "../src/table/play.svelte.ts";

const offer = (words: string, ...things: string[]): Offer => ({
  words,
  fields: { kind: "place" } as Offer["fields"],
  points: [0, 0],
  things,
});
const motion = (to: string, delay: number, time = 100): Motion => ({
  piece: {},
  from: "hand",
  to,
  delay,
  time,
});

/** A Play whose owner answers when it is told to. */
function table(): { play: Play; answer: (word: string | null) => Promise<void> } {
  let resolve: (word: string | null) => void = () => undefined;
  const promise = new Promise<string | null>((done) => (resolve = done));
  const play = new Play({ play: () => promise });
  play.view = { actor: 0 } as View;
  play.offers = [offer("place a", "a"), offer("place b", "b")];
  return {
    play,
    answer: async (word) => {
      resolve(word);
      await promise;
      await Promise.resolve();
    },
  };
}

test("a move stands from the touch on, and nothing else can be touched", async () => {
  const { play, answer } = table();
  play.touch("a");
  expect(play.pending?.words).toBe("place a");
  play.hover("b");
  expect(play.preview?.words).toBe("place a");
  expect(play.state("a")).toBe("idle");
  expect(play.state("b")).toBe("idle");
  play.touch("b");
  expect(play.pending?.words).toBe("place a");
  await answer(null);
  expect(play.pending).toBeNull();
  expect(play.refused).toBeNull();
  expect(play.state("b")).toBe("legal");
});

test("what is not taken goes home with a word", async () => {
  const { play, answer } = table();
  play.touch("a");
  await answer("not now");
  expect(play.pending).toBeNull();
  expect(play.touched).toEqual([]);
  expect(play.refused?.text).toBe("not now");
  expect(play.state("a")).toBe("legal");
});

test("pieces that stand do not fly again, nor what was paid for them", () => {
  const all = [motion("edge", 0), motion("lot", 100), motion("gone", 350)];
  expect(remaining(all, new Set())).toEqual(all);
  expect(remaining(all, new Set(["lot"]))).toEqual([motion("gone", 150)]);
  expect(remaining(all, new Set(["gone"]))).toEqual([]);
});

test("what sets out together with a piece that stands sets out at once", () => {
  const all = [motion("space", 0), motion("tower", 0), motion("tower", 60)];
  expect(remaining(all, new Set(["space"]))).toEqual([motion("tower", 0), motion("tower", 60)]);
});
