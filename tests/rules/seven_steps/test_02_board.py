"""Tests names, neighbors, edges, colors and levels of the spaces; test_geometry counts them all."""

from __future__ import annotations

import pytest

from colonnade.games.seven_steps import GAME
from colonnade.games.seven_steps.material import SPACE_NAMES, coordinates
from tests.rules.seven_steps.table import (
    after,
    allows,
    names,
    new_game,
    points,
    position,
    settled,
    towers,
)

EVERY_COLOR = """
phase start
seat 1  hand t2y2b2r2w2o2p2
seat 2  hand b7
"""
PURPLE_AND_ORANGE = """
phase start  layout {layout}
seat 1  hand o3p3  tile edge
seat 2  hand t7
"""


def test_names_of_the_spaces() -> None:
    """Spaces are in order from a0 to g6, the center of a place first. [T2.1]"""
    board = settled(new_game()).view(None).board
    assert list(board) == [f"{place}{digit}" for place in "abcdefg" for digit in range(7)]


def test_digits_are_steps() -> None:
    """The digits 1 to 6 are fixed steps from the center of a place. [T2.1]"""
    at = dict(zip(SPACE_NAMES, coordinates("standard"), strict=True))
    assert at["a0"] == (0, 0)
    assert [at[f"a{d}"] for d in range(1, 7)] == [
        (1, 0),
        (1, -1),
        (0, -1),
        (-1, 0),
        (-1, 1),
        (0, 1),
    ]
    assert (at["c0"], at["c1"], at["c5"]) == ((3, -2), (4, -2), (2, -1))


@pytest.mark.parametrize(
    ("space", "beside"),
    [
        ("a6", "a0 a1 a5 b4 g2 g3"),
        ("b4", "a1 a6 b0 b3 b5 g2"),
        ("d2", "d0 d1 d3"),
        ("g4", "f1 f6 g0 g3 g5"),
    ],
)
def test_neighbors(space: str, beside: str) -> None:
    """Neighbors are one step apart, in a segment and across, six at most. [T2.2]"""
    state = after(position(EVERY_COLOR), f"place {space}")
    assert names(state) == beside


def test_edge_of_the_standard_board() -> None:
    """Spaces with a missing neighbor are edge spaces, g6 is one, g0 is not. [T2.3]"""
    state = position(PURPLE_AND_ORANGE.format(layout="standard"))
    assert allows(after(state, "place g6"), "count tile")
    assert not allows(after(state, "place g0"), "count tile")


@pytest.mark.parametrize(("layout", "space"), [("mask", "g2"), ("ring", "g4"), ("ring", "f3")])
def test_edge_of_a_hole(layout: str, space: str) -> None:
    """A space beside a hole in the board is an edge space too. [T2.3]"""
    state = position(PURPLE_AND_ORANGE.format(layout=layout))
    state = after(state, f"place {space}", "count tile")
    assert points(state) == {"levels": 1, "points tiles": 1}


def test_mixed_segment() -> None:
    """Segment 1 without rotation has the colors of its row of the table. [T2.4]"""
    board = after(new_game(face="mixed"), "lay 1 at a", "rotate a by 0").view(None).board
    assert [board[f"a{digit}"].color for digit in range(7)] == [
        "yellow", "turquoise", "red", "turquoise", "red", "turquoise", "yellow",
    ]  # fmt: skip


def test_rotated_segment() -> None:
    """Rotated by 2, ring space 1 has the color of column 3, and the center stays. [T2.4]"""
    board = after(new_game(face="mixed"), "lay 6 at a", "rotate a by 2").view(None).board
    assert [board[f"a{digit}"].color for digit in range(7)] == [
        "purple", "orange", "yellow", "orange", "purple", "orange", "yellow",
    ]  # fmt: skip


def test_levels() -> None:
    """A disc on a tower of two stands at level 3, the lowest one at level 1. [T2.5]"""
    state = position(EVERY_COLOR, "a0=2 a1=2 a2=2 a3=2 a4=2 a5=2 a6=2")
    high = after(state, "place a0")
    assert (high.view(None).level, towers(high)) == (3, "a0=3 a1=2 a2=2 a3=2 a4=2 a5=2 a6=2")
    assert after(state, "place g0").view(None).level == 1


def test_drawn_board() -> None:
    """A picture of the mixed face gives every space its color and height. [T2.4, T2.5]"""
    state = position("""
    phase start  face mixed  segments 1436527  rotations 0440034
                 o0  y0
               y0  p0  o0  b0  r1
         w0  t1  o0  p0  o0  r1  b0
       t1  o1  w0  t0  r0  b1  o0
         w0  o1  r1  y3  t0  r0  w1
           b1  y0  t1  y0  p0  w0  r1
         y0  b0  w0  p0  t0  r0  p0
           w0  y0  b1  t1  p1
                     p1  b0

    seat 1  points 0 = 0+0+0  hand y1r1
    seat 2  points 0 = 0+0+0  hand b7
    """)
    assert names(state) == "a2 a6 b3 b5 d2 d4 f2 f4 f6"
    assert state.view(None).board["a0"].height == 3


def test_picture_of_a_position() -> None:
    """A position that is drawn and read again is the same one. [T2.1, T2.5]"""
    state = after(position(EVERY_COLOR, "a1=1 b4=2 c5=6"), "place a6", "place a1")
    again = GAME.parse(GAME.picture(state.reveal()))
    assert again.dump() == state.dump()


def test_the_next_disc_of_a_space_has_its_level() -> None:
    """A view says at which level a disc would stand, on bare spaces and on towers. [T2.5]"""
    picture = "phase start\nseat 1  hand t7\nseat 2  hand w7\n"
    board = position(picture, "a0=2 b3=6").view(None).board
    assert {name: board[name].next for name in ("a0", "a1", "b3")} == {"a0": 3, "a1": 1, "b3": 7}
