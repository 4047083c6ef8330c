/** What did not change stays the same object. */
import { expect, test } from "vitest";
import { shared, sharing, sharingBy } from "../src/table/shared.ts";

const view = () => ({ turn: 3, lots: [{ floors: ["red"] }, { floors: [] }], roof: null });

test("an equal value is the old one", () => {
  const before = view();
  expect(shared(before, view())).toBe(before);
  expect(shared("red", "red")).toBe("red");
  expect(shared(undefined, before)).toBe(before);
});

test("only what changed is new", () => {
  const before = view();
  const after = { ...view(), turn: 4, lots: [{ floors: ["red"] }, { floors: ["blue"] }] };
  const found = shared(before, after);
  expect(found).toEqual(after);
  expect(found).not.toBe(before);
  expect(found.lots[0]).toBe(before.lots[0]);
  expect(found.lots[1]).not.toBe(before.lots[1]);
});

test("what came, went or has another shape is a change", () => {
  const before = { list: [1, 2, 3], some: { a: 1 }, none: null as unknown };
  expect(shared(before, { ...before, list: [1, 2] }).list).toEqual([1, 2]);
  expect(shared(before, { ...before, list: [1, 2, 3, 4] }).list).toEqual([1, 2, 3, 4]);
  expect(shared<unknown>(before.some, { b: undefined })).toEqual({ b: undefined });
  expect(shared<unknown>(before.some, [1])).toEqual([1]);
  expect(shared(before, { ...before, none: { a: 1 } }).none).toEqual({ a: 1 });
  expect(shared<unknown>({ a: undefined }, { b: undefined })).toEqual({ b: undefined });
  expect(Object.keys(shared<object>({ a: undefined }, { b: undefined }))).toEqual(["b"]);
});

test("a list that is built anew keeps its equal items", () => {
  const share = sharing<{ name: string; on: boolean }[]>();
  const first = share([
    { name: "a", on: false },
    { name: "b", on: false },
  ]);
  const second = share([
    { name: "a", on: false },
    { name: "b", on: true },
  ]);
  expect(second[0]).toBe(first[0]);
  expect(second[1]).toEqual({ name: "b", on: true });
});

test("items with keys stay the same wherever they stand", () => {
  const share = sharingBy<{ key: string; words: string[] }>(({ key }) => key);
  const line = (key: string, ...words: string[]) => ({ key, words });
  const [, second, third] = share([line("1", "a"), line("2", "b"), line("3", "c")]);
  const later = share([line("2", "b"), line("3", "c", "d"), line("4", "e")]);
  expect(later[0]).toBe(second);
  expect(later[1]).not.toBe(third);
  expect(later.map(({ words }) => words)).toEqual([["b"], ["c", "d"], ["e"]]);
});
