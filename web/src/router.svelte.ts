/** Which screen is shown; addresses can be shared, and back and forward work. */
import type { GameKey } from "./net/wire.ts";
import { GAMES } from "./net/wire.ts";

export type Place =
  | { screen: "home" }
  | { screen: "new"; game: GameKey; with: string }
  | { screen: "table"; id: string; token: string }
  | { screen: "replay"; of: "table" | "record"; id: string }
  | { screen: "rules"; game: GameKey; rule: string }
  | { screen: "records" }
  | { screen: "tables" }
  | { screen: "lost" };

/** Read an address. */
export function placeOf(path: string, hash: string, search = ""): Place {
  const [first = "", second = "", third = ""] = path.split("/").filter(Boolean).map(decodeURIComponent);
  const game = GAMES.find((key) => key === second);
  if (first === "") return { screen: "home" };
  if (first === "new" && game) return { screen: "new", game, with: new URLSearchParams(search).get("with") ?? "computer" };
  if (first === "table" && second && third === "replay") return { screen: "replay", of: "table", id: second };
  if (first === "table" && second) return { screen: "table", id: second, token: hash.slice(1) };
  if (first === "record" && second) return { screen: "replay", of: "record", id: second };
  if (first === "rules" && (game || !second))
    return { screen: "rules", game: game ?? "pagoda", rule: hash.replace(/^#(rule-)?/, "") };
  if (first === "records" || first === "study") return { screen: "records" };
  if (first === "tables") return { screen: "tables" };
  return { screen: "lost" };
}

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
      const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!link || !plain || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
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
