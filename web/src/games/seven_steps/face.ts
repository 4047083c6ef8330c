/** 7 Steps as the page shows it. */
import { COLORS, RULE_OF } from "../../gen/seven_steps.ts";
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
  key: "seven_steps",
  sky: "seven",
  colors: COLORS,
  hidden: true,
  keys: [
    ["1 – 7", "discs"],
    ["C, P", "tiles"],
    ["F", "finish"],
    ["← → ↑ ↓", "spaces"],
    ["Q W E A S D", "directions"],
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
