/** Pieces on their way. */
import { describe, expect, it } from "vitest";
import { course } from "../src/motion/motion.ts";

const small = { x: 10, y: 20, width: 30, height: 40 };
const large = { x: 200, y: 100, width: 60, height: 80 };

describe("course", () => {
  it.each([
    ["grows", small, large],
    ["shrinks", large, small],
  ])("of a piece that %s: drawn at its largest, never scaled up", (_, from, to) => {
    const { x, y, width, height, dx, dy, sizes } = course(from, to);
    expect(width).toBe(60);
    expect(Math.max(...sizes)).toBe(1);
    expect(width * sizes[0]!).toBe(from.width);
    expect(width * sizes[2]!).toBe(to.width);
    expect([x + width / 2, y + height / 2]).toEqual([to.x + to.width / 2, to.y + to.height / 2]);
    expect([to.x + to.width / 2 + dx, to.y + to.height / 2 + dy]).toEqual([
      from.x + from.width / 2,
      from.y + from.height / 2,
    ]);
  });
});
