"""What hands do alike in all games: a piece is drawn onto its place, arrows walk over the board."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.conftest import PHONE, Opener
from tests.page.hand import Hand

pytestmark = pytest.mark.once
LARGE: dict[str, Any] = {"viewport": {"width": 3440, "height": 1920}}  # zoomed as a whole
NEAR = 25  # px: a card under the pointer is lifted a little before it is drawn
# A finger's touch where clicks do not tell what made them.
OLD_TOUCH = """(thing) => {
  const at = { bubbles: true, cancelable: true };
  thing.dispatchEvent(new PointerEvent('pointerdown', { ...at, pointerType: 'touch' }));
  thing.dispatchEvent(new PointerEvent('pointerup', { ...at, pointerType: 'touch' }));
  thing.dispatchEvent(new MouseEvent('click', { ...at, detail: 1 }));
}"""
FOCUSED = "() => document.activeElement?.dataset.item ?? null"


def begin(page: Page, key: str) -> Hand:
    """A new table against the computer, with us to decide."""
    seats = [{"kind": "me"}, {"kind": "computer", "level": "apprentice"}]
    wish = {"game": key, "seats": seats, "start": "first", "first": 0}
    made = page.request.post("/api/tables", data=wish)
    assert made.ok, made.text()
    page.goto(f"/table/{made.json()['id']}")
    hand = Hand(page)
    assert hand.wait() == "deciding"
    return hand


def middle(target: Locator) -> tuple[float, float]:
    """The middle of an element in the window."""
    box = target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("size", [{}, LARGE], ids=["usual", "large"])
@pytest.mark.parametrize(
    ("key", "piece", "place"),
    [("pagoda", "card ", "[data-thing^='lot ']"), ("seven_steps", "disc ", "[data-space]")],
)
def test_a_piece_is_drawn(
    opener: Opener, key: str, piece: str, place: str, size: dict[str, Any]
) -> None:
    """What is drawn follows the pointer; over what glows it is a move, elsewhere it goes back."""
    page = opener("/", **size)
    hand = begin(page, key)
    ply = hand.standing()[0]
    source = page.locator(f"[data-thing^='{piece}'][data-state=legal]").first
    drawn = page.locator("[data-dragged]")
    x, y = middle(source)
    for target in (None, page.locator(f"{place}[data-state=legal]").first):
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 30, y - 40, steps=4)
        expect(drawn).to_have_count(1)
        to = (2, 2) if target is None else middle(target)
        page.mouse.move(*to, steps=4)
        assert middle(drawn) == pytest.approx(to, abs=NEAR)
        page.mouse.up()
        expect(drawn).to_have_count(0)
        if target is None:
            expect(page.locator("[data-state=selected]")).to_have_count(0)
            assert hand.standing()[0] == ply
    page.wait_for_function(
        "(ply) => document.querySelector('[data-ply]').dataset.ply > ply", arg=ply
    )


@pytest.mark.parametrize("key", ["pagoda", "seven_steps", "summer_pavilion"])
def test_arrows_walk(opener: Opener, key: str) -> None:
    """A board is one stop of the Tab key; arrows lead to a neighbor and back."""
    page = opener("/")
    begin(page, key)
    board = page.locator("svg:has(> [data-item]), svg:has(> g > [data-item])").first
    stop = board.locator("[data-item][tabindex='0']")
    expect(stop).to_have_count(1)
    stop.focus()
    first = page.evaluate(FOCUSED)
    page.keyboard.press("ArrowRight")
    second = page.evaluate(FOCUSED)
    assert second not in (first, None)
    expect(stop).to_have_count(1)
    expect(stop).to_have_attribute("data-item", second)
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(FOCUSED) == first


@pytest.mark.parametrize("key", ["pagoda", "seven_steps"])
def test_a_finger_whose_click_says_nothing(opener: Opener, key: str) -> None:
    """On older iPhones only the press tells that it is a finger: it shows, and plays later."""
    page = opener("/", **PHONE)
    hand = begin(page, key)
    ply = hand.standing()[0]
    place = "[data-thing^='lot ']" if key == "pagoda" else "[data-space]"
    page.locator(f"{place}[data-state=legal]").first.evaluate(OLD_TOUCH)
    if key == "pagoda":  # a lot that may take any color comes near
        expect(page.get_by_role("dialog")).to_be_visible()
    else:
        expect(page.locator("[data-choice=ready]")).to_be_attached()
    expect(page.locator("[data-busy]")).to_have_count(0)
    assert hand.standing()[0] == ply


@pytest.mark.parametrize("key", ["pagoda", "seven_steps", "summer_pavilion"])
def test_a_mouse_at_rest_plays_nothing(opener: Opener, key: str) -> None:
    """Whatever it lies on, nothing is chosen, made or refused: that takes a press."""
    page = opener("/")
    hand = begin(page, key)
    before, chosen = hand.standing(), page.locator('[data-state="selected"]:visible')
    sent: list[str] = []
    page.on("request", lambda request: sent.append(f"{request.method} {request.url}"))
    things = hand.legal()[:6]
    assert things
    for thing in things:
        page.mouse.move(*middle(page.locator(f'[data-thing="{thing}"]:visible').first))
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => done(null)))")
        expect(chosen).to_have_count(0)
    assert hand.standing() == before
    assert not [one for one in sent if one.startswith("POST") and "/moves" in one]
