import { describe, expect, it } from "vitest";
import { changes, unheard } from "../src/player/sync.svelte.ts";

const told = { id: "a", name: "Anne", color: "yellow", lang: "en" } as const;
const here = { name: "Anne", color: "yellow", lang: "en" };

describe("what a device tells of its player", () => {
  it("is nothing where both agree", () => {
    expect(changes(here, told, told)).toEqual({});
  });
  it("is what was changed here", () => {
    expect(changes({ ...here, name: "Anna", lang: "fr" }, told, told)).toEqual({
      name: "Anna",
      lang: "fr",
    });
  });
  it("is not what was changed elsewhere", () => {
    expect(changes(here, told, { ...told, name: "Anna", color: "red" })).toEqual({});
  });
  it("is all of it before anybody told of the player", () => {
    const own = { name: "Bea", color: "", lang: "fr" };
    for (const known of [null, { ...told, id: "b" }])
      expect(changes(own, known, told)).toEqual({ name: "Bea", lang: "fr" });
    expect(changes({ ...own, name: "" }, null, told)).toEqual({ lang: "fr" });
  });
  it("is the lessons that the server has not heard of", () => {
    expect(unheard({ pagoda: ["a", "b"], x: ["c"] }, { pagoda: ["b", "d"] })).toEqual({
      pagoda: ["a"],
      x: ["c"],
    });
    expect(unheard({ pagoda: ["a"] }, { pagoda: ["a"] })).toEqual({});
  });
});
