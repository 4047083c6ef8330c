/** Moves in words as the pieces they would put on the lots, one after the other. Pure. */
import { type Color, COLUMNS_OF_A_FLOOR, type PagodaView } from "../../gen/pagoda.ts";

export interface Ghosted {
  at: number; // lot, from 0
  kind: "column" | "tile" | "roof" | "rooftop";
  color: Color; // a column's own, a tile's the one it leads to
  base: Color | null; // the color under a tile
  level: number;
  slot: number;
}

interface Site {
  floors: Color[];
  standing: number;
  roof: Color | null;
}

const WORDS = /^(column|tile|roof) (\d) (?:for )?(\w+)/;

/** The pieces of "column 3 blue …", "tile 3 for red …", "roof 3 for red …", "rooftop red …". */
export function ghostsOn(view: PagodaView, words: readonly string[]): Ghosted[] {
  const sites = view.lots.map((lot): Site => ({
    floors: [...lot.floors],
    standing: lot.standing.at(-1) ?? 0,
    roof: lot.completed ? null : lot.roof,
  }));
  const found: Ghosted[] = [];
  for (const one of words) {
    const [, kind, lot, color] = WORDS.exec(one) ?? [];
    const at = kind ? Number(lot) - 1 : sites.findIndex(({ roof }) => roof !== null);
    const site = sites[at];
    if (!site || (!kind && !one.startsWith("rooftop"))) continue;
    found.push(built(site, at, (kind ?? "rooftop") as Ghosted["kind"], color as Color));
  }
  return found;
}

/** Build a piece on a site, and say where it stands. */
function built(site: Site, at: number, kind: Ghosted["kind"], color: Color): Ghosted {
  if (kind === "column" && site.floors.length === 0) site.floors.push(color);
  const level = site.floors.length - 1;
  const ghost: Ghosted = {
    at,
    kind,
    color: kind === "rooftop" ? site.roof! : color,
    base: site.floors[level] ?? null,
    level,
    slot: Math.min(site.standing, COLUMNS_OF_A_FLOOR - 1),
  };
  if (kind === "column") site.standing += 1;
  if (kind === "roof") site.roof = color;
  if (kind === "rooftop") site.roof = null;
  if (kind === "tile") {
    site.floors.push(color);
    site.standing = 0;
  }
  return ghost;
}
