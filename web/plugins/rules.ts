/** Turns a game's RULES.md into HTML at build time; every numbered rule gets its number as id. */
import { readFileSync } from "node:fs";
import markdown from "markdown-it";
import type { Plugin } from "vite";
import { isFrench, spaced } from "./spacing.ts";

const MARK = "?rules";

/** The HTML of a rules page: "**P7.1** text" and "## P7 Title" become places to link to. */
export function rulesPage(text: string): string {
  const html = markdown({ html: false, linkify: false, typographer: false }).render(text);
  const seen = new Set<string>();
  const place = (number: string): string => {
    if (seen.has(number)) return "";
    seen.add(number);
    return ` id="rule-${number}"`;
  };
  return html
    .replace(/<h([23])>([A-Z]\d+)\b/g, (_, level, number) => `<h${level}${place(number)}>${number}`)
    .replace(
      /<(p|li|td)>(\s*<p>)?<strong>([A-Z]\d+(?:\.\d+)?)/g,
      (_, tag, inner, number) => `<${tag}${place(number)}>${inner ?? ""}<strong>${number}`,
    );
}

export function rules(): Plugin {
  return {
    name: "colonnade-rules",
    enforce: "pre",
    load(id) {
      if (!id.endsWith(MARK)) return undefined;
      const file = id.slice(0, -MARK.length);
      this.addWatchFile(file);
      const html = rulesPage(readFileSync(file, "utf-8"));
      return `export default ${JSON.stringify(isFrench(file) ? spaced(html) : html)}`;
    },
  };
}
