/** What is pointed at on a table: the rules are opened there. */
import type { Face } from "./face.ts";
import type { Play } from "./play.svelte.ts";

const DWELL = 250; // ms: on its way to a button the pointer only passes over things

/** The thing that was pointed at last, by a pointer that stayed, a touch or the focus. */
export class Pointing {
  private thing = "";
  private timer = 0;

  /** A pointer is over something of the table; what it leaves stays pointed at until then. */
  over = (event: Event): void => {
    const found = thingAt(event);
    clearTimeout(this.timer);
    if (found) this.timer = window.setTimeout(() => (this.thing = found), DWELL);
  };
  /** Something of the table is touched, or has the focus. */
  at = (event: Event): void => {
    const found = thingAt(event);
    clearTimeout(this.timer);
    if (found) this.thing = found;
  };
  out = (): void => clearTimeout(this.timer);
  clear(): void {
    clearTimeout(this.timer);
    this.thing = "";
  }

  /** The rule of what is pointed at: why it cannot be used now, else what it is; or none. */
  rule(play: Play, face: Face): string {
    const { thing } = this;
    return thing ? (play.reason(thing)?.rule ?? ruleFor(face.ruleOf ?? {}, thing)) : "";
  }
}

function thingAt(event: Event): string {
  const found = (event.target as Element | null)?.closest("[data-thing]");
  const thing = found?.getAttribute("data-thing") ?? "";
  return thing === "main" ? "" : thing; // the main button is no thing of the game
}

/** The rule of a thing by a game's table. */
export function ruleFor(table: Readonly<Record<string, string>>, thing: string): string {
  return table[thing] ?? table[thing.split(" ")[0]!] ?? table["*"] ?? "";
}
