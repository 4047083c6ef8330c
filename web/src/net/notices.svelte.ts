/** Notices on this device, by Web Push: what stands in their way, switching them on and off, keeping them on. */
import type { NoticesTold, QuietWish } from "../gen/wire.ts";
import { settings } from "../settings.svelte.ts";
import { language } from "../texts/texts.svelte.ts";
import { api, Problem, problemOf } from "./api.ts";
import { worker } from "./offline.ts";

const DAY = 86_400;

/** What stands in the way of notices in this browser. */
export type Obstacle = "insecure" | "install" | "cannot" | "refused";

/** What of a browser decides whether it can have notices; so tests can be any browser. */
export interface Powers {
  secure: boolean;
  push: boolean; // service workers, push and notifications are all there
  home: boolean | undefined; // on an iPhone or iPad: whether this was opened from the home screen
  permission: NotificationPermission | undefined;
}

export function powers(): Powers {
  return {
    secure: isSecureContext,
    push: "serviceWorker" in navigator && "PushManager" in window && "Notification" in window,
    home: (navigator as { standalone?: boolean }).standalone,
    permission: "Notification" in window ? Notification.permission : undefined,
  };
}

export function obstacleOf({ secure, push, home, permission }: Powers): Obstacle | null {
  if (!secure) return "insecure";
  // There only a page on the home screen has push; a browser on a computer never says `standalone`.
  if (!push) return home === false ? "install" : "cannot";
  return permission === "denied" ? "refused" : null;
}

/** Whether turns take days: then the server tells of them (server/notices.py). */
export const isSlow = (clock: { turn: number | null } | null): boolean => (clock?.turn ?? 0) >= DAY;

/** Bytes of base64url: what browsers take as a key. */
export function unpacked(text: string): Uint8Array<ArrayBuffer> {
  const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(raw, (letter) => letter.charCodeAt(0));
}

/** Whether a browser's address was made for a house's key: for another one nothing can be sent to it. */
export function isFor(subscription: Pick<PushSubscription, "options">, key: string): boolean {
  const made = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer());
  return made.join() === unpacked(key).join();
}

/** This browser's address at its push service, if it has one. */
async function address(): Promise<PushSubscription | null> {
  if (obstacleOf(powers()) !== null) return null;
  // Without a worker there is none; it comes once the page has come to rest.
  const found = await navigator.serviceWorker.getRegistration("/");
  return (await found?.pushManager.getSubscription()) ?? null;
}

/** Let the browser have an address for a house's key. */
async function addressFor(key: string): Promise<PushSubscription> {
  const known = await address();
  if (known && isFor(known, key)) return known;
  await known?.unsubscribe();
  const { pushManager } = await worker();
  const options = { userVisibleOnly: true, applicationServerKey: unpacked(key) };
  try {
    return await pushManager.subscribe(options);
  } catch (fault) {
    throw new Problem("Push", language.say("page.told.no_service"), -1, { fault: String(fault) });
  }
}

class Notices {
  told = $state.raw<NoticesTold | null>(null);
  on = $state(false); // whether this browser is told
  obstacle = $state.raw<Obstacle | null>(null);
  busy = $state(false);
  problem = $state.raw(""); // why the last wish was not done, and what helps

  /** Ask how it stands: at the server, and in this browser. */
  load = async (): Promise<NoticesTold> => await this.take(await api.notices());

  /** Look again what stands in the way: somebody may have been in the browser's settings. */
  look = (): void => {
    this.obstacle = obstacleOf(powers());
  };

  private async take(told: NoticesTold): Promise<NoticesTold> {
    this.look();
    this.on = told.here && (await address().catch(() => null)) !== null;
    this.told = told;
    return told;
  }

  /** Switch it on; call it from a touch, since browsers ask for leave only then. */
  async begin(): Promise<void> {
    await this.work(async () => {
      const leave = await Notification.requestPermission();
      this.look();
      if (this.obstacle) return; // its words stand there
      if (leave !== "granted") throw new Problem("Push", language.say("page.told.unanswered"), -1);
      await this.subscribe((await api.notices()).key);
    });
  }

  async end(): Promise<void> {
    await this.work(async () => {
      settings.told = false;
      const told = await api.tellNoMore();
      await (await address())?.unsubscribe();
      await this.take(told);
    });
  }

  async setQuiet(wish: QuietWish | null): Promise<void> {
    await this.work(
      async () => void (await this.take(await (wish ? api.setQuiet(wish) : api.dropQuiet()))),
    );
  }

  /** Tell the server where this browser is told. */
  private async subscribe(key: string): Promise<void> {
    const { endpoint, keys } = (await addressFor(key)).toJSON();
    const { p256dh = "", auth = "" } = keys ?? {};
    await this.take(await api.tellDevice({ endpoint: endpoint ?? "", p256dh, auth }));
    settings.told = true;
  }

  private async work(doing: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = "";
    try {
      await doing();
    } catch (fault) {
      this.problem = problemOf(fault).message;
    } finally {
      this.busy = false;
    }
  }

  /**
   * Keep it on where it was switched on: the house may have another key by now, a push service another
   * address for this browser. Nothing is asked of anybody; call it at each visit.
   */
  async keep(): Promise<void> {
    if (!settings.told || obstacleOf(powers()) || powers().permission !== "granted") return;
    try {
      const { here, key } = await api.notices();
      const known = await address();
      if (here && known && isFor(known, key)) return;
      if (!here) await known?.unsubscribe(); // its service takes nothing for it any more
      await this.subscribe(key);
    } catch (fault) {
      if (problemOf(fault).error === "NoPlayer") await this.forget();
    }
  }

  /** Take away what this browser shows of a table: it is looked at. */
  async seen(table: string): Promise<void> {
    if (!settings.told || obstacleOf(powers())) return;
    const found = await navigator.serviceWorker.getRegistration("/");
    for (const one of (await found?.getNotifications()) ?? [])
      if ((one.data as { table?: string } | null)?.table === table) one.close();
  }

  /** Let go of this browser's address: nobody is here any more whom it could tell. */
  async forget(): Promise<void> {
    settings.told = false;
    await (await address().catch(() => null))?.unsubscribe().catch(() => false);
  }
}

export const notices = new Notices();

/** Answer the worker, which asks what a tab shows before it tells of a turn. */
export function hearWorker(heard: () => void): void {
  navigator.serviceWorker?.addEventListener("message", ({ data, ports }: MessageEvent) => {
    if (data?.kind !== "where") return;
    ports[0]?.postMessage(location.pathname);
    heard();
  });
}
