"""The club in three real browsers: founded, joined, a league to its end, a copy; on phones too."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from colonnade.locales import say
from tests.page.conftest import PHONE, Opener
from tests.server.client import Client, play_out
from tests.server.running import Running

pytestmark = pytest.mark.once
PLAIN = '{"pace": 0, "sound": false, "motion": "reduced"}'


def text(key: str, lang: str = "en", **fields: Any) -> str:
    """A text of the club."""
    return say(f"page.club.{key}", lang, **fields)


def press(page: Page, key: str, lang: str = "en") -> None:
    """Press the button of a name."""
    page.get_by_role("button", name=text(key, lang), exact=True).click()


def found(page: Page, house: Running, name: str, club: str) -> None:
    """Come by the host's link, and give the club a name if it has none."""
    token = (house.data / "host.token").read_text()
    page.goto(f"/club#{token}")
    expect(page.locator("#club-own-name")).to_be_visible()
    assert token not in page.url  # it leaves the address at once
    if page.locator("#club-name").count():
        page.fill("#club-name", club)
    page.fill("#club-own-name", name)
    page.locator("form button[type=submit]").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def client_of(page: Page, house: Running) -> Client:
    """A browser's session, to play quickly."""
    jar = page.context.cookies(house.address)
    return Client(house.address, "; ".join(f"{one['name']}={one['value']}" for one in jar))


def test_a_club_and_its_league(opener: Opener, house: Running) -> None:
    """Nora founds it, Mira and Tom come by her invitation; all three play each other once."""
    nora = opener("/", settings=PLAIN)
    found(nora, house, "Nora", "Thursday Table")
    press(nora, "invite")
    link = nora.get_by_role("dialog").get_by_role("textbox").input_value()
    way = f"/club#{link.partition('#')[2]}"
    nora.keyboard.press("Escape")
    mira = opener(way, settings=PLAIN, lang="fr", **PHONE)
    tom = opener(way, settings=PLAIN)
    for page, name, lang in ((mira, "Mira", "fr"), (tom, "Tom", "en")):
        expect(page.get_by_text(text("invited_by", lang, name="Nora"))).to_be_visible()
        page.fill("#club-own-name", name)
        press(page, "come_in", lang)
        expect(page.get_by_role("heading", level=1)).to_have_text("Thursday Table")
        expect(page.get_by_role("heading", name=text("server", lang))).to_have_count(0)
    nora.fill("#club-text", "Thursday at eight. Bring cake.")
    press(nora, "send")
    expect(nora.get_by_role("note")).to_contain_text("Bring cake.")
    mira.reload()
    expect(mira.get_by_role("note")).to_contain_text("Bring cake.")
    press(nora, "new_league")
    nora.fill("#league-name", "Autumn")
    fast = say("page.option.pagoda.length.fast")
    nora.get_by_role("dialog").get_by_text(fast, exact=True).click()
    press(nora, "open_league")
    for page, lang in ((nora, "en"), (mira, "fr"), (tom, "en")):
        page.reload()
        press(page, "enter", lang)
        expect(page.get_by_role("button", name=text("withdraw", lang))).to_be_visible()
    nora.reload()
    press(nora, "start")
    expect(nora.locator("[data-league=running] .to-play")).to_have_count(6)
    # Each sets a table by the button; the game itself is played by the same sessions.
    people = {"Nora": nora, "Mira": mira, "Tom": tom}
    clients = {name: client_of(page, house) for name, page in people.items()}
    rng = random.Random(3)
    for page, lang in ((nora, "en"), (nora, "en"), (mira, "fr")):
        page.goto("/club")
        row = page.locator(".games li").filter(has_text=text("not_yet", lang)).first
        row.get_by_role("button", name=text("set_table", lang)).click()
        page.wait_for_selector("[data-ply]")
        table = page.url.rpartition("/")[2]
        seats = clients["Nora" if page is nora else "Mira"].look(table)["seats"]
        play_out({i: clients[seat["name"]] for i, seat in enumerate(seats)}, table, rng)
    tom.goto("/club")
    expect(tom.locator("[data-league=over]")).to_be_visible()
    expect(tom.locator("[data-league=over] .to-play")).to_have_count(0)
    sums = tom.locator("[data-league=over] .sum").all_inner_texts()
    assert sum(float(one.replace("½", ".5")) for one in sums) == 3
    with tom.expect_download() as saved:
        press(tom, "file")
    assert saved.value.suggested_filename == "Autumn.csv"
    assert "rank,name,points,played" in Path(saved.value.path()).read_text()
    tom.locator("[data-league=over] td a").first.click()  # a cell opens its game
    tom.wait_for_selector(".stage")


def test_a_host_backs_up_and_ends_a_game(opener: Opener, house: Running) -> None:
    """The copy is told of where the server is; a game ends without a result."""
    nora = opener("/", settings=PLAIN)
    seats = [{"kind": "me", "name": "Nora"}, {"kind": "computer", "level": "random"}]
    made = nora.request.post("/api/tables", data={"game": "seven_steps", "seats": seats}).json()
    found(nora, house, "Nora", "Thursday Table")
    expect(nora.get_by_role("link", name=say("page.nav.club"), exact=True)).to_be_visible()
    before = len(list((house.data / "copies").glob("*.colonnade")))
    press(nora, "back_up")
    expect(nora.get_by_text(text("copied"))).to_be_visible()
    assert len(list((house.data / "copies").glob("*.colonnade"))) == before + 1
    expect(nora.get_by_text(text("no_copy"))).to_have_count(0)
    press(nora, "tables")
    listed = nora.get_by_role("dialog").get_by_role("listitem").filter(has_text="Nora").first
    listed.get_by_role("button").click()
    listed.get_by_role("button", name=text("end_game_sure")).click()
    client = client_of(nora, house)

    def ended() -> bool:
        return client.look(made["id"])["result"] is not None

    expect(nora.get_by_role("dialog").get_by_text(text("end_game_sure"))).to_have_count(0)
    assert ended()


def test_without_a_club(opener: Opener, house: Running) -> None:
    """A wrong link says so, and loses nothing."""
    eve = opener(f"/club#{'x' * 22}", settings=PLAIN)
    expect(eve.get_by_role("alert").first).to_be_visible()
    assert "x" * 22 not in eve.url
