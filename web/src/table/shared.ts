/**
 * What did not change stays the very same object: then nothing that is drawn from it runs again.
 *
 * For plain values as they come over the wire. Pure.
 */

type Plain = Record<string, unknown>;
const isPlain = (value: unknown): value is Plain => typeof value === "object" && value !== null;

/** The new value, with every part of the old one that is equal; all of the old one if nothing changed. */
export function shared<T>(before: unknown, after: T): T {
  if (!isPlain(before) || !isPlain(after) || before === after) return after;
  if (Array.isArray(before) !== Array.isArray(after)) return after;
  const keys = Object.keys(after);
  const found: Plain = Array.isArray(after) ? ([] as unknown as Plain) : {};
  let same = keys.length === Object.keys(before).length;
  for (const key of keys) {
    found[key] = shared(before[key], after[key]);
    same &&= found[key] === before[key] && key in before;
  }
  return (same ? before : found) as T;
}

/** The same for a list whose items have keys, wherever in it they stand. */
export function sharingBy<T>(keyOf: (item: T) => string): (next: readonly T[]) => T[] {
  let last = new Map<string, T>();
  return (next) => {
    const found = next.map((item) => shared(last.get(keyOf(item)), item));
    last = new Map(found.map((item) => [keyOf(item), item]));
    return found;
  };
}

/** Makes each result share with the one before: for lists that are built anew from few changes. */
export function sharing<T>(): (next: T) => T {
  let last: T | undefined;
  return (next) => (last = shared(last, next));
}
