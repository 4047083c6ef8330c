"""The server goes away and comes back: screens say so and return; much can be read without it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from colonnade.locales import say
from colonnade.server.bundle import BUILT
from tests.page.conftest import DESKTOP, PATIENCE, QUICK
from tests.page.positions import finished, lend_cookie, middle
from tests.page.test_around import KEPT
from tests.page.test_features import DECIDING, press
from tests.server.client import Client
from tests.server.running import Running, wait_for

pytestmark = pytest.mark.once
LESSON = "/learn/pagoda/floors"
GO = """(path) => {
  const link = Object.assign(document.createElement('a'), { href: path });
  document.body.append(link);
  link.click();
  link.remove();
}"""
TOLD = """async () => (await (await caches.open('colonnade-told')).keys())
  .map(({ url }) => new URL(url).pathname).join(' ')"""
# What the worker of a tab is, and whether another one is ready behind it.
RENEWED = """async () => {
  const registration = await navigator.serviceWorker.ready;
  await registration.update();
  return registration.waiting !== null;
}"""


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Running]:
    """A server that may be stopped."""
    running = Running(tmp_path / "data", page="")
    yield running
    if running.process.poll() is None:
        running.stop()


@pytest.fixture
def device(browser: Browser, own: Running) -> Iterator[BrowserContext]:
    """A browser whose worker keeps the page."""
    yield from visitor(browser, own)


@pytest.fixture
def bare(browser: Browser, own: Running) -> Iterator[BrowserContext]:
    """A browser that keeps nothing, as in a private window."""
    yield from visitor(browser, own, service_workers="block")


def visitor(browser: Browser, own: Running, **more: Any) -> Iterator[BrowserContext]:
    """Somebody with quick settings."""
    context = browser.new_context(base_url=own.address, locale="en", **DESKTOP, **more)
    context.add_init_script(f"localStorage['colonnade.settings'] = JSON.stringify({QUICK})")
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


def table_of(own: Running, context: BrowserContext) -> tuple[Client, str]:
    """A table in mid-game that the browser sits at."""
    client, table = middle(own, "pagoda", ("me", "computer:apprentice"), 3, start="first", first=0)
    lend_cookie(context, client)
    return client, table


def keep_all(page: Page) -> None:
    """Wait until the worker has all files."""
    page.goto("/")
    wait_for(lambda: page.evaluate(KEPT))


def test_every_screen_comes_back(own: Running, bare: BrowserContext) -> None:
    """One that was asked for meanwhile stands in the page's frame, and shows itself afterwards."""
    _, table = table_of(own, bare)
    _, over, _ = finished(own, options={"length": "fast"})
    ready = {
        f"/table/{table}": DECIDING,
        f"/table/{over}/replay": "input[type=range]",
        "/rules/seven_steps": "[data-rule]",
        "/rules/pagoda/numbers": ".rules h2",
        "/learn/pagoda": f'a[href="{LESSON}"]',
        LESSON: "[data-lesson=task], [data-lesson=reading]",
        "/new/pagoda": "button[type=submit]",
        "/records": ".list a.button",
        "/tables": ".list ul",
    }
    # Nine tabs that are seen at once, more than a browser has connections, share the lobby's feed.
    pages = {path: bare.new_page() for path in ready}
    for page in pages.values():
        page.goto("/")
        page.locator("article button").first.wait_for()
    own.kill()
    for path, page in pages.items():
        page.evaluate(GO, path)
        expect(page.get_by_role("alert")).to_contain_text(say("page.error.away"))
        expect(page.locator("h1")).to_have_count(1)
        expect(page.locator("header nav a")).to_have_count(3)
        expect(page.get_by_role("button", name=say("page.again"))).to_be_visible()
    own.start()
    for path, page in pages.items():
        expect(page.locator(ready[path]).first).to_be_visible()
        assert page.url.endswith(path)


def test_a_program_that_does_not_come_is_asked_for_again(bare: BrowserContext) -> None:
    """The document says so over what it shows, and gets its program without anybody's help."""
    page, refused = bare.new_page(), list[str]()

    def once(route: Route) -> None:
        if refused:
            route.continue_()
        else:
            refused.append(route.request.url)
            route.abort()

    page.route("**/assets/index-*.js", once)
    page.goto("/rules/pagoda")
    expect(page.get_by_role("alert")).to_contain_text(say("page.late"))
    expect(page.get_by_role("button", name=say("page.again"))).to_be_visible()
    expect(page.locator("header nav a")).to_have_count(3)
    expect(page.locator("#late, [data-shell]")).to_have_count(0)
    expect(page.locator("[data-rule]").first).to_be_visible()
    assert refused


def test_nothing_is_not_away(own: Running, bare: BrowserContext) -> None:
    """A table that does not exist is not waited for: it says so, with a way home."""
    page = bare.new_page()
    page.goto("/table/nothing")
    expect(page.get_by_role("alert")).to_have_text(say("error.NoTable"))
    expect(page.get_by_role("button", name=say("page.again"))).to_have_count(0)
    page.locator("main").get_by_role("link", name=say("page.home")).click()
    expect(page.locator("h1")).to_have_text(say("page.home.title"))


def test_reading_without_the_server(own: Running, device: BrowserContext) -> None:
    """Rules, lessons and finished games open from what was kept; a table waits, and goes on."""
    client, over, _ = finished(own, options={"length": "fast"})
    lend_cookie(device, client)
    table = client.make("pagoda", "me", "computer:apprentice", start="first", first=0)["id"]
    page = device.new_page()
    keep_all(page)
    page.goto("/records")
    wait_for(lambda: f"games/{over}" in page.evaluate(TOLD))
    page.goto("/learn/pagoda")
    wait_for(lambda: "lessons/pagoda/floors" in page.evaluate(TOLD))
    assert table not in page.evaluate(TOLD)  # what is hidden stays where it is
    own.kill()
    page.goto("/rules/seven_steps")
    expect(page.locator("[data-rule]").first).to_be_visible()
    page.goto("/rules/summer_pavilion/numbers")
    expect(page.locator(".rules h2").first).to_be_visible()
    page.goto("/learn/pagoda")
    page.locator(f'a[href="{LESSON}"]').first.click()
    expect(page.locator(".say")).not_to_be_empty()
    expect(page.get_by_role("status").filter(has_text=say("page.learn.away"))).to_be_visible()
    page.goto("/records")
    expect(page.get_by_role("alert")).to_contain_text(say("page.error.away"))
    page.locator(f'a[href="/table/{over}/replay"]').click()
    expect(page.locator("input[type=range]")).to_be_visible()
    press(page, "page.replay.last")
    expect(page.locator("main [data-thing]").first).to_be_visible()
    page.goto(f"/table/{table}")
    expect(page.locator("[data-trouble=away]")).to_be_visible()
    page.reload()
    expect(page.locator("[data-trouble=away]")).to_be_visible()
    own.start()
    expect(page.locator(DECIDING)).to_be_visible()


def test_a_new_version_waits_for_the_next_opening(browser: Browser, tmp_path: Path) -> None:
    """A renewed server has other files; whoever plays goes on with those that were kept."""
    folder = tmp_path / "page"
    shutil.copytree(BUILT, folder)
    own = Running(tmp_path / "data", page=folder)
    try:
        for context in visitor(browser, own):
            _, table = table_of(own, context)
            page = context.new_page()
            keep_all(page)
            page.goto(f"/table/{table}")
            page.locator(DECIDING).wait_for()
            own.kill()
            renew(folder)
            own.start()
            expect(page.locator("[data-connection=open]")).to_be_attached()
            wait_for(lambda page=page: page.evaluate(RENEWED))
            page.keyboard.press("r")  # the rules' texts were not needed until now
            expect(page.locator("dialog .rules").first).to_contain_text(re.compile(r"\w{4}"))
            page.keyboard.press("Escape")
            assert page.evaluate(RENEWED)  # still behind the one in use
    finally:
        own.stop()


def renew(folder: Path) -> None:
    """Make another version of a built page: its own worker, no rules under the old names."""
    for path in folder.glob("sw.js*"):
        path.unlink()
    text = (BUILT / "sw.js").read_text(encoding="utf-8")
    (folder / "sw.js").write_text(text.replace('"version":"', '"version":"next', 1))
    gone = list(folder.glob("assets/RULES*"))
    assert gone
    for path in gone:
        path.unlink()
