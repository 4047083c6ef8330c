import { describe, expect, it } from "vitest";
import { motions } from "../src/games/pagoda/motions.ts";
import { recentBuilds } from "../src/games/pagoda/recent.ts";
import { ordered, settle, type Slot } from "../src/games/pagoda/slots.ts";
import { ghostOn, paidBy, signed, things } from "../src/games/pagoda/things.ts";
import { ways } from "../src/games/pagoda/words.ts";
import type { Source } from "../src/games/pagoda/view.ts";
import type { Fields } from "../src/gen/games.ts";
import {
  type Color,
  COLORS,
  type LotView,
  type PagodaView,
  type SeatView,
} from "../src/gen/pagoda.ts";
import type { Offer, Told } from "../src/gen/wire.ts";
import type { Play } from "../src/table/play.svelte.ts";

const lot = (
  floors: Color[] = [],
  columns = 0,
  roof: Color | null = null,
  completed = false,
): LotView => ({ floors, columns, roof, completed });
const player = (display: Color[], hand: Color[] | null, size = 2): SeatView => ({
  display,
  hand,
  hand_size: hand?.length ?? size,
  known: [],
  abilities: { lantern: 0, buddha: 1, rice: 1, dragon: 0, fan: 0 },
  breakdown: {},
});
const view = {
  game: "pagoda",
  options: { length: "full", abilities: "all" },
  on_turn: 0,
  actor: 0,
  scores: [0, 0],
  phase: "regular",
  players: [player(["red", "red", "blue"], ["blue", "green"]), player(["red"], null)],
  lots: [lot(["red"], 4), lot(["red", "blue"], 1), lot(), lot(), lot(), lot()],
  tiles: [["red", "blue"]],
  discard: [],
  played: ["red"],
  used: [],
} as unknown as PagodaView;
const offer = (fields: Fields, points = [1, 0]): Offer => ({
  words: JSON.stringify(fields),
  fields,
  points,
});
const told = (fields: Fields, seat = 0, ply = 1, turn = 3): Told => ({
  ply,
  seat,
  turn,
  fields,
  words: "",
});

describe("things", () => {
  it("of a column are its lot and its card", () => {
    expect(things(offer({ kind: "column", lot: 2, color: "blue", source: "hand" }), view)).toEqual([
      "lot 2",
      "card blue hand",
    ]);
  });

  it("of a tile are paid with the color of the floor under it", () => {
    const tile = offer({ kind: "tile", lot: 1, color: "blue", source: "display" });
    expect(things(tile, view)).toEqual(["lot 1", "card red display", "tile red blue"]);
  });

  it("of a pair have names of their own, so a card alone stays a card", () => {
    const rice = offer({
      kind: "column",
      lot: 2,
      color: "blue",
      ability: "rice",
      pay: "red",
      pair: "display display",
    });
    expect(things(rice, view)).toEqual(["lot 2", "pay red display", "rice"]);
    expect(paidBy(rice.fields, view)).toHaveLength(2);
  });

  it("of a rooftop belong to the lot whose roof waits", () => {
    const due = {
      ...view,
      lots: [lot(["red", "blue", "red", "green"], 0, "yellow"), ...view.lots.slice(1)],
    } as PagodaView;
    const plain = offer({ kind: "rooftop", color: "yellow", pair: "display hand" });
    expect(things(plain, due)).toEqual(["lot 1", "card yellow display", "card yellow hand"]);
    const rice = offer({
      kind: "rooftop",
      color: "yellow",
      source: "hand",
      ability: "rice",
      pay: "red",
      pair: "display display",
    });
    expect(things(rice, due)).toEqual(["lot 1", "card yellow hand", "pay red display", "rice"]);
  });

  it("of whole moves are their kinds", () => {
    for (const kind of [
      "end",
      "lantern",
      "dragon",
      "dragon draw",
      "alternative",
      "stuck",
      "fan",
      "no fan",
    ] as const)
      expect(things(offer({ kind }), view)).toEqual([kind]);
    expect(things(offer({ kind: "discard", color: "red", source: "hand" }), view)).toEqual([
      "card red hand",
    ]);
  });
});

describe("previews", () => {
  const display = offer({ kind: "column", lot: 2, color: "blue", source: "display" }, [2, 0]);
  const hand = offer({ kind: "column", lot: 2, color: "blue", source: "hand" }, [2, 0]);
  it("show a piece where all ways lead to the same one", () => {
    expect(ghostOn(1, [display, hand], view, 0)).toMatchObject({
      kind: "column",
      color: "blue",
      points: [2, 2],
    });
    expect(ghostOn(0, [display, hand], view, 0)).toBeNull();
  });
  it("show none where they differ", () => {
    const tile = offer({ kind: "tile", lot: 1, color: "blue", source: "hand" });
    expect(ghostOn(1, [display, tile], view, 0)).toBeNull();
  });
  it("write points with their sign", () => {
    expect(signed([3, 3])).toBe("+3");
    expect(signed([0, 0])).toBe("");
    expect(signed([1, 4])).toBe("+1…4");
  });
});

describe("slots", () => {
  const start = settle([], ["red", "red", "blue"], 5);
  it("leave a gap where a card was and fill it first", () => {
    const after = settle(start, ["red", "blue"], 5, 0);
    expect(after.map((slot) => slot.color)).toEqual([null, "red", "blue", null, null]);
    expect(after[0]!.gone).toBe("red");
    expect(settle(after, ["red", "blue", "green"], 5)[0]!.color).toBe("green");
  });
  it("grow and shrink with the hand", () => {
    const four = settle(settle([], ["red", "red"], 2), ["red", "red", "blue", "green"], 2);
    expect(four).toHaveLength(4);
    expect(settle(four, ["red"], 2).filter((slot: Slot) => slot.color)).toHaveLength(1);
    expect(settle(four, ["red"], 2)).toHaveLength(2);
  });
  it("number equal cards, the chosen one last", () => {
    expect(ordered(start).map((slot) => slot.order)).toEqual([0, 1, 0, 0, 0]);
    expect(ordered(start, 0).map((slot) => slot.order)).toEqual([1, 0, 0, 0, 0]);
  });
});

describe("motions", () => {
  it("bring a card to its lot and a column to its slot", () => {
    const found = motions(view, view, [
      told({ kind: "column", lot: 2, color: "blue", source: "display" }),
    ]);
    expect(found.map(({ from, to }) => [from, to])).toEqual([
      ["card 0 display blue 0", "edge 2"],
      ["above 2", "column 2 1 1"],
    ]);
  });
  it("take the last of equal cards, and both of a pair", () => {
    const found = motions(view, view, [
      told({
        kind: "tile",
        lot: 1,
        color: "blue",
        ability: "buddha",
        pay: "red",
        pair: "display display",
      }),
    ]);
    expect(found.map(({ from }) => from)).toEqual([
      "card 0 display red 1",
      "card 0 display red 0",
      "cell red blue",
    ]);
    expect(found[2]!.to).toBe("tile 1 0");
  });
  it("keep hidden cards hidden", () => {
    const other = { ...view, on_turn: 1 } as PagodaView;
    const found = motions(other, other, [
      told({ kind: "draw", color: "green", source: "display" }, -1),
      told({ kind: "draw", source: "hand" }, -1),
    ]);
    expect(found.map(({ piece, to }) => [piece.shape, to])).toEqual([
      ["card", "card 1 display green 0"],
      ["back", "back 1 2"],
    ]);
  });
  it("are none for what was taken back", () => {
    expect(motions(view, view, [{ ply: 9, seat: 0, kind: "undo", line: 3 }])).toEqual([]);
  });
});

it("what the last turn built is ringed, columns on a new tile alone", () => {
  const log = [
    told({ kind: "column", lot: 3, color: "red", source: "hand" }, 1, 1, 2),
    told({ kind: "column", lot: 2, color: "red", source: "hand" }, 0, 2, 3),
    told({ kind: "tile", lot: 2, color: "blue", source: "hand" }, 0, 3, 3),
    told({ kind: "column", lot: 2, color: "blue", source: "hand" }, 0, 4, 3),
  ];
  const found = recentBuilds(log, view, [0]);
  expect(found[1]).toEqual({ columns: 1, tile: true, color: "var(--last)" });
  expect(found[2]).toBeNull();
});

describe("plates", () => {
  const handOver = (offers: Offer[], touched: string[]): Play =>
    ({ view, touched, remaining: offers, thingsOf: things }) as unknown as Play;
  const tile = (color: Color, source: Source): Offer =>
    offer({ kind: "tile", lot: 1, color, source });
  const shown = (offers: Offer[], touched: string[]): Offer[] =>
    ways(handOver(offers, touched)).map((way) => way.offer);

  it("ask for the next color, and only for that", () => {
    const tiles = [tile("blue", "display"), tile("green", "display")];
    expect(ways(handOver(tiles, ["lot 1"])).map(({ pieces }) => pieces)).toEqual([
      [{ color: "blue" }, " +1"],
      [{ color: "green" }, " +1"],
    ]);
  });
  it("ask nothing while lots still differ", () => {
    const columns = [
      offer({ kind: "column", lot: 2, color: "blue", source: "hand" }),
      offer({ kind: "column", lot: 3, color: "blue", source: "hand" }),
    ];
    expect(shown(columns, ["card blue hand"])).toEqual([]);
  });
  it("leave several questions to touching", () => {
    const tiles = (["blue", "green", "red"] as const).flatMap((color) => [
      tile(color, "display"),
      tile(color, "hand"),
    ]);
    expect(shown(tiles, ["lot 1"])).toEqual([]);
    expect(shown(tiles.slice(0, 2), ["lot 1", "tile red blue"])).toHaveLength(2);
  });
  it("always show what touching cannot tell apart", () => {
    const free = COLORS.map((color) => offer({ kind: "column", lot: 3, color }));
    expect(shown(free, ["lot 3"])).toHaveLength(5);
    const pairs = COLORS.flatMap((color) =>
      (["display display", "display hand"] as const).map((pair) =>
        offer({ kind: "column", lot: 3, color, ability: "rice", pay: "red", pair }),
      ),
    );
    expect(shown(pairs, ["rice", "lot 3", "pay red display"])).toHaveLength(10);
  });
});
