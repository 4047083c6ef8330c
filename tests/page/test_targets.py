"""What a finger touches on a phone of 360 px: 44 px each way, or it comes near before it counts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.page.conftest import Opener
from tests.page.positions import lend_cookie, middle
from tests.page.test_features import DECIDING, FIRST
from tests.server.client import Client
from tests.server.running import Running

pytestmark = pytest.mark.once
SMALL: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
LEAST = 44
SPACE = re.compile(r"[a-z]\d+")  # of 7 Steps
# Of everything that can be touched: its name, and the box of where it is touched.
TARGETS = """() => [...document.querySelectorAll(
    'main [data-thing][data-state="legal"], main button, main a, header button, header a')]
  .filter((one) => one.getClientRects().length && !one.closest('[inert]'))
  .map((one) => {
    const hits = [...one.querySelectorAll('.hit')];
    const boxes = (hits.length ? hits : [one]).map((hit) => hit.getBoundingClientRect());
    const across = (side, end) =>
      Math.max(...boxes.map((b) => b[end])) - Math.min(...boxes.map((b) => b[side]));
    return [one.dataset.thing ?? one.ariaLabel ?? one.innerText,
      Math.round(across('left', 'right')), Math.round(across('top', 'bottom'))];
  })"""


def too_small(page: Page) -> list[tuple[str, int, int]]:
    """What a finger would miss."""
    found = page.evaluate(TARGETS)
    assert found
    return [(name, w, h) for name, w, h in found if min(w, h) < LEAST]


def comes_near(name: str) -> bool:
    """Whether something small is not touched itself: a factory's color, a space of a board."""
    return name.startswith("factory ") or bool(SPACE.fullmatch(name))


@pytest.mark.parametrize(
    ("game", "moves"),
    [("pagoda", 12), ("seven_steps", 9), ("summer_pavilion", 2)],
)
def test_targets(opener: Opener, house: Running, game: str, moves: int) -> None:
    """Every one is large enough; a small factory is touched as a whole first, a space from near."""
    client, table = middle(house, game, ("me", "computer:apprentice"), moves, **FIRST)
    page = opener("/rules", **SMALL)
    lend_cookie(page.context, client)
    page.goto(f"/table/{table}")
    page.locator(DECIDING).wait_for()
    small = [one for one in too_small(page) if not comes_near(one[0])]
    assert small == []


def placing(house: Running, game: str) -> tuple[Client, str]:
    """A table where a piece may be placed on the board; after how many moves, others decide too."""
    for moves in range(40):
        client, table = middle(house, game, ("me", "computer:apprentice"), moves, **FIRST)
        offers = client.look(table)["offers"]
        if any(offer["fields"]["kind"] == "place" for offer in offers):
            return client, table
    raise AssertionError("nothing is ever placed")


@pytest.mark.parametrize("game", ["seven_steps", "summer_pavilion"])
def test_a_small_board_comes_near(opener: Opener, house: Running, game: str) -> None:
    """The first touch of a board is none of a space: all are large then."""
    client, table = placing(house, game)
    page = opener("/rules", **SMALL)
    lend_cookie(page.context, client)
    page.goto(f"/table/{table}")
    page.locator(DECIDING).wait_for()
    assert too_small(page)
    board = page.locator(".room svg").first
    board.locator('[data-state="legal"]').first.tap()
    page.locator(".room.near").wait_for()
    assert board.locator('[data-state="selected"]').count() == 0
    assert too_small(page) == []
