// Keeps the page's own files, so that it opens and can say so when the server is away.
// The server's calls never pass through here: what a table tells is always fresh, or fails plainly.

const PREFIX = "colonnade-";
const SHELL = "/"; // one document for every screen
const KEPT = 2; // versions: a tab that still shows the one before finds its files
const PATIENCE = 6000; // ms until a silent server counts as away
const LOOSE = [
  "/favicon.svg",
  "/manifest.webmanifest",
  "/icon-192.png",
  "/icon-512.png",
  "/icon-180.png",
];

self.addEventListener("install", (event) => {
  event.waitUntil(
    fetchShell()
      .catch(() => undefined)
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

// A page tells which files it took before this worker looked after it.
self.addEventListener("message", (event) => {
  if (event.data?.kind !== "used" || !Array.isArray(event.data.files)) return;
  const files = event.data.files.filter(
    (file) =>
      typeof file === "string" &&
      new URL(file, self.location.origin).pathname.startsWith("/assets/"),
  );
  event.waitUntil(keepAll(files));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (
    request.method !== "GET" ||
    url.origin !== self.location.origin ||
    url.pathname.startsWith("/api/") ||
    url.pathname === "/api"
  )
    return;
  if (request.mode === "navigate") event.respondWith(shell());
  else if (url.pathname.startsWith("/assets/")) event.respondWith(asset(request));
  else if (LOOSE.includes(url.pathname)) event.respondWith(loose(request));
});

/** The newest document if the server answers, else the kept one. */
async function shell() {
  try {
    return await fetchShell();
  } catch (problem) {
    for (const name of (await versions()).reverse()) {
      const kept = await (await caches.open(name)).match(SHELL);
      if (kept) return kept;
    }
    throw problem;
  }
}

/** Fetch the document; another one than before begins a new version. */
async function fetchShell() {
  const answer = await fetch(SHELL, { cache: "no-cache", signal: AbortSignal.timeout(PATIENCE) });
  if (!answer.ok) throw new Error(String(answer.status));
  const text = await answer.clone().text();
  const name = PREFIX + (await fingerprint(text));
  const known = await versions();
  if (!known.includes(name)) {
    // Written before it is listed as the current one: a version is whole or not there.
    await (await caches.open(name)).put(SHELL, answer.clone());
    await list([...known, name]);
  } else if (known.at(-1) !== name) await list([...known.filter((one) => one !== name), name]);
  return answer;
}

/** Files with a hash in their names never change: the kept one is as good as any. */
async function asset(request) {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await keep(request, answer.clone());
  return answer;
}

async function loose(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await keep(request, answer.clone());
    return answer;
  } catch (problem) {
    const kept = await caches.match(request, { ignoreVary: true });
    if (kept) return kept;
    throw problem;
  }
}

async function keep(request, answer) {
  const name = (await versions()).at(-1);
  if (name) await (await caches.open(name)).put(request, answer);
}

async function keepAll(files) {
  if ((await versions()).length === 0) await fetchShell();
  for (const file of files) {
    if (await caches.match(file, { ignoreVary: true })) continue;
    try {
      const answer = await fetch(file);
      if (answer.ok) await keep(file, answer);
    } catch {
      return; // the server has gone; the next visit goes on
    }
  }
}

/** The versions in the order of their coming, the current one last; kept in a cache of its own. */
async function versions() {
  const found = await (await caches.open(`${PREFIX}list`)).match("/versions");
  return found ? await found.json() : [];
}

async function list(names) {
  const kept = names.slice(-KEPT);
  await (await caches.open(`${PREFIX}list`)).put("/versions", new Response(JSON.stringify(kept)));
  for (const name of await caches.keys())
    if (name.startsWith(PREFIX) && name !== `${PREFIX}list` && !kept.includes(name))
      await caches.delete(name);
}

async function fingerprint(text) {
  const sum = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(sum)]
    .slice(0, 8)
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
