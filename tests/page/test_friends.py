"""Two browsers and a spectator at one table: a reload and a lost connection in mid-game."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.effort import WHOLE
from tests.page.conftest import PHONE, Opener
from tests.page.hand import Hand
from tests.page.test_games import SHORT, check_end, hurry, mainly
from tests.server.running import Running

pytestmark = pytest.mark.once
# Cards and discs that only their owner may touch.
OWN_HAND = '[data-thing$=" hand"], [data-place^="hand "]'
SOME_MOVES = 8
ALL_MOVES = 100_000


def invite(anne: Page, key: str) -> tuple[str, str]:
    """Make a table with a free seat; returns its id and the link for a friend."""
    seats = [{"kind": "me", "name": "Anne"}, {"kind": "open"}]
    made = anne.request.post(
        "/api/tables", data={"game": key, "seats": seats, "options": SHORT[key]}
    ).json()
    return made["id"], made["invitations"][0]["link"]


def join(guest: Page, link: str, name: str) -> None:
    """Follow an invitation and sit down."""
    guest.goto(link)
    guest.get_by_role("textbox").fill(name)
    guest.locator("form button[type=submit], main button.primary").first.click()
    guest.wait_for_selector("[data-ply]")
    assert "#" not in guest.url  # the token is not shared along with the address


def listen(page: Page) -> list[dict[str, Any]]:
    """Keep every view that a browser asks for."""
    views: list[dict[str, Any]] = []

    def keep(route: Route) -> None:
        answer = route.fetch()
        views.append(json.loads(answer.body())["view"])
        route.fulfill(response=answer)

    page.route("**/api/tables/*", keep)
    return views


def alternate(hands: list[Hand], most: int) -> bool:
    """Let whoever must decide move; returns whether the game is over."""
    for _ in range(most):
        phases = [hand.standing()[1] for hand in hands]
        if "over" in phases:
            return True
        if "deciding" in phases:
            hands[phases.index("deciding")].move()
        else:
            hands[0].page.wait_for_timeout(20)
    return False


@mainly("seven_steps")
def test_two_browsers_and_a_spectator(opener: Opener, house: Running, key: str) -> None:
    """Each sees its own; after a reload, and after the server was killed, all goes on."""
    anne, ben, eve = opener("/"), opener("/", lang="fr", **PHONE), opener("/", color_scheme="dark")
    table, link = invite(anne, key)
    seen = listen(eve)
    anne.goto(f"/table/{table}")
    expect(anne.get_by_role("dialog")).to_be_visible()  # the invitation, until somebody comes
    join(ben, link, "Ben")
    expect(anne.get_by_role("dialog")).to_have_count(0)
    eve.goto(f"/table/{table}")
    hands = [Hand(anne, seed=3), Hand(ben, seed=4, by="touch")]
    assert not alternate(hands, SOME_MOVES)

    ben.reload()
    hands[1].wait_for_table()
    assert not alternate(hands, SOME_MOVES)

    before = hands[0].standing()[0]
    house.kill()
    for page in (anne, ben, eve):
        expect(page.locator("[data-connection=lost]")).to_be_attached()
    house.start()
    for page in (anne, ben, eve):
        expect(page.locator("[data-connection=open]")).to_be_attached()
    assert not alternate(hands, SOME_MOVES)
    assert hands[0].standing()[0] > before

    secrets_stay(anne, ben, eve, key)
    for view in seen:
        assert view["seat"] is None
        assert all(player.get("hand") is None for player in view["players"])
    if WHOLE:
        assert alternate(hands, ALL_MOVES)
        check_end(anne, table)
    elif key == "seven_steps":  # random games of it are long: Ben gives up
        assert ben.request.post(f"/api/tables/{table}/seats/1/resign").ok
        expect(anne.get_by_role("dialog")).to_be_visible()
    else:
        hurry([anne, ben], table, 5000)  # the rest is watched by all three
        check_end(anne, table)
    expect(eve.locator("[data-phase=over]")).to_be_attached()


def secrets_stay(anne: Page, ben: Page, eve: Page, key: str) -> None:
    """What is in a hand is in the document of its owner alone; spectators hold nothing."""
    if key == "summer_pavilion":
        return
    for page, seat in ((anne, 0), (ben, 1)):
        table = page.url.rpartition("/")[2]
        view = page.request.get(f"/api/tables/{table}").json()["view"]
        own = view["players"][seat]
        assert own["hand"] is not None
        assert view["players"][1 - seat]["hand"] is None
        shown = page.locator(OWN_HAND).count()
        assert shown <= own["hand_size"]
    assert eve.locator('[data-state="legal"]').count() == 0
