/** What the page must know of a game to show it; each game's stands in games/<game>/face.ts. */
import type { Component } from "svelte";
import type { GameKey, View } from "../gen/games.ts";
import type { Offer, Told } from "../gen/wire.ts";
import type { Motion } from "../motion/motion.ts";
import type { SceneProps } from "../rulebook/scene.ts";
import type { Play } from "./play.svelte.ts";
import type { TableLike } from "./session.svelte.ts";

export type { Arrow, Mark, SceneProps } from "../rulebook/scene.ts";

/** A part of a line of the log: words, or the glyph of a color. */
export type Piece = string | { color: string; count?: number };

/** A line of the log: what one turn did in one respect, and the facts behind it. */
export interface ToldLine {
  pieces: Piece[];
  facts: Told[];
}

/** What a picture of some moves shows: of the position after them, or of the one before. */
export type Pictured = Omit<SceneProps, "view"> & { before?: boolean };

export interface Face {
  key: GameKey;
  sky: "pagoda" | "seven" | "pavilion";
  /** The colors of its pieces, each with a symbol of its own. */
  colors: readonly string[];
  /** Whether seats hide something: on a shared device a curtain falls between turns. */
  hidden: boolean;
  /** The keys of its board, and what each does: a text `<game>.page.keys.<name>`. */
  keys: readonly (readonly [key: string, name: string])[];
  /** The rule to read first about a thing, by its name or the first word of it; "*" for all others. */
  ruleOf?: Readonly<Record<string, string>>;
  /** All under the header: opponents, board, panels, prompt, tray. */
  Table: Component<{ session: TableLike }>;
  /** A flying piece; drawn around its own center, at the size of its place. */
  Flying: Component<{ piece: Record<string, string | number> }>;
  /** A small picture of the game, for cards and lists. */
  Emblem: Component<Record<string, never>>;
  /** A position as a small still picture, for rules, plans and turns told again. */
  Scene?: Component<SceneProps>;
  /** Moves as a small picture: with rings once they are made, with ghosts while they are planned. */
  pictured?(facts: readonly Told[], made: boolean): Pictured | null;
  /** What the game is about and what ends it, in one line; briefly where there is little room. */
  goal?(view: View, brief: boolean): string;
  /** What the seat on turn should do now, in a few words. */
  prompt(play: Play): { text: string; chip?: string };
  /** A fact of the log in words. */
  tell(told: Told, view: View): Piece[];
  /** The facts of one turn as the lines of a log; without it each fact is a line of its own. */
  lines?(facts: readonly Told[], view: View): ToldLine[];
  /** The label of a remaining move where several ways to pay are left. */
  plate(offer: Offer, view: View): Piece[];
  /** How what these facts moved travels: when, how long and with which sound. */
  motions(facts: readonly Told[]): Motion[];
}
