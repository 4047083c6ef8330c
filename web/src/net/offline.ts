/** Lets the browser keep the page's files: it then opens without a server, and says that it is away. */

/** Register the worker, and tell it which files came before it; in the built page only. */
export async function keepShell(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/sw.js");
    const { active } = await navigator.serviceWorker.ready;
    const files = performance
      .getEntriesByType("resource")
      .flatMap(({ name }) => (new URL(name).pathname.startsWith("/assets/") ? [name] : []));
    active?.postMessage({ kind: "used", files });
  } catch {
    // Without it everything works as long as the server does.
  }
}
