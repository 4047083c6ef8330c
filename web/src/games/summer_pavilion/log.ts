/** A turn of Summer Pavilion as few lines: a tile with its bonus, a pass with what was kept. */
import type { View } from "../../gen/games.ts";
import type { Told } from "../../gen/wire.ts";
import type { Piece, ToldLine } from "../../table/face.ts";
import { t } from "../../texts/texts.svelte.ts";
import { tell } from "./words.ts";

const PAGE = "summer_pavilion.page";
const NOISE = ["draw", "done"];
const chips = (facts: readonly Told[]): Piece[] =>
  facts.map((told) => ({ color: String(told.fields!.color) }));

/** The lines of one turn. */
export function lines(facts: readonly Told[], view: View): ToldLine[] {
  const groups: Told[][] = [];
  for (const told of facts) {
    const { kind } = told.fields!;
    const last = groups.at(-1);
    const before = last?.[0]!.fields!.kind;
    const part =
      kind === "pick"
        ? before === "place" || before === "pick"
        : kind === "keep" && (before === "pass" || before === "keep");
    if (part) last!.push(told);
    else if (!NOISE.includes(kind)) groups.push([told]);
  }
  return groups.map((group) => {
    const [first, ...more] = group;
    const pieces = tell(first!, view);
    const joint: Record<string, string> = {
      place: ` ${t(`${PAGE}.log.bonus`)} `,
      pass: `, ${t(`${PAGE}.log.keeps`)} `,
    };
    return {
      pieces: more.length ? [...pieces, joint[first!.fields!.kind] ?? "", ...chips(more)] : pieces,
      facts: group,
    };
  });
}
