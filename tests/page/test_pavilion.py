"""Summer Pavilion in a browser: turns in few keys, what to keep, small boards under a finger."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from colonnade.locales import say
from tests.page.conftest import PHONE, Opener
from tests.page.positions import decided, lend_cookie
from tests.server.client import Client
from tests.server.running import Running, wait_for

FIRST: dict[str, Any] = {"first": 0, "start": "first"}
SMALL = {**PHONE, "viewport": {"width": 360, "height": 640}}
FINGER = 44  # px that a target needs


def seated(house: Running, phase: str, tiles: int = 0) -> tuple[Client, str, Any]:
    """A table where this device must decide in a phase, with so many tiles beside its board."""
    client = Client(house.address)
    table: str = client.make("summer_pavilion", "me", "computer:apprentice", **FIRST)["id"]
    while True:
        event = wait_for(lambda: decided(client, table))
        held = sum(event["view"]["players"][0]["tiles"].values())
        if event["view"]["phase"] == phase and held >= tiles:
            return client, table, event
        words = event["offers"][0]["words"]
        client.move(table, event["ply"], words, seat=event["seat"])


def open_table(opener: Opener, client: Client, table: str, **more: Any) -> Page:
    """The page of a table for the device that sits there."""
    page = opener("/", **more)
    lend_cookie(page.context, client)
    page.goto(f"/table/{table}")
    expect(page.locator("main [data-thing][data-state=legal]").first).to_be_visible()
    return page


def made(page: Page, ply: int) -> None:
    """Wait until the table has moved on."""
    page.wait_for_function(
        "(ply) => document.querySelector('[data-ply]').dataset.ply > ply", arg=ply
    )


def test_a_turn_in_two_keys(opener: Opener, house: Running) -> None:
    """A digit leads to a factory, or to a space of that price; Enter does it."""
    client, table, event = seated(house, "take")
    page = open_table(opener, client, table)
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    made(page, event["ply"])
    assert client.look(table)["view"]["players"][0]["tiles"]


def test_what_to_keep_is_proposed(opener: Opener, house: Running) -> None:
    """P passes; the main button keeps four tiles, in the corners, where they wait."""
    client, table, event = seated(house, "place", tiles=6)
    page = open_table(opener, client, table)
    page.keyboard.press("p")
    main = page.locator("[data-thing=main]")
    expect(main).to_contain_text(say("summer_pavilion.page.keep", count=4))
    main.click()
    made(page, event["ply"] + 4)
    player = client.look(table)["view"]["players"][0]
    assert not player["passed"] or sum(player["kept"].values()) == 4


def test_a_finger_brings_a_small_board_near(opener: Opener, house: Running) -> None:
    """The first touch shows the board from near, with what was touched; nothing is chosen yet."""
    client, table, _ = seated(house, "place", tiles=1)
    page = open_table(opener, client, table, **SMALL)
    space = page.locator(".room [data-thing][data-state=legal]").first
    before = space.bounding_box()
    space.tap()
    expect(page.locator(".room.near")).to_be_visible()
    after = space.bounding_box()
    assert before
    assert after
    assert before["width"] < after["width"]
    assert min(after["width"], after["height"]) >= FINGER
    expect(page.locator("[data-state=selected]")).to_have_count(0)
    space.tap()
    expect(page.locator("[data-state=selected]").first).to_be_visible()
