/** What the server wrote into the document for this visit (server/visits.py), so that nobody need ask for it. */

/** Whether the screen that is shown is the one that the document was written for. */
function isFirst(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry !== undefined && new URL(entry.name).pathname === location.pathname;
}

/** Take what an element holds, once: later it is old. Null where it is not there or not what is meant. */
export function told<T>(id: string, meant: (found: T) => boolean = () => true): T | null {
  const element = document.getElementById(id);
  if (element?.getAttribute("type") !== "application/json") return null;
  element.remove();
  const found = JSON.parse(element.textContent) as T;
  return isFirst() && meant(found) ? found : null;
}
