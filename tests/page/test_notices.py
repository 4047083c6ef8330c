"""Told of turns: the switch and what stands in its way, a notice, and what waits at home.

A browser's own push service is out of reach: the address it would give is that of a service on
this machine, and what that one was sent is handed to the browser's worker, as its own would do it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright, expect

from colonnade.locales import say
from tests.page.browser import MISSING, find_whole_chromium, launch_words
from tests.page.conftest import DESKTOP, PATIENCE, PHONE, QUICK, Opener
from tests.page.positions import lend_cookie
from tests.server import fake_push
from tests.server.client import Client
from tests.server.fake_push import PushService
from tests.server.running import Running, wait_for

pytestmark = pytest.mark.once
DAYS = {"days": 3}
NAME = '{"pace": 0, "sound": false, "motion": "reduced", "name": "Ben"}'
# The browser asks its maker's service for an address; here it is given one.
ADDRESS = """(wish) => {
  const address = {
    options: {},
    toJSON: () => ({ endpoint: wish.endpoint, keys: wish }),
    unsubscribe: async () => { delete localStorage.push; return true; },
  };
  const given = () => {
    if (!localStorage.push) return null;
    address.options.applicationServerKey = new Uint8Array(JSON.parse(localStorage.push)).buffer;
    return address;
  };
  PushManager.prototype.getSubscription = async () => given();
  PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
    if (!userVisibleOnly) throw new Error('every notice must be seen');
    localStorage.push = JSON.stringify([...new Uint8Array(applicationServerKey)]);
    return given();
  };
}"""
SHOWN = """async () => {
  const registration = await navigator.serviceWorker.ready;
  const shown = await registration.getNotifications();
  return shown.map(({ title, body, lang, data }) => ({ title, body, lang, table: data.table }));
}"""
# What the worker says to all tabs when a notice comes.
HEARD = """() => {
  const said = new MessageEvent('message', { data: { kind: 'where' } });
  navigator.serviceWorker.dispatchEvent(said);
  return document.title.startsWith('(2)');
}"""
# Only a hand may open windows and bring them to the front: what the worker would open is kept.
CLICK = """async () => {
  let path = null;
  self.clients.openWindow = async (found) => { path = found; };
  const [notification] = await self.registration.getNotifications();
  let work = null;
  const click = new NotificationEvent('notificationclick', { notification });
  click.waitUntil = (found) => { work = found; };
  self.dispatchEvent(click);
  await work;
  return path;
}"""


def text(key: str, lang: str = "en", **fields: Any) -> str:
    """A text about being told."""
    return say(f"page.told.{key}", lang, **fields)


@pytest.fixture
def service() -> Iterator[PushService]:
    """A push service on this machine."""
    found = PushService()
    yield found
    found.close()


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Running]:
    """A house whose push services may be on this machine."""
    running = Running(tmp_path / "data", page="", local_push=True)
    yield running
    running.stop()


@pytest.fixture
def whole(playwright: Playwright) -> Iterator[Browser]:
    """A browser that shows notices."""
    program = find_whole_chromium()
    if program is None:
        if os.environ.get("CI") == "true":
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    browser = playwright.chromium.launch(**launch_words(program))
    yield browser
    browser.close()


def visitor(browser: Browser, house: Running, address: Any, **more: Any) -> BrowserContext:
    """Somebody whose browser gives an address, and who allows notices."""
    context = browser.new_context(
        base_url=house.address, permissions=["notifications"], **(DESKTOP | more)
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(f"localStorage['colonnade.settings'] ??= JSON.stringify({NAME})")
    context.add_init_script(f"({ADDRESS})({json.dumps(address)})")
    return context


def deliver(page: Page, house: Running, told: Any) -> None:
    """Hand a notice to the browser's worker, as its push service does."""
    found: list[Any] = []
    session = page.context.new_cdp_session(page)
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    while not found:
        page.wait_for_timeout(50)  # until the browser has told of its worker
    session.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": house.address,
            "registrationId": found[0]["registrationId"],
            "data": json.dumps(told),
        },
    )
    session.detach()


def shown(page: Page, count: int) -> list[Any]:
    """The notices that a browser shows, once they are as many."""

    def there() -> list[Any]:
        found = page.evaluate(SHOWN)
        return [found] if len(found) == count else []

    found: list[Any] = wait_for(there)[0]
    return found


def turn_over(client: Client, table: str, actor: int) -> None:
    """Move until somebody else must."""
    seen = client.look(table)
    while seen["actor"] == actor:
        client.move(table, seen["ply"], seen["offers"][-1]["words"])
        seen = client.look(table)


def test_from_the_switch_to_the_table(whole: Browser, own: Running, service: PushService) -> None:
    """Switched on at the table, told once it is one's turn; a click opens it and seats nobody."""
    browser = fake_push.Browser(service, "ben")
    context = visitor(whole, own, browser.wish, locale="fr")
    anne, ben = Client(own.address), Client(own.address)
    made = anne.make("summer_pavilion", "me", "open", clock=DAYS, first=0)
    table = made["id"]
    ben.join(made)
    ben.call("PATCH", "/api/me", {"name": "Ben", "lang": "fr"})
    service.key = ben.get("/api/me/notices")["key"]
    lend_cookie(context, ben)
    page = context.new_page()
    page.goto(f"/table/{table}")
    offer = page.locator("[data-still=tell]")
    offer.get_by_role("button", name=text("yes", "fr"), exact=True).click()
    expect(page.get_by_text(text("done", "fr"))).to_be_visible()
    expect(offer).to_have_count(0)
    assert ben.get("/api/me/notices")["here"] is True

    page.goto("/me")
    turn_over(anne, table, 0)
    [told] = wait_for(browser.read)
    page.wait_for_function("() => navigator.serviceWorker.controller || true")
    deliver(page, own, told)
    [notice] = shown(page, 1)
    assert notice["title"] == say("notice.turn", "fr")
    assert notice | {"lang": "fr", "table": table} == notice
    deliver(page, own, told)  # the same table's takes its place
    shown(page, 1)
    [worker] = context.service_workers
    path = worker.evaluate(CLICK)
    assert path == f"/table/{table}"
    shown(page, 0)

    stranger = visitor(whole, own, browser.wish)
    eve = stranger.new_page()
    eve.goto(path)
    eve.locator("[data-ply]:not([data-ply='-1'])").wait_for()
    assert eve.request.get(f"/api/tables/{table}").json()["held"] == []
    stranger.close()

    page.goto(path)
    page.locator("[data-phase=deciding]").wait_for()
    deliver(page, own, told)  # it is looked at: silent
    deliver(page, own, told | {"table": "another"})
    assert [one["table"] for one in shown(page, 1)] == ["another"]
    context.close()


def test_the_switch_and_quiet_hours(whole: Browser, own: Running, service: PushService) -> None:
    """On one's own page: on, hours by the clock of this device, another house's key, off."""
    browser = fake_push.Browser(service, "ben")
    context = visitor(whole, own, browser.wish, timezone_id="America/Toronto", **PHONE)
    page = context.new_page()
    page.goto("/me")
    page.request.patch("/api/me", data={"name": "Ben"})
    page.reload()
    switch = page.get_by_label(text("here"))
    switch.click()
    expect(switch).to_be_checked()
    quiet = page.get_by_label(text("quiet"))
    quiet.click()
    expect(quiet).to_be_checked()
    expect(page.get_by_text(text("zone", zone="America/Toronto"))).to_be_visible()
    page.get_by_label(text("until")).fill("07:30")

    def notices() -> Any:
        return page.request.get("/api/me/notices").json()

    wanted = {"start": 1320, "until": 450, "zone": "America/Toronto"}
    wait_for(lambda: notices()["quiet"] == wanted)
    page.get_by_label(text("until")).fill("22:00")
    expect(page.get_by_text(text("same"))).to_be_visible()
    assert notices()["quiet"] == wanted
    elsewhere = wanted | {"zone": "Europe/Paris"}
    page.request.put("/api/me/notices/quiet", data=elsewhere)
    page.reload()
    page.get_by_role("button", name=text("zone_here", zone="America/Toronto")).click()
    wait_for(lambda: notices()["quiet"] == wanted)

    # Forgotten, as when its service says that it is gone: the next visit asks anew.
    page.request.delete("/api/me/notices")
    page.goto("/")
    wait_for(lambda: notices()["here"])
    page.goto("/me")
    expect(switch).to_be_checked()
    quiet.click()
    wait_for(lambda: notices()["quiet"] is None)
    switch.click()
    expect(switch).not_to_be_checked()
    assert (notices()["here"], page.evaluate("() => localStorage.push ?? null")) == (False, None)
    page.goto("/")
    page.wait_for_function("() => !JSON.parse(localStorage['colonnade.settings']).told")
    context.close()


OBSTACLES = {
    "insecure": "Object.defineProperty(window, 'isSecureContext', { value: false })",
    "cannot": "delete window.PushManager",
    "install": "delete window.PushManager; navigator.standalone = false",
    "refused": "Object.defineProperty(Notification, 'permission', { get: () => 'denied' })",
}


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("obstacle", OBSTACLES)
def test_what_stands_in_the_way_is_said(opener: Opener, obstacle: str, lang: str) -> None:
    """In words, with what helps; the switch cannot be set."""
    page = opener("/", lang=lang)
    page.request.patch("/api/me", data={"name": "Anne", "lang": lang})
    page.add_init_script(OBSTACLES[obstacle])
    page.goto("/me")
    expect(page.locator(f"[data-obstacle={obstacle}]")).to_have_text(text(obstacle, lang))
    expect(page.get_by_label(text("here", lang))).to_be_disabled()


def test_a_service_that_does_not_answer(whole: Browser, own: Running) -> None:
    """As this machine's: said at the switch, which stays off."""
    context = visitor(whole, own, {})
    context.add_init_script(
        "PushManager.prototype.subscribe = () => Promise.reject(new DOMException('', 'AbortError'))"
    )
    page = context.new_page()
    page.goto("/me")
    page.request.patch("/api/me", data={"name": "Ben"})
    page.reload()
    page.get_by_label(text("here")).click()
    expect(page.get_by_role("alert").filter(has_text=text("no_service"))).to_be_visible()
    expect(page.get_by_label(text("here"))).not_to_be_checked()
    context.close()


def test_home_shows_first_what_waits(opener: Opener, house: Running) -> None:
    """Before newer games against the computer; counted at the bell and in the window's title."""
    page = opener("/", settings=QUICK)
    ben = Client(house.address)

    def make(other: str, **more: Any) -> Any:
        seats = [{"kind": "me", "name": "Anne"}, {"kind": other}]
        wish = {"game": "summer_pavilion", "seats": seats, "first": 0} | more
        return page.request.post("/api/tables", data=wish).json()

    waits, theirs = make("open", clock=DAYS), make("open", clock=DAYS, first=1)
    for made in (waits, theirs):
        ben.join(made)
    for _ in range(3):
        make("computer")
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text(say("page.home.called"))
    # The document says so before its program has come: then nothing jumps.
    assert say("page.home.called") in page.request.get("/").text()
    assert say("page.home.called") not in Client(house.address).get("/")
    lists = page.get_by_role("region", name=say("page.home.continue"))
    games = page.get_by_role("link", name=say("page.with.friend")).first
    above, below = lists.bounding_box(), games.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] < below["y"]
    rows = lists.get_by_role("listitem")
    expect(rows.first).to_contain_text("Ben")
    expect(rows.first).to_contain_text(say("page.line.left.day", count=2))
    expect(page).to_have_title("(1) Colonnade")

    def bell(count: int) -> Locator:
        return page.get_by_role("link", name=text("waits", count=count), exact=True)

    expect(bell(1)).to_have_attribute("href", f"/table/{waits['id']}")
    turn_over(ben, theirs["id"], 0)  # who begins has the first seat
    page.wait_for_function(HEARD, polling=500)  # once it has come to rest, it hears the worker
    expect(bell(2)).to_be_visible()  # heard without a reload
    expect(page).to_have_title("(2) Colonnade")
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.evaluate("() => document.documentElement.scrollWidth") == 360
    page.set_viewport_size(DESKTOP["viewport"])
    bell(2).click()
    page.locator("[data-phase=deciding]").wait_for()
    expect(page).to_have_title("\u25cf " + say("summer_pavilion.name") + " \u00b7 Colonnade")
    expect(bell(1)).to_have_count(0)  # first this one, then the other
    jar = "; ".join(f"{one['name']}={one['value']}" for one in page.context.cookies())
    anne, table = Client(house.address, jar), page.url.rpartition("/")[2]
    turn_over(anne, table, anne.look(table)["actor"])
    expect(bell(1)).to_be_visible()
