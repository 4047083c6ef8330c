/** The pictures of the illustrated rules as files: every game's, in every language. */
import type { Component } from "svelte";
import { render } from "svelte/server";
import { GAMES, LANGUAGES } from "../src/gen/games.ts";
import { type Guide, loadGuide, type Picture, sceneOf, type Text } from "../src/rulebook/guide.ts";
import { ROOM, type SceneProps } from "../src/rulebook/scene.ts";
import { language } from "../src/texts/texts.svelte.ts";
import { alone } from "./alone.ts";

// Without the tables around them, which would look for a window.
const SCENES = import.meta.glob<Component<SceneProps>>("../src/games/*/Scene.svelte", {
  import: "default",
});

const WIDE = 320; // pixels: beside a rule, or in a phone's column

/** What is drawn, by the names that docs/extensions/guide.py looks for. */
function* drawings(guide: Guide): Generator<[name: string, picture: Picture, title: Text]> {
  for (const [i, { picture, title }] of guide.minute.entries())
    yield [`minute-${i + 1}`, picture, title];
  for (const { key, rule } of guide.chapter)
    for (const [i, { picture, title }] of rule.entries())
      if (picture) yield [`${key}-${i + 1}`, picture, title];
}

/** Every picture, as the name of its file and the text of it. */
export async function* draw(): AsyncGenerator<[name: string, picture: string]> {
  for (const lang of LANGUAGES) {
    await language.choose(lang);
    for (const game of GAMES) {
      const guide = await loadGuide(game);
      const Scene = await SCENES[`../src/games/${game}/Scene.svelte`]?.();
      if (!guide || !Scene) continue;
      for (const [name, picture, title] of drawings(guide)) {
        const props = sceneOf(picture, lang, title[lang]);
        const { head, body } = render(Scene, { props, context: new Map([[ROOM, WIDE]]) });
        yield [`${game}-${name}.${lang}.svg`, alone(body, head)];
      }
    }
  }
}
