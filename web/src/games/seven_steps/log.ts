/** A turn of 7 Steps as few lines: its discs with their points, its tile, what was returned. */
import type { View } from "../../gen/games.ts";
import type { StepsView } from "../../gen/seven_steps.ts";
import type { Told } from "../../gen/wire.ts";
import type { ToldLine, Piece } from "../../table/face.ts";
import { t } from "../../texts/texts.svelte.ts";
import { spaceAt } from "./view.ts";
import { tell, tileName, withChips } from "./words.ts";

/** The facts that belong to the line of another one of their turn. */
const PART_OF: Record<string, readonly string[]> = {
  place: ["place"],
  count: ["place"],
  "count tile": ["place"],
  onto: ["shift", "move"],
  swap: ["shift"],
  tile: ["bonus"],
  keep: ["bonus"],
  return: ["return"],
};
const NOISE = ["refill", "draw", "tile"]; // tiles by themselves are the set-up

/** The lines of one turn. */
export function lines(facts: readonly Told[], view: View): ToldLine[] {
  const groups: Told[][] = [];
  for (const told of facts) {
    const { kind } = told.fields!;
    const whole = groups.findLast(([first]) => PART_OF[kind]?.includes(first!.fields!.kind));
    if (whole) whole.push(told);
    else if (!NOISE.includes(kind)) groups.push([told]);
  }
  return groups.map((group) => ({ pieces: line(group, view), facts: group }));
}

function line(group: readonly Told[], view: View): Piece[] {
  const [first] = group;
  const last = (kind: string): Told | undefined =>
    group.findLast((told) => told.fields!.kind === kind);
  switch (first!.fields!.kind) {
    case "place": {
      const placed = group.filter((told) => told.fields!.kind === "place");
      const colors = placed.flatMap(
        (told) => spaceAt(view as StepsView, told.fields!.space)?.color ?? [],
      );
      const tile = last("count tile") ? [` ${t("seven_steps.page.tell.with_tile")}`] : [];
      return [
        ...withChips("seven_steps.page.tell.discs", colors, { count: placed.length }),
        ...tile,
      ];
    }
    case "bonus": {
      const keep = last("keep");
      const drawn = last("tile")?.fields?.tile;
      if (keep) return tell(keep, view);
      return drawn
        ? [t("seven_steps.page.tell.takes", { tile: tileName(String(drawn)) })]
        : tell(first!, view);
    }
    case "return": {
      const colors = group.flatMap((told) =>
        told.fields!.color ? [String(told.fields!.color)] : [],
      );
      if (colors.length === group.length) return withChips("seven_steps.page.tell.return", colors);
      return [t("seven_steps.page.tell.returns", { count: group.length })];
    }
    default:
      return group.flatMap((told, i) => (i > 0 ? [", ", ...tell(told, view)] : tell(told, view)));
  }
}
