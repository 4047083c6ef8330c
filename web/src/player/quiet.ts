/** Quiet hours as the page writes them: minutes of a day as 22:00, and the time zone of this device. */

export const EVENING = 22 * 60; // what is proposed: most people sleep then
export const MORNING = 8 * 60;

const two = (value: number): string => String(value).padStart(2, "0");

/** A minute of the day as a time field has it. */
export const clockOf = (minute: number): string =>
  `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

/** The minute of the day that a time field says; null while it says none. */
export function minuteOf(text: string): number | null {
  const found = /^(\d\d):(\d\d)/.exec(text);
  return found ? Number(found[1]) * 60 + Number(found[2]) : null;
}

/** The time zone of this device, by its name. */
export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
