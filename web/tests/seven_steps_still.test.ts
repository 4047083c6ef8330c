import { describe, expect, it } from "vitest";
import { boxAt, plain, placeMarks, spacesIn, still } from "../src/games/seven_steps/still.ts";
import type { SeatView, SpaceView, StepsView } from "../src/gen/seven_steps.ts";

const seat = { hand: { red: 2, white: 1 }, hand_size: 3 } as unknown as SeatView;
const board: Record<string, SpaceView> = {
  a0: { color: "turquoise", height: 2, next: 3 },
  a1: { color: "turquoise", height: 0, next: 1 },
};
const view = { options: { layout: "standard" }, board, players: [seat] } as unknown as StepsView;

describe("a still picture", () => {
  it("draws the spaces that its parts name", () => {
    expect([...spacesIn(["space a0", "tower b3"])]).toEqual(["a0", "b3"]);
    expect(spacesIn(["segment c"]).size).toBe(7);
    expect(spacesIn(["board"]).size).toBe(49);
    expect(plain("tower b3")).toBe("b3");
  });

  it("leaves out what it was not asked for", () => {
    const { spots, hand, track } = still(view, ["a0"], [], 0);
    expect(spots.map(({ name }) => name)).toEqual(["a0"]);
    expect([hand, track]).toEqual([null, null]);
  });

  it("knows where each thing stands, the first disc of a color for all", () => {
    const { anchors, box } = still(view, ["a0", "a1", "disc yellow", "hand"], ["a1"], 0);
    expect(anchors.get("disc red")).toEqual(anchors.get("disc 1"));
    expect(anchors.get("disc white")).toEqual(anchors.get("disc 3"));
    expect(anchors.get("disc yellow")!.x).toBeLessThan(anchors.get("a0")!.x);
    expect(anchors.get("hand")!.y).toBeGreaterThan(anchors.get("a1")!.y);
    for (const { x, y } of anchors.values()) {
      expect(x).toBeGreaterThan(box.x);
      expect(y).toBeLessThan(box.y + box.height);
    }
  });

  it("keeps words off each other and off what they speak of", () => {
    const { anchors, box } = still(view, ["a0", "a1"], [], 0);
    const marks = ["a0", "a1"].map((at) => ({ at, text: "fits well", sign: "yes" as const }));
    const [one, two] = placeMarks(marks, anchors, box, 1);
    const apart = (a: typeof one, b: { x: number; y: number; width: number; height: number }) =>
      a!.x + a!.width <= b.x ||
      b.x + b.width <= a!.x ||
      a!.y + a!.height <= b.y ||
      b.y + b.height <= a!.y;
    expect(apart(one, two!)).toBe(true);
    for (const { x, y, rx, ry } of anchors.values())
      expect(apart(one, boxAt(x, y, 2 * rx, 2 * ry))).toBe(true);
    expect(placeMarks([{ at: "g6", text: "not drawn" }], anchors, box, 1)).toEqual([]);
  });
});
