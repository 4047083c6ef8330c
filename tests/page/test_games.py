"""Whole games at the page: by mouse, by keys alone, by finger on a phone."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from colonnade.contract import record as records
from colonnade.games import game
from tests.effort import WHOLE
from tests.page.conftest import PHONE, Opener
from tests.page.hand import Hand

pytestmark = pytest.mark.once
GAMES = ("pagoda", "seven_steps", "summer_pavilion")
# The shortest variant, where the way of touching is the point and not the game.
SHORT: dict[str, dict[str, str]] = {
    "pagoda": {"length": "fast"},
    "seven_steps": {"layout": "mask"},
    "summer_pavilion": {"board": "grey"},
}
# `make test-all` plays every move at the page; else the first part goes over HTTP, to be quick.
HEAD_START = {"pagoda": 20, "seven_steps": 130, "summer_pavilion": 30}  # of our own decisions
LONG = ("seven_steps",)
FIRST_MOVES, MIDDLE_MOVES = 40, 60  # of a long game
LEAST_MOVES = 5  # made at the page itself
QUICK_APPRENTICE = (
    '{"pace": 0, "sound": false, "motion": "reduced", "name": "Anne", "level": "apprentice"}'
)


def mainly(key: str) -> pytest.MarkDecorator:
    """Each game, but only one of them in the usual run: each way of touching meets another."""
    others = [pytest.param(one, marks=pytest.mark.long) for one in GAMES if one != key]
    return pytest.mark.parametrize("key", [key, *others])


def sit(page: Page, key: str) -> str:
    """Take a seat against the computer; a short game's first part is played over HTTP."""
    seats = [{"kind": "me", "name": "Anne"}, {"kind": "computer", "level": "apprentice"}]
    wish = {"game": key, "seats": seats, "options": SHORT[key]}
    made = page.request.post("/api/tables", data=wish)
    assert made.ok, made.text()
    table: str = made.json()["id"]
    hurry([page], table, 0 if WHOLE else HEAD_START[key])
    page.goto(f"/table/{table}")
    return table


def hurry(pages: list[Page], table: str, most: int) -> None:
    """Make random moves over HTTP for whoever must decide, until so many are made or it is over."""
    rng, made = random.Random(8), 0
    while made < most:
        for page in pages:
            event = page.request.get(f"/api/tables/{table}").json()
            if event["result"]:
                return
            if event["offers"]:
                words = rng.choice(event["offers"])["words"]
                wish = {"ply": event["ply"], "move": words}
                assert page.request.post(f"/api/tables/{table}/moves", data=wish).ok
                made += 1


def check_end(page: Page, table: str) -> None:
    """The result is shown with its scores, and the record is true."""
    event: dict[str, Any] = page.request.get(f"/api/tables/{table}").json()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    for score in event["result"]["scores"]:
        expect(dialog).to_contain_text(str(score))
    raw = page.request.get(f"/api/records/{table}/record.colonnade").body()
    loaded = records.read(raw)
    records.verify(game(loaded.record.game), loaded)


@mainly("summer_pavilion")
def test_by_mouse_from_the_first_click(opener: Opener, key: str) -> None:
    """One click on the home page begins; clicking what glows leads to the final score."""
    page = opener("/", settings=QUICK_APPRENTICE)
    page.locator(f"article[aria-labelledby=game-{key}] button.start").click()
    page.wait_for_url("**/table/*")
    table = page.url.rpartition("/")[2]
    hand = Hand(page, seed=5)
    if key in LONG and not WHOLE:  # the middle of it over HTTP
        hand.play(FIRST_MOVES)
        hurry([page], table, MIDDLE_MOVES)
        hand.wait(beyond=page.request.get(f"/api/tables/{table}").json()["ply"] - 1)
    assert hand.play_out() >= LEAST_MOVES
    check_end(page, table)


@mainly("pagoda")
def test_by_keys_alone(opener: Opener, key: str) -> None:
    """Focus and Enter do everything a mouse does."""
    page = opener("/")
    table = sit(page, key)
    assert Hand(page, seed=6, by="key").play_out() >= LEAST_MOVES
    check_end(page, table)


@mainly("seven_steps")
def test_by_finger_on_a_phone(opener: Opener, key: str) -> None:
    """A first touch previews, a second plays."""
    page = opener("/", **PHONE)
    table = sit(page, key)
    assert Hand(page, seed=7, by="touch").play_out() >= LEAST_MOVES
    check_end(page, table)
