"""Around the tables: levels, new tables, records from files, and the page as a program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from colonnade.locales import say
from tests.page.conftest import Opener
from tests.page.positions import finished
from tests.page.test_features import press
from tests.server.running import Running, wait_for

pytestmark = pytest.mark.once
# The worker is there and has all files of the page.
KEPT = """async () => navigator.serviceWorker.controller !== null
  && (await caches.match('/whole')) !== undefined"""


def test_levels(opener: Opener) -> None:
    """Each game keeps its level; looking at others changes nothing; the left part plays at it."""
    page = opener("/")
    level = page.locator("article .level b")
    for game in range(3):
        expect(level.nth(game)).to_contain_text(say("play.player.apprentice"))
    page.goto("/new/pagoda?with=computer")
    page.get_by_label(say("page.new.level")).select_option("master")
    page.goto("/")
    expect(level.nth(0)).to_contain_text(say("play.player.apprentice"))
    page.locator("article .level").nth(1).click()
    menu = page.get_by_role("menu")
    expect(menu.get_by_role("menuitemradio")).to_have_count(4)
    menu.locator(":focus").wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(menu).to_be_hidden()
    expect(level.nth(1)).to_contain_text(say("play.player.builder"))
    expect(level.nth(2)).to_contain_text(say("play.player.apprentice"))
    page.locator("article .start").nth(1).click()
    page.wait_for_url("**/table/*")
    table = page.url.rpartition("/")[2]
    seats = page.request.get(f"/api/tables/{table}").json()["seats"]
    assert [seat["level"] for seat in seats if seat["kind"] == "computer"] == ["builder"]


def test_new_table(opener: Opener) -> None:
    """Options, seats and clock of the form are those of the table; its clock runs."""
    page = opener("/new/seven_steps?with=computer")
    pick = page.locator("form")
    for text in ("page.option.seven_steps.layout.ring", "page.option.seven_steps.face.mixed"):
        pick.get_by_text(say(text), exact=True).click()
    pick.get_by_text(say("page.new.players", "en", count=3), exact=True).click()
    pick.get_by_label(say("page.new.my_name")).fill("Zoé")
    pick.get_by_label(say("page.new.level")).first.select_option("apprentice")
    pick.get_by_label(say("page.new.who", "en", seat=3)).select_option("device")
    pick.get_by_label(say("page.new.name", "en", seat=3)).fill("Ben")
    first = pick.get_by_role("group", name=say("page.new.first"))
    first.get_by_text("Zoé", exact=True).click()
    pick.get_by_text(say("page.clock.seconds"), exact=True).click()
    pick.get_by_text(say("page.clock.s", "en", count=30), exact=True).click()
    pick.get_by_text(say("page.clock.min", "en", count=5), exact=True).last.click()
    pick.get_by_text(say("page.clock.zero.resign"), exact=True).click()
    pick.get_by_text(say("page.new.public")).click()
    press(page, "page.new.start")
    page.wait_for_url("**/table/*")
    table = page.url.rpartition("/")[2]
    event = page.request.get(f"/api/tables/{table}").json()
    options = event["view"]["options"]
    assert (event["game"], options["layout"], options["face"]) == ("seven_steps", "ring", "mixed")
    seats = [(seat["kind"], seat["name"], seat["level"]) for seat in event["seats"]]
    assert seats[0][1] == "Zoé"
    assert seats[1][::2] == ("computer", "apprentice")
    assert seats[2][1] == "Ben"
    assert event["held"] == [0, 2]
    clock = event["clock"]
    assert (clock["turn"], clock["bank"], clock["at_zero"]) == (30, 300, "resign")
    assert table in [line["id"] for line in page.request.get("/api/tables").json()]
    timer = page.get_by_role("timer").first
    expect(timer).to_have_text(re.compile(r"0:[0-3]\d"))
    now = timer.inner_text()
    expect(timer).not_to_have_text(now)
    page.goto("/new/seven_steps?with=computer")  # all of it is remembered
    ring = page.get_by_label(say("page.option.seven_steps.layout.ring"), exact=True)
    expect(ring).to_be_checked()
    expect(page.get_by_label(say("page.new.my_name"))).to_have_value("Zoé")


def test_open_a_record(opener: Opener, house: Running, tmp_path: Path) -> None:
    """A record's file opens as a study and is listed; a broken one says what is wrong with it."""
    client, table, event = finished(house, "summer_pavilion", options={"board": "grey"})
    client.get(f"/api/records/{table}/record.colonnade")
    good, broken = tmp_path / "good.colonnade", tmp_path / "broken.colonnade"
    good.write_bytes(client.raw)
    broken.write_bytes(client.raw.replace(b"take factory", b"eat factory", 1))
    page = opener("/")
    for file in (broken, good):
        with page.expect_file_chooser() as asked:
            press(page, "page.upload")
        asked.value.set_files(file)
        if file is broken:
            expect(page.locator(".toast")).to_contain_text("eat factory")
            assert page.url.endswith("/")
    page.wait_for_url("**/record/*")
    expect(page.locator("input[type=range]")).to_be_visible()
    page.keyboard.press("End")
    for score in event["result"]["scores"]:
        expect(page.locator(".stage")).to_contain_text(str(score))
    page.goto("/records")
    expect(page.locator("section[aria-labelledby=records-sent]")).to_contain_text(good.name)


def test_installable(browser: Browser, tmp_path: Path) -> None:
    """It can be installed; without its server it opens and says so plainly."""
    own = Running(tmp_path / "data", page="")
    context = browser.new_context(base_url=own.address, locale="en")
    try:
        page = context.new_page()
        page.goto("/")
        linked = page.locator('link[rel="manifest"]').get_attribute("href")
        assert linked is not None
        manifest = page.request.get(linked).json()
        assert {"name", "start_url", "display"} <= manifest.keys()
        assert "512x512" in {icon["sizes"] for icon in manifest["icons"]}
        for icon in manifest["icons"]:
            assert page.request.get(icon["src"]).status == 200
        assert page.request.get("/sw.js").status == 200
        wait_for(lambda: page.evaluate(KEPT))
        own.stop()
        page.reload()
        expect(page.get_by_role("alert")).to_contain_text(say("page.error.away"))
        expect(page.locator("article")).to_have_count(3)
    finally:
        context.close()
        if own.process.poll() is None:
            own.stop()
