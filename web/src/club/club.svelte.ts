/** The club as the server last told it: asked for again while somebody looks, and after each change. */
import type { ClubTold } from "../gen/wire.ts";
import { toasts } from "../design/toasts.svelte.ts";
import { problemOf } from "../net/api.ts";
import type { Loading } from "../net/loading.svelte.ts";

const AGAIN = 20_000; // ms: others enter, play and announce meanwhile

/** Points that are counted in halves, as people write them. */
export function points(halves: number): string {
  const whole = Math.floor(halves / 2);
  return halves % 2 ? `${whole || ""}½` : String(whole);
}

/** Do something that answers with the club; what is refused is said. Returns whether it was done. */
export async function change(
  asked: Loading<ClubTold>,
  work: () => Promise<ClubTold>,
): Promise<boolean> {
  try {
    asked.value = await work();
    return true;
  } catch (fault) {
    toasts.show(problemOf(fault).message, "warn");
    return false;
  }
}

/** Look again every now and then, as long as the page is seen. */
export function keepLooking(look: () => void): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === "visible") look();
  }, AGAIN);
  return () => clearInterval(timer);
}
