import { describe, expect, it } from "vitest";
import { partsOf, type SoundName } from "../src/sound/sound.ts";

const NAMES: SoundName[] = [
  "draw",
  "select",
  "column",
  "tile",
  "roof",
  "disc",
  "dissolve",
  "take",
  "place",
  "structure",
  "turn",
  "win",
  "undo",
  "refused",
];

describe.each(NAMES)("the sound %s", (name) => {
  it("is short and soft", () => {
    for (const level of [1, 4, 7])
      for (const part of partsOf(name, { level })) {
        expect(part.at + part.time).toBeLessThanOrEqual(0.3);
        expect(part.loud).toBeGreaterThan(0);
        expect(part.loud).toBeLessThanOrEqual(0.5);
        expect(part.rise ?? 0.004).toBeLessThan(part.time);
      }
  });
});

it("rises by a semitone with each floor", () => {
  const [low, high] = [partsOf("column", { level: 1 })[0]!, partsOf("column", { level: 2 })[0]!];
  expect(high.pitch / low.pitch).toBeCloseTo(2 ** (1 / 12));
  expect(partsOf("dissolve").map((part) => part.pitch)).toEqual(
    partsOf("dissolve")
      .map((part) => part.pitch)
      .sort((a, b) => b - a),
  );
});
