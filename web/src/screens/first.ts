/** Somebody's first game of a kind: against the gentlest computer, with the coach. */
import { type GameKey, LEVELS } from "../gen/games.ts";
import { api } from "../net/api.ts";
import { settings } from "../settings.svelte.ts";
import { asked, usual } from "./wishes.ts";

/** Make the table; returns its address. */
export async function firstGame(game: GameKey): Promise<string> {
  const made = await api.make(asked(game, usual("computer", LEVELS[0]), settings.name));
  settings.coach = true;
  return `/table/${made.id}`;
}
