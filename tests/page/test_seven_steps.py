"""What only the table of 7 Steps does: a turn by few keys, the rival's way, a board near."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import PHONE, Opener
from tests.page.hand import Hand
from tests.page.test_gestures import begin

pytestmark = pytest.mark.once
MOST_KEYS = 15
SMALL = PHONE | {"viewport": {"width": 360, "height": 640}}


def key_turn(page: Page, hand: Hand) -> int:
    """A disc, counting, a bonus tile, drawing, all by keys; returns how many it took."""
    discs, main = page.locator(".tray button.disc"), page.locator("[data-thing=main]")
    place_first(page)
    expect(discs).to_have_count(6)
    expect(main).to_be_enabled()
    page.keyboard.press("KeyF")
    expect(page.locator(".choice button")).to_have_count(2)
    page.wait_for_function("() => !document.querySelector('.choice [aria-disabled=true]')")
    page.keyboard.press("Digit2")
    expect(page.locator(".choice button")).to_have_count(0)
    page.locator('main[data-phase="deciding"]:not([data-busy])').wait_for()
    expect(discs).to_have_count(6)
    page.keyboard.press("Digit1")  # goes back into the bag
    expect(discs.first).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("KeyF")
    return 6


def place_first(page: Page) -> None:
    """Choose the first disc, and place it on the space that has the focus then."""
    page.keyboard.press("Digit1")
    page.locator("[data-space]:focus").wait_for()
    page.keyboard.press("Enter")


def test_a_turn_by_keys(opener: Opener) -> None:
    """Digits are discs and tiles, F finishes: a whole turn takes few keys."""
    page = opener("/")
    hand = begin(page, "seven_steps")
    assert key_turn(page, hand) <= MOST_KEYS
    assert hand.wait() == "deciding"
    # The rival's way is still there, with its order, until our first disc.
    past = page.locator(".way.past .badge")
    expect(past.first).to_be_visible()
    place_first(page)
    expect(past).to_have_count(0)


def test_a_small_board_comes_near(opener: Opener) -> None:
    """On the smallest phones one touch makes every space as large as a finger."""
    page = opener("/", **SMALL)
    begin(page, "seven_steps")
    magnifier = page.locator(".board > button")
    magnifier.tap()
    expect(magnifier).to_have_attribute("aria-pressed", "true")
    space = page.locator("[data-space] .hit").first.bounding_box()
    assert space is not None
    assert space["width"] >= 44
    assert space["height"] >= 40


@pytest.mark.parametrize("size", [(1440, 900), (820, 1180), (1024, 768)])
def test_the_key_to_the_tiles(opener: Opener, size: tuple[int, int]) -> None:
    """All eleven kinds are listed beside the board, or by one touch."""
    page = opener("/", viewport={"width": size[0], "height": size[1]})
    begin(page, "seven_steps")
    asked = page.locator(".piles button.key")
    if asked.is_visible():
        asked.click()
    kinds = page.locator(".tiles li .what b >> visible=true")
    expect(kinds).to_have_count(11)
