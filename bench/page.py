"""Measures the page in the system's Chromium: weight, start, layout shift, frames in motion.

    python -m bench.page [--moves 12]

Ratios and counts of one run, to be compared on one machine; software rendering counts.
"""

from __future__ import annotations

import argparse
from typing import Any

from playwright.sync_api import Browser, Page
from rich.console import Console
from rich.table import Table

from tests.page.browser import house_and_browser
from tests.page.hand import Hand
from tests.page.positions import lend_cookie, middle
from tests.server.running import Running

GAMES = (("pagoda", 40), ("seven_steps", 40), ("summer_pavilion", 30))
FRAME = 1000 / 60
SETTINGS = '{"motion": "full", "sound": false}'
OBSERVE = """() => {
  window.measured = { shift: 0, frames: [], moving: [] };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) measured.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  let last = performance.now();
  const next = (now) => {
    const flying = document.querySelectorAll('.flight').length > 0;
    if (flying) measured.moving.push(now - last);
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}"""
WEIGHT = """() => {
  const all = [...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource')];
  const paint = performance.getEntriesByName('first-contentful-paint')[0];
  return {
    bytes: all.reduce((sum, entry) => sum + entry.encodedBodySize, 0),
    files: all.length,
    paint: paint ? paint.startTime : 0,
  };
}"""


def open_page(browser: Browser, running: Running, **more: Any) -> Page:
    """A fresh visitor who sees all motion."""
    context = browser.new_context(
        base_url=running.address, viewport={"width": 1440, "height": 900}, **more
    )
    context.add_init_script(f"localStorage['colonnade.settings'] = '{SETTINGS}'")
    context.add_init_script(f"({OBSERVE})()")
    return context.new_page()


def weigh(browser: Browser, running: Running, path: str, cookie: Any = None) -> dict[str, Any]:
    """What a first visit of a place costs."""
    page = open_page(browser, running)
    if cookie is not None:
        lend_cookie(page.context, cookie)
    page.goto(path, wait_until="networkidle" if path == "/" else "load")
    page.wait_for_selector("#main:not([aria-busy])")
    page.wait_for_timeout(1500)
    found: dict[str, Any] = page.evaluate(WEIGHT)
    found["shift"] = page.evaluate("() => measured.shift")
    page.context.close()
    return found


def watch(browser: Browser, running: Running, path: str, cookie: Any, moves: int) -> list[float]:
    """The lengths of all frames in which something flew, over some moves of ours and theirs."""
    page = open_page(browser, running)
    lend_cookie(page.context, cookie)
    page.goto(path)
    hand = Hand(page, seed=2)
    for _ in range(moves):
        if hand.wait() == "over":
            break
        hand.move()
    frames: list[float] = page.evaluate("() => measured.moving")
    page.context.close()
    return frames


def measure(browser: Browser, running: Running, moves: int) -> None:
    """Print both tables."""
    weights = Table(title="First visit (empty cache, gzip)")
    for heading in ("place", "kB", "files", "first paint (ms)", "layout shift"):
        weights.add_column(heading, justify="right")
    motion = Table(title=f"Frames while pieces fly, {moves} moves of ours and the answers")
    for heading in ("game", "frames", "median (ms)", "95 % (ms)", "within 1/60 s", "within 1/30 s"):
        motion.add_column(heading, justify="right")
    places: list[tuple[str, str, Any]] = [("home", "/", None)]
    for game, made in GAMES:
        client, table = middle(running, game, ("me", "computer:apprentice"), made)
        places.append((game, f"/table/{table}", client))
    for name, path, client in places:
        found = weigh(browser, running, path, client)
        kilo = f"{found['bytes'] / 1000:.0f}"
        paint = f"{found['paint']:.0f}"
        weights.add_row(name, kilo, str(found["files"]), paint, f"{found['shift']:.3f}")
    for name, path, client in places[1:]:
        frames = sorted(watch(browser, running, path, client, moves)) or [0.0]
        within = [sum(f <= n * FRAME + 1 for f in frames) / len(frames) for n in (1, 2)]
        middle_one, most = frames[len(frames) // 2], frames[int(len(frames) * 0.95)]
        shares = [f"{share:.0%}" for share in within]
        motion.add_row(name, str(len(frames)), f"{middle_one:.1f}", f"{most:.1f}", *shares)
    Console().print(weights, motion)


def main() -> None:
    """Start a server and a browser, and measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--moves", type=int, default=12)
    asked = parser.parse_args()
    with house_and_browser() as (running, browser):
        measure(browser, running, asked.moves)


if __name__ == "__main__":
    main()
