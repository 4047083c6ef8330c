/** A turn of the others as rows to look at: what each event of it did, with its picture; pure. */
import type { View } from "../gen/games.ts";
import type { TableEvent, Told } from "../gen/wire.ts";
import type { Face, Piece, SceneProps } from "./face.ts";

/** An event that was shown: the view before it, itself, and what it told. */
export interface Shown {
  view: View;
  event: Pick<TableEvent, "view">;
  facts: readonly Told[];
}

export interface TurnRow {
  at: number; // which event of the trail
  seat: number;
  pieces: Piece[];
  gained: number;
  picture: SceneProps | null;
}

/** One row for each event in which another seat did something worth a line. */
export function turnRows(
  trail: readonly Shown[],
  face: Pick<Face, "tell" | "lines" | "pictured">,
  held: readonly number[],
): TurnRow[] {
  return trail.flatMap(({ view, event, facts }, at) => {
    const told = facts.find((fact) => fact.seat >= 0 && !held.includes(fact.seat) && fact.fields);
    if (!told) return [];
    const lines = face.lines?.(facts, event.view) ?? [
      { pieces: face.tell(told, event.view), facts: [told] },
    ];
    const pieces = lines.flatMap((line, i) => (i ? [", ", ...line.pieces] : line.pieces));
    if (!pieces.length) return [];
    const gained = facts.reduce((sum, fact) => sum + (fact.gained?.[told.seat] ?? 0), 0);
    const shown = face.pictured?.([told], true);
    const picture = shown ? { ...shown, view: shown.before ? view : event.view } : null;
    return [{ at, seat: told.seat, pieces, gained, picture }];
  });
}
