/** Addresses of the page and the screens they name; pure. */
import { type GameKey, GAMES } from "./gen/games.ts";

export type Place =
  | { screen: "home"; called?: boolean } // drawn for somebody whom others wait for
  | { screen: "new"; game: GameKey; with: string }
  | { screen: "table"; id: string; token: string; game?: GameKey } // the game as far as it is known
  | { screen: "replay"; of: "table" | "record"; id: string; game?: GameKey }
  | { screen: "try"; id: string; at: number }
  | { screen: "rules"; game: GameKey; rule: string; numbers: boolean }
  | { screen: "learn"; game: GameKey | null }
  | { screen: "lesson"; game: GameKey; key: string }
  | { screen: "records" }
  | { screen: "club"; token: string } // of an invitation, or the host's own
  | { screen: "me"; token: string } // of a link that brings this device to a player
  | { screen: "player"; id: string }
  | { screen: "ratings"; game: GameKey; seats: number }
  | { screen: "tables" }
  | { screen: "lost" };

/** Read an address. */
export function placeOf(path: string, hash: string, search = ""): Place {
  const [first = "", second = "", third = "", fourth = ""] = path
    .split("/")
    .filter(Boolean)
    .map(decodeURIComponent);
  const game = GAMES.find((key) => key === second);
  if (first === "") return { screen: "home" };
  if (first === "new" && game)
    return { screen: "new", game, with: new URLSearchParams(search).get("with") ?? "computer" };
  if (first === "table" && second && third === "replay")
    return { screen: "replay", of: "table", id: second };
  if (first === "table" && second && third === "try" && /^\d{1,6}$/.test(fourth))
    return { screen: "try", id: second, at: Number(fourth) };
  if (first === "table" && second) return { screen: "table", id: second, token: hash.slice(1) };
  if (first === "record" && second) return { screen: "replay", of: "record", id: second };
  if (first === "rules" && (game || !second))
    return {
      screen: "rules",
      game: game ?? "pagoda",
      rule: hash.replace(/^#(rule-)?/, ""),
      numbers: third === "numbers",
    };
  if (first === "learn" && game && third) return { screen: "lesson", game, key: third };
  if (first === "learn" && (game || !second)) return { screen: "learn", game: game ?? null };
  if (first === "records" || first === "study") return { screen: "records" };
  if (first === "club" && !second) return { screen: "club", token: hash.slice(1) };
  if (first === "me" && !second) return { screen: "me", token: hash.slice(1) };
  if (first === "player" && second) return { screen: "player", id: second };
  if (first === "ratings" && !second) {
    const asked = new URLSearchParams(search);
    const seats = Number(asked.get("seats"));
    return {
      screen: "ratings",
      game: GAMES.find((key) => key === asked.get("game")) ?? "pagoda",
      seats: seats >= 2 && seats <= 8 ? seats : 2,
    };
  }
  if (first === "tables") return { screen: "tables" };
  return { screen: "lost" };
}
