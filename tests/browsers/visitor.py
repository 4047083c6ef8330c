"""What a scene needs of a browser: a visitor with a window, a pointer and keys of its own.

Three browsers implement the few calls that differ (`chromium.py`, `firefox.py`, `webkit.py`); how
one finds what can be touched, and waits for it, is the same for all and stands here.
"""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PATIENCE = 90.0  # seconds: only so that what never comes ends at all, however busy the machine is
BLINK = 0.03  # seconds between two looks
SETTINGS = {"pace": 0, "sound": False, "motion": "reduced"}
# What a document shows before its program runs ([data-shell]) is not there yet, here as below.
# Where the pointer meets an element: its middle, else another point of it that nothing covers.
AIM = """(selector, text, nth) => {
  const said = (e) => (e.getAttribute('aria-label') ?? e.innerText ?? '').trim();
  const shown = [...document.querySelectorAll(selector)].filter((e) =>
    e.getClientRects().length && !e.closest('[inert], [data-shell]')
    && (text === null || said(e) === text));
  const found = shown[nth];
  if (!found) return null;
  for (const block of ['nearest', 'center', 'start', 'end']) {
    found.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
    const { x, y, width, height } = found.getBoundingClientRect();
    for (const right of [0.5, 0.3, 0.7, 0.1, 0.9])
      for (const down of [0.5, 0.3, 0.7, 0.1, 0.9]) {
        const at = [x + right * width, y + down * height];
        const hit = document.elementFromPoint(...at);
        if (hit && found.contains(hit)) return at;
      }
  }
  return [];
}"""
COUNT = """(selector) => [...document.querySelectorAll(selector)]
  .filter((e) => e.getClientRects().length && !e.closest('[inert], [data-shell]')).length"""
# What goes wrong in the page's scripts from now on; a refused call is the server's, and that sizes
# are told in the next frame ("ResizeObserver loop") is no fault.
LISTEN = """() => {
  if (window.faults) return;
  window.faults = [];
  addEventListener('error', ({ message }) =>
    message && !message.startsWith('ResizeObserver loop') && window.faults.push(message));
  addEventListener('unhandledrejection', (event) => window.faults.push(String(event.reason)));
  addEventListener('securitypolicyviolation', (event) =>
    window.faults.push(`${event.violatedDirective} ${event.blockedURI}`));
}"""


@dataclass(frozen=True)
class Size:
    """A window: how wide, how high, and whether it is touched."""

    name: str
    width: int
    height: int
    touch: bool


SIZES = (Size("desktop", 1440, 900, False), Size("phone", 390, 844, True))


class NotYet(Exception):
    """The page is on its way elsewhere: ask again."""


class Visitor(ABC):
    """A new person at a browser, with no cookies and nothing kept."""

    def __init__(self, browser: str, size: Size, touch: bool) -> None:
        self.browser = browser
        self.size = size
        self.touch_screen = touch  # whether its pointer is a finger
        self.address = ""

    @abstractmethod
    def go(self, url: str) -> None:
        """Open an address, and wait until it is loaded."""

    @abstractmethod
    def reload(self) -> None:
        """Load the page anew."""

    @abstractmethod
    def run(self, expression: str) -> Any:
        """What a JavaScript expression gives, as JSON."""

    @abstractmethod
    def press(self, x: float, y: float) -> None:
        """Press once at a point of the window, with a finger or a mouse."""

    @abstractmethod
    def write(self, text: str) -> None:
        """Type into what has the focus."""

    @abstractmethod
    def screenshot(self, path: Path) -> None:
        """Write what the window shows."""

    @abstractmethod
    def lend(self, name: str, value: str) -> None:
        """Take over a cookie of the house."""

    @abstractmethod
    def close(self) -> None:
        """Go, and leave nothing behind."""

    # The same for all

    def evaluate(self, function: str, *words: Any) -> Any:
        """Call a function in the page."""
        return self.run(f"({function})({', '.join(json.dumps(word) for word in words)})")

    def arrive(self, address: str, **settings: Any) -> None:
        """Come to a house for the first time; what others do is shown at once."""
        self.address = address
        self.go(f"{address}/favicon.svg")  # anything of the house that runs no script
        self.evaluate(
            "(kept) => { localStorage['colonnade.settings'] = kept; }",
            json.dumps(SETTINGS | settings),
        )

    def open(self, path: str) -> None:
        """Open a screen of the house."""
        self.go(self.address + path)
        self.evaluate(LISTEN)

    def faults(self) -> list[str]:
        """What went wrong in the page's scripts since it was opened."""
        return list(self.evaluate("() => window.faults ?? []"))

    def wait(self, function: str, *words: Any, what: str = "") -> Any:
        """Wait until a function in the page gives something that is true."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                if found := self.evaluate(function, *words):
                    return found
            except NotYet:
                pass
            if time.monotonic() > until:
                raise AssertionError(f"it never came: {what or function} {words or ''}")
            time.sleep(BLINK)

    def count(self, selector: str) -> int:
        """How many elements of a kind can be seen."""
        return int(self.evaluate(COUNT, selector))

    def see(self, selector: str) -> None:
        """Wait until something can be seen."""
        self.wait(f"(selector) => ({COUNT})(selector) > 0", selector, what=selector)

    def touch(self, selector: str, text: str | None = None, nth: int = 0) -> bool:
        """Touch an element once it stands still and nothing covers it; False if it went away."""
        last, until = None, time.monotonic() + PATIENCE
        while time.monotonic() < until:
            found = self.evaluate(AIM, selector, text, nth)
            if found is None:
                return False
            if found and found == last:
                self.press(*found)
                return True
            last = found
            time.sleep(BLINK)
        raise AssertionError(f"{selector} {text or ''} is there and cannot be touched")

    def find_and_touch(self, selector: str, text: str | None = None) -> None:
        """Wait for an element, and touch it."""
        self.wait(f"(...words) => ({AIM})(...words) !== null", selector, text, 0, what=selector)
        assert self.touch(selector, text), f"{selector} {text or ''} went away"


@dataclass(frozen=True)
class Browser:
    """A browser that this machine may have."""

    name: str
    missing: Callable[[], str]  # what the machine lacks, as a sentence; empty if nothing
    started: Callable[[], AbstractContextManager[Callable[[Size], Visitor]]]
