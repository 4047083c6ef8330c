/** Work that can wait until the page has nothing better to do. */

const LATE = 400; // ms after which it is done all the same
const SOON = 30; // ms, in browsers that do not say when they are idle

/** Do something in a pause; what comes back calls it off. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const ticket = requestIdleCallback(work, { timeout: LATE });
    return () => cancelIdleCallback(ticket);
  }
  const timer = setTimeout(work, SOON);
  return () => clearTimeout(timer);
}
