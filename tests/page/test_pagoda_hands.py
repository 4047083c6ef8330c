"""How few touches a turn of Pagoda asks for: three columns by mouse, by finger and by keys."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.page.conftest import PHONE, Opener
from tests.page.hand import Hand
from tests.page.positions import decided, lend_cookie
from tests.server.client import Client
from tests.server.running import Running, wait_for

pytestmark = pytest.mark.once
WISH: dict[str, Any] = {"start": "first", "first": 0}
COLUMNS = 3


def three_lots(view: dict[str, Any]) -> list[int]:
    """Lots, from 1, where one turn's columns can be built with the cards at hand; else nothing."""
    player = view["players"][0]
    cards = Counter(player["display"] + player["hand"])
    found: list[int] = []
    for number, lot in enumerate(view["lots"], 1):
        room = 4 - lot["columns"] if lot["floors"] and not lot["completed"] else 0
        while room and len(found) < COLUMNS and cards[lot["floors"][-1]]:
            cards[lot["floors"][-1]] -= 1
            found.append(number)
            room -= 1
    return found if len(found) == COLUMNS else []


def three_columns(house: Running) -> tuple[Client, str, list[int]]:
    """A table at the start of our turn, and the lots for its three columns."""
    client, rng = Client(house.address), random.Random(5)
    while True:  # a game may end before such a turn comes
        table: str = client.make("pagoda", "me", "computer:apprentice", **WISH)["id"]
        if lots := play_until(client, table, rng):
            return client, table, lots


def play_until(client: Client, table: str, rng: random.Random) -> list[int]:
    """Build columns until a turn begins that has room and cards for three; nothing if none does."""
    while not (event := wait_for(lambda: decided(client, table)))["result"]:
        lots = three_lots(event["view"]) if event["view"]["phase"] == "start" else []
        if lots:
            return lots
        columns = [one for one in event["offers"] if one["fields"]["kind"] == "column"]
        client.move(table, event["ply"], rng.choice(columns or event["offers"])["words"])
    return []


class Counted:
    """A hand that counts what it does."""

    def __init__(self, page: Page, by: str) -> None:
        self.page, self.by, self.count = page, by, 0

    def touch(self, selector: str) -> None:
        """Touch one thing, and wait until what came of it is seen."""
        self.count += 1
        target = self.page.locator(f"{selector}:visible").first
        if self.by == "finger":
            target.tap()
        else:
            target.click()
        Hand(self.page).settled(-1)

    def press(self, key: str) -> None:
        """Press one key after the other, those held included."""
        self.count += len(key.split("+"))
        self.page.keyboard.press(key)
        Hand(self.page).settled(-1)


def lot_thing(number: int) -> str:
    """Where a lot is touched."""
    return f'[data-thing="lot {number}"]'


def by_mouse(hand: Counted, lots: list[int]) -> None:
    """Each lot says its color; then the turn is ended."""
    for lot in lots:
        hand.touch(lot_thing(lot))
    hand.touch('button[data-thing="end"]')


def by_finger(hand: Counted, lots: list[int]) -> None:
    """The first touch shows, the second builds; the last one ends the turn as well."""
    for i, lot in enumerate(lots):
        if hand.page.locator(f'{lot_thing(lot)}[data-state="selected"]').count() == 0:
            hand.touch(lot_thing(lot))
        hand.touch(lot_thing(lot) if i < COLUMNS - 1 else "button[data-finish]")


def by_keys(hand: Counted, lots: list[int]) -> None:
    """Shift and a digit for each lot, E for the end."""
    for lot in lots:
        hand.press(f"Shift+Digit{lot}")
    hand.press("e")


@pytest.mark.parametrize(
    ("play", "by", "most"),
    [(by_mouse, "mouse", 5), (by_finger, "finger", 6), (by_keys, "keys", 15)],
)
def test_three_columns(
    opener: Opener,
    house: Running,
    play: Callable[[Counted, list[int]], None],
    by: str,
    most: int,
) -> None:
    """A whole turn of three columns takes at most so many clicks, taps or keys."""
    client, table, lots = three_columns(house)
    before = client.look(table)
    page = opener("/", **(PHONE if by == "finger" else {}))
    lend_cookie(page.context, client)
    page.goto(f"/table/{table}")
    assert Hand(page).wait() == "deciding"
    hand = Counted(page, by)
    play(hand, lots)
    wait_for(lambda: client.look(table)["view"]["turn"] > before["view"]["turn"])
    told = [one for one in client.look(table)["moves"] if one.get("turn") == before["view"]["turn"]]
    built = [one["fields"]["lot"] for one in told if one["fields"]["kind"] == "column"]
    assert sorted(built) == sorted(lots)
    assert hand.count <= most


def test_a_card_stays_chosen(opener: Opener, house: Running) -> None:
    """Whoever plays by digits chooses a card once, and its color goes on while it can."""
    client, table, lots = three_columns(house)
    view = client.look(table)["view"]
    color = view["lots"][lots[0] - 1]["floors"][-1]
    page = opener("/")
    lend_cookie(page.context, client)
    page.goto(f"/table/{table}")
    assert Hand(page).wait() == "deciding"
    slots = page.locator(".tray .source .slot")
    things = [slots.nth(i).get_attribute("data-thing") for i in range(slots.count())]
    number = next(i for i, thing in enumerate(things, 1) if thing and f" {color} " in thing)
    hand = Counted(page, "keys")
    hand.press(f"Digit{number}")
    page.wait_for_selector(f'.tray [data-thing^="card {color}"][data-state="selected"]')
    hand.press(f"Shift+Digit{lots[0]}")
    after = client.look(table)["view"]
    held = after["players"][0]["display"] + after["players"][0]["hand"]
    room = any(
        not lot["floors"] or (lot["floors"][-1] == color and lot["columns"] < 4)
        for lot in after["lots"]
    )
    chosen = page.locator(f'.tray [data-thing^="card {color}"][data-state="selected"]')
    assert bool(chosen.count()) == (color in held and room)
