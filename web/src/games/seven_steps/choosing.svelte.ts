/** What is chosen before it is played: the discs that go back into the bag. */
import { COLORS } from "../../gen/seven_steps.ts";
import { Gathering } from "../../table/gathering.svelte.ts";
import type { Play } from "../../table/play.svelte.ts";

/** Discs to return, and then the draw; a recovered disc stays, which the offers know. */
export function returningOf(play: Play): Gathering {
  return new Gathering(play, {
    order: COLORS,
    active: () => play.view.phase === "returning" && play.offers.length > 0,
    offer: (name) =>
      name === null
        ? play.offerOf("refill")
        : play.offers.find(({ fields }) => fields.kind === "return" && fields.color === name),
  });
}
