/** Why a plan is good, in sentences, and a whole plan in words for those who listen. */
import type { PlanTold, ReasonTold } from "../gen/wire.ts";
import { language, sentence, t } from "../texts/texts.svelte.ts";
import type { Face, Piece } from "./face.ts";
import { factsOf } from "./plan.ts";
import type { Play } from "./play.svelte.ts";
import { sayIn } from "./words.ts";

/** Reasons as sentences, the words of a game inside them translated. */
export function reasonsOf(reasons: readonly ReasonTold[], game: string): string {
  return reasons
    .map(({ reason, fields }) => sentence(sayIn(game, reason, fields)).replace(/[.\s]*$/, "."))
    .join(" ");
}

/** A line of the log in words alone. */
export function plainly(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => (typeof piece === "string" ? piece : t(`page.color.${piece.color}`)))
    .join(" ")
    .trim();
}

/** A plan as it is read aloud: what, how many points, the chance, and why. */
export function spokenPlan(plan: PlanTold, face: Face, play: Play): string {
  const facts = factsOf(plan.moves, play.view.actor, play.view.seats);
  const lines = face.lines?.(facts, play.view) ?? [];
  const said = lines.map(({ pieces }) => plainly(pieces)).filter(Boolean);
  const percent = new Intl.NumberFormat(language.code, { style: "percent" }).format(plan.win);
  return [
    said.join(`, ${t("page.hint.then")} `),
    t("page.hint.points", { count: plan.points }),
    `${t("page.hint.win")} ${percent}`,
    reasonsOf(plan.reasons, face.key),
  ].join(". ");
}
