/** The results of a league as a file that tables of numbers read; pure. */
import type { LeagueTold } from "../gen/wire.ts";

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
/** What a program would read as a formula is text. */
const plain = (text: string): string => quoted(/^[=+\-@]/.test(text) ? `'${text}` : text);

/** One line for each game, then one for each entrant. */
export function resultsFile(league: LeagueTold): string {
  const name = (number: number): string => plain(league.entrants[number]?.name ?? "");
  const games = league.games.map((game) =>
    [
      game.round,
      name(game.one),
      name(game.two),
      game.points === null ? "" : game.points / 2,
      game.points === null ? "" : (2 - game.points) / 2,
    ].join(","),
  );
  const ranks = league.entrants
    .map((one, number) => ({ ...one, number }))
    .sort((one, two) => one.rank - two.rank || one.number - two.number)
    .map((one) => [one.rank, name(one.number), one.points / 2, one.played].join(","));
  return [
    "round,one,two,points_one,points_two",
    ...games,
    "",
    "rank,name,points,played",
    ...ranks,
    "",
  ].join("\r\n");
}
