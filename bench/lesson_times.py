"""Measures at the page what each lesson takes, and keeps it with the game.

    python -m bench.lesson_times [--games pagoda]

Each lesson is gone through by its own pointer, in every language: touches and words are counted,
and the motion that the page asks for, not the time of this machine. See docs/lessons.md.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec
from playwright.sync_api import Browser, Page
from rich.progress import track

from bench.learner import AGAIN, MOST, NEXT, PATIENCE, STANDS, TARGET
from colonnade.contract.game import Game
from colonnade.games import game, own_keys
from colonnade.locales import LANGUAGES
from colonnade.teaching.lesson import FOLDER, Lesson, lessons
from colonnade.teaching.times import FILE, Counts, Measured, mark_of, read_times
from tests.page.browser import house_and_browser
from tests.page.hand import Hand
from tests.server.running import Running

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = '{"pace": 1, "sound": false, "motion": "full"}'
SIZE = {"width": 1440, "height": 900}
# Motions that begin together last as long as the longest of them; what is repeated is no motion.
WATCH = """() => {
  window.moving = 0;
  let [began, until] = [-1e9, 0];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, timing) {
    const once = (timing?.iterations ?? 1) === 1;
    const whole = once ? Number(timing?.delay ?? 0) + Number(timing?.duration ?? 0) : 0;
    const now = performance.now();
    if (now - began > 50) [began, until] = [now, 0];
    moving += Math.max(0, whole - until);
    until = Math.max(until, whole);
    return animate.call(this, frames, timing);
  };
}"""
SHOWN = """() => ['.head h2', '.head .say', '.head .task > p', '.head .said', '.layer .pill']
  .flatMap((where) => [...document.querySelectorAll(where)].map((one) => one.innerText.trim()))"""


class Way:
    """What was met on the way through a lesson."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.hand = Hand(page)
        self.said: dict[str, list[str]] = {}  # the texts of each step

    def go(self) -> None:
        """Follow the pointer to the end."""
        for _ in range(MOST):
            self.page.wait_for_function(STANDS)
            step = self.page.locator(".lower").get_attribute("aria-label") or ""
            self.said[step] = list(
                dict.fromkeys([*self.said.get(step, []), *self.page.evaluate(SHOWN)])
            )
            if self.page.locator("main[data-lesson=task]").count():
                self.hand.touch(TARGET)
            elif self.page.locator(".lower button", has_text=AGAIN).count():
                return
            else:
                self.hand.touch(NEXT)
        raise AssertionError("the lesson does not end")

    def words(self) -> int:
        """All words that stood there, the title once."""
        title, count = self.page.locator(".head h2").inner_text().strip(), 0
        for texts in self.said.values():
            count += sum(len(text.split()) for text in texts if text != title)
        return count + len(title.split())


def measure(
    browser: Browser, running: Running, lesson: Lesson, lang: str
) -> tuple[int, float, int]:
    """Touches, seconds of motion and words of a lesson in a language."""
    context = browser.new_context(base_url=running.address, locale=lang, viewport=SIZE)  # type: ignore[arg-type]  # a plain dict
    context.add_init_script(f"localStorage['colonnade.settings'] = '{SETTINGS}'")
    context.add_init_script(f"({WATCH})()")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"/learn/{lesson.game}/{lesson.key}")
    way = Way(page)
    way.go()
    found = way.hand.touches, page.evaluate("() => moving") / 1000, way.words()
    context.close()
    return found


def measured(browser: Browser, running: Running, lesson: Lesson) -> Measured:
    """A lesson in every language; motion and touches are the same in all."""
    found = {lang: measure(browser, running, lesson, lang) for lang in LANGUAGES}
    text = (game(lesson.game).folder() / FOLDER / lesson.file).read_text(encoding="utf-8")
    return Measured(
        mark=mark_of(text),
        touches=max(touches for touches, _, _ in found.values()),
        moving=round(max(moving for _, moving, _ in found.values()), 1),
        words=Counts(**{lang: words for lang, (_, _, words) in found.items()}),
    )


def unchanged(found: Game) -> dict[str, Measured]:
    """The measures of lessons whose files are still as they were measured."""
    times, folder = read_times(found), found.folder() / FOLDER
    return {
        one.key: times[one.key]
        for one in lessons(found)
        if one.key in times
        and times[one.key].mark == mark_of((folder / one.file).read_text(encoding="utf-8"))
    }


def main() -> None:
    """Measure the lessons of some games, and write their files."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--changed", action="store_true", help="only lessons that have changed")
    parser.add_argument("--games", nargs="+", default=list(own_keys()), choices=list(own_keys()))
    asked = parser.parse_args()
    with house_and_browser() as (running, browser):
        for key in asked.games:
            all_of_it = lessons(game(key))
            kept = unchanged(game(key)) if asked.changed else {}
            found = {
                one.key: kept.get(one.key) or measured(browser, running, one)
                for one in track(all_of_it, description=key)
            }
            raw = msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n"
            ROOT.joinpath("src", "colonnade", "games", key, FILE).write_bytes(raw)
            for one in all_of_it:
                told = msgspec.structs.replace(one, measured=found[one.key])
                print(f"{key:16} {one.key:20} {told.seconds:4} s  {found[one.key]}")
    print("Now: make types")


if __name__ == "__main__":
    main()
