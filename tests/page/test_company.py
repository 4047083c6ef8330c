"""People who find each other: lobby, pairing, a code said aloud, phrases and mute, in browsers."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from colonnade.locales import say
from tests.page.conftest import PHONE, Opener

pytestmark = pytest.mark.once
MANY_TABS = 8  # a browser has six connections to a server over HTTP/1.1
NAMELESS = '{"pace": 0, "sound": false, "motion": "reduced"}'


def named(name: str) -> str:
    """The settings of somebody who has a name."""
    return f'{{"pace": 0, "sound": false, "motion": "reduced", "name": "{name}"}}'


def panel(page: Page, key: str, lang: str = "en") -> Locator:
    """A part of the home screen by its heading."""
    return page.get_by_role("region", name=say(key, lang))


def seated(page: Page) -> dict[str, Any]:
    """Wait until a table is shown; returns what its device is told."""
    page.wait_for_selector("[data-ply]")
    table = page.url.rpartition("/")[2]
    found: dict[str, Any] = page.request.get(f"/api/tables/{table}").json()
    return found


def open_table(page: Page, **more: Any) -> str:
    """Open a table to anybody, as its maker; returns its id."""
    seats = [{"kind": "me", "name": "Anne"}, {"kind": "open"}]
    wish = {"game": "pagoda", "seats": seats, "open": True} | more
    found: str = page.request.post("/api/tables", data=wish).json()["id"]
    return found


def test_sit_down_at_an_open_table(opener: Opener) -> None:
    """Made on the form, listed at once for others, taken by a click; a third sees it go."""
    anne = opener("/", settings=named("Anne"))
    ben = opener("/", lang="fr", settings=NAMELESS, **PHONE)
    eve = opener("/", settings=named("Eve"))
    for page, lang in ((ben, "fr"), (eve, "en")):
        expect(panel(page, "page.lobby.title", lang)).to_be_visible()
    anne.get_by_role("link", name=say("page.lobby.open_table")).click()
    games = anne.get_by_role("navigation", name=say("page.new.game"))
    games.get_by_role("link", name=say("page.game.seven_steps")).click()
    expect(anne.get_by_label(say("page.doors.open"))).to_be_checked()
    anne.get_by_role("button", name=say("page.lobby.open_table")).click()
    table = seated(anne)
    assert (table["open"], table["game"]) == (True, "seven_steps")
    row = panel(eve, "page.lobby.title").get_by_role("listitem").filter(has_text="Anne")
    expect(row).to_contain_text(say("page.lobby.no_clock"))
    expect(row).to_contain_text(say("page.option.seven_steps.layout.standard"))
    theirs = panel(ben, "page.lobby.title", "fr").get_by_role("listitem").filter(has_text="Anne")
    theirs.get_by_role("button", name=re.compile(say("page.lobby.sit", "fr"))).click()
    asked = ben.get_by_role("dialog")  # others will see a name: now it is asked for
    asked.get_by_role("textbox").fill("Ben")
    asked.get_by_role("button", name=say("page.name.go", "fr")).click()
    assert sorted(seat["name"] for seat in seated(ben)["seats"]) == ["Anne", "Ben"]
    expect(row).to_have_count(0)
    expect(anne.get_by_role("dialog")).to_have_count(0)  # the invitation has done its work
    ben.goto("/")
    expect(panel(ben, "page.lobby.title", "fr").filter(has_text="Anne")).to_have_count(0)


def test_doors_in_the_invitation(opener: Opener) -> None:
    """Opened and closed while one waits; without spectators a stranger is told of no table."""
    anne, eve = opener("/", settings=named("Anne")), opener("/", settings=named("Eve"))
    table = open_table(anne, open=False, game="summer_pavilion")
    lobby = panel(eve, "page.lobby.title")
    expect(lobby).to_be_visible()
    anne.goto(f"/table/{table}")
    doors = anne.get_by_role("dialog")
    doors.get_by_label(say("page.doors.open")).check()
    row = lobby.get_by_role("listitem").filter(has_text=say("page.game.summer_pavilion"))
    expect(row).to_be_visible()
    row.get_by_role("link", name=re.compile(say("page.join.watch"))).click()
    eve.wait_for_selector("[data-ply]")
    doors.get_by_label(say("page.doors.spectators")).uncheck()
    expect(eve.locator("h1")).to_have_text(say("page.home.title"))  # shown out
    expect(row.get_by_role("button", name=re.compile(say("page.lobby.sit")))).to_be_visible()
    expect(row.get_by_role("link")).to_have_count(0)
    eve.goto(f"/table/{table}")
    expect(eve.get_by_text(say("error.NoTable"))).to_be_visible()
    doors.get_by_label(say("page.doors.open")).uncheck()
    eve.goto("/")
    expect(lobby).to_be_visible()
    expect(row).to_have_count(0)


def test_an_invitation_opens_a_table_without_spectators(opener: Opener) -> None:
    """Who has the link sees who invites, and sits down; watching is not offered."""
    anne, ben = opener("/", settings=named("Anne")), opener("/", settings=named("Ben"))
    seats = [{"kind": "me", "name": "Anne"}, {"kind": "open"}]
    wish = {"game": "pagoda", "seats": seats, "spectators": False}
    made = anne.request.post("/api/tables", data=wish).json()
    ben.goto(made["invitations"][0]["link"])
    expect(ben.get_by_role("heading", level=1)).to_contain_text("Anne")
    expect(ben.get_by_role("button", name=say("page.join.watch"))).to_have_count(0)
    ben.get_by_role("button", name=say("page.join.sit")).click()
    assert seated(ben)["held"] == [1]


def seek(page: Page, game: str = "pagoda", lang: str = "en") -> None:
    """Look for somebody by the panel at home."""
    part = panel(page, "page.pairing.title", lang)
    part.get_by_text(say(f"page.game.{game}", lang), exact=True).click()
    part.get_by_role("button", name=say("page.pairing.seek", lang)).click()


def test_two_are_paired_while_one_plays_the_computer(opener: Opener) -> None:
    """The first plays the computer meanwhile, and is called away; a third stays alone."""
    anne = opener("/", settings=named("Anne"))
    ben = opener("/", lang="fr", settings=named("Ben"), **PHONE)
    eve = opener("/", settings=named("Eve"))
    seek(eve, "seven_steps")
    seek(anne)
    part = panel(anne, "page.pairing.title")
    expect(part.get_by_role("status")).to_contain_text(say("page.game.pagoda"))
    expect(panel(ben, "page.pairing.title", "fr")).to_contain_text(
        say("page.pairing.waits", "fr", game=say("page.game.pagoda", "fr"), clock="", count=1)[:30]
    )
    part.get_by_role("button", name=say("page.pairing.meanwhile")).click()
    meanwhile = seated(anne)
    assert (
        meanwhile["seats"][1]["kind"] == "computer" or meanwhile["seats"][0]["kind"] == "computer"
    )
    expect(
        anne.get_by_text(say("page.pairing.looking", game=say("page.game.pagoda")))
    ).to_be_visible()
    anne.reload()  # the tab goes on looking
    expect(
        anne.get_by_text(say("page.pairing.looking", game=say("page.game.pagoda")))
    ).to_be_visible()
    seek(ben, lang="fr")
    anne.wait_for_url(lambda url: meanwhile["table"] not in url)
    ben.wait_for_url("**/table/*")
    found = seated(anne)
    assert seated(ben)["table"] == found["table"]
    assert sorted(seat["name"] for seat in found["seats"]) == ["Anne", "Ben"]
    assert found["clock"]["turn"] == 30
    expect(panel(eve, "page.pairing.title").get_by_role("status")).to_be_visible()
    panel(eve, "page.pairing.title").get_by_role("button", name=say("page.pairing.stop")).click()
    expect(panel(eve, "page.pairing.title").get_by_role("status")).to_have_count(0)
    assert eve.request.get("/api/lobby").json()["seeking"] == []


def test_a_code_said_aloud(opener: Opener) -> None:
    """Shown in the invitation, typed at home as it was heard; a wrong one says what to do."""
    anne = opener("/", settings=named("Anne"))
    ben = opener("/", lang="fr", settings=named("Ben"), **PHONE)
    table = open_table(anne, open=False)
    anne.goto(f"/table/{table}")
    sheet = anne.get_by_role("dialog")
    sheet.get_by_role("button", name=say("page.code.make")).click()
    code = sheet.locator(".code")
    expect(code).to_have_text(re.compile(r"^[a-z]+ [a-z]+ \d\d$"))
    field = ben.get_by_label(say("page.code.enter", "fr"))
    field.fill("loup garou 12")
    field.press("Enter")
    expect(ben.get_by_role("alert")).to_have_text(say("error.NoCode", "fr", minutes=10))
    field.fill(code.inner_text().upper().replace(" ", "-"))
    ben.get_by_role("button", name=say("page.code.go", "fr")).click()
    assert seated(ben)["seats"][1]["name"] == "Ben"
    expect(sheet).to_have_count(0)


def test_phrases_and_mute(opener: Opener) -> None:
    """Said from the menu, read by each in their language, beside the seat and the log; or not."""
    anne = opener("/", settings=named("Anne"))
    ben = opener("/", lang="fr", settings=named("Ben"), **PHONE)
    eve = opener("/", settings=named("Eve"))
    table = open_table(anne)
    ben.request.post(f"/api/tables/{table}/seats", data={"name": "Ben"})
    for page in (anne, ben, eve):
        page.goto(f"/table/{table}")
        page.wait_for_selector("[data-ply]")
    say_it(anne, "well_played")
    expect(ben.locator('[data-said="well_played"]')).to_contain_text(
        say("page.phrase.well_played", "fr")
    )
    expect(eve.locator('[data-said="well_played"]')).to_contain_text("Anne")
    expect(anne.locator(".said")).to_contain_text(say("page.phrase.well_played"))  # by the log
    eve.get_by_role("button", name=say("page.menu"), exact=True).click()
    expect(eve.get_by_text(say("page.talk"))).to_have_count(0)  # she only watches
    eve.keyboard.press("Escape")
    ben.get_by_role("button", name=say("page.menu", "fr"), exact=True).click()
    ben.get_by_label(say("page.talk.mute", "fr")).check()
    ben.keyboard.press("Escape")
    say_it(anne, "again")
    expect(eve.locator('[data-said="again"]')).to_be_visible()
    expect(ben.locator("[data-said]")).to_have_count(0)
    ben.get_by_role("button", name=say("page.log", "fr"), exact=True).click()
    expect(ben.get_by_role("dialog")).to_be_visible()
    expect(ben.locator(".said")).to_have_count(0)
    ben.reload()  # and it stays so on this device
    ben.wait_for_selector("[data-ply]")
    expect(ben.locator("[data-said]")).to_have_count(0)


def say_it(page: Page, phrase: str) -> None:
    """Say a phrase by the table's menu."""
    page.get_by_role("button", name=say("page.menu"), exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name=say(f"page.phrase.{phrase}")).click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_same_people_at_another_game(opener: Opener) -> None:
    """After the end: one chooses another game, the other follows by the same button as ever."""
    anne, ben = opener("/", settings=named("Anne")), opener("/", settings=named("Ben"))
    table = open_table(anne, spectators=False)
    ben.request.post(f"/api/tables/{table}/seats", data={"name": "Ben"})
    for page in (anne, ben):
        page.goto(f"/table/{table}")
        page.wait_for_selector("[data-ply]")
    anne.request.post(f"/api/tables/{table}/seats/0/resign")
    for page in (anne, ben):
        expect(page.get_by_role("dialog")).to_be_visible()
    ben.keyboard.press("x")  # skips the counting
    ben.get_by_role("dialog").get_by_role("button", name=say("page.phrase.well_played")).click()
    expect(anne.get_by_role("dialog").locator(".said")).to_contain_text("Ben Well played")
    other = ben.get_by_role("group", name=say("page.result.other"))
    other.get_by_role("button", name=say("page.game.seven_steps")).click()
    ben.wait_for_url(lambda url: table not in url)
    found = seated(ben)
    assert (found["game"], found["held"], found["spectators"]) == ("seven_steps", [0], False)
    anne.get_by_role("dialog").get_by_role("button", name=say("page.result.again")).click()
    anne.wait_for_url(f"**/table/{found['table']}")
    assert seated(anne)["held"] == [1]


def test_the_lobby_by_keys(opener: Opener) -> None:
    """Everything in it is reached and done without a pointer, and named for readers."""
    anne, ben = opener("/", settings=named("Anne")), opener("/", settings=named("Ben"))
    table = open_table(anne, game="summer_pavilion")
    lobby = panel(ben, "page.lobby.title")
    button = lobby.get_by_role("listitem").filter(has_text="Anne").get_by_role("button")
    expect(button).to_have_accessible_name(re.compile(say("page.game.summer_pavilion")))
    button.focus()
    ben.keyboard.press("Enter")
    ben.wait_for_url(f"**/table/{table}")
    assert seated(ben)["held"] == [1]


def test_many_tabs_share_one_feed(opener: Opener) -> None:
    """More tabs than a browser has connections hear of a table, and there is room for calls."""
    anne, ben = opener("/", settings=named("Anne")), opener("/", settings=named("Ben"))
    tabs = [ben, *(ben.context.new_page() for _ in range(MANY_TABS - 1))]
    for tab in tabs[1:]:
        tab.goto("/")
    for tab in tabs:
        expect(panel(tab, "page.lobby.title")).to_be_visible()
    table = open_table(anne)
    rows = [panel(tab, "page.lobby.title").get_by_role("listitem") for tab in tabs]
    for row in rows:
        expect(row.filter(has_text="Anne")).to_be_visible()
    # Whose wish it is the feed knows only with a cookie: the one of all tabs begins anew.
    seek(tabs[-1], "summer_pavilion")
    eve = opener("/", settings=named("Eve"))
    seek(eve, "summer_pavilion")
    assert seated(tabs[-1])["table"] == seated(eve)["table"]
    tabs[0].close()  # the first that came is no more than the others
    rows[1].filter(has_text="Anne").get_by_role("button").click()
    assert seated(tabs[1])["table"] == table
    for row in rows[2:-1]:
        expect(row.filter(has_text="Anne")).to_have_count(0)


@pytest.mark.parametrize("host", ["Nora", "Otto"])
def test_without_a_shared_worker_each_tab_has_its_feed(opener: Opener, host: str) -> None:
    """Where browsers have none, or it fails, the lobby is heard all the same."""
    anne, ben = opener("/", settings=named("Anne")), opener("/rules", settings=named("Ben"))
    if host == "Nora":
        ben.add_init_script("delete window.SharedWorker")
    else:
        ben.add_init_script(
            """const Shared = window.SharedWorker;
            window.SharedWorker = class extends Shared {
              constructor() { super('/assets/nothing.js'); }
            }"""
        )
    ben.goto("/")
    open_table(anne, game="seven_steps", seats=[{"kind": "me", "name": host}, {"kind": "open"}])
    row = panel(ben, "page.lobby.title").get_by_role("listitem").filter(has_text=host)
    expect(row).to_be_visible()
