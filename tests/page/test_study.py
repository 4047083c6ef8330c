"""The study of finished games in a browser: position by position, best moves, luck and skill."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from colonnade.contract import record as records
from colonnade.games import game
from colonnade.locales import say
from tests.page.conftest import Opener
from tests.page.hand import Hand
from tests.page.positions import finished, lend_cookie
from tests.page.test_features import BOARD, CHANGED, SAME, press
from tests.server.running import Running

pytestmark = pytest.mark.once
WHOLE = ".stage[aria-busy=false] [data-thing]"  # all parts of the board are drawn
MOVING = '{"pace": 1, "sound": false, "motion": "system", "name": "Anne"}'


def saved(page: Page, key: str) -> records.Record:
    """Download a record by its button; it must be true."""
    with page.expect_download() as coming:
        page.get_by_role("link", name=say(key), exact=True).click()
    loaded = records.read(Path(coming.value.path()).read_bytes())
    records.verify(game(loaded.record.game), loaded)
    return loaded.record


def test_study(opener: Opener, house: Running) -> None:
    """A finished game, position by position: slider, keys, eyes, log, files, best moves."""
    client, table, _ = finished(house, options={"length": "fast"})
    page = opener("/rules", accept_downloads=True)
    lend_cookie(page.context, client)
    page.goto(f"/table/{table}/replay")
    where, slider = page.locator(".where"), page.locator("input[type=range]")
    expect(where).to_have_text(re.compile("^0 / "))
    page.locator(WHOLE).first.wait_for()
    last = int(slider.get_attribute("max") or 0)
    start = page.evaluate(BOARD)
    page.keyboard.press("ArrowRight")
    expect(where).to_have_text(f"1 / {last}")
    page.wait_for_function(CHANGED, arg=start)
    page.keyboard.press("ArrowLeft")
    expect(where).to_have_text(f"0 / {last}")
    page.wait_for_function(SAME, arg=start)
    page.keyboard.press("End")
    expect(where).to_have_text(f"{last} / {last}")
    slider.fill(str(last // 2))
    expect(where).to_have_text(f"{last // 2} / {last}")
    lines = page.locator("section[aria-labelledby=study-log] ol button")
    lines.nth(1).click()
    expect(where).not_to_have_text(f"{last // 2} / {last}")
    page.locator("h1").first.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("Home")
    expect(where).to_have_text(f"0 / {last}")
    hands = page.locator('[data-place^="back "]')
    both_open = hands.count()
    eyes = page.get_by_role("group", name=say("page.study.eyes"))
    eyes.get_by_text("Ben", exact=True).click()
    expect(hands).not_to_have_count(both_open)
    press(page, "page.study.show")
    best = page.locator("section[aria-labelledby=best] ol li")
    expect(best.first).to_contain_text("%")
    before = page.evaluate(BOARD)
    best.first.get_by_role("button").click()  # the line is played out on the board
    page.locator(".drawn b").first.wait_for()
    page.wait_for_function(CHANGED, arg=before)
    best.first.get_by_role("button").click()  # and taken back: the game goes on where it was
    page.wait_for_function(SAME, arg=before)
    best.first.get_by_role("button").click()
    page.wait_for_function(CHANGED, arg=before)
    with page.expect_response("**/hint"):  # the next position is thought about without a click
        page.keyboard.press("ArrowRight")
    expect(best.first).to_contain_text("%")
    assert saved(page, "page.study.text") == saved(page, "page.study.json")


@pytest.mark.parametrize("moving", [True, False])
def test_a_line_is_played_out(opener: Opener, house: Running, moving: bool) -> None:
    """Move by move with flights, or at once; the cursor ends it, and the game is where it was."""
    client, table, _ = finished(house, options={"length": "fast"})
    page = opener("/rules", settings=MOVING) if moving else opener("/rules")
    lend_cookie(page.context, client)
    page.goto(f"/table/{table}/replay?at=1")
    where, slider = page.locator(".where"), page.locator("input[type=range]")
    expect(where).to_have_text(re.compile("^1 / "))
    page.locator(WHOLE).first.wait_for()
    next_board = page.evaluate(BOARD)
    slider.fill("0")
    page.wait_for_function(CHANGED, arg=next_board)
    start = page.evaluate(BOARD)
    press(page, "page.study.show")
    best = page.locator("section[aria-labelledby=best] ol li").first.get_by_role("button")
    with page.expect_response("**/line") as coming:
        best.click()
    positions = coming.value.json()
    assert len(positions) > 1
    page.wait_for_function(CHANGED, arg=start)
    expect(page.locator(".drawn b").first).to_be_visible()
    expect(best).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowRight")
    expect(where).to_have_text(re.compile("^1 / "))
    page.wait_for_function(SAME, arg=next_board)
    expect(page.locator(".drawn b")).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    page.wait_for_function(SAME, arg=start)


def test_playing_on(opener: Opener, house: Running) -> None:
    """From the middle of a finished game a new one begins, at once, in the seat on turn."""
    client, table, _ = finished(house, options={"length": "fast"})
    page = opener("/rules")
    lend_cookie(page.context, client)
    page.goto(f"/table/{table}/replay?at=20")
    expect(page.locator(".where")).to_have_text(re.compile("^20 / "))
    press(page, "page.study.play_on")
    page.wait_for_url(re.compile(rf"/table/(?!{table})[^/]+$"))
    page.locator('[data-phase="deciding"]').wait_for()
    assert Hand(page, seed=4).play_out() > 5
    expect(page.get_by_role("dialog")).to_be_visible()


def test_luck_and_skill(opener: Opener, house: Running) -> None:
    """On request: a line for each seat, the cost of a choice, turning points to go to, chances."""
    client, table, event = finished(house, options={"length": "fast"})
    page = opener("/rules")
    lend_cookie(page.context, client)
    page.goto(f"/table/{table}/replay")
    panel, bars = page.locator("section[aria-labelledby=skill]"), page.locator(".bars rect")
    expect(bars).to_have_count(0)
    press(page, "page.study.skill.show")
    expect(panel.locator("tbody tr")).to_have_count(2)
    expect(panel.locator("tbody tr").first).to_contain_text(re.compile(r"\d"))
    assert bars.count() > 10
    caption = page.locator(".graph caption")
    expect(caption).to_contain_text(say("page.graph.chances", "en"))
    found = client.post(f"/api/records/{table}/analysis")
    assert found["end"][event["result"]["winners"][0]] > 0
    costly = found["turning_points"][0]
    panel.locator(".turns button").first.click()
    expect(page.locator(".where")).not_to_have_text(re.compile("^0 / "))
    step = next(step for step in found["steps"] if step["at"] == costly)
    cost = round(100 * step["lost"][step["seat"]])
    expect(panel).to_contain_text(f"lost {cost} points of chance here")
    if step["line"]:
        # What is numbered on the board depends on the line: an end of turn has no place there.
        with page.expect_response("**/line") as coming:
            press(page, "page.study.line")
        assert len(coming.value.json()) == len(step["line"])
    panel.get_by_text(say("page.study.graph.points", "en"), exact=True).click()
    expect(caption).to_have_text(say("page.graph.caption", "en"))
