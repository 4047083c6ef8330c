"""The system's own Chromium: where it is, and how it is started."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.server.running import Running

# The shell shows nothing and needs a fifth less time for the same pages.
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
MISSING = "Chromium is not on this machine; on Debian: apt install chromium"


def find_chromium() -> str | None:
    """The browser's program, if there is one."""
    return next((found for program in PROGRAMS if (found := shutil.which(program))), None)


def find_whole_chromium() -> str | None:
    """A browser that can show notices, too: the shell has none."""
    return next((found for program in PROGRAMS[1:] if (found := shutil.which(program))), None)


def launch_words(program: str) -> dict[str, Any]:
    """How it is started; as root it refuses its own sandbox."""
    return {"executable_path": program, "args": ["--no-sandbox"] if os.geteuid() == 0 else []}


@contextmanager
def house_and_browser() -> Iterator[tuple[Running, Browser]]:
    """A server with the page and a browser, for programs that look at it."""
    program = find_chromium()
    if program is None:
        sys.exit(MISSING)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        running = Running(Path(folder, "data"), page="")
        browser = playwright.chromium.launch(**launch_words(program))
        try:
            yield running, browser
        finally:
            browser.close()
            running.stop()
