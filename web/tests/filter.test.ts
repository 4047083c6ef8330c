/** Choosing by touch, texts, addresses and the line of a game: what all tables share. */
import { describe, expect, it } from "vitest";
import type { Offer } from "../src/gen/wire.ts";
import { placeOf } from "../src/places.ts";
import { fitting, gains, touchable, touchedAfter } from "../src/table/filter.ts";
import { isOne, plain, say } from "../src/texts/say.ts";

function thingsOf(words: string): string[] {
  const [kind, lot, color, source] = words.split(" ");
  return kind === "end" ? ["end"] : [`lot ${lot}`, `card ${color} ${source}`];
}
const offer = (words: string, ...points: number[]): Offer => ({
  words,
  fields: { kind: "end" },
  things: thingsOf(words),
  points,
});
const OFFERS = [
  offer("column 1 red hand", 2, 0),
  offer("column 2 red hand", 5, 0),
  offer("column 1 red display", 2, 0),
  offer("end", 0, 0),
];
describe("choosing by touch", () => {
  it("keeps the moves that touch everything touched", () => {
    expect(fitting(OFFERS, []).length).toBe(4);
    expect(fitting(OFFERS, ["lot 1"]).length).toBe(2);
    expect(fitting(OFFERS, ["lot 1", "card red hand"]).map(({ words }) => words)).toEqual([
      "column 1 red hand",
    ]);
    expect(fitting(OFFERS, ["lot 9"])).toEqual([]);
  });
  it("knows what may be touched", () => {
    expect(touchable(fitting(OFFERS, ["card red display"]))).toEqual(
      new Set(["lot 1", "card red display"]),
    );
  });
  it("adds a touch, takes it back, or begins anew with what still fits", () => {
    expect(touchedAfter(OFFERS, [], "lot 1")).toEqual(["lot 1"]);
    expect(touchedAfter(OFFERS, ["lot 1"], "card red hand")).toEqual(["lot 1", "card red hand"]);
    expect(touchedAfter(OFFERS, ["lot 1", "card red hand"], "lot 1")).toEqual(["card red hand"]);
    expect(touchedAfter(OFFERS, ["lot 1", "card red hand"], "lot 2")).toEqual([
      "card red hand",
      "lot 2",
    ]);
    expect(touchedAfter(OFFERS, ["lot 1"], "end")).toEqual(["end"]);
  });
  it("says what a seat would gain", () => {
    expect(gains(OFFERS, 0)).toEqual([0, 5]);
    expect(gains([], 0)).toBeNull();
  });
});

describe("texts", () => {
  const texts = {
    "a.games": "{count} games",
    "a.games#one": "{count} game",
    "a.names": "with {names}",
  };
  it("uses singulars as each language does", () => {
    expect([isOne(0, "en"), isOne(0, "fr"), isOne(1, "en"), isOne(2, "fr")]).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(say(texts, "en", "a.games", { count: 1 })).toBe("1 game");
    expect(say(texts, "en", "a.games", { count: 0 })).toBe("0 games");
  });
  it("writes numbers and lists as each language does", () => {
    expect(plain(1234567, "en")).toBe("1,234,567");
    expect(plain(1234567, "fr")).toBe("1\u202f234\u202f567");
    expect(plain(0.5, "fr")).toBe("0,5");
    expect(say(texts, "en", "a.names", { names: ["Anne", "Ben"] })).toBe("with Anne, Ben");
  });
  it("shows a key that is missing, and a field that is", () => {
    expect(say(texts, "en", "a.none")).toBe("a.none");
    expect(say(texts, "en", "a.names")).toBe("with {names}");
  });
});

describe("addresses", () => {
  it("names the screen", () => {
    expect(placeOf("/", "")).toEqual({ screen: "home" });
    expect(placeOf("/table/x1", "#token-0123456789abcdef")).toMatchObject({
      screen: "table",
      id: "x1",
    });
    expect(placeOf("/table/x1/replay", "")).toEqual({ screen: "replay", of: "table", id: "x1" });
    expect(placeOf("/record/x2", "")).toEqual({ screen: "replay", of: "record", id: "x2" });
    expect(placeOf("/new/pagoda", "", "?with=friend")).toEqual({
      screen: "new",
      game: "pagoda",
      with: "friend",
    });
    expect(placeOf("/new/chess", "").screen).toBe("lost");
    expect(placeOf("/rules/pagoda", "#rule-P7.1")).toMatchObject({
      screen: "rules",
      game: "pagoda",
      rule: "P7.1",
    });
  });
});
