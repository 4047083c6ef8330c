"""A hand at any of the browsers: it touches what glows, by the marks of tests/page/hand.py."""

from __future__ import annotations

import random

from tests.browsers.visitor import Visitor
from tests.page.hand import (
    IDLE,
    LEGAL,
    MANY_TOUCHES,
    MOST_TOUCHES,
    PLATES,
    PRESSED,
    READY,
    STANDING,
)

READY_BUTTON = "button[data-ready]"
PLATE = "[data-plate]"
SETTLED = "() => !document.querySelector('[data-busy]')"
ASKED = """(beyond) => {
  const { ply, phase } = document.querySelector('[data-ply]')?.dataset ?? {};
  return Number(ply ?? -1) > beyond && phase !== 'waiting';
}"""


class Hand:
    """Plays random moves by touching."""

    def __init__(self, visitor: Visitor, seed: int) -> None:
        self.visitor = visitor
        self.rng = random.Random(seed)

    def standing(self) -> tuple[int, str]:
        """The table's ply, and whether it is deciding, waiting or over."""
        ply, phase = self.visitor.evaluate(STANDING)
        return int(ply), str(phase)

    def wait(self, beyond: int = -1) -> str:
        """Wait until we must decide (after a ply), or it is over."""
        self.visitor.wait(ASKED, beyond, what="our turn")
        return self.standing()[1]

    def move(self) -> None:
        """Make one move: touch what glows until the table has moved on."""
        ply, touched = self.standing()[0], list[str]()
        for _ in range(MOST_TOUCHES):
            selector, nth = self.next_touch(hurry=len(touched) > MANY_TOUCHES)
            touched.append(selector)
            self.visitor.touch(selector, nth=nth)
            self.visitor.wait(SETTLED, what="the answer to a touch")
            if self.standing()[0] > ply:
                return
        raise AssertionError(f"no move came of {touched} at ply {ply}")

    def next_touch(self, hurry: bool) -> tuple[str, int]:
        """What to touch now: a way to pay, what is ready for a finger, or anything that glows."""
        visitor = self.visitor
        if visitor.touch_screen and visitor.evaluate(PRESSED) and self.rng.random() < 0.5:
            return f'{PLATE}[aria-pressed="true"]', 0  # a second touch pays so
        if count := visitor.evaluate(PLATES):
            return PLATE, self.rng.randrange(count)
        if visitor.touch_screen and visitor.evaluate(READY):
            return (READY_BUTTON if visitor.count(READY_BUTTON) else '[data-state="selected"]'), 0
        things = list(dict.fromkeys(visitor.evaluate(LEGAL)))
        assert things, f"nothing can be touched at ply {self.standing()[0]}"
        busy = [thing for thing in things if thing not in IDLE]
        idle = [thing for thing in things if thing in IDLE]
        if hurry and idle:  # what is picked and put back again never comes to an end
            busy = idle
        chosen = self.rng.choice(busy if busy and self.rng.random() < 0.75 else things)
        return f'[data-thing="{chosen}"][data-state="legal"]', 0
