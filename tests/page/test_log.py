"""The log at the table: events and undos have lines of their own, and points add up."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from colonnade.locales import say
from tests.page.conftest import Opener
from tests.page.positions import finished, lend_cookie
from tests.page.test_features import open_table, press
from tests.server.running import Running
from tests.server.test_undo import begin, my_turn, pass_on

pytestmark = pytest.mark.once
LINES = ".log li"


def points(page: Locator) -> dict[str, int]:
    """The points of each name, added up over the lines of the log."""
    found: dict[str, int] = {}
    for line in page.locator(LINES).all():
        name, gained = line.locator("b"), line.locator(".points")
        if gained.count():
            sign = gained.inner_text().replace("\N{MINUS SIGN}", "-")
            found[name.inner_text()] = found.get(name.inner_text(), 0) + int(sign)
    return found


def test_final_points_have_lines_of_their_own(opener: Opener, house: Running) -> None:
    """All lines of a player add up to what was gained, and a line's rule can be read."""
    client, table, _ = finished(house, "summer_pavilion")
    told = client.look(table)
    page = opener("/rules")
    lend_cookie(page.context, client)
    page.goto(f"/table/{table}")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    press(page, "page.log")
    sheet = page.get_by_role("dialog")
    sheet.locator(".event").last.wait_for()
    # Old lines are no part of the page until somebody wants to read them.
    newest = sheet.locator(LINES).last
    expect(newest).to_be_in_viewport()
    shown = sheet.locator(LINES).count()
    sheet.get_by_role("button", name=say("page.log.earlier")).click()
    expect(newest).to_be_attached()
    assert sheet.locator(LINES).count() > shown
    assert sheet.locator(".line:focus").count() == 1
    gains = [fact["gained"] for fact in told["moves"] if fact.get("gained")]
    wanted = sorted(sum(gained) for gained in zip(*gains, strict=True))
    assert sorted(points(sheet).values()) == wanted
    rule = sheet.locator(".event .rule").last
    number = rule.inner_text()
    rule.click()
    expect(page.get_by_role("dialog").get_by_text(number).first).to_be_visible()


def test_what_was_taken_back_is_told(opener: Opener, house: Running) -> None:
    """Against the computer U goes beyond the turn, and the log says that draws stay known."""
    client = house.client()
    table = client.make("pagoda", "me", "computer:random")["id"]
    start = client.look(table)
    begin(client, table)
    pass_on(client, table)
    later = my_turn(client, table, start["ply"])
    page = open_table(opener, client, table)
    page.locator('[data-phase="deciding"]').wait_for()
    page.keyboard.press("u")
    page.locator(f'[data-ply="{later["ply"] + 1}"]').wait_for()
    assert client.look(table)["length"] < later["length"]
    expect(page.locator(LINES).last).to_have_text(re.compile(say("page.log.undo.drawn")))
