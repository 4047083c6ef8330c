/** A clock in words: what it shows, and when it is short. */

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
