/** The language in use, and its texts, from the package's own locale files. */
import { type Lang, LANGUAGES } from "../gen/games.ts";
import { say, type Texts, type Value } from "./say.ts";

const PARTS = import.meta.glob<Texts>("../../../src/colonnade/locales/*.json", {
  import: "default",
});
const KEPT = "colonnade.language";

async function load(lang: Lang): Promise<Texts> {
  const wanted = Object.entries(PARTS).filter(
    ([path]) => path.split("/").pop()?.split(".")[0] === lang,
  );
  const parts = await Promise.all(wanted.map(([, read]) => read()));
  return Object.assign({}, ...parts);
}

class Language {
  code = $state<Lang>("en");
  private texts = $state.raw<Texts>({});

  /** Take the language kept from last time, or the browser's. */
  async begin(): Promise<void> {
    const kept = localStorage.getItem(KEPT);
    const wished = [kept, ...navigator.languages].map((tag) => tag?.slice(0, 2));
    await this.choose(
      LANGUAGES.find((lang) => lang === wished.find((tag) => LANGUAGES.includes(tag as Lang))) ??
        "en",
    );
  }

  async choose(lang: Lang): Promise<void> {
    this.texts = await load(lang);
    this.code = lang;
    document.documentElement.lang = lang;
    localStorage.setItem(KEPT, lang);
    // The server writes the next document in it (server/shell.py).
    document.cookie = `${KEPT}=${lang}; path=/; max-age=31536000; samesite=lax`;
  }

  /** A text in the language in use. */
  say = (key: string, fields?: Record<string, Value>): string =>
    say(this.texts, this.code, key, fields);

  has = (key: string): boolean => key in this.texts;
}

export const language = new Language();
/** Short for the many places that show a text. */
export const t = language.say;

/** Names as people write them: "Mira and Tomas". */
export function joined(names: readonly string[]): string {
  return new Intl.ListFormat(language.code, { type: "conjunction" }).format(names);
}

/** A text as a sentence: with a capital in front. */
export function sentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase(language.code) + text.slice(1);
}
