"""Debian's Firefox, driven by WebDriver BiDi over its own socket: no geckodriver is needed."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from selenium.webdriver.remote import websocket_connection

from tests.browsers.processes import end_group, heard
from tests.browsers.visitor import PATIENCE, Browser, NotYet, Size, Visitor

PROGRAMS = ("firefox-esr", "firefox")
MISSING = "Firefox is not on this machine; on Debian: apt install firefox-esr"
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
BLINK = 0.005  # seconds between two looks whether an answer has come
GONE = ("no such frame", "no such handle", "unknown error")  # while a page gives way to the next


def find_firefox() -> str | None:
    """The browser's program, if there is one."""
    return next((found for program in PROGRAMS if (found := shutil.which(program))), None)


connect: Any = websocket_connection.WebSocketConnection  # without types


class Told(Exception):
    """The browser refused a command."""


class Bidi:
    """Commands over the browser's socket."""

    def __init__(self, url: str) -> None:
        self.socket: Any = connect(f"{url}/session", PATIENCE, BLINK)
        self.call("session.new", capabilities={})

    def call(self, method: str, **words: Any) -> dict[str, Any]:
        """Send one command; returns its result."""
        answer = self.socket.send_cmd(method, words)
        if "error" in answer:
            raise Told(f"{method}: {answer['error']}: {answer['message']}")
        found: dict[str, Any] = answer["result"]
        return found


class FirefoxVisitor(Visitor):
    """A user context with one tab."""

    def __init__(self, bidi: Bidi, size: Size) -> None:
        super().__init__("firefox", size, size.touch)
        self.bidi = bidi
        self.user = bidi.call("browser.createUserContext")["userContext"]
        made = bidi.call("browsingContext.create", type="tab", userContext=self.user)
        self.tab = made["context"]
        bidi.call(
            "browsingContext.setViewport",
            context=self.tab,
            viewport={"width": size.width, "height": size.height},
            devicePixelRatio=2 if size.touch else 1,
        )
        bidi.call("emulation.setLocaleOverride", locale="en", contexts=[self.tab])

    def go(self, url: str) -> None:
        """Open an address, and wait until it is loaded."""
        self.bidi.call("browsingContext.navigate", context=self.tab, url=url, wait="complete")

    def reload(self) -> None:
        """Load the page anew."""
        self.bidi.call("browsingContext.reload", context=self.tab, wait="complete")

    def run(self, expression: str) -> Any:
        """What a JavaScript expression gives, as JSON."""
        try:
            answer = self.bidi.call(
                "script.evaluate",
                expression=f"JSON.stringify({expression})",
                target={"context": self.tab},
                awaitPromise=False,
            )
        except Told as error:
            if any(word in str(error) for word in GONE):
                raise NotYet from error
            raise
        if answer["type"] == "exception":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"].get("value", "null"))

    def press(self, x: float, y: float) -> None:
        """Press once at a point of the window."""
        kind = "touch" if self.touch_screen else "mouse"
        steps = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.act(
            {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": steps}
        )

    def write(self, text: str) -> None:
        """Type into what has the focus."""
        steps = [{"type": kind, "value": one} for one in text for kind in ("keyDown", "keyUp")]
        self.act({"type": "key", "id": "keys", "actions": steps})

    def act(self, source: dict[str, Any]) -> None:
        """Do what a hand does with one device."""
        self.bidi.call("input.performActions", context=self.tab, actions=[source])

    def screenshot(self, path: Path) -> None:
        """Write what the window shows."""
        taken = self.bidi.call("browsingContext.captureScreenshot", context=self.tab)
        path.write_bytes(base64.b64decode(taken["data"]))

    def lend(self, name: str, value: str) -> None:
        """Take over a cookie of the house."""
        host = urlsplit(self.address).hostname
        cookie = {"name": name, "value": {"type": "string", "value": value}, "domain": host}
        self.bidi.call(
            "storage.setCookie",
            cookie=cookie,
            partition={"type": "context", "context": self.tab},
        )

    def close(self) -> None:
        """Go, and leave nothing behind."""
        self.bidi.call("browser.removeUserContext", userContext=self.user)


@contextmanager
def started() -> Iterator[Callable[[Size], Visitor]]:
    """Start it with a profile of its own, for any number of visitors."""
    program = find_firefox()
    assert program is not None
    with tempfile.TemporaryDirectory(prefix="firefox-", ignore_cleanup_errors=True) as home:
        words = ["--headless", "--no-remote", "--profile", home, "--remote-debugging-port", "0"]
        process = subprocess.Popen(
            [program, *words],
            stdout=subprocess.DEVNULL,
            stderr=(said := Path(home, "said.log")).open("wb"),
            env=os.environ | {"HOME": home},
            start_new_session=True,
        )
        try:
            bidi = Bidi(heard(process, said, LISTENING))
            yield lambda size: FirefoxVisitor(bidi, size)
            bidi.socket.close()
        finally:
            end_group(process)


FIREFOX = Browser("firefox", lambda: "" if find_firefox() else MISSING, started)
