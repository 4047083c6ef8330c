/** Lets the browser keep the page's files: it then opens without a server, and says that it is away. */

const REST = 3000; // ms after all was loaded: what is shown comes first

/** Whether data is dear to whoever looks: then only what was used anyway is kept. */
export function isDear(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** Wait until the page has come to rest. */
export function atRest(): Promise<void> {
  return new Promise((done) => {
    const idle = (): void => {
      if ("requestIdleCallback" in globalThis) requestIdleCallback(() => done(), { timeout: REST });
      else done();
    };
    const rest = (): void => void setTimeout(idle, REST);
    if (document.readyState === "complete") rest();
    else addEventListener("load", rest, { once: true });
  });
}

/** The worker, once one runs. */
export async function worker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register("/sw.js");
  return await navigator.serviceWorker.ready;
}

/** Register the worker, and have it keep this version's files; in the built page only. */
export async function keepPage(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  await atRest();
  try {
    const { installing, waiting, active } = await worker();
    const used = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
    // The newest one: while an old one is in use, the next one gets ready.
    (installing ?? waiting ?? active)?.postMessage({
      kind: "keep",
      ...(isDear() ? { files: used } : {}),
    });
  } catch {
    // Without it everything works as long as the server does.
  }
}
