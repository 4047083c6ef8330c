"""Ratings in the browser: one's own page, the leaderboard, another's page, a result."""

from __future__ import annotations

import random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect
from sqlalchemy import create_engine, update

from colonnade.locales import say
from colonnade.server.schema import RATINGS
from tests.page.conftest import DESKTOP, PHONE, Opener
from tests.server.client import Client, play_out
from tests.server.rated_games import lose
from tests.server.running import Running

pytestmark = pytest.mark.once
SIZES: dict[str, dict[str, Any]] = {
    "desktop light en": {**DESKTOP, "lang": "en", "color_scheme": "light"},
    "phone dark fr": {**PHONE, "lang": "fr", "color_scheme": "dark"},
}
WIDE = "() => document.documentElement.scrollWidth - window.innerWidth"


def device(page: Page, house: Running) -> Client:
    """The browser of a page as a program: both have the same cookie."""
    page.request.patch("/api/me", data={"name": "Anne"})
    found = {one["name"]: one["value"] for one in page.context.cookies()}
    cookie = "; ".join(f"{name}={value}" for name, value in found.items())
    return Client(house.address, cookie)


def whole(page: Page) -> None:
    """See that a screen is readable by all, and no wider than its window."""
    wrong = Axe().run(page).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"]) for one in wrong] == []
    assert page.evaluate(WIDE) <= 0


def make_sure(house: Running, player: str) -> None:
    """Let somebody have played enough for a place in the list."""
    engine = create_engine(f"sqlite:///{house.data / 'colonnade.db'}")
    with engine.begin() as connection:
        connection.execute(update(RATINGS).where(RATINGS.c.player == player).values(sigma=3.0))
    engine.dispose()


@pytest.mark.parametrize("size", SIZES)
def test_ones_own_page_and_the_leaderboard(opener: Opener, house: Running, size: str) -> None:
    """A band first, then a number and a place; opponents, points and luck; the same for others."""
    more = dict(SIZES[size])
    lang = more.pop("lang")
    page = opener("/", lang=lang, **more)
    anne, ben = device(page, house), house.client()
    made = anne.make("pagoda", "me", "open", options={"length": "fast"}, start="first")
    ben.join(made, name="Ben")
    play_out({0: anne, 1: ben}, made["id"], random.Random(3))
    lose(anne, ben)
    me = anne.get("/api/me")["player"]["id"]

    page.goto("/me")
    card = page.locator("[data-rating=pagoda]")
    expect(card.locator("[data-band]")).to_be_visible()  # provisional: the band alone
    expect(card).to_contain_text(say("page.rating.provisional", lang))
    expect(card.get_by_role("img")).to_be_visible()
    won = page.get_by_role("region", name=say("page.me.results", lang))
    expect(won).to_contain_text("Ben")
    points = page.get_by_role("region", name=say("page.points.title", lang))
    expect(points).to_contain_text(say("page.source.pagoda.rooftops", lang))
    points.get_by_text(say("play.player.builder", lang), exact=True).first.click()
    expect(points.locator("thead")).to_contain_text(say("play.player.builder", lang))
    luck = page.get_by_role("region", name=say("page.luck.title", lang))
    expect(luck.get_by_role("img")).to_be_visible()  # as soon as games were looked at
    expect(luck.get_by_role("status")).to_have_count(0)
    whole(page)

    make_sure(house, me)
    page.reload()
    expect(card.locator("[data-band]")).to_have_count(0)
    expect(card.locator(".number")).to_contain_text("± 60")
    card.get_by_role("link").click()
    page.wait_for_url("**/ratings?game=pagoda&seats=2")
    mine = page.locator(".mine[data-standing=Anne]")
    expect(mine).to_be_visible()
    expect(page.locator("[data-provisional][data-standing=Ben]").first).to_be_visible()
    expect(page.locator("li.level")).to_have_count(4)
    whole(page)
    mine.get_by_role("link").click()
    page.wait_for_url(f"**/player/{me}")
    expect(page.get_by_role("heading", name="Anne", level=1)).to_be_visible()
    expect(page.locator("[data-rating=pagoda]")).to_be_visible()
    expect(page.get_by_text("Ben")).to_have_count(0)  # whom she plays is her own affair
    whole(page)

    page.goto(f"/table/{made['id']}")
    expect(page.locator("[data-rated]")).to_be_visible()


def test_the_leaderboard_of_another_game(opener: Opener) -> None:
    """Games and seats are chosen there, and the address follows; nobody there is said in words."""
    page = opener("/ratings")
    page.get_by_text(say("page.game.seven_steps", "en"), exact=True).click()
    page.get_by_text(say("page.me.seats", "en", count=3), exact=True).click()
    page.wait_for_url("**/ratings?game=seven_steps&seats=3")
    expect(page.locator("li.level")).to_have_count(4)
    expect(page.get_by_text(say("page.rating.none", "en"))).to_be_visible()
    page.goto("/player/nobody-of-this-name-here")
    expect(page.get_by_role("alert")).to_contain_text(say("error.NobodyKnown", "en"))


def test_two_about_as_strong_are_paired(opener: Opener) -> None:
    """The wish says so, and the second who has it sits down with the first."""
    pages = [opener("/"), opener("/")]
    for page in pages:
        page.get_by_label(say("page.pairing.about", "en")).check()
        page.get_by_role("button", name=say("page.pairing.seek", "en")).click()
    for page in pages:
        page.wait_for_url("**/table/*")
