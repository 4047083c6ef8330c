"""WebKitGTK, nearest to Safari: MiniBrowser under Xvfb, driven by WebKitWebDriver.

Its windows know no finger, so a phone is a narrow window there.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.mouse_button import MouseButton
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.browsers.processes import end_group, heard
from tests.browsers.visitor import PATIENCE, Browser, NotYet, Size, Visitor

DRIVER = "WebKitWebDriver"
PLACES = ("lib/*/webkit2gtk-4.*/MiniBrowser", "libexec/webkit2gtk-4.*/MiniBrowser")
MISSING = "{what} is not on this machine; on Debian: apt install {package}"
SCREEN = "1600x1200x24"
# The bar above a page would else keep its window wider than a phone.
THEME = """* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px;
  -gtk-icon-transform: scale(0.1); }"""
DISPLAY = re.compile(r"^(\d+)$", re.MULTILINE)


def find_minibrowser() -> str | None:
    """The small browser that comes with the library."""
    found = (one for place in PLACES for one in Path("/usr").glob(place))
    return next((str(one) for one in found), None)


def missing() -> str:
    """What this machine lacks."""
    if not shutil.which("Xvfb"):
        return MISSING.format(what="Xvfb", package="xvfb")
    if not shutil.which(DRIVER) or not find_minibrowser():
        return MISSING.format(what="WebKitGTK's driver", package="webkit2gtk-driver")
    return ""


class WebkitVisitor(Visitor):
    """A MiniBrowser with a driver of its own."""

    def __init__(self, environment: dict[str, str], size: Size) -> None:
        super().__init__("webkit", size, touch=False)
        options = Options()
        options.binary_location = find_minibrowser() or ""
        options.add_argument("--automation")
        self.service = Service(
            shutil.which(DRIVER), env=environment, popen_kw={"start_new_session": True}
        )
        self.driver = webdriver.WebKitGTK(options, self.service)
        self.driver.set_page_load_timeout(PATIENCE)
        self.shape()

    def shape(self) -> None:
        """Give the window the size at which the page has its own, whatever stands above it."""
        wide, high = self.size.width, self.size.height
        self.driver.set_window_rect(0, 0, wide, high)
        above = self.wait(
            "(wide, high) => innerWidth === wide && innerHeight <= high && high - innerHeight + 1",
            wide,
            high,
        )
        self.driver.set_window_rect(0, 0, wide, high + above - 1)
        self.wait("(high) => innerHeight === high", high)

    def go(self, url: str) -> None:
        """Open an address, and wait until it is loaded."""
        self.driver.get(url)

    def reload(self) -> None:
        """Load the page anew."""
        self.driver.refresh()

    def run(self, expression: str) -> Any:
        """What a JavaScript expression gives, as JSON."""
        try:
            found = self.driver.execute_script(f"return JSON.stringify({expression})")
        except WebDriverException as error:
            if "SyntaxError" in str(error):
                raise
            raise NotYet(str(error)) from error
        return json.loads(found or "null")

    def press(self, x: float, y: float) -> None:
        """Press once at a point of the window."""
        hand: Any = ActionBuilder(self.driver, duration=0)
        hand.pointer_action.move_to_location(round(x), round(y)).click(button=MouseButton.LEFT)
        hand.perform()

    def write(self, text: str) -> None:
        """Type into what has the focus."""
        hand = ActionBuilder(self.driver, duration=0)
        hand.key_action.send_keys(text)
        hand.perform()

    def screenshot(self, path: Path) -> None:
        """Write what the window shows."""
        path.write_bytes(self.driver.get_screenshot_as_png())

    def lend(self, name: str, value: str) -> None:
        """Take over a cookie of the house."""
        self.driver.add_cookie({"name": name, "value": value, "path": "/"})

    def close(self) -> None:
        """Go, and leave nothing behind."""
        with suppress(WebDriverException):
            self.driver.quit()
        end_group(self.service.process)


@contextmanager
def started() -> Iterator[Callable[[Size], Visitor]]:
    """Start a screen that nobody sees, for any number of visitors."""
    with tempfile.TemporaryDirectory(prefix="webkit-", ignore_cleanup_errors=True) as home:
        theme = Path(home, ".config", "gtk-3.0", "gtk.css")
        theme.parent.mkdir(parents=True)
        theme.write_text(THEME)
        os.chmod(home, 0o700)  # as a folder for what runs must be
        with (said := Path(home, "xvfb.log")).open("wb") as log:
            screen = subprocess.Popen(
                ["Xvfb", "-displayfd", "1", "-screen", "0", SCREEN, "-nolisten", "tcp"],
                stdout=log,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        try:
            environment = os.environ | {
                "DISPLAY": f":{heard(screen, said, DISPLAY)}",
                "GDK_BACKEND": "x11",
                "HOME": home,
                "LANG": "en_US.UTF-8",
                "LANGUAGE": "en",
                "XDG_CONFIG_HOME": str(theme.parent.parent),
                "XDG_RUNTIME_DIR": home,
            }
            yield lambda size: WebkitVisitor(environment, size)
        finally:
            end_group(screen)


WEBKIT = Browser("webkit", missing, started)
