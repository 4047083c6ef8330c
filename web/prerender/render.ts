/** Draws, without a browser, what a visitor sees until the program has come, and the games' pictures. */
import "./browser.ts";
import type { Component } from "svelte";
import { render } from "svelte/server";
import App from "../src/App.svelte";
import { faceOf } from "../src/games/faces.ts";
import { type GameKey, GAMES, type Lang, LANGUAGES } from "../src/gen/games.ts";
import type { Place } from "../src/places.ts";
import { router } from "../src/router.svelte.ts";
import { loadGuide } from "../src/rulebook/guide.ts";
import { loadScreen } from "../src/screens/all.ts";
import { language } from "../src/texts/texts.svelte.ts";

/** What stands in a document before the program runs. */
export interface Drawn {
  title: string;
  html: string;
  css: string;
}

const LARGE = import.meta.glob<Component>("../src/games/*/Art.svelte", {
  import: "default",
  eager: true,
});
const SMALL = import.meta.glob<Component>("../src/games/*/Emblem.svelte", {
  import: "default",
  eager: true,
});

/** A screen's places: those that look different before anything is known but the address. */
export function places(): Place[] {
  const each = <P extends Place>(of: (game: GameKey) => P): P[] => GAMES.map(of);
  return [
    { screen: "home" },
    { screen: "home", called: true },
    ...each((game) => ({ screen: "new", game, with: "computer" })),
    ...each((game) => ({ screen: "table", id: "", token: "", game })),
    { screen: "table", id: "", token: "" },
    ...each((game) => ({ screen: "replay", of: "table", id: "", game })),
    { screen: "replay", of: "table", id: "" },
    { screen: "try", id: "", at: 0 },
    ...each((game) => ({ screen: "rules", game, rule: "", numbers: false })),
    ...each((game) => ({ screen: "rules", game, rule: "", numbers: true })),
    ...each((game) => ({ screen: "learn", game })),
    ...each((game) => ({ screen: "lesson", game, key: "" })),
    { screen: "records" },
    { screen: "club", token: "" },
    { screen: "me", token: "" },
    { screen: "tables" },
    { screen: "lost" },
  ];
}

/** The name of a place in the server's list (server/shell.py). */
export function nameOf(place: Place, lang: Lang): string {
  let screen: string = place.screen;
  if (place.screen === "rules" && place.numbers) screen = "numbers";
  if (place.screen === "home" && place.called) screen = "called";
  return [screen, ("game" in place && place.game) || "-", lang].join(" ");
}

function drawn(component: Component): Drawn {
  const { head, body } = render(component);
  return {
    title: /<title>([^<]*)<\/title>/.exec(head)?.[1] ?? "",
    html: body.replace(/<!--.*?-->/gs, "").trim(),
    css: [...head.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css]) => css).join("\n"),
  };
}

/** All screens in all languages, by name. */
export async function screens(): Promise<Record<string, Drawn>> {
  const found: Record<string, Drawn> = {};
  await Promise.all(GAMES.flatMap((game) => [faceOf(game), loadGuide(game)]));
  for (const lang of LANGUAGES) {
    await language.choose(lang);
    for (const place of places()) {
      await loadScreen(place.screen);
      router.place = place;
      found[nameOf(place, lang)] = drawn(App);
    }
  }
  return found;
}

/** The pictures of all games, by file name, with their styles and before their colors. */
export function pictures(): Record<string, Drawn> {
  const of = (kind: string, all: Record<string, Component>): [string, Drawn][] =>
    Object.entries(all).map(([path, component]) => [
      `${path.split("/").at(-2)}-${kind}`,
      drawn(component),
    ]);
  return Object.fromEntries([...of("large", LARGE), ...of("small", SMALL)]);
}
