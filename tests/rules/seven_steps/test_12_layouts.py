"""Tests the six layouts and the river's middle; test_geometry counts their spaces."""

from __future__ import annotations

import pytest

from colonnade.contract.errors import UnknownValue
from colonnade.games.seven_steps.material import coordinates
from tests.rules.seven_steps.table import (
    after,
    legal,
    names,
    new_game,
    points,
    position,
    settled,
    why,
)

# As printed in the rules, from place a to place g.
CENTERS = {
    "standard": [(0, 0), (2, 1), (3, -2), (1, -3), (-2, -1), (-3, 2), (-1, 3)],
    "mask": [(0, 0), (3, -2), (4, 0), (1, 2), (-1, -2), (-4, 0), (-3, 2)],
    "river": [(0, 0), (3, -1), (5, 0), (8, -1), (10, 0), (13, -1), (15, 0)],
    "butterfly": [(0, 0), (2, 1), (3, -2), (5, -1), (-2, -1), (-3, 2), (-5, 1)],
    "ring": [(0, 0), (-3, 1), (-6, 3), (-7, 6), (-5, 7), (-2, 6), (-1, 3)],
    "cross": [(0, 0), (-1, 3), (-3, 6), (1, -3), (3, -6), (3, -1), (-3, 1)],
}
LAYOUTS = list(CENTERS)
RIVER = """
phase start  layout river  segments 2341567
               b0  b0              t0  t0              o0  o0
     y0  y0  b0  b0  b0  r0  r0  t0  t0  t0  w0  w0  o0  o0  o0  p0  p0
   y0  y0  y0  b0  b0  r0  r0  r0  t0  t0  w0  w0  w0  o0  o0  p0  p0  p0
     y0  y0              r0  r0              w0  w0              p0  p0

seat 1  points 0 = 0+0+0  hand t3r3
seat 2  points 0 = 0+0+0  hand w7
"""


@pytest.mark.parametrize("extra", ["no", "yes"])
@pytest.mark.parametrize("face", ["plain", "mixed"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_combination(layout: str, face: str, extra: str) -> None:
    """Every layout may be played with both faces and with the extra round. [T12.1]"""
    state = settled(new_game(layout=layout, face=face, extra_round=extra))
    assert state.view(None).options == {"face": face, "layout": layout, "extra_round": extra}
    assert (state.actor, state.view(None).phase) == (0, "start")
    assert names(state) != ""


def test_unknown_layout() -> None:
    """There is no other layout. [T12.1]"""
    with pytest.raises(UnknownValue):
        new_game(layout="star")


def test_standard_is_usual() -> None:
    """Without a choice the standard board is laid, plain and without extra round. [T12.1]"""
    options = new_game().view(None).options
    assert options == {"face": "plain", "layout": "standard", "extra_round": "no"}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_centers(layout: str) -> None:
    """The centers of the places are those of the table. [T12.2]"""
    assert coordinates(layout)[::7] == CENTERS[layout]


@pytest.mark.parametrize(
    ("layout", "space", "beside"),
    [
        ("mask", "a4", "a0 a3 a5 e6 g2"),
        ("river", "d5", "c1 d0 d4 d6"),
        ("butterfly", "a0", "a1 a2 a3 a4 a5 a6"),
        ("ring", "a6", "a0 a1 a5 g2 g3"),
        ("cross", "e5", "d2 d3 e0 e4 e6"),
    ],
)
def test_neighbors_of_a_layout(layout: str, space: str, beside: str) -> None:
    """Discs go around holes and along the arms of the board. [T12.2]"""
    picture = f"""
    phase start  layout {layout}
    seat 1  hand t2y2b2r2w2o2p2
    seat 2  hand w7
    """
    assert names(after(position(picture), f"place {space}")) == beside


def test_same_rules_on_a_layout() -> None:
    """Colors, neighbors and levels follow the usual rules. [T12.1]"""
    state = after(position(RIVER), "place d4", "place c1", "place c0")
    assert (names(state), why(state, "d4")) == ("c2 c3 c4 c5 c6", "used_space T4.6")
    assert points(after(state, "count")) == {"levels": 3}


@pytest.mark.parametrize("place", list("abcefg"))
def test_river_keeps_segment_1_back(place: str) -> None:
    """Segment 1 lies on no other place of the river, the others lie at random. [T12.3]"""
    state, left = new_game(layout="river"), [2, 3, 4, 5, 6, 7]
    for other in "abcdefg"[: "abcdefg".index(place)]:
        segment = 1 if other == "d" else left.pop()
        state = after(state, f"lay {segment} at {other}")
    assert legal(state) == {f"lay {segment} at {place}" for segment in left}
    assert state.weights() == [1] * len(left)


def test_turquoise_in_the_middle() -> None:
    """On the plain face the turquoise segment lies on place d. [T12.3]"""
    state = after(new_game(layout="river"), "lay 4 at a", "lay 2 at b", "lay 7 at c")
    assert legal(state) == {"lay 1 at d"}
    board = after(state, "lay 1 at d").view(None).board
    assert {board[f"d{digit}"].color for digit in range(7)} == {"turquoise"}


def test_segment_1_in_the_middle_of_the_mixed_river() -> None:
    """On the mixed face segment 1 lies there too, and is rotated. [T12.3]"""
    state = new_game(layout="river", face="mixed")
    for place, segment in (("a", 4), ("b", 2), ("c", 7)):
        state = after(state, f"lay {segment} at {place}", f"rotate {place} by 0")
    assert legal(state) == {"lay 1 at d"}
    state = after(state, "lay 1 at d")
    assert legal(state) == {f"rotate d by {steps}" for steps in range(6)}


@pytest.mark.parametrize("layout", [layout for layout in LAYOUTS if layout != "river"])
def test_segment_1_anywhere_else(layout: str) -> None:
    """In the other layouts segment 1 may lie on any place. [T12.3]"""
    assert "lay 1 at a" in legal(new_game(layout=layout))
