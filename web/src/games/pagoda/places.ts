/** Names of places on the table of Pagoda, as the server names what travels between them. */
import type { Source } from "./view.ts";

export const cardPlace = (seat: number, source: Source, color: string, order: number): string =>
  `card ${seat} ${source} ${color} ${order}`;
export const backPlace = (seat: number, order: number): string => `back ${seat} ${order}`;
export const edgePlace = (lot: number): string => `edge ${lot + 1}`;
export const abovePlace = (lot: number): string => `above ${lot + 1}`;
export const columnPlace = (lot: number, floor: number, slot: number): string =>
  `column ${lot + 1} ${floor} ${slot}`;
export const tilePlace = (lot: number, floor: number): string => `tile ${lot + 1} ${floor}`;
export const rooftopPlace = (lot: number): string => `rooftop ${lot + 1}`;
export const cellPlace = (base: string, next: string): string => `cell ${base} ${next}`;
