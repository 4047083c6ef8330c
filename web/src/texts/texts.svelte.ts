/** The language in use, and its texts, from the package's own locale files. */
import { type GameKey, type Lang, LANGUAGES } from "../gen/games.ts";
import { say, type Texts, type Value } from "./say.ts";

// The page's own hold the shared ones too (plugins/texts.ts).
const PARTS = import.meta.glob<Texts>("../../../src/colonnade/locales/*.*.json", {
  import: "default",
});
const KEPT = "colonnade.language";

/** The texts of a language: the page's, and those of some games. */
async function load(lang: Lang, games: ReadonlySet<string>): Promise<Texts> {
  const wanted = Object.entries(PARTS).filter(([path]) => {
    const [of, part] = path.split("/").pop()!.split(".");
    return of === lang && (part === "page" || games.has(part!));
  });
  const parts = await Promise.all(wanted.map(([, read]) => read()));
  return Object.assign({}, ...parts);
}

class Language {
  code = $state<Lang>("en");
  private texts = $state.raw<Texts>({});
  private readonly games = new Set<GameKey>(); // whose texts are there, or on their way

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
    let games: number;
    let texts: Texts;
    do {
      games = this.games.size;
      texts = await load(lang, this.games);
    } while (games < this.games.size); // one was added meanwhile
    this.texts = texts;
    this.code = lang;
    document.documentElement.lang = lang;
    localStorage.setItem(KEPT, lang);
    // The server writes the next document in it (server/shell.py).
    document.cookie = `${KEPT}=${lang}; path=/; max-age=31536000; samesite=lax`;
  }

  /** Have the texts of a game too, in this language and in any that is chosen later. */
  async add(game: GameKey): Promise<void> {
    this.games.add(game);
    const lang = this.code;
    const texts = await load(lang, this.games);
    if (lang === this.code) this.texts = texts;
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
