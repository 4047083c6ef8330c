/** A turn of Pagoda as few lines: columns of one lot together, draws with what drew them. */
import type { Told } from "../../gen/wire.ts";
import type { ToldLine } from "../../table/face.ts";
import { t } from "../../texts/texts.svelte.ts";
import { abilityName, tell } from "./words.ts";

const NOISE = ["end", "no fan", "draw"]; // seen on the table, and a line each would drown the rest

/** The lines of one turn. */
export function lines(facts: readonly Told[]): ToldLine[] {
  const groups: Told[][] = [];
  for (const told of facts) {
    const { kind, lot, color, ability } = told.fields!;
    const last = groups.at(-1);
    const before = last?.[0]?.fields;
    let same: Told[] | undefined;
    if (kind === "column" && !ability) {
      // A tile or roof between two columns begins another floor.
      const there = groups.findLast(([first]) => first!.fields!.lot === lot)?.[0]!.fields;
      if (there?.kind === kind && there.color === color && !there.ability)
        same = groups.findLast(([first]) => first!.fields === there);
    } else if (
      (kind === "discard" && before?.kind === kind) ||
      (kind === "draw" && before?.kind === "fan")
    )
      same = last;
    if (same) same.push(told);
    else if (!NOISE.includes(kind)) groups.push([told]);
  }
  return groups.map((group) => ({ pieces: line(group), facts: group }));
}

function line(group: readonly Told[]): ToldLine["pieces"] {
  const [first] = group;
  const { kind, lot, color } = first!.fields!;
  const count = group.length;
  if (kind === "fan" && count > 1)
    return [t("pagoda.page.tell.draws", { ability: abilityName(kind), count: count - 1 })];
  if (count === 1) return tell(first!);
  if (kind === "column")
    return [`${t("pagoda.page.tell.columns", { lot: lot!, count })} `, { color: String(color) }];
  return [
    ...tell(first!),
    ...group.slice(1).map((told) => ({ color: String(told.fields!.color) })),
  ];
}
