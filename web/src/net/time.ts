/** The server's time: what deadlines are told in, whatever this device's own clock says. */

let ahead: number | null = null; // of the time since the page began, in seconds

const steady = (): number => performance.now() / 1000;

/** Hear what time it is at the server. */
export function hearTime(now: number): void {
  ahead = now - steady();
}

/** What time it is at the server; before it has told, what this device thinks. */
export const serverNow = (): number => (ahead === null ? Date.now() / 1000 : ahead + steady());
