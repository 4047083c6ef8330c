/** The illustrated rules of the games, built from each game's guide.toml: loaded when they are needed. */
import type { GameKey, Lang, View } from "../gen/games.ts";
import { part } from "../net/part.ts";
import type { Arrow, Mark, SceneProps } from "./scene.ts";
import { holds } from "./search.ts";

export type Text = Record<Lang, string>;

/** A position and what is drawn of it; its words are in both languages. */
export interface Picture {
  view: View;
  seat?: number;
  parts?: string[];
  rings?: string[];
  ghosts?: string[];
  marks?: (Omit<Mark, "text"> & { text: Text })[];
  arrows?: Arrow[];
}
export interface Minute {
  title: Text;
  text: Text;
  picture: Picture;
}
export interface Rule {
  numbers: string[];
  title: Text;
  text: Text;
  fold?: "rare" | "variant";
  picture?: Picture;
}
export interface Chapter {
  key: string;
  title: Text;
  lead: Text;
  lesson?: string;
  rule: Rule[];
}
export interface Guide {
  minute: Minute[];
  chapter: Chapter[];
}

const GUIDES = import.meta.glob<Guide>("../gen/guide/*.json", { import: "default" });

const known = new Map<GameKey, Guide | null>();

/** A guide that was loaded before: it can be shown at once. */
export const guideNow = (game: GameKey): Guide | null | undefined => known.get(game);

/** A game's guide; null where it has none. */
export async function loadGuide(game: GameKey): Promise<Guide | null> {
  const read = GUIDES[`../gen/guide/${game}.json`];
  const guide = read ? await part(read) : null;
  known.set(game, guide);
  return guide;
}

/** What a picture gives to the game's Scene, in one language. */
export function sceneOf(picture: Picture, lang: Lang, label: string): SceneProps {
  const marks = picture.marks?.map(({ text, ...mark }) => ({ ...mark, text: text[lang] }));
  return { ...picture, marks, label };
}

/** The paragraph that carries a number, "P7.1", or the first one of a section, "P7". */
export function ruleOf(guide: Guide, number: string): { chapter: Chapter; rule: Rule } | null {
  const fits = (one: string): boolean => one === number || one.startsWith(`${number}.`);
  for (const chapter of guide.chapter)
    for (const rule of chapter.rule) if (rule.numbers.some(fits)) return { chapter, rule };
  return null;
}

/** An address inside the page of a paragraph: its first number. */
export const placeOfRule = (rule: Rule): string => `rule-${rule.numbers[0]}`;

/** Whether a paragraph holds all words of a search; a number finds it too. */
export function found(rule: Rule, chapter: Chapter, lang: Lang, words: readonly string[]): boolean {
  const marks = rule.picture?.marks?.map(({ text }) => text[lang]) ?? [];
  const all = [chapter.title[lang], rule.title[lang], rule.text[lang], ...marks, ...rule.numbers];
  return holds(all.join(" "), words);
}

/** "4.1, 4.2" of "T4.1", "T4.2": quiet numbers without the game's letter. */
export const quiet = (number: string): string => number.replace(/^[A-Z]/, "");

/** Where numbers follow each other, the first and the last of them. */
export function span(numbers: readonly string[]): [string, string] {
  return [numbers[0]!, numbers.at(-1)!];
}
