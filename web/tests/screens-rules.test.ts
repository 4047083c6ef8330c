import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rulesPage } from "../plugins/rules.ts";
import { GAMES } from "../src/gen/games.ts";
import { contents, linked, unsourced } from "../src/rulebook/rules.ts";

const LETTERS = { pagoda: "P", seven_steps: "T", summer_pavilion: "S" } as const;
const read = (game: string, file: string): string =>
  readFileSync(new URL(`../../src/colonnade/games/${game}/${file}`, import.meta.url), "utf-8");

describe.each(
  GAMES.flatMap((game) => ["RULES.md", "RULES.fr.md"].map((file) => [game, file] as const)),
)("%s %s", (game, file) => {
  const text = read(game, file);
  const html = rulesPage(text);
  const ids = [...html.matchAll(/id="rule-([^"]+)"/g)].map((found) => found[1]!);
  it("has a place for every number, once", () => {
    const numbers = [
      ...text.matchAll(new RegExp(`\\*\\*(${LETTERS[game]}\\d+(?:\\.\\d+)?)`, "g")),
    ].map((found) => found[1]!);
    const parts = [...text.matchAll(new RegExp(`^#+ (${LETTERS[game]}\\d+)`, "gm"))].map(
      (found) => found[1]!,
    );
    expect(numbers.length).toBeGreaterThan(30);
    expect(ids).toEqual(expect.arrayContaining([...new Set([...numbers, ...parts])]));
    expect(new Set(ids).size).toBe(ids.length);
  });
  it("links numbers to places that exist, and only those", () => {
    const all = linked(html, game);
    const targets = [...all.matchAll(/href="\/rules\/(\w+)(?:\/numbers)?#rule-([^"]+)"/g)];
    expect(targets.length).toBeGreaterThan(ids.length / 2);
    for (const [, where, number] of targets) {
      expect(where).toBe(game);
      expect(ids).toContain(number);
    }
    expect(all.replace(/<a href="[^"]*">|<\/a>/g, "")).toBe(html);
  });
  it("leads from the head of each paragraph to its picture", () => {
    const heads = [...linked(html, game).matchAll(/<strong><a href="\/rules\/\w+#rule-/g)];
    expect(heads.length).toBeGreaterThan(30);
  });
  it("can hide its sources, and nothing else", () => {
    const bare = unsourced(html);
    expect(bare).not.toMatch(/\[[RFD]\b/);
    expect(bare).not.toMatch(/code and|citent le code|rulebook p\.|règle p\./);
    expect([...bare.matchAll(/id="rule-/g)].length).toBe(ids.length);
    expect(bare.length).toBeGreaterThan(html.length * 0.85);
  });
  it("has the same parts in both languages", () => {
    const other = rulesPage(read(game, "RULES.md"));
    expect(contents(html).map(({ rule }) => rule)).toEqual(contents(other).map(({ rule }) => rule));
    expect(contents(html).every(({ title }) => title.length > 3 && !title.includes("("))).toBe(
      true,
    );
  });
});

describe("every rule that a refusal names", () => {
  it.each(GAMES)("%s has it", (game) => {
    const code = read(game, "refusals.py");
    const html = rulesPage(read(game, "RULES.md"));
    const named = new Set(
      [...code.matchAll(new RegExp(`"(${LETTERS[game]}\\d+(?:\\.\\d+)?)"`, "g"))].map(
        (found) => found[1]!,
      ),
    );
    expect(named.size).toBeGreaterThan(3);
    for (const number of named) expect(html).toContain(`id="rule-${number}"`);
  });
});
