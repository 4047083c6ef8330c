"""Hints in words: plans for a whole turn, drawn on the board, played and stopped; and the coach."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from colonnade.locales import say
from tests.page.conftest import PHONE, QUICK, Opener
from tests.page.hand import Hand
from tests.page.positions import lend_cookie, middle
from tests.page.test_features import DECIDING, FIRST, PLY_BEYOND, open_table, ply_of, press
from tests.server.running import Running

pytestmark = pytest.mark.once
COACHED = QUICK.replace("{", '{"coach": true, ', 1)
DRAWN = """() => [...document.querySelectorAll('.drawn b')].map((badge) => badge.innerText)"""


def ask(page: Page, way: str) -> list[dict[str, Any]]:
    """Ask for a hint by its button or by H; returns the plans."""
    with page.expect_response("**/hint") as answer:
        if way == "button":
            press(page, "page.hint")
        else:
            page.keyboard.press("h")
    page.locator(".hint li").first.wait_for()
    found: list[dict[str, Any]] = answer.value.json()
    return found


@pytest.mark.parametrize("game", ["pagoda", "seven_steps", "summer_pavilion"])
def test_plans(opener: Opener, house: Running, game: str) -> None:
    """Each plan says what, how many points, the chance and why; its steps are on the board."""
    client, table = middle(house, game, ("me", "computer:apprentice"), 3, **FIRST)
    page = open_table(opener, client, table)
    plans = ask(page, "key")
    cards = page.locator(".hint li")
    expect(cards).to_have_count(len(plans))
    for plan, card in zip(plans, cards.all(), strict=True):
        expect(card).to_contain_text(f"{round(100 * plan['win'])}%")
        expect(card.locator("p")).not_to_be_empty()
    page.wait_for_function(f"() => ({DRAWN})().includes('1')")
    status = page.locator(".hint [role=status]")
    expect(status).to_contain_text(say("page.hint.plan", "en", number=1))
    if len(plans) > 1:
        cards.nth(1).get_by_role("button").first.focus()
        expect(status).to_contain_text(say("page.hint.plan", "en", number=2))
        expect(cards.nth(1).get_by_role("button").first).to_have_text(say("page.hint.play"))
    page.keyboard.press("Escape")
    expect(page.locator(".hint")).to_have_count(0)
    expect(page.locator(".drawn")).to_have_count(0)
    assert client.look(table)["actor"] == 0  # nothing was played


def test_plan_plays_itself(opener: Opener, house: Running) -> None:
    """A press makes the plan's moves in order; what comes next is one's own again."""
    client, table = middle(house, "seven_steps", ("me", "computer:apprentice"), 0, **FIRST)
    page = open_table(opener, client, table)
    plan = ask(page, "button")[0]
    ply = ply_of(page)
    press(page, "page.hint.play")
    page.wait_for_function(PLY_BEYOND, arg=ply)
    expect(page.locator(".hint")).to_have_count(0)
    made = [fact["words"] for fact in client.look(table)["moves"] if fact["ply"] >= ply]
    wanted = [move["words"] for move in plan["moves"]]
    assert made[: len(wanted)] == wanted


def test_answer_and_touch(opener: Opener, house: Running) -> None:
    """Why? opens the rival's answer; a touch of the board brings the prompt back."""
    client, table = middle(house, "seven_steps", ("me", "computer:apprentice"), 0, **FIRST)
    page = open_table(opener, client, table, **PHONE)
    plans = ask(page, "button")
    card = page.locator(".hint li").first
    assert plans[0]["answer"]
    press(card, "page.hint.why")
    name = say("play.player.apprentice")
    expect(card).to_contain_text(say("page.hint.answer", "en", name=name))
    page.keyboard.press("h")
    expect(page.locator(".hint")).to_have_count(0)
    expect(page.locator("main .prompt .prompt .text")).to_be_visible()
    page.locator('[data-thing][data-state="legal"]:visible').first.tap()
    expect(page.locator('[data-state="selected"]').first).to_be_visible()
    ask(page, "button")  # what is chosen would cover it


def test_coach(opener: Opener, house: Running) -> None:
    """With the coach on, the best plan is there at each own turn; one press ends that for good."""
    client, table = middle(house, "summer_pavilion", ("me", "computer:apprentice"), 0, **FIRST)
    page = opener("/rules", settings=COACHED)
    lend_cookie(page.context, client)
    page.goto(f"/table/{table}")
    page.locator(DECIDING).wait_for()
    expect(page.locator(".hint.compact li")).to_have_count(1)
    own = page.locator("main").get_attribute("data-ply")
    press(page, "page.hint.play")
    # The next turn's plan, not the one that is played now.
    page.locator(f'{DECIDING}:not([data-busy]):not([data-ply="{own}"])').wait_for()
    expect(page.locator(".hint.compact li")).to_have_count(1)
    press(page, "page.hint.more")
    expect(page.locator(".hint h2")).to_have_text(re.compile(r"\d good plans"))
    page.keyboard.press("Escape")
    expect(page.locator(".hint")).to_have_count(0)
    page.reload()
    press(page, "page.hint.off")
    page.reload()
    page.locator(DECIDING).wait_for()
    expect(page.locator(".hint")).to_have_count(0)


def test_coach_tells_the_others_turn(opener: Opener, house: Running) -> None:
    """On a phone what the rival did opens by itself once it is over, or by a button."""
    client, table = middle(house, "pagoda", ("me", "computer:apprentice"), 0, **FIRST)
    page = opener("/rules", settings=COACHED, **PHONE)
    lend_cookie(page.context, client)
    page.goto(f"/table/{table}")
    page.locator(DECIDING).wait_for()
    expect(page.get_by_role("dialog")).to_have_count(0)  # nobody has done anything yet
    press(page, "page.hint.play")
    name = say("play.player.apprentice")
    told = page.get_by_role("dialog").locator("h3", has_text=say("page.turn.title", name=name))
    told.wait_for()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator(".hint li").wait_for()
    page.keyboard.press("Escape")  # the hint makes room for the prompt
    page.locator("main .prompt .others").click()
    told.wait_for()


def test_coach_is_silent_about_one_move(opener: Opener, house: Running) -> None:
    """Where a turn is one move, as of Summer Pavilion, no sheet comes between the turns."""
    client, table = middle(house, "summer_pavilion", ("me", "computer:apprentice"), 0, **FIRST)
    page = opener("/rules", settings=COACHED, **PHONE)
    lend_cookie(page.context, client)
    page.goto(f"/table/{table}")
    page.locator(DECIDING).wait_for()
    ply = ply_of(page)
    press(page, "page.hint.play")
    page.wait_for_function(PLY_BEYOND, arg=ply + 1)
    page.locator(DECIDING).wait_for()
    page.locator(".hint li").wait_for()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_coach_after_a_game(opener: Opener, house: Running) -> None:
    """The result leads to what cost most, in pictures and words, with a try; or to praise."""
    client, table = middle(house, "pagoda", ("me", "computer:apprentice"), 600, **FIRST)
    page = opener("/rules")
    lend_cookie(page.context, client)
    page.goto(f"/table/{table}")
    coach = page.locator("dialog .coach")
    expect(coach.locator("h2")).not_to_be_empty()
    moments = coach.locator("ol > li")
    found = client.post(f"/api/records/{table}/analysis")["moments"]
    own = [moment for moment in found if moment["seat"] == 0]
    expect(moments).to_have_count(min(3, len(own)))
    expect(coach.locator("#coach-luck")).to_be_visible()
    if not own:
        expect(coach.locator(".praise")).to_be_visible()
        return
    expect(moments.first.locator(".picture svg").first).to_be_visible()
    expect(moments.first.locator(".why")).not_to_be_empty()
    moments.first.get_by_role("link").click()
    page.wait_for_url(f"**/table/{table}/try/{own[0]['at']}")
    page.locator(DECIDING).wait_for()
    said = page.locator(".upper [role=status]")
    press(page, "page.try.line")  # to see the better turn is no verdict
    expect(page.locator("main[data-lesson=shown]")).to_have_count(1)
    expect(said).to_be_empty()
    press(page, "page.learn.again")
    expect(page.locator("main[data-lesson=task]")).to_have_count(1)
    hand = Hand(page)
    while page.locator("main[data-lesson=task]").count():
        hand.move()
        page.locator("main:not([data-busy])").wait_for()
    expect(page.locator("main[data-lesson=done]")).to_have_count(1)
    verdicts = re.compile("|".join(say(f"page.try.{one}") for one in ("good", "less")))
    expect(said).to_contain_text(verdicts)
    press(page, "page.try.play_on")
    page.wait_for_url(lambda url: "/table/" in url and table not in url)
    page.locator(DECIDING).wait_for()
