/** The screens by name: loaded when they are first needed, and from then on at hand. */
import type { Component } from "svelte";
import { part } from "../net/part.ts";
import type { Place } from "../router.svelte.ts";

type Name = Place["screen"];
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Screen = Component<any>;

const SCREENS: Record<Name, () => Promise<{ default: Screen }>> = {
  home: () => import("./Home.svelte"),
  new: () => import("./New.svelte"),
  table: () => import("./Table.svelte"),
  replay: () => import("./Replay.svelte"),
  try: () => import("./Try.svelte"),
  rules: () => import("./Rules.svelte"),
  learn: () => import("./Learn.svelte"),
  lesson: () => import("./Lesson.svelte"),
  records: () => import("./Records.svelte"),
  club: () => import("./Club.svelte"),
  me: () => import("./Me.svelte"),
  player: () => import("./Player.svelte"),
  ratings: () => import("./Ratings.svelte"),
  tables: () => import("./Tables.svelte"),
  lost: () => import("./Lost.svelte"),
};
const known = new Map<Name, Screen>();

/** A screen that was loaded before: it can be shown at once. */
export const screenNow = (name: Name): Screen | undefined => known.get(name);

export async function loadScreen(name: Name): Promise<Screen> {
  const { default: screen } = await part(SCREENS[name]);
  known.set(name, screen);
  return screen;
}
