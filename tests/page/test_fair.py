"""What people agree on, at the page: how they take back, pauses, ends, and who is away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from colonnade.locales import say
from tests.page.conftest import DESKTOP, PATIENCE, PHONE, QUICK, Opener
from tests.page.test_friends import invite, join
from tests.server.running import Running

pytestmark = pytest.mark.once
STILL = "[data-still]"


def press(page: Page, key: str) -> None:
    """Press the button with a text."""
    page.get_by_role("button", name=say(key), exact=True).first.click()


def menu(page: Page, *keys: str) -> None:
    """Open the menu of a table and press something in it."""
    page.get_by_role("button", name=say("page.menu"), exact=True).click()
    for key in keys:
        page.locator("dialog[open]").get_by_role("button", name=say(key), exact=True).click()


def pair(opener: Opener, **second: Any) -> tuple[Page, Page]:
    """Two people in their browsers at one table of Pagoda."""
    anne, ben = opener(), opener(**second)
    table, link = invite(anne, "pagoda")
    join(ben, link, "Ben")
    anne.goto(f"/table/{table}")
    anne.wait_for_selector("[data-ply]")
    return anne, ben


def test_how_to_take_back_is_chosen(opener: Opener, house: Running) -> None:
    """On the form of a new table, kept for the next one, and told in the table's menu."""
    page = opener("/new/pagoda?with=computer")
    chosen = page.get_by_role("radio", name=say("page.undo.none"))
    chosen.check(force=True)
    with page.expect_response("**/api/tables") as made:
        page.locator("form button[type=submit]").click()
    table = made.value.json()["id"]
    assert page.request.get(f"/api/tables/{table}").json()["undo_rule"] == "none"
    page.wait_for_selector("[data-ply]")
    menu(page)
    expect(page.locator("dialog[open]")).to_contain_text(say("page.undo.none"))
    page.goto("/new/pagoda?with=computer")
    expect(page.get_by_role("radio", name=say("page.undo.none"))).to_be_checked()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_pause_is_asked_for_and_ended(opener: Opener, size: dict[str, Any]) -> None:
    """One wishes, the other agrees; both see it, nobody can move, and either goes on."""
    anne, ben = pair(opener, **size)
    menu(anne, "page.menu.pause")
    expect(anne.locator("[data-wish=pause]")).to_contain_text("Ben")
    expect(ben.locator("[data-wish=pause]")).to_contain_text("Anne")
    ben.locator("[data-wish=pause]").get_by_text(say("page.wish.agree")).click()
    for page in (anne, ben):
        expect(page.locator("[data-still=paused]")).to_be_visible()
        expect(page.locator("[data-phase=deciding]")).to_have_count(0)
        expect(page.locator(".prompt .text").first).to_have_text(say("page.still.paused"))
    ben.locator(STILL).get_by_role("button").click()
    for page in (anne, ben):
        expect(page.locator(STILL)).to_have_count(0)
    expect(anne.locator("[data-phase=deciding]")).to_have_count(1)


def test_a_game_is_ended_by_agreement(opener: Opener) -> None:
    """The result says so; whoever refuses plays on."""
    anne, ben = pair(opener)
    menu(anne, "page.menu.end", "page.menu.tie")
    ben.locator("[data-wish=tie]").get_by_text(say("page.wish.refuse")).click()
    expect(anne.locator("[data-wish]")).to_have_count(0)
    menu(ben, "page.menu.end", "page.menu.abandon")
    anne.locator("[data-wish=abandon]").get_by_text(say("page.wish.agree")).click()
    for page in (anne, ben):
        expect(page.locator("dialog[open]")).to_contain_text(say("page.result.abandon"))
    anne.goto("/records")
    expect(anne.locator("main")).to_contain_text(say("page.line.abandon", scores="0 to 0"))


@pytest.fixture
def hasty(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[], Page]]:
    """Opens pages of a server where who is not there for a second is absent."""
    running = Running(tmp_path_factory.mktemp("hasty") / "data", page="", absent=1.0)
    contexts = []

    def open_page() -> Page:
        context = browser.new_context(base_url=running.address, locale="en", **DESKTOP)
        contexts.append(context)
        context.add_init_script(f"localStorage['colonnade.settings'] = JSON.stringify({QUICK})")
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto("/")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert running.stop() == 0


def test_who_does_not_come_back_is_played_for(hasty: Callable[[], Page]) -> None:
    """The table offers it once somebody is absent; who comes back takes the seat again."""
    anne, ben = hasty(), hasty()
    table, link = invite(anne, "pagoda")
    join(ben, link, "Ben")
    anne.goto(f"/table/{table}")
    anne.wait_for_selector("[data-ply]")
    expect(anne.locator(STILL)).to_have_count(0)
    ben.goto("/")
    absent = anne.locator("[data-still=absent]")
    expect(absent).to_contain_text("Ben")
    absent.get_by_text(say("page.still.replace")).click()
    menu(anne)
    expect(anne.locator("dialog[open]")).to_contain_text(say("page.menu.kept"))
    ben.goto(f"/table/{table}")
    ben.locator("[data-still=returns]").get_by_role("button").click()
    expect(ben.locator(STILL)).to_have_count(0)
    expect(anne.locator("dialog[open]")).not_to_contain_text(say("page.menu.kept"))
    assert ben.request.get(f"/api/tables/{table}").json()["held"] == [1]
