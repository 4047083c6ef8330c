import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Box, type Label, pills, pointer, turned } from "../src/learn/placing.ts";

const ROOM: Box = { x: 0, y: 60, width: 1000, height: 700 };
const box = (x: number, y: number, width = 40, height = 40): Box => ({ x, y, width, height });
const labeled = (thing: Box, text = "3 points", at = "lot 3"): Label => ({ text, at, thing });
const apart = (a: Box, b: Box): boolean =>
  a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height || b.y >= a.y + a.height;

describe("teaching pills", () => {
  it("stand at the left of their thing, joined to it", () => {
    const [pill] = pills([labeled(box(500, 400))], ROOM);
    expect(pill!.x + pill!.width).toBeLessThan(500);
    expect(pill!.to).toEqual([500, 420]);
  });
  it("take the other side where there is no room", () => {
    const [pill] = pills([labeled(box(10, 400))], ROOM);
    expect(pill!.x).toBeGreaterThan(50);
  });
  it("never cover each other, their things or the pointer", () => {
    const things = [0, 1, 2, 3].map((i) => labeled(box(500, 400 + 12 * i), `floor ${i}`, `${i}`));
    const hand = pointer(box(300, 400), ROOM);
    const found = pills(things, ROOM, [hand]);
    expect(found).toHaveLength(4);
    for (const [i, pill] of found.entries()) {
      expect(apart(pill, hand)).toBe(true);
      for (const other of found.slice(0, i)) expect(apart(pill, other)).toBe(true);
    }
  });
  it("go further rather than hide other things", () => {
    const thing = box(500, 400);
    const left = box(300, 300, 190, 200);
    const [pill] = pills([labeled(thing)], ROOM, [], [left]);
    expect(apart(pill!, left)).toBe(true);
  });
  it("of floors stand at one side in their order, also over what is not spoken of", () => {
    const floors = [3, 2, 1].map((floor) =>
      labeled(box(500, 560 - 70 * floor, 120, 60), `${floor} points`, `lot 3 floor ${floor}`),
    );
    const crowd = [box(300, 300, 190, 300)];
    const found = pills(floors, ROOM, [], crowd);
    expect(new Set(found.map(({ x }) => x)).size).toBe(1);
    for (const pill of found) {
      const { thing } = floors.find(({ text }) => text === pill.text)!;
      expect(pill.y + pill.height / 2).toBeGreaterThan(thing.y);
      expect(pill.y + pill.height / 2).toBeLessThan(thing.y + thing.height);
    }
    const right = pills(
      floors.map((one) => ({ ...one, thing: { ...one.thing, x: 20 } })),
      ROOM,
    );
    for (const pill of right) expect(pill.x).toBeGreaterThan(140);
  });
  it("stay in the room, however long", () => {
    const text = "a teaching pill with very many words that no phone has room for, really".repeat(
      3,
    );
    const [pill] = pills([labeled(box(200, 300), text)], { ...ROOM, width: 390 });
    expect(pill!.x).toBeGreaterThanOrEqual(0);
    expect(pill!.x + pill!.width).toBeLessThanOrEqual(390);
  });
});

describe("the pointer", () => {
  it("stands over its target and never covers it", () => {
    const hand = pointer(box(500, 400), ROOM);
    expect(hand.turn).toBe(0);
    expect(hand.y + hand.height).toBeLessThanOrEqual(400);
  });
  it("leaves the score to be read", () => {
    const card = box(10, 400, 54, 80);
    const score = box(44, 360, 26, 30);
    const hand = pointer(card, { ...ROOM, width: 390 }, [score]);
    expect(apart(hand, score)).toBe(true);
    expect(hand.x + hand.width / 2).toBeGreaterThanOrEqual(card.x);
    expect(pointer(card, ROOM).x).toBe(20);
  });
  it("stands at another side rather than over words, inside the room", () => {
    const target = box(200, 300, 40, 60);
    const prompt = box(150, 250, 300, 44);
    const hand = pointer(target, ROOM, [prompt]);
    expect(hand.turn).toBe(180);
    const low = { ...ROOM, height: 305 };
    const aside = pointer(target, low, [prompt]);
    expect(aside.turn).toBe(90);
    expect(apart(turned(aside), target)).toBe(true);
    expect(apart(turned(aside), prompt)).toBe(true);
    const crowded = pointer(target, low, [prompt], [box(244, 300, 60, 60)]);
    expect(crowded.turn).toBe(270);
  });
  it("stands below where there is no room above", () => {
    const hand = pointer(box(500, 70), ROOM);
    expect(hand.turn).toBe(180);
    expect(hand.y).toBeGreaterThanOrEqual(110);
  });
});

describe("progress", () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    });
    vi.resetModules();
  });
  it("keeps the place in a lesson, and what was done once stays done", async () => {
    const { learner } = await import("../src/learn/progress.svelte.ts");
    expect(learner.of("pagoda", "columns")).toEqual({ at: 0, done: false });
    expect(learner.hasBegun("pagoda")).toBe(false);
    learner.keep("pagoda", "columns", 2);
    expect(learner.of("pagoda", "columns")).toEqual({ at: 2, done: false });
    learner.keep("pagoda", "columns", 0, true);
    learner.keep("pagoda", "columns", 1);
    expect(learner.of("pagoda", "columns")).toEqual({ at: 1, done: true });
    vi.resetModules();
    const again = await import("../src/learn/progress.svelte.ts");
    expect(again.learner.isDone("pagoda", "columns")).toBe(true);
    expect(again.learner.doneOf("pagoda")).toBe(1);
  });
  it("forgets what cannot be read", async () => {
    kept.set("colonnade.learn", "{");
    const { learner } = await import("../src/learn/progress.svelte.ts");
    expect(learner.hasBegun("pagoda")).toBe(false);
  });
  it("leads from lesson to lesson of the path, and counts whole minutes", async () => {
    const { enoughMinutes, learner, minutes, pathOf } =
      await import("../src/learn/progress.svelte.ts");
    const path = pathOf("pagoda");
    expect(learner.nextOf("pagoda")).toBe(path[0]!.key);
    for (const { key } of path) learner.keep("pagoda", key, 0, true);
    expect(learner.nextOf("pagoda")).toBe(null);
    expect(minutes(20)).toBe(1);
    expect(minutes(170)).toBe(3);
    expect(enoughMinutes("pagoda")).toBeGreaterThanOrEqual(1);
  });
});
