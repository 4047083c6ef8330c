"""A real Chromium before a real server, with the page that is shipped."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.page.browser import MISSING, find_chromium, launch_words
from tests.page.hand import Hand
from tests.server.running import Running

DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
# What others do is shown at once: a test waits for nobody.
QUICK = '{"pace": 0, "sound": false, "motion": "reduced", "name": "Anne"}'
Opener = Callable[..., Page]
PATIENCE = 300_000  # ms: only so that what never comes ends at all, however busy the machine is
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the system's browser; without one these tests have nothing to look at."""
    program = find_chromium()
    if program is None:
        if os.environ.get("CI") == "true":
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    return browser_type_launch_args | launch_words(program)


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with the page, shared by all tests that do not stop it."""
    running = Running(tmp_path_factory.mktemp("page") / "data", page="")
    yield running
    assert running.stop() == 0


@pytest.fixture
def opener(browser: Browser, house: Running) -> Iterator[Opener]:
    """Opens the page as a new visitor; a fault in its scripts fails the test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_page(path: str = "/", settings: str = QUICK, lang: str = "en", **more: Any) -> Page:
        context = browser.new_context(base_url=house.address, locale=lang, **({**DESKTOP, **more}))
        contexts.append(context)
        context.add_init_script(
            f"if (!localStorage['colonnade.settings'])"
            f" localStorage['colonnade.settings'] = JSON.stringify({settings})"
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        page.on("console", lambda said: faults.append(said.text) if is_fault(said) else None)
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


# A refused call is the server's; so is a worker that is asked for while the server is killed.
AWAY = ("Failed to load resource", "An unknown error occurred when fetching the script")


def is_fault(said: Any) -> bool:
    """Whether the browser complains, as about the page's policy."""
    return said.type == "error" and not said.text.startswith(AWAY)


@pytest.fixture
def hand() -> Callable[..., Hand]:
    """Makes hands that play at a page."""
    return Hand
