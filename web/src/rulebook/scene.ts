/** What a game's small still picture of a position is given; drawn by `Scene` of its face. */
import type { View } from "../gen/games.ts";

/** A short word beside a thing of a picture, with what it says of it. */
export interface Mark {
  at: string;
  text: string;
  sign?: "points" | "yes" | "no" | "note";
}

/** A piece's way in a picture, from thing to thing. */
export interface Arrow {
  from: string;
  to: string;
}

/** A small still picture of a position; things and parts are named as refusals name them. */
export interface SceneProps {
  view: View; // of any seat, or revealed
  parts?: readonly string[]; // what is drawn; absent: the board
  rings?: readonly string[]; // things that wear the `last` ring
  ghosts?: readonly string[]; // pieces that would be built, dashed
  marks?: readonly Mark[];
  arrows?: readonly Arrow[];
  seat?: number; // whose hand and board these are
  label?: string; // its accessible name; without it the picture is silent
}

/** The context that says how wide a picture will be, where no browser measures it (web/site/). */
export const ROOM = "scene room";
