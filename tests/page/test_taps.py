"""A tap is answered at once: the piece stands, and the server has the last word."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.page.conftest import Opener
from tests.page.test_gestures import begin

pytestmark = pytest.mark.once
MOVES = "**/api/tables/*/moves"
# What is touched for a first move.
TOUCHES = {
    "pagoda": ("[data-thing^='card ']", "[data-thing^='lot ']"),
    "seven_steps": ("[data-thing^='disc ']", "[data-space]"),
    "summer_pavilion": ("[data-thing^='factory ']",),
}
ALL_MOTION = '{"pace": 1, "sound": false, "motion": "full", "name": "Anne"}'


def choose(page: Page, key: str, by: str) -> None:
    """Touch what makes a move, by mouse or keys."""
    for selector in TOUCHES[key]:
        thing = page.locator(f"{selector}[data-state=legal]").first
        if by == "key":
            thing.focus()
            page.keyboard.press("Enter")
        else:
            thing.click()


def pending(page: Page) -> Locator:
    """The pieces that stand before their move is confirmed."""
    return page.locator("[data-pending]")


def sent(page: Page, held: list[Route]) -> Route:
    """The move that was sent and is not answered yet."""
    while not held:
        page.wait_for_timeout(10)
    return held.pop()


@pytest.mark.parametrize(
    ("key", "by"), [("pagoda", "key"), ("seven_steps", "mouse"), ("summer_pavilion", "key")]
)
def test_a_piece_stands_before_the_answer(opener: Opener, key: str, by: str) -> None:
    """What the server refuses goes home with a word; what it takes stays and does not fly again."""
    page = opener("/", settings=ALL_MOTION)
    hand = begin(page, key)
    ply = hand.standing()[0]
    held: list[Route] = []
    page.route(MOVES, lambda route: held.append(route))
    choose(page, key, by)
    expect(pending(page).first).to_be_visible()
    expect(page.locator("main[data-busy]")).to_have_count(1)
    expect(page.locator("[data-thing][data-state=legal]")).to_have_count(0)
    assert hand.standing()[0] == ply
    sent(page, held).fulfill(status=409, json={"error": "stale", "text": "Not now.", "fields": {}})
    expect(page.locator(".prompt [role=status]")).to_have_text("Not now.")
    expect(pending(page)).to_have_count(0)
    assert hand.wait() == "deciding"
    assert hand.standing()[0] == ply

    choose(page, key, by)
    expect(pending(page).first).to_be_visible()
    place = pending(page).first.get_attribute("data-pending")
    flown = page.evaluate_handle(
        """(place) => {
          const seen = [];
          new MutationObserver(() => {
            if (document.querySelector(`[data-place="${place}"][data-landing]`)) seen.push(place);
          }).observe(document.body, { subtree: true, attributes: true, childList: true });
          return seen;
        }""",
        place,
    )
    sent(page, held).continue_()
    page.locator(f"[data-place='{place}']").first.wait_for()
    expect(pending(page)).to_have_count(0)
    hand.wait(beyond=ply)
    assert flown.json_value() == []
