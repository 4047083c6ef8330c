import "virtual:tokens.css";
import "virtual:pictures.css";
import "./design/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { wearFonts } from "./design/fonts.ts";
import { faceOf } from "./games/faces.ts";
import { GAMES } from "./gen/games.ts";
import { whole } from "./motion/gradual.svelte.ts";
import { whenIdle } from "./motion/idle.ts";
import { atRest, keepPage } from "./net/offline.ts";
import { router } from "./router.svelte.ts";
import { loadGuide } from "./rulebook/guide.ts";
import { loadScreen } from "./screens/all.ts";
import { language } from "./texts/texts.svelte.ts";

const AGAIN = 2000; // ms until texts that did not come are asked for again
const USED = "a, button, input, select, summary";

/** The texts; without them nothing can be said, so they are asked for until they are there. */
async function texts(): Promise<void> {
  for (;;)
    try {
      return await language.begin();
    } catch {
      await new Promise((done) => setTimeout(done, AGAIN));
    }
}

/** All that the screen needs to be whole at once; what fails here is asked for again by the screen. */
async function screen(): Promise<void> {
  const { place } = router;
  const drawsGame = ["table", "rules", "learn", "lesson", "replay"].includes(place.screen);
  const game = ("game" in place && place.game) || (place.screen === "learn" ? GAMES[0] : undefined);
  const tells = place.screen === "learn" || (place.screen === "rules" && !place.numbers);
  await Promise.allSettled([
    loadScreen(place.screen),
    drawsGame && game && faceOf(game),
    tells && game && loadGuide(game),
  ]);
}

/** Put the program in the place of what the server wrote, within one frame: nobody sees a seam. */
async function takeOver(written: HTMLElement): Promise<void> {
  const page = written.cloneNode() as HTMLElement;
  delete page.dataset.shell;
  document.getElementById("late")?.remove(); // worker/late.js need wait no more
  mount(App, { target: page });
  // A long text is drawn beside what is read; what has its size from its room only in it.
  if (router.place.screen === "rules") await whole();
  const active = document.activeElement;
  const at = [...written.querySelectorAll(USED)].indexOf(active!);
  const text = active instanceof HTMLInputElement ? active.value : "";
  const [left, top] = [scrollX, scrollY];
  written.replaceWith(page);
  if (scrollX !== left || scrollY !== top) scrollTo(left, top);
  if (at < 0) return;
  const same = page.querySelectorAll<HTMLElement>(USED)[at];
  if (same?.tagName !== active!.tagName) return;
  same.focus({ preventScroll: true });
  if (same instanceof HTMLInputElement && text) {
    same.value = text;
    same.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

const page = document.getElementById("page")!;
// The server knows which game a table is of, or a study; its address does not say it.
const game = GAMES.find((key) => key === page.dataset.game);
const { place } = router;
if (place.screen === "table" || place.screen === "replay") router.place = { ...place, game };
await Promise.all([texts(), screen()]);
await takeOver(page);
void whole().then(() => whenIdle(wearFonts));
if (import.meta.env.PROD) void keepPage();
// Who one is can wait; without it everything works, and the next visit asks again.
void atRest()
  .then(() => import("./player/begin.ts"))
  .then(({ beginAtRest }) => beginAtRest())
  .catch(() => undefined);
