"""Chromium, driven by Playwright as in tests/page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser as Program
from playwright.sync_api import Error, sync_playwright

from tests.browsers.visitor import PATIENCE, Browser, NotYet, Size, Visitor
from tests.page.browser import MISSING, find_chromium, launch_words


class ChromiumVisitor(Visitor):
    """A browser context with one page."""

    def __init__(self, program: Program, size: Size) -> None:
        super().__init__("chromium", size, size.touch)
        self.context = program.new_context(
            viewport={"width": size.width, "height": size.height},
            device_scale_factor=2 if size.touch else 1,
            has_touch=size.touch,
            is_mobile=size.touch,
            locale="en",
        )
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE * 1000)

    def go(self, url: str) -> None:
        """Open an address, and wait until it is loaded."""
        self.page.goto(url)

    def reload(self) -> None:
        """Load the page anew."""
        self.page.reload()

    def run(self, expression: str) -> Any:
        """What a JavaScript expression gives, as JSON."""
        try:
            return self.page.evaluate(expression)
        except Error as error:
            if "context was destroyed" in error.message or "navigation" in error.message:
                raise NotYet from error
            raise

    def press(self, x: float, y: float) -> None:
        """Press once at a point of the window."""
        if self.touch_screen:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def write(self, text: str) -> None:
        """Type into what has the focus."""
        self.page.keyboard.type(text)

    def screenshot(self, path: Path) -> None:
        """Write what the window shows."""
        self.page.screenshot(path=path)

    def lend(self, name: str, value: str) -> None:
        """Take over a cookie of the house."""
        self.context.add_cookies([{"name": name, "value": value, "url": self.address}])

    def close(self) -> None:
        """Go, and leave nothing behind."""
        self.context.close()


@contextmanager
def started() -> Iterator[Callable[[Size], Visitor]]:
    """Start it, for any number of visitors."""
    program = find_chromium()
    assert program is not None
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_words(program))
        try:
            yield lambda size: ChromiumVisitor(browser, size)
        finally:
            browser.close()


CHROMIUM = Browser("chromium", lambda: "" if find_chromium() else MISSING, started)
