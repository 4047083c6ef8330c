"""Measures the page in the system's Chromium: Lighthouse, a slow network, frames in motion.

    python -m bench.page [--runs 5] [--only home pagoda] [--parts scores slow motion] [--moves 12]

Medians of first visits with an empty cache. `bench/scores.py` says how times are made fair on a
machine that does other things too, `bench/slow.py` which network is slow. Without npm or Chromium
it says so and measures what it can.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser
from rich import box
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bench import scores, slow
from bench.scores import Place
from tests.page.browser import MISSING, find_chromium, house_and_browser
from tests.page.hand import Hand
from tests.page.positions import finished, middle
from tests.server.running import Running
from tools.page import CannotBuild

GAMES = (("pagoda", 40), ("seven_steps", 40), ("summer_pavilion", 30))
PARTS = ("scores", "slow", "motion")
NAMES = ("home", *(game for game, _ in GAMES), "rules", "study")
FRAME = 1000 / 60
SETTINGS = '{"motion": "full", "sound": false}'
OBSERVE = """() => {
  window.moving = [];
  let last = performance.now();
  const next = (now) => {
    if (document.querySelectorAll('.flight').length > 0) moving.push(now - last);
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}"""


def places(running: Running, only: Iterable[str]) -> Iterator[Place]:
    """The places that were asked for; tables stand in the middle of a game."""
    games = dict(GAMES)
    for name in only:
        if name in games:
            client, table = middle(running, name, ("me", "computer:apprentice"), games[name])
            yield Place(name, f"/table/{table}", client.cookie, "[data-state=legal]", True)
        elif name == "study":
            client, table, _ = finished(running)
            yield Place(name, f"/table/{table}/replay", client.cookie, "input[type=range]", True)
        else:
            yield Place(name, "/" if name == "home" else f"/{name}")


@contextmanager
def shown(what: str, total: int) -> Iterator[Any]:
    """A bar of progress; gives what moves it on by one."""
    with Progress(transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda: progress.advance(task)


def score(running: Running, found: list[Place], runs: int) -> Iterator[Table]:
    """Lighthouse's two tables; the visits take turns, so that noise meets everyone."""
    program = shutil.which("chromium") or find_chromium()
    assert program is not None
    jobs = [(place, desktop) for _ in range(runs) for desktop in (False, True) for place in found]
    seen: dict[tuple[Place, bool], list[scores.Visit]] = {job: [] for job in jobs}
    with shown("Lighthouse", len(jobs)) as advance:
        for job, visit in zip(jobs, scores.visits(program, running.address, jobs), strict=True):
            seen[job].append(visit)
            advance()
    for desktop in (False, True):
        who = "desktop" if desktop else "mobile"
        table = listed(f"Lighthouse, {who}: by the thread's time (by the wall's)", scores.HEADINGS)
        for place in found:
            table.add_row(*scores.row(place.name, scores.middle_visit(seen[place, desktop])))
        yield table


def crawl(browser: Browser, running: Running, found: list[Place], runs: int) -> Table:
    """What a first visit asks for, and how it is on the slow network."""
    headings = (
        "place",
        "requests before a click",
        "elements",
        "first words (s)",
        "first click (s)",
    )
    table = listed("First visit; times: Slow 3G, processor x6", headings)
    with shown("Slow 3G", len(found) * runs) as advance:
        for place in found:
            counts = slow.count(browser, running.address, place)
            times = []
            for _ in range(runs):
                times.append(slow.crawl(browser, running.address, place))
                advance()
            words, click = (statistics.median(column) / 1000 for column in zip(*times, strict=True))
            numbers = [str(counts.requests), str(counts.elements), f"{words:.1f}", f"{click:.1f}"]
            table.add_row(place.name, *numbers)
    return table


def watch(browser: Browser, running: Running, place: Place, moves: int) -> list[float]:
    """The lengths of all frames in which something flew, over some moves of ours and theirs."""
    size = {"width": 1440, "height": 900}
    context = browser.new_context(base_url=running.address, viewport=size)  # type: ignore[arg-type]  # a plain dict
    context.add_init_script(f"localStorage['colonnade.settings'] = '{SETTINGS}'; ({OBSERVE})()")
    name, _, value = place.cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": running.address}])
    page = context.new_page()
    page.goto(place.path)
    hand = Hand(page, seed=2)
    for _ in range(moves):
        if hand.wait() == "over":
            break
        hand.move()
    frames: list[float] = page.evaluate("() => moving")
    context.close()
    return frames


def motion(browser: Browser, running: Running, found: list[Place], moves: int) -> Table:
    """How smoothly pieces fly; software rendering counts."""
    headings = ("game", "frames", "median (ms)", "95 % (ms)", "within 1/60 s", "within 1/30 s")
    table = listed(f"Frames while pieces fly, {moves} moves of ours and the answers", headings)
    for place in found:
        frames = sorted(watch(browser, running, place, moves)) or [0.0]
        within = [sum(f <= n * FRAME + 1 for f in frames) / len(frames) for n in (1, 2)]
        middle_one, most = frames[len(frames) // 2], frames[int(len(frames) * 0.95)]
        shares = [f"{share:.0%}" for share in within]
        table.add_row(place.name, str(len(frames)), f"{middle_one:.1f}", f"{most:.1f}", *shares)
    return table


def listed(title: str, headings: Iterable[str]) -> Table:
    """An empty table of numbers, in Markdown."""
    table = Table(title=title, box=box.MARKDOWN)
    for heading in headings:
        table.add_column(heading, justify="right")
    return table


def main() -> None:
    """Start a server and a browser, and measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", nargs="+", choices=NAMES, default=NAMES)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--moves", type=int, default=12)
    asked = parser.parse_args()
    out = Console(width=110)  # lines of Markdown are whole, for docs/page.md
    if find_chromium() is None:
        out.print(f"The page is not measured: {MISSING}")
        return
    with house_and_browser() as (running, browser):
        found = list(places(running, asked.only))
        if "scores" in asked.parts:
            try:
                out.print(*score(running, found, asked.runs))
            except CannotBuild as problem:
                out.print(f"Lighthouse is left out: {problem}")
        if "slow" in asked.parts:
            out.print(crawl(browser, running, found, asked.runs))
        tables = list(places(running, [name for name, _ in GAMES if name in asked.only]))
        if "motion" in asked.parts and tables:
            out.print(motion(browser, running, tables, asked.moves))


if __name__ == "__main__":
    main()
