import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { beforeEach, describe, expect, it } from "vitest";
import { buildOf } from "../plugins/offline.ts";

/* worker/sw.js in a world of our own: caches in memory, and a server that can be switched off. */
type Handler = (event: Record<string, unknown>) => void;
const HOME = "https://games.example";
const SOURCE = readFileSync(new URL("../worker/sw.js", import.meta.url), "utf-8");
const ICON = "/icon.png";
const filesOf = (version: string): string[] => ["/assets/same.js", `/assets/${version}.js`, ICON];

const TOLD = {
  kind: "turn",
  table: "abc",
  title: "Your turn",
  body: "Pagoda with Ben",
  lang: "en",
};

/** A browser's address at its push service. */
const addressOf = (name: string, options: object = { applicationServerKey: "key" }) => ({
  options,
  toJSON: () => ({ endpoint: `https://push.example/${name}`, keys: { p256dh: "p", auth: "a" } }),
});

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
  const server = {
    up: true,
    status: 200,
    version: "one",
    asked: [] as string[],
    told: [] as unknown[],
  };
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
  const fetch = async (one: string | Request, wish?: RequestInit): Promise<Response> => {
    if (wish?.body) server.told.push([String(one), wish.method, JSON.parse(String(wish.body))]);
    const { pathname } = new URL(typeof one === "string" ? one : one.url, HOME);
    server.asked.push(pathname);
    if (!server.up) throw new TypeError("no network");
    if (pathname === "/index.html") return new Response(`shell assets/${server.version}.js`);
    if (pathname.startsWith("/assets/") && !filesOf(server.version).includes(pathname))
      return new Response("", { status: 404 });
    return new Response(`written ${pathname}`, { status: server.status });
  };
  return { stores, server, caches, fetch };
}

/** A tab as the worker sees it: it says what it shows, or sleeps. */
class Tab {
  focused = false;
  constructor(
    public shows: string | null,
    public visibilityState = "hidden",
    public url = `${HOME}/`, // as it was when the tab was opened
  ) {}
  postMessage({ kind }: { kind: string }, [port]: [MessagePort]): void {
    if (kind === "where" && this.shows !== null) port.postMessage(this.shows);
  }
  focus = async (): Promise<void> => void (this.focused = true);
}

/** A worker of a version, in a world that may hold others. */
function worker({ caches, fetch, server }: ReturnType<typeof world>, version: string) {
  const handlers: Record<string, Handler> = {};
  let skipped = false;
  const desk = {
    tabs: [] as Tab[],
    opened: [] as string[],
    shown: [] as Record<string, unknown>[],
    badges: 0,
  };
  const self = {
    location: { origin: HOME },
    navigator: { setAppBadge: async () => void desk.badges++ },
    clients: {
      claim: async () => undefined,
      matchAll: async () => desk.tabs,
      openWindow: async (path: string) => void desk.opened.push(path),
    },
    registration: {
      pushManager: { subscribe: async (options: object) => addressOf("again", options) },
      showNotification: async (title: string, look: object) =>
        void desk.shown.push({ title, ...look }),
    },
    skipWaiting: async () => void (skipped = true),
    addEventListener: (name: string, handler: Handler) => (handlers[name] = handler),
  };
  const BUILD = buildOf(`assets/${version}.js`, filesOf(version), "");
  const wait = (done: () => void, ms: number): unknown => (ms < 1000 ? setTimeout(done, 0) : 0);
  const tools = { URL, Response, Number, Date, Promise, TypeError, MessageChannel };
  Object.assign(tools, { setTimeout: wait });
  runInNewContext(SOURCE, { self, caches, fetch, BUILD, ...tools });
  /** What the worker answers; null where it leaves the request to the browser. */
  async function ask(
    path: string,
    more: { mode?: string; method?: string } = {},
  ): Promise<string | null> {
    let answer: Promise<Response> | null = null;
    const url = new URL(path, HOME).href;
    const request = { url, method: more.method ?? "GET", mode: more.mode ?? "cors" };
    handlers.fetch!({ request, respondWith: (found: Promise<Response>) => (answer = found) });
    return answer ? await (await (answer as Promise<Response>)).text() : null;
  }
  async function tell(name: string, more: Record<string, unknown> = {}): Promise<void> {
    const waits: Promise<unknown>[] = [];
    handlers[name]!({ waitUntil: (work: Promise<unknown>) => waits.push(work), ...more });
    await Promise.all(waits);
  }
  return {
    ask,
    tell,
    keep: (files?: string[]) => tell("message", { data: { kind: "keep", files } }),
    visit: (path = "/table/abc") => ask(path, { mode: "navigate" }),
    hasSkipped: () => skipped,
    server,
    desk,
    push: (told: object) => tell("push", { data: { json: () => ({ ...TOLD, ...told }) } }),
    click: (table?: string) =>
      tell("notificationclick", { notification: { data: { table }, close: () => undefined } }),
  };
}

describe("the worker", () => {
  let here: ReturnType<typeof world>;
  let one: ReturnType<typeof worker>;
  beforeEach(async () => {
    here = world();
    one = worker(here, "one");
    await one.tell("install");
    await one.tell("activate");
  });
  const kept = (): string[] => [...here.stores.values()].flatMap((store) => [...store.all.keys()]);
  const pages = (): number =>
    [...here.stores.keys()].filter((name) => name.startsWith("colonnade-page-")).length;

  it("never comes between the page and the server's calls", async () => {
    for (const path of ["/api/games", "/api/tables/x/feed", "/api/docs"])
      expect(await one.ask(path)).toBeNull();
    expect(await one.ask("/api/docs", { mode: "navigate" })).toBeNull();
    expect(await one.ask("/", { method: "POST", mode: "navigate" })).toBeNull();
    expect(await one.ask("https://other.example/assets/one.js")).toBeNull();
  });
  it("keeps no document that the server wrote for somebody", async () => {
    expect(await one.visit("/table/abc")).toBe("written /table/abc");
    await one.keep();
    expect(kept().filter((url) => /table|api/.test(url))).toEqual([]);
  });
  it("opens every screen when the server is away or broken", async () => {
    here.server.up = false;
    expect(await one.visit()).toBe("shell assets/one.js");
    Object.assign(here.server, { up: true, status: 502 });
    expect(await one.visit("/rules/pagoda")).toBe("shell assets/one.js");
    here.server.status = 404;
    expect(await one.visit("/table/gone")).toBe("written /table/gone");
  });
  it("keeps all files once it is asked to, and asks for none twice", async () => {
    expect(here.server.asked).toEqual(["/index.html"]); // a first load has the net to itself
    await one.keep();
    await one.keep();
    expect(here.server.asked).toEqual(["/index.html", ...filesOf("one")]);
    here.server.up = false;
    for (const file of filesOf("one")) expect(await one.ask(file)).toBe(`written ${file}`);
  });
  it("keeps what was used alone where data is dear", async () => {
    await one.keep(["/assets/same.js", "/api/games"]);
    expect(here.server.asked).toEqual(["/index.html", "/assets/same.js"]);
  });
  it("goes on where it broke off", async () => {
    here.server.up = false;
    await one.keep();
    here.server.up = true;
    await one.keep();
    here.server.up = false;
    expect(await one.ask("/assets/one.js")).toBe("written /assets/one.js");
  });
  it("gets a new version ready beside the old one, which goes when no tab shows it", async () => {
    await one.keep();
    here.server.version = "two";
    const two = worker(here, "two");
    await two.tell("install");
    here.server.asked = [];
    await two.keep();
    expect(here.server.asked).toEqual(["/assets/two.js", ICON]); // the same file is there already
    expect(two.hasSkipped()).toBe(false);
    expect(await one.ask("/assets/one.js")).toBe("written /assets/one.js");
    here.server.up = false;
    expect(await one.visit()).toBe("shell assets/two.js"); // the next opening
    await two.tell("activate");
    expect(pages()).toBe(1);
    await expect(two.ask("/assets/one.js")).rejects.toThrow();
    expect(await two.ask("/assets/same.js")).toBe("written /assets/same.js");
  });
  it("opens the version before until the new one is whole, and keeps two at most", async () => {
    await one.keep();
    for (const version of ["two", "three"]) {
      here.server.version = version;
      await worker(here, version).tell("install");
    }
    const three = worker(here, "three");
    here.server.up = false;
    expect(await three.visit()).toBe("shell assets/one.js");
    await three.tell("activate");
    here.server.up = true;
    await three.keep();
    expect(pages()).toBe(1);
  });
  it("does not take another version's document for its own", async () => {
    const late = world();
    late.server.version = "two";
    const old = worker(late, "one");
    await old.tell("install");
    late.server.up = false;
    await expect(old.visit()).rejects.toThrow();
  });
});

describe("notices", () => {
  let here: ReturnType<typeof world>;
  let one: ReturnType<typeof worker>;
  beforeEach(() => {
    here = world();
    one = worker(here, "one");
  });

  it("stand in the player's words, one for a table", async () => {
    await one.push({ lang: "fr", title: "À vous de jouer" });
    await one.push({});
    await one.push({ table: "other" });
    const [first, second, other] = one.desk.shown;
    expect(first).toMatchObject({ title: "À vous de jouer", body: TOLD.body, lang: "fr" });
    expect(second!.tag).toBe(first!.tag); // the browser puts it in the place of the first
    expect(other!.tag).not.toBe(first!.tag);
    expect(one.desk.badges).toBe(3);
  });
  it("are silent while the table is looked at, and only then", async () => {
    one.desk.tabs = [new Tab("/", "visible"), new Tab("/table/abc", "hidden")];
    await one.push({});
    one.desk.tabs.push(new Tab("/table/abc/replay", "visible"), new Tab(null, "visible"));
    await one.push({});
    expect(one.desk.shown).toHaveLength(2);
    one.desk.tabs.push(new Tab("/table/abc", "visible"));
    await one.push({});
    expect(one.desk.shown).toHaveLength(2);
    one.desk.tabs = [new Tab(null, "visible", `${HOME}/table/abc`)]; // it does not answer
    await one.push({});
    expect(one.desk.shown).toHaveLength(2);
  });
  it("open the table by its address alone, in the tab that shows it or in a new one", async () => {
    const [table, home] = [new Tab("/table/abc"), new Tab("/", "visible")];
    one.desk.tabs = [home, table];
    await one.click("abc");
    expect([table.focused, home.focused, one.desk.opened]).toEqual([true, false, []]);
    await one.click("b/../c?d#token");
    expect([one.desk.opened, home.focused]).toEqual([["/table/b%2F..%2Fc%3Fd%23token"], false]);
    await one.click();
    expect([one.desk.opened.length, home.focused]).toEqual([1, true]);
  });
  it("go on where the browser gets another address", async () => {
    const told = (name: string): unknown[] => [
      "/api/me/notices",
      "PUT",
      { endpoint: `https://push.example/${name}`, p256dh: "p", auth: "a" },
    ];
    await one.tell("pushsubscriptionchange", { newSubscription: addressOf("new") });
    await one.tell("pushsubscriptionchange", { oldSubscription: addressOf("old") });
    await one.tell("pushsubscriptionchange");
    expect(here.server.told).toEqual([told("new"), told("again")]);
  });
});
