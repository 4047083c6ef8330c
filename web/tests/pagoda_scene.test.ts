/** Still pictures of Pagoda: what they are made of, and where things in them lie. */
import { expect, test } from "vitest";
import type { LotView, PagodaView } from "../src/gen/pagoda.ts";
import { ghostsOn } from "../src/games/pagoda/ghosts.ts";
import { arrowed, marked } from "../src/games/pagoda/marks.ts";
import { compose, framed } from "../src/games/pagoda/scene.ts";

const lot = (floors: LotView["floors"], columns: number, more: Partial<LotView> = {}): LotView => ({
  floors,
  columns,
  roof: null,
  completed: false,
  standing: floors.map((_, i) => (i < floors.length - 1 ? 4 : columns)),
  ...more,
});
const player = {
  display: ["red", "red", "blue", "green", "yellow"],
  hand: ["blue", "purple"],
  hand_size: 2,
  abilities: { lantern: 0, buddha: 0, rice: 1, dragon: 0, fan: 2 },
};
const view = {
  lots: [lot(["red"], 3), lot(["red", "blue"], 4), lot([], 0), lot([], 0), lot([], 0), lot([], 0)],
  players: [player, { ...player, hand: null }],
  tiles: [["red", "blue"]],
  discard: [],
  deck_size: 31,
} as unknown as PagodaView;

test("without parts the whole board is drawn, with a place for each lot", () => {
  const scene = compose(view);
  expect(scene.items.filter(({ kind }) => kind === "lot")).toHaveLength(6);
  for (let at = 1; at <= 6; at++) expect(scene.spots.has(`lot ${at}`)).toBe(true);
});

test("cards, tiles, abilities and loose pieces have places of their names", () => {
  const parts = [
    "display",
    "hand",
    "rival hand",
    "supply red",
    "abilities",
    "card red",
    "card red",
  ];
  const { spots, items } = compose(view, parts);
  for (const name of ["display red", "display red 2", "card blue hand", "tile red blue", "fan"])
    expect(spots.has(name), name).toBe(true);
  expect(items.filter((item) => item.kind === "card" && item.color === null)).toHaveLength(2);
});

test("ghosts stand one after the other, as the moves would build them", () => {
  const words = ["column 1 red hand", "tile 1 for blue display", "column 1 blue hand"];
  expect(ghostsOn(view, words).map(({ kind, level, slot }) => [kind, level, slot])).toEqual([
    ["column", 0, 3],
    ["tile", 0, 3],
    ["column", 1, 0],
  ]);
  const roof = ghostsOn(view, ["roof 2 for green display", "rooftop green display hand"]);
  expect(roof.map(({ kind, color, at }) => [kind, color, at])).toEqual([
    ["roof", "green", 1],
    ["rooftop", "green", 1],
  ]);
  expect(ghostsOn(view, ["end", "dragon"])).toEqual([]);
});

test("marks stand beside what they name, one under the other", () => {
  const { spots } = compose(view, ["lot 1", "lot 2"]);
  const plates = marked(
    spots,
    [
      { at: "lot 1", text: "+1", sign: "points" },
      { at: "lot 2", text: "full", sign: "no" },
      { at: "lot 2", text: "a tile is next" },
      { at: "lot 9", text: "nowhere" },
    ],
    1,
  );
  expect(plates.map(({ sign }) => sign)).toEqual(["points", "no", "note"]);
  expect(plates[2]!.y).toBeGreaterThan(plates[1]!.y);
});

test("an arrow needs both its ends, and small pictures do not grow beyond the table's size", () => {
  const { spots, box } = compose(view, ["lot 1", "hand"]);
  expect(arrowed(spots, [{ from: "hand blue", to: "lot 1" }], 1)).toHaveLength(1);
  expect(arrowed(spots, [{ from: "hand red", to: "lot 1" }], 1)).toHaveLength(0);
  expect(framed(box).w).toBeGreaterThanOrEqual(420);
});
