import { describe, expect, it } from "vitest";
import type { Offer } from "../src/gen/wire.ts";
import { Gathering } from "../src/table/gathering.svelte.ts";
import type { Play } from "../src/table/play.svelte.ts";

const offer = (words: string): Offer => ({
  words,
  fields: { kind: "done" },
  things: [],
  points: [],
});

/** A table that answers each move with a new ply, until it has no more use for any. */
class Table {
  ply = 0;
  busy = false;
  played: string[] = [];

  constructor(readonly taken: readonly string[]) {}

  confirm = (move: Offer): Promise<void> => {
    this.played.push(move.words);
    this.ply++;
    return Promise.resolve();
  };
}

function gathered(table: Table, ends: string | null, active = (): boolean => true): Gathering {
  return new Gathering(table as unknown as Play, {
    order: ["red", "blue", "green"],
    active,
    offer: (name) => {
      const words = name ?? ends;
      return words !== null && table.taken.includes(words) ? offer(words) : null;
    },
  });
}

describe("what is gathered", () => {
  it("is played in the order of the server, then what ends the row", () => {
    const table = new Table(["red", "blue", "done"]);
    const found = gathered(table, "done");
    for (const name of ["blue", "red", "red", "blue"]) found.add(name);
    found.drop("red");
    expect([found.count, found.of("red"), found.of("blue"), found.of("green")]).toEqual([
      3, 1, 2, 0,
    ]);
    found.go();
    for (let i = 0; i < 3; i++) found.step();
    expect(table.played).toEqual(["red", "blue", "blue", "done"]);
    expect(found.count).toBe(0);
  });

  it("waits for the table's answer before the next one", () => {
    const table = new Table(["red"]);
    const found = gathered(table, null);
    found.add("red");
    found.add("red");
    table.busy = true;
    found.go();
    expect(table.played).toEqual([]);
    table.busy = false;
    const { ply } = table;
    found.step();
    table.ply = ply; // not answered yet
    found.step();
    expect(table.played).toEqual(["red"]);
  });

  it("is forgotten where it is not offered, and where its time is over", () => {
    const table = new Table(["red"]);
    let active = true;
    const found = gathered(table, null, () => active);
    expect([found.may("red"), found.may("green")]).toEqual([true, false]);
    found.add("green");
    found.go();
    expect([table.played, found.count]).toEqual([[], 0]);
    found.add("red");
    active = false;
    found.step();
    expect(found.count).toBe(0);
  });
});
