/** Summer Pavilion as the page shows it. */
import { COLORS, RULE_OF } from "../../gen/summer_pavilion.ts";
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
  key: "summer_pavilion",
  sky: "pavilion",
  colors: COLORS,
  hidden: false,
  keys: [
    ["← → ↑ ↓", "stars"],
    ["0 – 9", "numbers"],
    ["P", "pass"],
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
