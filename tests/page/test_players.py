"""One player on two real browsers: added by its QR code's link and by words, removed, forgotten."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from colonnade.locales import say
from tests.page.conftest import PHONE, Opener

pytestmark = pytest.mark.once
TELEPHONE = {
    **PHONE,
    "user_agent": "Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36",
}
PLAIN = '{"pace": 0, "sound": false, "motion": "reduced"}'


def text(key: str, lang: str = "en", **fields: Any) -> str:
    """A text of one's own page."""
    return say(f"page.me.{key}", lang, **fields)


def press(page: Page, key: str, lang: str = "en") -> None:
    """Press the button of a name."""
    page.get_by_role("button", name=text(key, lang), exact=True).click()


def make(page: Page, name: str = "") -> str:
    """Make a table against the computer by the page's own session; returns its id."""
    seats = [{"kind": "me", "name": name}, {"kind": "computer", "level": "random"}]
    answer = page.request.post("/api/tables", data={"game": "pagoda", "seats": seats})
    return str(answer.json()["id"])


def me(page: Page) -> Any:
    """The player of a browser, as the server knows it."""
    return page.request.get("/api/me").json()["player"]


def way_in(page: Page) -> tuple[str, str]:
    """Have the page show a way in; returns its link, as it is here, and its words."""
    page.get_by_role("button", name=text("show_way", lang_of(page))).click()
    shown = page.locator("[data-words]")
    expect(shown).to_be_visible()
    link = shown.get_attribute("data-link") or ""
    drawn = 0 if "//127." in link else 1  # a code never holds an address of this machine alone
    expect(page.locator(".qr path")).to_have_count(drawn)
    return f"/me#{link.partition('#')[2]}", shown.get_attribute("data-words") or ""


def lang_of(page: Page) -> str:
    """The language that a page is in."""
    return page.locator("html").get_attribute("lang") or "en"


def test_a_device_is_added_by_its_code_and_removed(opener: Opener) -> None:
    """The link asks first; then the phone plays in the same seat, until it is removed."""
    anne = opener("/")
    table = make(anne, "Anne")
    anne.goto("/me")
    expect(anne.get_by_role("heading", name="Anne")).to_be_visible()
    link, _ = way_in(anne)
    phone = opener("/", settings=PLAIN, **TELEPHONE)
    phone.goto(link)
    expect(phone.get_by_text(text("enter_as", name="Anne"))).to_be_visible()
    assert phone.url.endswith("/me")  # the token is not shared along with the address
    assert me(phone) is None
    press(phone, "enter_yes")
    expect(phone.locator("[data-device=phone][data-here]")).to_be_visible()
    expect(phone.get_by_role("heading", name="Anne")).to_be_visible()
    # The first device hears of it by itself.
    expect(anne.locator("[data-device=phone]")).to_be_visible()
    expect(anne.locator("[data-words]")).to_have_count(0)
    phone.goto(f"/table/{table}")
    phone.locator("[data-phase=deciding]").wait_for()

    anne.locator("[data-device=phone] button").click()
    press(anne, "remove")
    expect(anne.locator("[data-device]")).to_have_count(1)
    phone.locator("[data-phase=watching], [data-phase=waiting]").first.wait_for()
    assert phone.request.get(f"/api/tables/{table}").json()["held"] == []
    phone.goto("/me")
    expect(phone.locator("[data-device]")).to_have_count(0)
    assert me(phone) is None
    assert me(anne)["devices"] == 1


def test_a_device_is_added_by_words(opener: Opener) -> None:
    """Typed in another language's page, with a slip first; games of its own come along."""
    anne = opener("/me")
    anne.get_by_role("button", name=text("say_name")).click()
    anne.get_by_label(say("page.new.my_name", "en")).fill("Anne")
    anne.get_by_role("radio", name=say("page.color.yellow", "en")).check(force=True)
    press(anne, "keep")
    expect(anne.locator("[data-here]")).to_be_visible()
    _, words = way_in(anne)
    laptop = opener("/", settings=PLAIN, lang="fr")
    own = make(laptop)
    laptop.goto("/me")
    field = laptop.get_by_label(text("words", "fr"))
    first, *rest = words.split()
    field.fill(" ".join(["zzzz", *rest]))
    press(laptop, "look", "fr")
    expect(laptop.get_by_role("alert")).to_contain_text("zzzz")
    field.fill(words.upper())
    press(laptop, "look", "fr")
    expect(laptop.get_by_text(text("enter_as", "fr", name="Anne"))).to_be_visible()
    press(laptop, "enter_yes", "fr")
    expect(laptop.get_by_role("alert")).to_be_visible()  # a game of its own
    press(laptop, "bring", "fr")
    # The player's language and name are this device's now.
    expect(laptop.get_by_role("heading", name="Anne")).to_be_visible()
    expect(laptop.locator("html")).to_have_attribute("lang", "en")
    expect(laptop.locator("[data-device]")).to_have_count(2)
    assert me(laptop)["id"] == me(anne)["id"]
    assert me(laptop)["color"] == "yellow"
    mine = anne.request.get("/api/mine").json()
    assert [line["id"] for line in mine] == [own]
    assert first


def test_recovery_words_are_printed_and_used(opener: Opener) -> None:
    """Twelve words on a sheet; typed elsewhere they bring the player back, once."""
    anne = opener("/")
    make(anne, "Anne")
    anne.goto("/me")
    press(anne, "recovery")
    words = anne.locator("dialog li")
    expect(words).to_have_count(12)
    typed = " ".join(words.all_inner_texts())
    anne.evaluate("() => { window.print = () => { window.printed = true } }")
    press(anne, "print")
    assert anne.evaluate("() => window.printed")
    anne.emulate_media(media="print")
    expect(words.first).to_be_visible()
    assert anne.locator("#me-data").evaluate("(e) => getComputedStyle(e).visibility") == "hidden"
    new = opener("/me", settings=PLAIN)
    new.get_by_label(text("words")).fill(typed)
    press(new, "look")
    expect(new.get_by_text(text("recover_as", name="Anne"))).to_be_visible()
    press(new, "enter_yes")
    expect(new.locator("[data-device]")).to_have_count(2)
    assert me(new)["printed"] is None


def test_lessons_and_names_go_to_the_player(opener: Opener) -> None:
    """What was done here before is done on the next device; a name that is changed follows."""
    anne = opener("/")
    make(anne, "Anne")
    done = {"pagoda": {"columns": {"at": 3, "done": True}, "floors": {"at": 1, "done": False}}}
    anne.evaluate("(done) => { localStorage['colonnade.learn'] = JSON.stringify(done) }", done)
    anne.goto("/me")
    expect(anne.get_by_role("heading", name=text("lessons"))).to_be_visible()
    anne.wait_for_function(
        "() => fetch('/api/me').then((a) => a.json()).then((me) => me.player.lessons.pagoda)"
    )
    assert me(anne)["lessons"] == {"pagoda": ["columns"]}
    link, _ = way_in(anne)
    other = opener("/", settings=PLAIN)
    other.goto(link)
    press(other, "enter_yes")
    expect(other.get_by_role("heading", name=text("lessons"))).to_be_visible()
    kept = other.evaluate("() => localStorage['colonnade.learn']")
    assert json.loads(kept)["pagoda"]["columns"]["done"] is True
    other.goto("/new/pagoda?with=friends")
    name = other.get_by_label(say("page.new.my_name", "en"))
    name.fill("Anna")
    other.wait_for_function(
        "() => fetch('/api/me').then((a) => a.json()).then((me) => me.player.name === 'Anna')"
    )


def test_this_device_only_and_all_forgotten(opener: Opener) -> None:
    """No player is kept if one likes; everything goes if one likes, after it was exported."""
    anne = opener("/")
    table = make(anne, "Anne")
    anne.goto("/me")
    expect(anne.locator("[data-here]")).to_be_visible()
    anne.get_by_label(text("alone")).check()
    expect(anne.get_by_text(text("alone_now"))).to_be_visible()
    expect(anne.locator("[data-device]")).to_have_count(0)
    assert anne.request.get("/api/me").json() == {"player": None, "alone": True}
    assert anne.request.get(f"/api/tables/{table}").json()["held"] == [0]
    with anne.expect_download() as loaded:
        anne.get_by_role("link", name=text("export")).click()
    exported = json.loads(loaded.value.path().read_text(encoding="utf-8"))
    assert [game["table"] for game in exported["games"]] == [table]
    press(anne, "delete")
    press(anne, "delete_all")
    anne.wait_for_url("**/")
    assert anne.request.get(f"/api/tables/{table}").status == 404
    assert anne.request.get("/api/mine").json() == []
    kept = anne.evaluate("() => JSON.parse(localStorage['colonnade.settings'] ?? '{}').player")
    assert not kept
