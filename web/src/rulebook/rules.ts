/** The rules of the games: loaded by language, with their numbers as links and a list of parts. */
import type { GameKey, Lang } from "../gen/games.ts";
import { part } from "../net/part.ts";

const PAGES = import.meta.glob<string>("../../../src/colonnade/games/*/RULES*.md", {
  query: "?rules",
  import: "default",
});

export async function loadRules(game: GameKey, lang: Lang): Promise<string> {
  const name = lang === "en" ? "RULES.md" : `RULES.${lang}.md`;
  const read = PAGES[`../../../src/colonnade/games/${game}/${name}`];
  if (!read) throw new Error(name);
  return linked(await part(read), game);
}

/**
 * Every number of a rule that stands in the text leads to it; the one at the head of a paragraph
 * leads to the same rule in pictures.
 */
export function linked(html: string, game: string): string {
  const known = new Set([...html.matchAll(/id="rule-([^"]+)"/g)].map((found) => found[1]!));
  let still = 0; // inside code or a heading nothing is linked
  let head = false;
  return html
    .split(/(<[^>]+>)/)
    .map((part) => {
      if (/^<(code|h\d)\b/.test(part)) still++;
      else if (/^<\/(code|h\d)>/.test(part)) still--;
      if (part.startsWith("<")) head = part === "<strong>";
      if (still > 0 || part.startsWith("<")) return part;
      const way = head ? `/rules/${game}` : `/rules/${game}/numbers`;
      return part.replace(/\b[A-Z]\d+(?:\.\d+)?\b/g, (number) =>
        known.has(number) ? `<a href="${way}#rule-${number}">${number}</a>` : number,
      );
    })
    .join("");
}

const MARKS = /\s*\[[RFD](?:[, ][^\]<]*)?\]/g;

/** The text without where it comes from: marks, pages of rulebooks, and how marks are read. */
export function unsourced(html: string): string {
  return html
    .replace(/<p>(?:(?!<\/p>)[^])*<strong>\[R\]<\/strong>(?:(?!<\/p>)[^])*<\/p>\s*/, "")
    .replace(/(<h2[^>]*>[^<(]*?)\s*\([^)]*\)(<\/h2>)/g, "$1$2")
    .replace(MARKS, "");
}

/** The parts of the rules, for a table of contents. */
export function contents(html: string): { rule: string; title: string }[] {
  return [...html.matchAll(/<h2 id="rule-([^"]+)">([^<]*)<\/h2>/g)].map(([, rule, title]) => ({
    rule: rule!,
    title: title!.replace(/\s*\([^)]*\)\s*$/, ""), // where the rulebook has it matters to few
  }));
}
