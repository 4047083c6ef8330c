// Stands in the document itself: if the page's program does not come, this says so and tries again. Fonts
// that were kept are worn here too, before anything is painted.
// The words are the server's (server/shell.py); the program takes them away once it is there.

(() => {
  try {
    // Fonts that were here once need not wait for the program (src/design/fonts.ts).
    if (localStorage.getItem("colonnade.fonts")) document.documentElement.dataset.fonts = "";
  } catch {
    // A private window may refuse.
  }

  const told = () => document.getElementById("late"); // gone once the program is there
  const KEPT = "colonnade.late"; // how often the document was loaded anew in a row, and when
  const ROW = 300_000; // ms: longer ago is not in a row
  const MOST = 6; // then only whoever presses the button loads it again
  const PATIENCE = 30_000; // ms for a slow network, twice as long after each time
  const FIRST = 2000; // ms until somebody looks, twice as long after each time
  const LONGEST = 15_000; // ms between two looks whether the server is there
  let times = MOST - 1; // where nothing can be kept
  let begun = false;
  let wake = () => {};

  try {
    const [count, at] = JSON.parse(sessionStorage.getItem(KEPT) ?? "[0, 0]");
    times = Date.now() - at < ROW ? count : 0;
  } catch {
    // A private window may refuse.
  }

  function renew() {
    try {
      sessionStorage.setItem(KEPT, JSON.stringify([times + 1, Date.now()]));
    } catch {
      // As above.
    }
    location.reload();
  }

  async function answers() {
    try {
      return (await fetch("/sw.js", { method: "HEAD", cache: "no-store" })).ok;
    } catch {
      return false;
    }
  }

  const rest = (ms) =>
    new Promise((done) => {
      wake = done;
      setTimeout(done, ms);
    });

  /** Say it, and load the document anew as soon as somebody answers for it: until then all stays. */
  async function begin() {
    if (begun) return;
    begun = true;
    while (!told() && document.readyState === "loading") await rest(50); // it is still being read
    if (!told()) return;
    let pressed = false;
    told().hidden = false;
    told().querySelector("button").onclick = () => {
      pressed = true;
      wake();
    };
    addEventListener("online", () => wake());
    for (let pause = FIRST * 2 ** times; ; pause = Math.min(2 * pause, LONGEST)) {
      await rest(pause);
      if ((pressed || times < MOST) && told() && (await answers()) && told()) return renew();
      if (!told()) return;
      pressed = false;
    }
  }

  // A module that did not come, or one that it needs; such events do not rise, they are caught above.
  const failed = ({ target }) => target.tagName === "SCRIPT" && begin();
  addEventListener("error", failed, true);
  setTimeout(begin, PATIENCE * 2 ** times);
})();
