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
  at: number; // the first of its events in the trail
  end: number; // the one after its last
  seat: number;
  pieces: Piece[];
  gained: number;
  picture: SceneProps | null;
}

interface Event extends Shown {
  at: number;
  end: number;
  told: Told;
}

/** Events of other seats; those of one kind that leave nothing to be seen are one. */
function grouped(
  trail: readonly Shown[],
  face: Pick<Face, "pictured">,
  held: readonly number[],
): Event[] {
  const found: Event[] = [];
  for (const [at, { view, event, facts }] of trail.entries()) {
    const told = facts.find((fact) => fact.seat >= 0 && !held.includes(fact.seat) && fact.fields);
    if (!told) continue;
    const last = found.at(-1);
    const like = last?.told.seat === told.seat && last.told.fields!.kind === told.fields!.kind;
    if (last && like && last.end === at && !face.pictured?.([told], true)) {
      last.end = at + 1;
      last.facts = [...last.facts, ...facts];
      last.event = event;
    } else found.push({ at, end: at + 1, view, event, facts, told });
  }
  return found;
}

/** One row for each event in which another seat did something worth a line. */
export function turnRows(
  trail: readonly Shown[],
  face: Pick<Face, "tell" | "lines" | "pictured">,
  held: readonly number[],
): TurnRow[] {
  return grouped(trail, face, held).flatMap(({ at, end, view, event, facts, told }) => {
    const lines = face.lines?.(facts, event.view) ?? [
      { pieces: face.tell(told, event.view), facts: [told] },
    ];
    const pieces = lines.flatMap((line, i) => (i ? [", ", ...line.pieces] : line.pieces));
    if (!pieces.length) return [];
    const gained = facts.reduce((sum, fact) => sum + (fact.gained?.[told.seat] ?? 0), 0);
    const shown = face.pictured?.([told], true);
    const picture = shown ? { ...shown, view: shown.before ? view : event.view } : null;
    return [{ at, end, seat: told.seat, pieces, gained, picture }];
  });
}
