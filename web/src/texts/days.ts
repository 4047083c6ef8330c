/** Days past, as people say them. */
import type { Lang } from "../gen/games.ts";

/** Days between two moments as a calendar counts them. */
export function daysAgo(moment: number, now: number): number {
  const day = (at: number): number => {
    const date = new Date(at * 1000);
    return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
  };
  return day(now) - day(moment);
}

/** Today, yesterday, or a date. */
export function dayText(moment: number, lang: Lang, now = Date.now() / 1000): string {
  const days = daysAgo(moment, now);
  if (days < 2) return new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(-days, "day");
  const far = days > 300;
  return new Intl.DateTimeFormat(lang, {
    day: "numeric",
    month: "short",
    ...(far ? { year: "numeric" } : {}),
  }).format(moment * 1000);
}
