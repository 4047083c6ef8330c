/** Which screen is shown; addresses can be shared, and back and forward work. */
import { type Place, placeOf } from "./places.ts";

export type { Place };

const here = (): Place => placeOf(location.pathname, location.hash, location.search);

class Router {
  place = $state.raw<Place>(here());

  go(address: string, replace = false): void {
    history[replace ? "replaceState" : "pushState"](null, "", address);
    this.place = here();
    scrollTo(0, 0);
  }

  /** Listen to back, forward and clicks on our own links; call once. */
  listen(): () => void {
    const moved = (): void => {
      this.place = here();
    };
    const clicked = (event: MouseEvent): void => {
      const link = (event.target as Element | null)?.closest?.("a");
      const plain =
        event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (
        !link ||
        !plain ||
        link.target ||
        link.hasAttribute("download") ||
        link.origin !== location.origin
      )
        return;
      if (link.pathname.startsWith("/api/")) return;
      if (link.getAttribute("href") === "#main") {
        // The address stays as it is: behind its # a table's carries a token.
        event.preventDefault();
        const main = document.getElementById("main");
        main?.setAttribute("tabindex", "-1");
        main?.focus();
        return;
      }
      event.preventDefault();
      this.go(link.pathname + link.search + link.hash);
    };
    addEventListener("popstate", moved);
    document.addEventListener("click", clicked);
    return () => {
      removeEventListener("popstate", moved);
      document.removeEventListener("click", clicked);
    };
  }
}

export const router = new Router();
