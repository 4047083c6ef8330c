/** Times as people say them: clocks, and days past. */
import type { Lang } from "../texts/say.ts";

/** A clock's seconds as 0:09, 12:05, 2:03:00. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const [hours, minutes, rest] = [
    Math.floor(whole / 3600),
    Math.floor((whole % 3600) / 60),
    whole % 60,
  ];
  const two = (value: number): string => String(value).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Whether a clock is short: under ten seconds, or under a tenth of a turn. */
export function isShort(seconds: number, turn: number): boolean {
  return seconds < Math.max(10, Math.min(60, turn / 10));
}

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
