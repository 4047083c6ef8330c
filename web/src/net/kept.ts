/** What the server told once and can be read without it: lessons, and finished games; never a running one. */
import { problemOf } from "./api.ts";

const NAME = "colonnade-told"; // the worker leaves it alone
const PLACE = "/kept/1/"; // another number once the shapes of what is told change

const open = async (): Promise<Cache | null> =>
  "caches" in globalThis ? await caches.open(NAME).catch(() => null) : null;

export async function keep(name: string, value: unknown): Promise<void> {
  try {
    await (await open())?.put(PLACE + name, new Response(JSON.stringify(value)));
  } catch {
    // There is no room: it can be asked for again.
  }
}

export async function recall<T>(name: string): Promise<T | null> {
  const found = await (await open())?.match(PLACE + name);
  return found ? ((await found.json()) as T) : null;
}

/** Whether something is kept, without reading it. */
export async function isKept(name: string): Promise<boolean> {
  return Boolean(await (await open())?.match(PLACE + name));
}

/** Let go of the oldest of those that begin alike. */
export async function bound(start: string, most: number): Promise<void> {
  const cache = await open();
  const all = (await cache?.keys()) ?? [];
  const alike = all.filter(({ url }) => new URL(url).pathname.startsWith(PLACE + start));
  for (const one of alike.slice(0, Math.max(0, alike.length - most))) await cache!.delete(one);
}

/** Let go of everything that was kept. */
export async function forgetKept(): Promise<void> {
  if ("caches" in globalThis) await caches.delete(NAME).catch(() => false);
}

/** Ask for what never changes, and keep it; while the server is away, what was kept is as good. */
export async function kept<T>(name: string, ask: () => Promise<T>): Promise<T> {
  try {
    const found = await ask();
    void keep(name, found);
    return found;
  } catch (fault) {
    const known = problemOf(fault).isAway ? await recall<T>(name) : null;
    if (known === null) throw fault;
    return known;
  }
}
