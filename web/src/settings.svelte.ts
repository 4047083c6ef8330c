/** What a person likes: theme, sound, motion, text size, pace; kept on this device. */
import { type GameKey, LEVELS } from "./gen/games.ts";

export type Theme = "system" | "light" | "dark";

/** What a device and the server should agree on about its player (player/sync.svelte.ts). */
export interface Synced {
  id: string;
  name: string;
  color: string;
  lang: string;
}

export interface Settings {
  theme: Theme;
  sound: boolean;
  motion: "system" | "full" | "reduced";
  text: number; // 1 is the usual size
  pace: number; // 1 is the usual speed of the others' moves; 0 shows them at once
  wait: boolean; // for a touch after each turn of the others
  confirm: boolean; // ask again before a move is played
  mute: boolean; // what others say is not shown
  coach: boolean; // at each own turn the best plan is shown, with its reason
  name: string; // one's player's
  color: string; // of one's player; empty until it is known
  player: Synced | null; // as the server last told it
  club: boolean; // whether the house has a club, as far as is known
  told: boolean; // whether this device shall be told of turns that take days
  offered: boolean; // whether it said "not now" to that
  seated: boolean; // whether this device ever sat down: then it has a player, or wants none
  levels: Record<string, string>; // of the computer players of each game
  wishes: Record<string, unknown>; // the last settings of each game's new table
}

const KEPT = "colonnade.settings";
const USUAL: Settings = {
  theme: "system",
  sound: true,
  motion: "system",
  text: 1,
  pace: 1,
  wait: false,
  confirm: false,
  mute: false,
  coach: false,
  name: "",
  color: "",
  player: null,
  club: false,
  told: false,
  offered: false,
  seated: false,
  levels: {},
  wishes: {},
};

function kept(): Settings {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEPT) ?? "{}") };
  } catch {
    return { ...USUAL };
  }
}

export const settings = $state<Settings>(kept());

/** The level that a game is played at: the last one chosen for it, at first the gentlest. */
export function levelOf(game: GameKey): string {
  return LEVELS.find((level) => level === settings.levels[game]) ?? LEVELS[0];
}

/** Whether things may travel on the screen. */
export function moves(): boolean {
  if (settings.motion !== "system") return settings.motion === "full";
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Whether the dark theme is seen now. */
export function isDark(): boolean {
  return (
    settings.theme === "dark" ||
    (settings.theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches)
  );
}

/** Let the browser's own bar follow a theme that is chosen; the server wrote the one at the start. */
function colorBar(): void {
  const color = getComputedStyle(document.documentElement).getPropertyValue("--surface").trim();
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    if (meta.media) meta.dataset.own ??= meta.content;
    meta.content = settings.theme === "system" ? (meta.dataset.own ?? color) : color;
  }
}

/** Keep and apply settings whenever they change; call once, from a component. */
export function applySettings(): void {
  $effect(() => {
    localStorage.setItem(KEPT, JSON.stringify(settings));
    const root = document.documentElement;
    const was = root.dataset.theme;
    if (settings.theme === "system") delete root.dataset.theme;
    else root.dataset.theme = settings.theme;
    if (root.dataset.theme !== was) colorBar();
    // The server's next document is dark or light from its first moment (server/shell.py).
    document.cookie = `colonnade.theme=${settings.theme}; path=/; max-age=31536000; samesite=lax`;
    root.dataset.motion = settings.motion;
    root.style.setProperty("--text-scale", String(settings.text));
  });
}
