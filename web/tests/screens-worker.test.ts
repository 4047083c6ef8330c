import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { beforeEach, describe, expect, it } from "vitest";

/* public/sw.js in a world of our own: caches in memory, and a server that can be switched off. */
type Handler = (event: Record<string, unknown>) => void;
const HOME = "https://games.example";

class Kept {
  all = new Map<string, Response>();
  private key = (one: string | Request): string =>
    new URL(typeof one === "string" ? one : one.url, HOME).href;
  match = async (one: string | Request): Promise<Response | undefined> =>
    this.all.get(this.key(one))?.clone();
  put = async (one: string | Request, answer: Response): Promise<void> =>
    void this.all.set(this.key(one), answer);
}

function world() {
  const stores = new Map<string, Kept>();
  const handlers: Record<string, Handler> = {};
  const server = { up: true, status: 200, version: "one", asked: [] as string[] };
  const caches = {
    open: async (name: string) => stores.get(name) ?? stores.set(name, new Kept()).get(name)!,
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (one: string | Request) => {
      for (const store of stores.values()) {
        const found = await store.match(one);
        if (found) return found;
      }
      return undefined;
    },
  };
  const self = {
    location: { origin: HOME },
    clients: { claim: async () => undefined },
    skipWaiting: async () => undefined,
    addEventListener: (name: string, handler: Handler) => (handlers[name] = handler),
  };
  const fetch = async (one: string | Request): Promise<Response> => {
    const { pathname } = new URL(typeof one === "string" ? one : one.url, HOME);
    server.asked.push(pathname);
    if (!server.up) throw new TypeError("no network");
    return new Response(pathname === "/" ? `shell ${server.version}` : `file ${pathname}`, {
      status: server.status,
    });
  };
  runInNewContext(readFileSync(new URL("../public/sw.js", import.meta.url), "utf-8"), {
    self,
    caches,
    fetch,
    crypto,
    URL,
    Response,
    AbortSignal,
    TextEncoder,
    Uint8Array,
    Error,
    String,
    JSON,
  });
  /** What the worker answers; null where it leaves the request to the browser. */
  async function ask(
    path: string,
    more: { mode?: string; method?: string } = {},
  ): Promise<string | null> {
    let answer: Promise<Response> | null = null;
    const request = {
      url: new URL(path, HOME).href,
      method: more.method ?? "GET",
      mode: more.mode ?? "cors",
    };
    handlers.fetch!({ request, respondWith: (found: Promise<Response>) => (answer = found) });
    return answer ? await (await (answer as Promise<Response>)).text() : null;
  }
  async function tell(name: string, more: Record<string, unknown> = {}): Promise<void> {
    const waits: Promise<unknown>[] = [];
    handlers[name]!({ waitUntil: (work: Promise<unknown>) => waits.push(work), ...more });
    await Promise.all(waits);
  }
  return { ask, tell, server, stores };
}

describe("the worker", () => {
  let here: ReturnType<typeof world>;
  beforeEach(async () => {
    here = world();
    await here.tell("install");
  });
  const visit = (path = "/table/abc"): Promise<string | null> =>
    here.ask(path, { mode: "navigate" });

  it("never comes between the page and the server's calls", async () => {
    for (const path of ["/api/games", "/api/tables/x/feed", "/api/docs"])
      expect(await here.ask(path)).toBeNull();
    expect(await here.ask("/api/docs", { mode: "navigate" })).toBeNull();
    expect(await here.ask("/", { method: "POST", mode: "navigate" })).toBeNull();
    expect(await here.ask("https://other.example/assets/a.js")).toBeNull();
    const kept = [...here.stores.values()].flatMap((store) => [...store.all.keys()]);
    expect(kept.some((url) => url.includes("/api/"))).toBe(false);
  });
  it("opens every screen when the server is away or broken", async () => {
    expect(await visit()).toBe("shell one");
    here.server.up = false;
    expect(await visit()).toBe("shell one");
    Object.assign(here.server, { up: true, status: 502 });
    expect(await visit("/rules/pagoda")).toBe("shell one");
  });
  it("keeps files that were used before it came, and asks for none twice", async () => {
    await here.tell("message", {
      data: { kind: "used", files: [`${HOME}/assets/a-1.js`, `${HOME}/api/games`] },
    });
    here.server.up = false;
    expect(await here.ask("/assets/a-1.js")).toBe("file /assets/a-1.js");
    expect(here.server.asked).not.toContain("/api/games");
    await expect(here.ask("/assets/b-1.js")).rejects.toThrow();
  });
  it("takes over a new version, and keeps the one before for tabs that still show it", async () => {
    await here.ask("/assets/a-1.js");
    here.server.version = "two";
    expect(await visit()).toBe("shell two");
    await here.ask("/assets/a-2.js");
    here.server.up = false;
    expect(await visit()).toBe("shell two");
    expect(await here.ask("/assets/a-1.js")).toBe("file /assets/a-1.js");
    here.server.up = true;
    here.server.version = "three";
    await visit();
    here.server.up = false;
    await expect(here.ask("/assets/a-1.js")).rejects.toThrow();
    expect(await here.ask("/assets/a-2.js")).toBe("file /assets/a-2.js");
    expect(await visit()).toBe("shell three");
  });
});
