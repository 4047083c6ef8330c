"""The invitation: an address that friends can open, or what opens the house to them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from colonnade.server.addresses import own_addresses
from tests.page.conftest import DESKTOP, PHONE, Opener
from tests.server.client import Client
from tests.server.running import Running

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(not own_addresses(), reason="this machine is in no network"),
]
MAKE = {"game": "pagoda", "seats": [{"kind": "me", "name": "Anne"}, {"kind": "open"}]}


def invited(page: Page) -> str:
    """Make a table and look at its invitation; returns the table's id."""
    table = str(page.request.post("/api/tables", data=MAKE).json()["id"])
    made = page.request.post(f"/api/tables/{table}/seats/1/invitation").json()
    kept = {table: [{"seat": 1, "token": made["token"]}]}
    page.evaluate("kept => localStorage['colonnade.invitations'] = JSON.stringify(kept)", kept)
    page.goto(f"/table/{table}")
    expect(page.get_by_role("dialog")).to_be_visible()
    return table


def link(page: Page) -> str:
    """The link that is shown."""
    return page.locator("dialog .words input").first.input_value()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_house_for_one_machine(opener: Opener, house: Running, lang: str) -> None:
    """It says so, with the one command; the link is the one to come, and its code is locked."""
    page = opener("/", lang=lang, **(PHONE if lang == "fr" else DESKTOP))
    invited(page)
    command = page.locator("dialog code")
    expect(command).to_contain_text(f"--host 0.0.0.0 --port {house.port}")
    origin = f"http://{own_addresses()[0].address}:{house.port}"
    assert link(page).startswith(f"{origin}/table/")
    expect(page.locator("dialog .qr.locked")).to_be_visible()
    expect(page.locator("dialog .code .chip")).to_be_visible()
    # Chosen by hand, the address of this machine goes into the link, and never into a code.
    page.locator("dialog fieldset label").last.click()
    expect(page.locator("dialog .words input").first).to_have_value(re.compile("127.0.0.1"))
    expect(page.locator("dialog .qr")).to_have_count(0)


@pytest.fixture
def attended(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Running, BrowserContext]]:
    """A server that a person has started, and that person's browser."""
    monkeypatch.setenv("BROWSER", "true")
    folder = tmp_path_factory.mktemp("attended")
    running = Running(folder / "data", page="", words=("--browser",))
    settings: dict[str, Any] = {**DESKTOP, "base_url": running.address, "locale": "en"}
    context = browser.new_context(**settings)
    yield running, context
    context.close()
    assert running.stop() == 0


def test_a_button_opens_the_house(
    browser: Browser, attended: tuple[Running, BrowserContext]
) -> None:
    """Whoever started it presses it; a friend then comes by the link that is shown."""
    _, context = attended
    page = context.new_page()
    page.goto("/")
    invited(page)
    expect(page.locator("dialog code")).to_have_count(0)
    page.locator("dialog .door button.primary").first.click()
    expect(page.locator("dialog [role=status]").first).to_be_visible()
    expect(page.locator("dialog .qr")).to_be_visible()
    expect(page.locator("dialog .qr.locked")).to_have_count(0)
    shown = link(page)
    assert "127.0.0.1" not in shown
    guest = browser.new_context(**DESKTOP).new_page()
    guest.goto(shown)
    guest.get_by_role("textbox").fill("Ben")
    guest.locator("main button.primary, form button[type=submit]").first.click()
    guest.wait_for_selector("[data-ply]")
    expect(page.get_by_role("dialog")).to_have_count(0)
    guest.context.close()


def test_who_came_by_an_address_gives_that_away(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """At an open house no warning is shown, and the link is the address of the page itself."""
    folder = tmp_path_factory.mktemp("open")
    running = Running(folder / "data", page="", words=("--host", "0.0.0.0"))
    origin = f"http://{own_addresses()[0].address}:{running.port}"
    context = browser.new_context(**{**DESKTOP, "base_url": origin})
    page = context.new_page()
    page.goto("/")
    invited(page)
    expect(page.locator("dialog .qr")).to_be_visible()
    expect(page.locator("dialog .door")).to_have_count(0)
    assert link(page).startswith(f"{origin}/table/")
    context.close()
    assert running.stop() == 0


def test_delete_my_data(opener: Opener, house: Running) -> None:
    """From one's own page, asked once: the server forgets this device, and so does the browser."""
    page = opener("/")
    table = str(page.request.post("/api/tables", data=MAKE).json()["id"])
    page.evaluate("localStorage['colonnade.invitations'] = '{}'")
    page.goto("/me")
    page.get_by_role("button", name="Delete my data").click()
    with page.expect_navigation():
        page.get_by_role("dialog").get_by_role("button", name="Delete everything").click()
    assert page.request.get("/api/mine").json() == []
    assert page.request.get(f"/api/tables/{table}").status == 404
    assert page.evaluate("localStorage['colonnade.invitations']") is None
    assert not [one for one in page.context.cookies() if one["name"] == "colonnade_device"]
    assert Client(house.address).get("/health") == {"status": "ready"}
