/** A view of Summer Pavilion, as games/summer_pavilion/shape.py has it. */
import type { View } from "../../net/wire.ts";
import type { Board, Color, Star } from "./geometry.ts";

export type Tiles = Partial<Record<Color, number>>;
export type Spaces = Record<Star, (Color | null)[]>;

export interface SeatView {
  board: Spaces;
  tiles: Tiles;
  kept: Tiles;
  passed: boolean;
  breakdown: Record<string, number>;
}

export interface PavilionView extends View {
  phase: "draw" | "take" | "place" | "pick" | "keep" | "over";
  stage: number; // 1: tiles are taken, 2: they are placed
  round: number;
  wild: Color;
  first: number;
  marker: number | null;
  factories: Tiles[];
  center: Tiles;
  supply: Tiles;
  bag: Tiles;
  tower: Tiles;
  players: SeatView[];
  filling: number;
  owed: number;
  least: number;
}

export const boardOf = (view: View): Board => (view.options.board === "grey" ? "grey" : "colored");
