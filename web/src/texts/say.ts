/** Fills texts as locales/__init__.py does: {fields}, singulars by "#one", numbers by language. */
import type { Lang } from "../gen/games.ts";

export type Texts = Record<string, string>;
export type Value = string | number | readonly (string | number)[];

/** Whether a language uses its singular for this count: French counts 0 with 1. */
export function isOne(count: number, lang: Lang): boolean {
  return lang === "fr" ? Math.abs(count) < 2 : count === 1;
}

/** A number with its language's thousands; a list as people write it. */
export function plain(value: Value, lang: Lang): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") {
    const separator = lang === "fr" ? "\u202f" : ",";
    const [whole = "", part] = String(value).split(".");
    const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, separator);
    return part === undefined ? grouped : `${grouped}${lang === "fr" ? "," : "."}${part}`;
  }
  return value.join(", ") || "-";
}

/** A text by its key; an unknown key shows itself, so that a mistake is seen and not a blank. */
export function say(
  texts: Texts,
  lang: Lang,
  key: string,
  fields: Record<string, Value> = {},
): string {
  const count = fields.count;
  if (typeof count === "number" && isOne(count, lang) && `${key}#one` in texts) key = `${key}#one`;
  const text = texts[key];
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = fields[name];
    return value === undefined ? whole : plain(value, lang);
  });
}
