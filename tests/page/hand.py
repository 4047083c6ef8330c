"""A hand at the page: it touches what glows, by mouse, by keys or by finger, and nothing else.

It knows no game. Things that may be touched carry `data-thing` and `data-state`, the table its ply
and whether it waits for us.
"""

from __future__ import annotations

import random

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

LEGAL = """() => [...document.querySelectorAll('[data-thing][data-state="legal"]')]
  .filter((e) => e.getClientRects().length && !e.closest('[inert]'))
  .map((e) => e.dataset.thing)"""
PLATES = """() => [...document.querySelectorAll('[data-plate]')]
  .filter((e) => e.getClientRects().length).length"""
PRESSED = """() => [...document.querySelectorAll('[data-plate][aria-pressed="true"]')]
  .some((e) => e.getClientRects().length)"""
READY = """() => Boolean(document.querySelector('[data-choice="ready"]'))"""
STANDING = """() => {
  const table = document.querySelector('[data-ply]');
  return table ? [Number(table.dataset.ply), table.dataset.phase] : [-1, 'loading'];
}"""
MOST_TOUCHES = 60  # for one move: discs to be returned may be chosen and chosen again
MANY_TOUCHES = 15  # after which a hand wants to be done


IDLE = ("main", "end", "pass", "alternative")  # they end something
CHOSEN = '[data-state="selected"]:visible'
SHORT = 4000  # ms until a hand looks whether what it wants is still there
MOST_LOOKS = 75


class Hand:
    """Plays random moves by touching."""

    def __init__(self, page: Page, seed: int = 1, by: str = "mouse") -> None:
        self.page = page
        self.rng = random.Random(seed)
        self.by = by
        self.touches = 0

    def standing(self) -> tuple[int, str]:
        """The table's ply, and whether it is deciding, waiting or over."""
        ply, phase = self.page.evaluate(STANDING)
        return int(ply), str(phase)

    def wait(self, beyond: int = -1) -> str:
        """Wait until we must decide (after a ply), or it is over."""
        self.page.wait_for_function(
            """(beyond) => {
              const table = document.querySelector('[data-ply]');
              if (!table || Number(table.dataset.ply) <= beyond) return false;
              return table.dataset.phase !== 'waiting';
            }""",
            arg=beyond,
        )
        return self.standing()[1]

    def wait_for_table(self) -> None:
        """Wait until a table is shown at all."""
        self.page.wait_for_selector("[data-ply]:not([data-ply='-1'])")

    def legal(self) -> list[str]:
        """What glows."""
        return list(dict.fromkeys(self.page.evaluate(LEGAL)))

    def touch(self, selector: str) -> bool:
        """Touch one element the way this hand does; False if it went away meanwhile."""
        self.touches += 1
        target = self.page.locator(selector).first
        for _ in range(MOST_LOOKS):
            try:
                if self.by == "key":
                    target.focus(timeout=SHORT)
                    self.page.keyboard.press("Enter")
                elif self.by == "touch":
                    target.tap(timeout=SHORT)
                else:
                    target.click(timeout=SHORT)
                return True
            except PlaywrightTimeout:
                if not target.count() or not target.is_visible():
                    return False
        raise AssertionError(f"{selector} is there and cannot be touched")

    def move(self) -> None:
        """Make one move: touch what glows until the table has moved on."""
        ply, touched = self.standing()[0], list[str]()
        for _ in range(MOST_TOUCHES):
            touched.append(self.next_touch(ply, hurry=len(touched) > MANY_TOUCHES))
            self.touch(touched[-1])
            if self.settled(ply):
                return
        raise AssertionError(f"no move came of {touched} at ply {ply}")

    def next_touch(self, ply: int, hurry: bool = False) -> str:
        """What to touch now: a way to pay, what is ready for a finger, or anything that glows."""
        if self.by == "touch" and self.page.evaluate(PRESSED) and self.rng.random() < 0.5:
            return '[data-plate][aria-pressed="true"]:visible'  # a second touch pays so
        if count := self.page.evaluate(PLATES):
            return f"[data-plate]:visible >> nth={self.rng.randrange(count)}"
        if self.by == "touch" and self.page.evaluate(READY):
            button = self.page.locator("button[data-ready]:visible")
            return "button[data-ready]:visible" if button.count() else CHOSEN
        things = self.legal()
        assert things, f"nothing can be touched at ply {ply}"
        # Whoever builds what there is to build comes to an end sooner.
        busy = [thing for thing in things if thing not in IDLE]
        idle = [thing for thing in things if thing in IDLE]
        if hurry and idle:  # what is picked and put back again never comes to an end
            busy = idle
        chosen = self.rng.choice(busy if busy and self.rng.random() < 0.75 else things)
        return f'[data-thing="{chosen}"][data-state="legal"]:visible'

    def settled(self, ply: int) -> bool:
        """Whether the last touch became a move; gives one that is on its way its time."""
        self.page.wait_for_function("() => !document.querySelector('[data-busy]')")
        return self.standing()[0] > ply

    def play(self, most: int) -> int:
        """Make so many moves, or all until the game is over; returns how many were ours."""
        for made in range(most):
            if self.wait() == "over":
                return made
            self.move()
        return most

    def play_out(self, most: int = 2000) -> int:
        """Play until the game is over; returns how many moves were ours."""
        made = self.play(most)
        assert made < most, "the game did not end"
        return made
