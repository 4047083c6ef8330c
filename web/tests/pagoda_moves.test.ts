import { describe, expect, it } from "vitest";
import { motions } from "../src/games/pagoda/motions.ts";
import { recentBuilds } from "../src/games/pagoda/recent.ts";
import { ordered, settle, type Slot } from "../src/games/pagoda/slots.ts";
import { ghostOn, lotOf, named, signed } from "../src/games/pagoda/things.ts";
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
import type { Moved, Offer, Told } from "../src/gen/wire.ts";
import type { Play } from "../src/table/play.svelte.ts";

const lot = (
  floors: Color[] = [],
  columns = 0,
  roof: Color | null = null,
  completed = false,
): LotView => ({ floors, columns, roof, completed, standing: [] });
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
const offer = (fields: Fields, things: string[], points = [1, 0]): Offer => ({
  words: JSON.stringify(fields),
  fields,
  things,
  points,
});
const told = (fields: Fields, things: string[], seat: number, ply: number, turn = 3): Told => ({
  ply,
  seat,
  turn,
  fields,
  things,
});

describe("things", () => {
  it("say which lot a move is on, and which tile it lays", () => {
    const tile = { things: ["lot 3", "card red display", "tile red blue"] };
    expect(lotOf(tile)).toBe(2);
    expect(named("tile", tile)).toEqual(["red", "blue"]);
    expect(lotOf({ things: ["card red hand"] })).toBe(-1);
    expect(named("tile", {})).toEqual([]);
  });
});

describe("previews", () => {
  const column = (source: Source): Offer =>
    offer({ kind: "column", lot: 2, color: "blue", source }, ["lot 2"], [2, 0]);
  const [display, hand] = [column("display"), column("hand")];
  it("show a piece where all ways lead to the same one", () => {
    expect(ghostOn(1, [display, hand], 0)).toMatchObject({
      kind: "column",
      color: "blue",
      points: [2, 2],
    });
    expect(ghostOn(0, [display, hand], 0)).toBeNull();
  });
  it("show none where they differ", () => {
    const tile = offer({ kind: "tile", lot: 1, color: "blue", source: "hand" }, ["lot 1"]);
    expect(ghostOn(1, [display, tile], 0)).toBeNull();
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
  const fact = (...moved: Moved[]): Told => ({ ply: 1, seat: 0, moved });
  const card = (origin: string, target: string, color = "red"): Moved => ({
    piece: { shape: "card", color },
    origin,
    target,
  });
  it("follow one another, paid cards closely; a column sounds as high as it stands", () => {
    const column = { shape: "column", color: "red", floor: 2 };
    const found = motions([
      fact(card("card 0 display red 1", "edge 2"), card("card 0 display red 0", "edge 2"), {
        piece: column,
        origin: "above 2",
        target: "column 2 2 0",
      }),
      fact(card("played", "discard")),
    ]);
    expect(found.map(({ delay, sound }) => [delay, sound])).toEqual([
      [0, "select"],
      [90, "select"],
      [180, "column"],
      [180 + found[2]!.time, undefined],
    ]);
    expect(found[2]).toMatchObject({ from: "above 2", to: "column 2 2 0", piece: { level: 3 } });
  });
  it("lift tiles and roofs, and draw cards in a cascade", () => {
    const tile = (shape: string): Moved => ({
      piece: { shape, base: "red", color: "blue", floor: 0 },
      origin: "cell red blue",
      target: "tile 1 0",
    });
    const drawn = card("deck", "card 1 display red 0");
    const found = motions([fact(tile("tile")), fact(tile("roof")), fact(drawn), fact(drawn)]);
    expect(found.map(({ sound }) => sound)).toEqual(["tile", "roof", "draw", "draw"]);
    expect(found.map(({ arc }) => Boolean(arc))).toEqual([true, true, false, false]);
    expect(found[3]!.delay - found[2]!.delay).toBeLessThan(found[2]!.time);
  });
  it("are none for what was taken back", () => {
    expect(motions([{ ply: 9, seat: 0, kind: "undo", length: 3 }])).toEqual([]);
  });
});

it("what the last turn built is ringed, columns on a new tile alone", () => {
  const log = [
    told({ kind: "column", lot: 3, color: "red", source: "hand" }, ["lot 3"], 1, 1, 2),
    told({ kind: "column", lot: 2, color: "red", source: "hand" }, ["lot 2"], 0, 2),
    told({ kind: "tile", lot: 2, color: "blue", source: "hand" }, ["lot 2"], 0, 3),
    told({ kind: "column", lot: 2, color: "blue", source: "hand" }, ["lot 2"], 0, 4),
  ];
  const found = recentBuilds(log, view, [0]);
  expect(found[1]).toEqual({ columns: 1, tile: true, color: "var(--last)" });
  expect(found[2]).toBeNull();
});

describe("plates", () => {
  const handOver = (offers: Offer[], touched: string[]): Play =>
    ({ view, touched, remaining: offers }) as unknown as Play;
  const tile = (color: Color, source: Source): Offer =>
    offer({ kind: "tile", lot: 1, color, source }, [
      "lot 1",
      `card red ${source}`,
      `tile red ${color}`,
    ]);
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
      offer({ kind: "column", lot: 2, color: "blue", source: "hand" }, ["lot 2", "card blue hand"]),
      offer({ kind: "column", lot: 3, color: "blue", source: "hand" }, ["lot 3", "card blue hand"]),
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
    const free = COLORS.map((color) => offer({ kind: "column", lot: 3, color }, ["lot 3"]));
    expect(shown(free, ["lot 3"])).toHaveLength(5);
    const pairs = COLORS.flatMap((color) =>
      (["display display", "display hand"] as const).map((pair) =>
        offer({ kind: "column", lot: 3, color, ability: "rice", pay: "red", pair }, [
          "lot 3",
          "pay red display",
          ...(pair === "display hand" ? ["pay red hand"] : []),
          "rice",
        ]),
      ),
    );
    expect(shown(pairs, ["rice", "lot 3", "pay red display"])).toHaveLength(10);
  });
});
