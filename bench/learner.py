"""Learns and plays each game from the page alone, as somebody who opens it for the first time.

    python -m bench.learner [--games pagoda] [--looks phone] [--langs fr] [--lessons] [--out DIR]

Home, the lessons that are enough to play with a wrong move in one of them, a first game with the
coach to its end, all plans and the rival's answer on the way, the moments, one of them tried, the
study in words, the rules in pictures and by number: pictures of all that are written, dark ones
in French, and what it took is counted.
"""

from __future__ import annotations

import argparse
import re
import time
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from rich.console import Console
from rich.table import Table

from bench.pictures import SIZES
from colonnade.games import game, own_keys
from colonnade.locales import say
from colonnade.teaching.lesson import lessons
from tests.page.browser import house_and_browser
from tests.page.hand import Hand
from tests.server.running import Running

SETTINGS = '{"pace": 2, "sound": false, "motion": "reduced"}'
STANDS = """() => {
  const main = document.querySelector('main[data-lesson]');
  if (!main || main.dataset.busy !== undefined) return false;
  const { lesson } = main.dataset;
  if (lesson === 'task') return Boolean(document.querySelector('main [data-target]'));
  return lesson === 'reading' || lesson === 'done';
}"""
ADVISED = """(play) => {
  const main = document.querySelector('main[data-ply]');
  if (!main || main.dataset.busy !== undefined) return '';
  if (main.dataset.phase === 'over') return 'over';
  if (main.dataset.phase !== 'deciding') return '';
  const button = document.querySelector('.hint li .primary');
  if (button) return button.innerText.trim() === play ? 'plan' : '';
  return document.querySelector('.hint') ? '' : 'alone';
}"""
STILL = """() => document.getAnimations().every(
  (one) => one.playState !== 'running' || one.effect.getTiming().iterations > 1)"""
TARGET = "main [data-target] >> nth=0"
NEXT = ".lower .primary"
AGAIN = re.compile("again|Recommencer")
PATIENCE = 60_000
MOST = 400
MOST_MISSED = 3
PLANS_AT = 5
WRONG_TOUCHES = 12
THEMES = {"en": "light", "fr": "dark"}


class Album:
    """Pictures in the order in which they were taken."""

    def __init__(self, page: Page, out: Path, name: str) -> None:
        self.page = page
        self.out = out
        self.name = name
        self.count = 0

    def take(self, what: str, whole: bool = False) -> None:
        """Take what is seen now, once nothing moves."""
        self.page.wait_for_function(STILL)
        self.count += 1
        path = self.out / f"{self.name}-{self.count:02}-{what}.png"
        self.page.screenshot(path=path, full_page=whole)


class Tally(msgspec.Struct):
    """What one way from home to the study took."""

    touches: int = 0  # in the lessons
    turns: int = 0  # plans that were played
    alone: int = 0  # decisions for which there was no plan
    seconds: float = 0.0  # of a machine that does not read


class Learner:
    """Goes the whole way with one device, in one language."""

    def __init__(self, page: Page, key: str, lang: str, by: str, album: Album) -> None:
        self.page = page
        self.key = key
        self.lang = lang
        self.album = album
        self.hand = Hand(page, by=by)
        self.tally = Tally()
        self.missed = 0
        self.erred = False

    def say(self, key: str, **fields: Any) -> str:
        """A text of the page."""
        return say(key, self.lang, **fields)

    def press(self, key: str) -> None:
        """Touch the first button of a name."""
        self.page.get_by_role("button", name=self.say(key)).first.click()

    def begin(self) -> None:
        """From home to the path of the game."""
        self.page.goto("/")
        self.page.locator(f"#game-{self.key}").wait_for()
        self.album.take("home")
        self.page.locator(f'main a[href="/learn/{self.key}"]').first.click()
        self.page.locator("#learn-lessons").wait_for()
        self.page.locator("article svg").first.wait_for()
        self.album.take("path", whole=True)

    def learn(self, every: bool) -> None:
        """All lessons that are enough to play, or really all."""
        for lesson in lessons(game(self.key)):
            if every or lesson.enough:
                self.page.goto(f"/learn/{self.key}/{lesson.key}")
                self.lesson(lesson.key)

    def lesson(self, key: str) -> None:
        """Follow the pointer to the end of a lesson."""
        seen = ""
        for _ in range(MOST):
            self.page.wait_for_function(STANDS)
            phase = self.page.locator("main").get_attribute("data-lesson") or ""
            step = self.page.locator(".lower").get_attribute("aria-label") or ""
            if seen != f"{step} {phase}":
                seen = f"{step} {phase}"
                self.album.take(f"{key}-{phase}")
            if phase == "task" and not self.erred:
                self.err(key)
            elif phase == "task":
                self.hand.touch(TARGET)
            elif self.page.locator(".lower button", has_text=AGAIN).count():
                break
            else:
                self.hand.touch(NEXT)
        self.tally.touches = self.hand.touches

    def err(self, key: str) -> None:
        """Touch what glows beside the target until the lesson says that it does not serve."""
        self.erred = True
        hand = Hand(self.page, seed=len(key), by="key")  # a key means one of what lies in front
        for _ in range(WRONG_TOUCHES):
            self.page.wait_for_function(STANDS)
            if self.page.locator(".said.warn").count():
                self.album.take(f"{key}-wrong")
                return
            if self.page.locator("main[data-lesson=task]").count() == 0:
                return  # it served after all
            wanted = self.page.locator(TARGET).get_attribute("data-thing")
            others = [thing for thing in hand.legal() if thing != wanted]
            if not others:
                return
            hand.touch(f'[data-thing="{hand.rng.choice(others)}"][data-state="legal"]:visible')
            self.page.wait_for_timeout(300)

    def plans(self) -> None:
        """All plans, and what the rival would answer to the first."""
        if not self.page.locator(".hint button", has_text=self.say("page.hint.more")).count():
            return
        self.press("page.hint.more")
        self.page.locator(".hint:not(.compact) li").nth(1).wait_for()
        self.album.take("plans")
        self.page.locator(".hint button", has_text=self.say("page.hint.why")).first.click()
        self.album.take("why")

    def play(self) -> None:
        """A first game, following the coach."""
        self.page.goto(f"/learn/{self.key}")
        self.press("page.learn.first_game")
        self.page.locator("main[data-ply]").wait_for()
        pictured: set[int] = set()
        for _ in range(MOST):
            self.page.wait_for_function(ADVISED, arg=self.say("page.hint.play"))
            state = self.advised()
            if state == "over":
                return
            if self.tally.turns in (0, 1, 2, 5, 9, 14) and self.tally.turns not in pictured:
                pictured.add(self.tally.turns)
                self.album.take(f"turn-{self.tally.turns}-{state or 'moved'}")
                if self.tally.turns == PLANS_AT and state == "plan":
                    self.dismiss()
                    self.plans()
            self.step(state)
        raise AssertionError("the game does not end")

    def advised(self) -> str:
        """How the table stands; only what lasts is a decision without a plan."""
        for _ in range(20):
            state: str = self.page.evaluate(ADVISED, self.say("page.hint.play"))
            if state in ("plan", "over"):
                return state
            self.page.wait_for_timeout(100)
        return state

    def step(self, state: str) -> None:
        """Play the plan, or whatever can be done without one."""
        ply = self.hand.standing()[0]
        self.dismiss()
        if state == "plan":
            try:
                self.page.locator(".hint li .primary").first.click(timeout=5000)
            except PlaywrightTimeout:
                self.missed += 1
                if self.missed == MOST_MISSED:  # not a card that changed below the finger
                    raise
                return
            self.missed = 0
            self.tally.turns += 1
            self.page.wait_for_function(
                "(ply) => Number(document.querySelector('main[data-ply]').dataset.ply) > ply",
                arg=ply,
            )
        elif state == "alone":
            self.tally.alone += 1
            self.album.take("alone")
            self.hand.move()

    def dismiss(self) -> None:
        """Close what a phone tells of the others' turn."""
        told = self.page.get_by_role("dialog")
        if told.count():
            self.album.take("told")
            self.page.keyboard.press("Escape")
            expect(told).to_have_count(0)

    def look_back(self) -> None:
        """The result, the moments, a try, the study."""
        self.page.locator("dialog").wait_for()
        self.page.wait_for_timeout(1500)
        self.album.take("result")
        self.page.locator("dialog .coach h2").wait_for()
        self.page.wait_for_timeout(2000)
        self.album.take("moments")
        dialog = self.page.locator("dialog")
        address = self.page.url
        moments = dialog.locator(".coach ol > li")
        if moments.count():
            moments.last.scroll_into_view_if_needed()
            self.album.take("moment-last")
            moments.first.locator(".foot a").click()
            self.page.wait_for_timeout(2500)
            self.album.take("try")
        self.page.goto(f"{address}/replay")
        self.page.locator("input[type=range]").wait_for()
        self.page.wait_for_timeout(1000)
        self.album.take("study")
        self.study()

    def study(self) -> None:
        """The middle of the game in words, by a sheet where the screen is small."""
        slider = self.page.locator("input[type=range]")
        slider.fill(str(int(slider.get_attribute("max") or 0) // 2))
        show = self.page.get_by_role("button", name=self.say("page.study.show"))
        if not show.count():
            self.press("page.study.analysis")
        show.first.click()
        self.page.locator("section[aria-labelledby=best] ol li").first.wait_for()
        self.album.take("study-words")

    def rules(self) -> None:
        """The rules in pictures, from their first and middle part, and by number."""
        self.page.goto(f"/rules/{self.key}")
        self.page.locator("article .drawn svg").first.wait_for()
        self.album.take("rules")
        rows = self.page.locator("[data-rule]")
        rows.nth(rows.count() // 3).scroll_into_view_if_needed()
        self.album.take("rules-middle")
        self.page.goto(f"/rules/{self.key}/numbers")
        self.page.locator(".rules h2").first.wait_for()
        self.album.take("numbers")

    def whole_way(self, every: bool, playing: bool) -> None:
        """All of it."""
        began = time.monotonic()
        self.begin()
        self.learn(every)
        if playing:
            self.play()
            self.look_back()
        self.rules()
        self.page.goto("/")
        self.page.locator("#pairing").wait_for()
        self.album.take("home-again", whole=True)
        self.tally.seconds = time.monotonic() - began


def go(
    browser: Browser, running: Running, asked: argparse.Namespace, way: tuple[str, ...]
) -> Tally:
    """One way: a game, a size and a language."""
    key, look, lang = way
    size: dict[str, Any] = {**SIZES[look], "color_scheme": THEMES.get(lang, "light")}
    context = browser.new_context(base_url=running.address, locale=lang, **size)
    context.add_init_script(f"localStorage['colonnade.settings'] ??= '{SETTINGS}'")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    by = "touch" if SIZES[look].get("has_touch") else "mouse"
    learner = Learner(page, key, lang, by, Album(page, asked.out, "-".join(way)))
    try:
        learner.whole_way(asked.every, not asked.lessons)
    except Exception:
        page.screenshot(path=asked.out / f"{'-'.join(way)}-failed.png")
        raise
    finally:
        context.close()
    return learner.tally


def main() -> None:
    """Read the command line, learn, play, and say what it took."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--out", type=Path, default=Path("build", "learner"))
    parser.add_argument("--games", nargs="+", default=list(own_keys()))
    parser.add_argument("--looks", nargs="+", default=["desktop", "phone"], choices=SIZES)
    parser.add_argument("--langs", nargs="+", default=["en", "fr"])
    parser.add_argument("--lessons", action="store_true", help="only the lessons")
    parser.add_argument("--every", action="store_true", help="all lessons, not only what is enough")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    table = Table("game", "size", "language", "touches", "plans", "without one", "seconds")
    ways = [(k, look, lang) for k in asked.games for look in asked.looks for lang in asked.langs]
    with house_and_browser() as (running, browser):
        for way in ways:
            took = go(browser, running, asked, way)
            counts = (took.touches, took.turns, took.alone, round(took.seconds))
            table.add_row(*way, *map(str, counts))
    Console().print(table)


if __name__ == "__main__":
    main()
