/** Keeps what this device and the server know of its player the same: name, color, language, lessons. */
import { chooseLanguage } from "../design/language.ts";
import { type Lang, LANGUAGES } from "../gen/games.ts";
import type { Color, Me, PlayerTold, PlayerWish } from "../gen/wire.ts";
import { learner } from "../learn/progress.svelte.ts";
import { api } from "../net/api.ts";
import { forgetKept } from "../net/kept.ts";
import { notices } from "../net/notices.svelte.ts";
import { waiting } from "../net/waiting.svelte.ts";
import { settings, type Synced } from "../settings.svelte.ts";
import { language } from "../texts/texts.svelte.ts";

const PAUSE = 1500; // ms after the last change: who types a name is not asked for each letter

/** What has changed here since the server last told it; a player that nobody told of yet follows this device. */
export function changes(
  here: Omit<Synced, "id">,
  known: Synced | null,
  told: Pick<PlayerTold, "id" | "name" | "color" | "lang">,
): PlayerWish {
  const was = known?.id === told.id ? known : null;
  const wish: PlayerWish = {};
  if (here.name && here.name !== was?.name && here.name !== told.name) wish.name = here.name;
  if (was && here.color && here.color !== was.color && here.color !== told.color)
    wish.color = here.color as Color;
  if (here.lang !== was?.lang && here.lang !== told.lang) wish.lang = here.lang as Lang;
  return wish;
}

/** Lessons done here that the server has not heard of. */
export function unheard(
  here: Record<string, string[]>,
  told: Record<string, readonly string[]>,
): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [game, keys] of Object.entries(here)) {
    const rest = keys.filter((key) => !told[game]?.includes(key));
    if (rest.length) found[game] = rest;
  }
  return found;
}

/** What this device says of its player. */
const local = (): Omit<Synced, "id"> => ({
  name: settings.name.trim(),
  color: settings.color,
  lang: language.code,
});

class Player {
  me = $state.raw<Me | null>(null);

  /** Ask the server, and tell it what has changed here. */
  load = async (): Promise<Me> => this.agree(await api.me());

  /** Send what differs, then take over what the server knows. */
  async agree(me: Me): Promise<Me> {
    let found = me;
    const here = local();
    if (found.player) {
      const wish = changes(here, settings.player, found.player);
      if (Object.keys(wish).length) found = await api.changeMe(wish);
    }
    if (found.player) {
      const rest = unheard(learner.done, found.player.lessons);
      if (Object.keys(rest).length) found = await api.addLessons(rest);
    }
    this.take(found, here);
    return found;
  }

  /** Take over what the server told; `here` is how it was when it was asked: what changed since stays. */
  take(me: Me, here = local()): void {
    this.me = me;
    const { player } = me;
    if (!player) {
      settings.player = null;
      return;
    }
    const { id, name, color, lang } = player;
    const now = local();
    // Whoever empties the field is about to write another name.
    if (name && now.name === here.name && (now.name || name !== settings.player?.name))
      settings.name = name;
    if (now.color === here.color) settings.color = color;
    if (now.lang === here.lang && now.lang !== lang && LANGUAGES.includes(lang))
      chooseLanguage(lang);
    settings.player = { id, name, color, lang };
    learner.take(player.lessons);
  }

  /** Forget all that this browser keeps of anybody. */
  async forget(): Promise<void> {
    await notices.forget();
    waiting.take([]);
    for (const key of Object.keys(localStorage))
      if (key.startsWith("colonnade.")) localStorage.removeItem(key);
    await forgetKept();
    // A fresh document: nothing that was remembered before may be written again.
    location.assign("/");
  }
}

export const player = new Player();

/** Agree now and whenever something changes; call once, when the page has come to rest. */
export function keepPlayer(): () => void {
  return $effect.root(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    $effect(() => {
      void [settings.name, settings.color, language.code, learner.done];
      if (!settings.player && !settings.seated && !settings.name) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        // Whoever is away now is asked again with the next change, or the next visit.
        player.load().catch(() => undefined);
      }, PAUSE);
      return () => clearTimeout(timer);
    });
  });
}
