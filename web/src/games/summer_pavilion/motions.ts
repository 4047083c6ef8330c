/** What travels between two positions, fact by fact. Pure. */
import type { View } from "../../gen/games.ts";
import type { Color, PavilionView, Star, Tiles } from "../../gen/summer_pavilion.ts";
import type { Told } from "../../gen/wire.ts";
import type { Motion } from "../../motion/motion.ts";
import { direction } from "./geometry.ts";
import { listed, minus, payment, plus, spread, taken } from "./tiles.ts";

export const TRAVEL = 420;
export const EXIT = 320;
const PAID = 60; // ms between tiles that are paid
const DRAWN = 45; // ms between tiles that are drawn
const POINTS = 600;

/** The moves of a view's facts, each beginning when the one before has ended. */
export function motions(was: View, is: View, facts: readonly Told[]): Motion[] {
  const [before, after] = [was as PavilionView, is as PavilionView];
  const found: Motion[] = [];
  const factories: Tiles[] = before.factories.map((tiles) => ({ ...tiles }));
  let center: Tiles = { ...before.center };
  let start = 0;
  let draws = 0;
  const fly = (
    color: string,
    from: string,
    to: string,
    delay = 0,
    time = TRAVEL,
    facing = -90,
  ): void => {
    found.push({ piece: { color, facing }, from, to, delay: start + delay, time });
  };
  for (const { seat, fields, gained, kind: special } of facts) {
    if (special || !fields) continue;
    const color = fields.color as Color;
    if (fields.kind === "draw") {
      const target =
        fields.target === "supply" ? `supply ${color}` : `factory ${fields.factory} ${color}`;
      fly(color, "bag", target, draws++ * DRAWN, 260);
      continue;
    }
    const begun = found.length;
    if (fields.kind === "take") {
      const number = fields.source === "factory" ? Number(fields.factory) : null;
      const from = number === null ? "center" : `factory ${number}`;
      const source = number === null ? center : (factories[number - 1] ?? {});
      const { taken: got, left } = taken(source, color, before.wild);
      for (const tile of spread(got)) fly(tile, `${from} ${tile}`, `rack ${seat} ${tile}`);
      if (number === null) center = minus(center, got);
      else {
        for (const tile of spread(left)) fly(tile, `${from} ${tile}`, `center ${tile}`);
        factories[number - 1] = {};
        center = plus(center, left);
      }
    } else if (fields.kind === "place") {
      const star = fields.star as Star;
      const position = Number(fields.position);
      fly(
        color,
        `rack ${seat} ${color}`,
        `space ${seat} ${star} ${position}`,
        0,
        TRAVEL,
        direction(star, position),
      );
      const offer = { words: "", fields, points: [] };
      const spent = spread(
        minus(payment(offer, before.options.board, before.wild), { [color]: 1 }),
      );
      spent.forEach((tile, i) => fly(tile, `rack ${seat} ${tile}`, "tower", i * PAID, EXIT));
    } else if (fields.kind === "pick") fly(color, `supply ${color}`, `rack ${seat} ${color}`);
    else if (fields.kind === "pass" || fields.kind === "done") {
      // What is neither kept nor held afterwards has been lost.
      const had = plus(before.players[seat]?.tiles ?? {}, {});
      const has = plus(after.players[seat]?.tiles ?? {}, after.players[seat]?.kept ?? {});
      listed(minus(had, has)).forEach(({ color: lost }, i) =>
        fly(lost, `rack ${seat} ${lost}`, "tower", i * PAID, EXIT),
      );
    }
    const points = seat >= 0 ? (gained?.[seat] ?? 0) : 0;
    if (points && fields.kind === "place")
      found.push({
        piece: { points },
        from: `space ${seat} ${fields.star} ${fields.position}`,
        to: `points ${seat}`,
        delay: start + TRAVEL * 0.6,
        time: POINTS,
      });
    if (found.length > begun)
      start = Math.max(
        ...found
          .slice(begun)
          .map(({ delay, time, piece }) => (piece.points === undefined ? delay + time : delay)),
      );
  }
  return found;
}
