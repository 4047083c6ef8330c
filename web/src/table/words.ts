/** Texts of a game whose fields hold words of that game: colors, abilities, tiles. */
import { t } from "../texts/texts.svelte.ts";

/** A text with the words of a game inside its fields, in the reader's language. */
export function sayIn(
  game: string,
  key: string,
  fields: Record<string, string | number> = {},
): string {
  const word = (value: string | number): string | number => {
    const known = `${game}.word.${value}`;
    return typeof value === "string" && t(known) !== known ? t(known) : value;
  };
  const said = Object.entries(fields).map(([name, value]) => [name, word(value)]);
  return t(key, Object.fromEntries(said));
}
