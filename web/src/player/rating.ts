/** Ratings in words and pictures: pure, but for the language. */
import type { RatingTold } from "../gen/wire.ts";
import { language, t } from "../texts/texts.svelte.ts";

/** Where the points of a graph of ratings stand, and the band around its line. */
export interface Drawn {
  line: string;
  band: string;
  marks: { y: number; rating: number }[];
  end: { x: number; y: number };
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** A whole number with its sign, as people write it. */
export const signed = (value: number): string =>
  value < 0 ? `−${-value}` : value > 0 ? `+${value}` : "0";

/** A number with at most one digit behind the point, in the reader's language. */
export const plain = (value: number): string =>
  new Intl.NumberFormat(language.code, { maximumFractionDigits: 1 }).format(value);

/** "between Builder and Architect", or beyond one of them; nothing where no level was measured. */
export function besides(rating: Pick<RatingTold, "below" | "above">): string {
  const name = (level: string): string => t(`play.player.${level}`);
  if (rating.below && rating.above)
    return t("page.rating.between", { below: name(rating.below), above: name(rating.above) });
  if (rating.below) return t("page.rating.beyond", { name: name(rating.below) });
  return rating.above ? t("page.rating.under", { name: name(rating.above) }) : "";
}

/** The step between the lines of a graph, so that there are two to four of them. */
export function step(span: number): number {
  return [50, 100, 200, 500].find((one) => span / one <= 4) ?? 1000;
}

/** A graph of ratings in a frame of some width and height, with room at the left for numbers. */
export function drawn(
  points: readonly { rating: number; doubt: number }[],
  width: number,
  height: number,
  left = 40,
): Drawn {
  const low = Math.min(...points.map((one) => one.rating - one.doubt));
  const high = Math.max(...points.map((one) => one.rating + one.doubt));
  const x = (i: number): number =>
    round(left + ((width - left - 8) * i) / Math.max(1, points.length - 1));
  const y = (rating: number): number =>
    round(6 + ((height - 12) * (high - rating)) / Math.max(1, high - low));
  const path = (of: (one: (typeof points)[number]) => number): string[] =>
    points.map((one, i) => `${x(i)} ${y(of(one))}`);
  const above = path((one) => one.rating + one.doubt);
  const below = path((one) => one.rating - one.doubt).reverse();
  const by = step(high - low);
  const marks = [];
  for (let at = Math.ceil(low / by) * by; at <= high; at += by)
    marks.push({ y: y(at), rating: at });
  const last = points.length - 1;
  return {
    line: `M${path((one) => one.rating).join("L")}`,
    band: `M${[...above, ...below].join("L")}Z`,
    marks,
    end: { x: x(last), y: y(points[last]!.rating) },
  };
}
