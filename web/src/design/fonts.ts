/** The page's own fonts: at a first visit they wait until all is drawn, since they would share a slow network. */

const KEPT = "colonnade.fonts"; // worker/late.js reads it before anything is painted

/** Wear them, and at once from the next document on: then they are kept. */
export function wearFonts(): void {
  document.documentElement.dataset.fonts = "";
  try {
    localStorage.setItem(KEPT, "1");
  } catch {
    // A private window may refuse.
  }
}
