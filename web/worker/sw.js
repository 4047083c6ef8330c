// Keeps the files of the page, so that all that needs no server can be read without one.
// The server's calls never pass through here, and no document that it writes is kept: a table's may
// hold what one seat alone may know. Which files there are is put in front by plugins/offline.ts.
// It also shows notices: what the server tells a player of a turn (server/notices.py), at most one for a table.
/* global BUILD */

const PREFIX = "colonnade-page-";
const OWN = PREFIX + BUILD.version;
const TOLD = "colonnade-told"; // the page's own cache, net/kept.ts
const STATE = "colonnade-state"; // which version is in use
const SHELL = "/index.html"; // names no address: it opens any screen
const WHOLE = "/whole"; // in a version's cache: since when all its files are there
const PATIENCE = 6000; // ms until a silent server counts as away
const SOON = 500; // ms in which a tab says what it shows
const NOTICES = "/api/me/notices";
const ICON = "/icon-192.png";

self.addEventListener("install", (event) => {
  event.waitUntil(keepAll([SHELL]));
});

// Only once no tab shows the version before: it is never exchanged below a game.
self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      await (await caches.open(STATE)).put("/used", new Response(OWN));
      await tidy();
      await self.registration?.navigationPreload?.enable();
      await self.clients.claim();
    })(),
  );
});

// A page that has come to rest asks for the files: all of them, or where data is dear, those it used.
self.addEventListener("message", (event) => {
  if (event.data?.kind !== "keep") return;
  const { files } = event.data;
  const wanted = Array.isArray(files)
    ? BUILD.files.filter((file) => files.includes(file))
    : BUILD.files;
  event.waitUntil(keepAll([SHELL, ...wanted], wanted === BUILD.files));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (
    request.method !== "GET" ||
    origin !== self.location.origin ||
    pathname === "/api" ||
    pathname.startsWith("/api/")
  )
    return;
  if (request.mode === "navigate") event.respondWith(opened(event));
  else if (pathname.startsWith("/assets/")) event.respondWith(asset(request, pathname));
  else if (BUILD.files.includes(pathname)) event.respondWith(loose(request, pathname));
});

/** The document that the server writes, else the kept one. */
async function opened(event) {
  try {
    const answer = await soon(asked(event));
    if (answer.status < 500) return answer;
    return (await shell()) ?? answer;
  } catch (problem) {
    const kept = await shell();
    if (kept) return kept;
    throw problem;
  }
}

async function asked(event) {
  return (await event.preloadResponse) ?? fetch(event.request);
}

function soon(answer) {
  return new Promise((done, fail) => {
    setTimeout(() => fail(new TypeError("the server is silent")), PATIENCE);
    answer.then(done, fail);
  });
}

/** The kept document: of the version that became whole last, else of this one. */
async function shell() {
  let found = await (await caches.open(OWN)).match(SHELL);
  let last = 0;
  for (const name of await versions()) {
    const cache = await caches.open(name);
    const whole = await cache.match(WHOLE);
    const since = whole ? Number(await whole.text()) : 0;
    if (since <= last) continue;
    last = since;
    found = await cache.match(SHELL);
  }
  return found;
}

/** Files with a hash in their names never change: the kept one is as good as any. */
async function asset(request, pathname) {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && BUILD.files.includes(pathname))
    await (await caches.open(OWN)).put(pathname, answer.clone());
  return answer;
}

async function loose(request, pathname) {
  try {
    const answer = await fetch(request);
    if (answer.ok) return answer;
    return (await caches.match(pathname, { ignoreVary: true })) ?? answer;
  } catch (problem) {
    const kept = await caches.match(pathname, { ignoreVary: true });
    if (kept) return kept;
    throw problem;
  }
}

/** Fetch what is not there yet, one after the other; what breaks off goes on at the next visit. */
async function keepAll(files, whole = false) {
  const cache = await caches.open(OWN);
  try {
    for (const file of files) {
      if (await cache.match(file)) continue;
      const known = file.startsWith("/assets/") && (await caches.match(file, { ignoreVary: true }));
      const answer = known || (await fetch(file, { priority: "low" }));
      if (!answer.ok || (file === SHELL && !(await isOwn(answer.clone())))) return;
      await cache.put(file, answer);
    }
    if (!whole || (await cache.match(WHOLE))) return;
    await cache.put(WHOLE, new Response(String(Date.now())));
    await tidy();
  } catch {
    // The server has gone.
  }
}

/** Whether a document is this version's: a server may have been renewed meanwhile. */
async function isOwn(answer) {
  return (await answer.text()).includes(BUILD.entry);
}

const versions = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX));

/** Let go of all versions but this one and the one in use, or the one before until this is whole. */
async function tidy() {
  const used = await (await (await caches.open(STATE)).match("/used"))?.text();
  const kept = [OWN, TOLD, STATE, used];
  if (used === OWN && !(await (await caches.open(OWN)).match(WHOLE))) {
    const before = (await versions()).filter((name) => name !== OWN);
    kept.push(before.at(-1));
  }
  for (const name of await caches.keys())
    if (name.startsWith("colonnade-") && !kept.includes(name)) await caches.delete(name);
}

// Notices. What is told was sealed for this browser, so whoever sends it is the house.

self.addEventListener("push", (event) => event.waitUntil(tell(event.data)));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(tableOf(event.notification.data?.table)));
});
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

/** A table's address: a place to look at, with nothing that opens a seat. */
const tableOf = (id) => (id ? `/table/${encodeURIComponent(id)}` : "/");

/** Show a notice, in the words the server chose; whoever looks at the table sees it there. */
async function tell(data) {
  const { table, title, body, lang } = data.json();
  const tabs = await tabsNow();
  if (
    tabs.some(({ client, path }) => client.visibilityState === "visible" && path === tableOf(table))
  )
    return;
  const name = `colonnade ${table}`; // the next one of the same table takes its place
  const look = { body, lang, tag: name, renotify: true, icon: ICON, data: { table } };
  await self.registration.showNotification(title, look);
  await self.navigator.setAppBadge?.().catch(() => undefined);
}

/** Go to a place: to the tab that shows it, else to a new one; a game in another tab stays where it is. */
async function show(path) {
  const found = (await tabsNow()).find((tab) => tab.path === path);
  await (found ? found.client.focus() : self.clients.openWindow(path));
}

/** All tabs and what they show: they say it themselves, since a tab's screens change without its knowing one. */
async function tabsNow() {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return Promise.all(tabs.map(async (client) => ({ client, path: await pathOf(client) })));
}

function pathOf(client) {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => done(data);
    setTimeout(() => done(new URL(client.url).pathname), SOON); // one that sleeps
    client.postMessage({ kind: "where" }, [port2]);
  });
}

/** The browser has another address by now: the house is told, for the same device. */
async function renew({ oldSubscription, newSubscription }) {
  const { applicationServerKey } = oldSubscription?.options ?? {};
  const asked = { userVisibleOnly: true, applicationServerKey };
  const found =
    newSubscription ??
    (applicationServerKey && (await self.registration.pushManager.subscribe(asked)));
  if (!found) return; // the page asks at its next visit
  const { endpoint, keys } = found.toJSON();
  const { p256dh, auth } = keys;
  await fetch(NOTICES, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ endpoint, p256dh, auth }),
  });
}
