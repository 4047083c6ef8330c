"""A hand at the page: it touches what glows, by mouse, by keys or by finger, and nothing else.

It knows no game. Things that may be touched carry `data-thing` and `data-state`, the table its ply
and whether it waits for us.
"""

from __future__ import annotations

import random

from playwright.sync_api import Page

LEGAL = """() => [...document.querySelectorAll('[data-thing][data-state="legal"]')]
  .filter((e) => e.getClientRects().length && !e.closest('[inert]'))
  .map((e) => e.dataset.thing)"""
PLATES = """() => document.querySelectorAll('[data-plate]').length"""
STANDING = """() => {
  const table = document.querySelector('[data-ply]');
  return table ? [Number(table.dataset.ply), table.dataset.phase] : [-1, 'loading'];
}"""
MOST_TOUCHES = 12  # for one move


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

    def legal(self) -> list[str]:
        """What glows."""
        return list(dict.fromkeys(self.page.evaluate(LEGAL)))

    def touch(self, selector: str) -> None:
        """Touch one element the way this hand does."""
        self.touches += 1
        target = self.page.locator(selector).first
        if self.by == "key":
            target.focus()
            self.page.keyboard.press("Enter")
        elif self.by == "touch":
            target.tap()
        else:
            target.click()

    def move(self) -> None:
        """Make one move: touch what glows until the table has moved on."""
        ply, _ = self.standing()
        for _ in range(MOST_TOUCHES):
            if self.page.evaluate(PLATES):
                plates = self.page.locator("[data-plate]")
                number = self.rng.randrange(plates.count())
                self.touch(f"[data-plate] >> nth={number}")
            elif self.by == "touch" and self.page.locator("[data-ready]").count():
                self.touch("[data-ready]")
            else:
                things = self.legal()
                assert things, f"nothing can be touched at ply {ply}"
                thing = self.rng.choice(things)
                self.touch(f'[data-thing="{thing}"][data-state="legal"]')
            if self.settled(ply):
                return
        raise AssertionError(f"no move came of {MOST_TOUCHES} touches at ply {ply}")

    def settled(self, ply: int) -> bool:
        """Whether the last touch became a move; gives one that is on its way its time."""
        self.page.wait_for_function("() => !document.querySelector('[data-busy]')")
        return self.standing()[0] > ply

    def play_out(self, most: int = 2000) -> int:
        """Play until the game is over; returns how many moves were ours."""
        for made in range(most):
            if self.wait() == "over":
                return made
            self.move()
        raise AssertionError("the game did not end")
