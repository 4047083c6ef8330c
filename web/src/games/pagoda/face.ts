/** Pagoda as the page knows it. */
import { COLORS, RULE_OF } from "../../gen/pagoda.ts";
import type { Face } from "../../table/face.ts";
import Emblem from "./Emblem.svelte";
import Flying from "./Flying.svelte";
import { lines } from "./log.ts";
import { motions } from "./motions.ts";
import { pictured } from "./pictured.ts";
import Scene from "./Scene.svelte";
import Table from "./Table.svelte";
import { goal, plate, prompt, tell } from "./words.ts";

export const face: Face = {
  key: "pagoda",
  sky: "pagoda",
  colors: COLORS,
  hidden: true,
  keys: [
    ["1 – 9", "cards"],
    ["⇧ 1 – 6", "lots"],
    ["E", "end"],
    ["← →", "aside"],
    ["↑ ↓", "floors"],
  ],
  ruleOf: RULE_OF,
  Table,
  Flying,
  Emblem,
  Scene,
  goal,
  pictured,
  prompt,
  tell,
  lines,
  plate,
  motions,
};
