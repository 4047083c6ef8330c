/** A table of a list in words: its name, its company, how it stands. */
import { DEFAULT_LEVEL } from "../gen/games.ts";
import type { SeatTold, TableListed } from "../gen/wire.ts";
import { isSlow } from "../net/notices.svelte.ts";
import { span } from "../table/away.ts";
import { joined, t } from "../texts/texts.svelte.ts";

/** A seat's name for lists: a person's, a computer player's, or that it is free; of a bot, that it is one. */
export function seatName(seat: SeatTold, number: number): string {
  const name = plainName(seat, number);
  return seat.bot ? t("page.seat.bot", { name }) : name;
}

function plainName(seat: SeatTold, number: number): string {
  if (seat.name) return seat.name;
  if (seat.kind === "computer") return t(`play.player.${seat.level ?? DEFAULT_LEVEL}`);
  if (seat.kind === "open") return t("page.seat.free");
  return t("page.seat", { seat: number + 1 });
}

/** "Pagoda with Mira"; on one device: "Pagoda, same device". */
export function lineTitle(line: TableListed): string {
  const game = t(`page.game.${line.game}`);
  const named = line.seats.flatMap((seat, i) =>
    seat.kind === "open" ? [] : [{ i, name: seatName(seat, i) }],
  );
  const others = named.flatMap(({ i, name }) => (line.held.includes(i) ? [] : [name]));
  if (line.held.length === 0) return t("page.line.others", { game, names: joined(others) });
  if (others.length === 0)
    return t(named.length < line.seats.length ? "page.line.open" : "page.line.device", { game });
  return t("page.line.with", { game, names: joined(others) });
}

/** Tables that go on, those first where others wait for one: of them first whose time is up first. */
export function inOrder(lines: readonly TableListed[]): TableListed[] {
  const rank = (line: TableListed): number => (line.waits ? 0 : standing(line).mine ? 1 : 2);
  const left = ({ left }: TableListed): number => left ?? Infinity;
  const sooner = (one: TableListed, two: TableListed): number =>
    left(one) === left(two) ? 0 : left(one) - left(two);
  return lines.toSorted(
    (one, two) => rank(one) - rank(two) || (rank(one) === 0 ? sooner(one, two) : 0),
  );
}

/** "2 days left", where a turn takes days. */
export function leftText(line: TableListed): string {
  if (line.left === null || !isSlow(line)) return "";
  const { unit, count } = span(line.left);
  return t(`page.line.left.${unit}`, { count });
}

/** How an unfinished table stands, with what is left of a long turn, and whether one may move now; nothing where that is not known. */
export function standing(line: TableListed): { text: string; mine: boolean } {
  const { text, mine } = stands(line);
  return { text: [text, leftText(line)].filter(Boolean).join(" · "), mine };
}

function stands(line: TableListed): { text: string; mine: boolean } {
  const { actor, held, seats } = line;
  const decider = actor === null ? undefined : seats[actor];
  if (actor === null || !decider) return { text: "", mine: false };
  if (held.includes(actor)) {
    const scores = scoreText(line.scores, held);
    const text =
      held.length > 1
        ? t("page.line.turn_of", { name: seatName(decider, actor), scores })
        : t("page.line.your_turn", { scores });
    return { text, mine: true };
  }
  if (decider.kind === "open") return { text: t("page.line.free"), mine: false };
  return { text: t("page.line.waiting", { name: seatName(decider, actor) }), mine: false };
}

/** How a finished table ended, for those who sat there. */
export function ending(line: TableListed): string {
  const { result, held, seats } = line;
  if (!result) return "";
  const scores = scoreText(result.scores, held);
  const own = held.length === 1 ? held[0]! : null;
  if (result.ended) return t(`page.line.${result.ended}`, { scores });
  if (own === null)
    return t("page.line.ended", {
      names: joined(result.winners.map((seat) => seatName(seats[seat]!, seat))),
      scores,
    });
  if (result.winners.includes(own))
    return t(result.winners.length > 1 ? "page.line.shared" : "page.line.won", { scores });
  if (result.resigned.includes(own)) return t("page.line.resigned");
  const place = 1 + result.scores.filter((score) => score > result.scores[own]!).length;
  return result.scores.length > 2
    ? t("page.line.place", { place, scores })
    : t("page.line.lost", { scores });
}

/** Scores with one's own first. */
export function scoreText(scores: readonly number[], held: readonly number[]): string {
  const own = held.length === 1 ? held[0]! : 0;
  const turned = scores.map((_, i) => scores[(own + i) % scores.length]);
  return turned.join(scores.length > 2 ? ", " : t("page.line.to"));
}
