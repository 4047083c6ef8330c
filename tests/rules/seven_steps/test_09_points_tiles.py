"""Tests what each points tile is worth, and when it can be used."""

from __future__ import annotations

import pytest

from colonnade.games.seven_steps import StepsState
from tests.rules.seven_steps.table import (
    after,
    allows,
    discards,
    legal,
    points,
    position,
    tiles,
    why,
)

HOLDING = """
phase start  layout {layout}
seat 1  hand {hand}  tile {tile}
seat 2  hand w6
"""
LAYING_LOW = """
phase start
             r0  r0
           r0  r0  r0  b0  b0
     w0  w0  r0  r0  b0  b0  b0
   w0  w0  w0  t0  t0  b0  b0
     w0  w0  t0  t0  t1  y1  y0
       o0  o0  t0  t0  y0  y0  y0
     o0  o0  o0  p0  p0  y0  y0
       o0  o0  p0  p0  p0
                 p0  p0

seat 1  points 0 = 0+0+0  hand t3y3p1  tile {tile}
seat 2  points 0 = 0+0+0  hand w7
"""


def placed(
    tile: str, path: str, heights: str = "", hand: str = "t4y2b2r2w2o2p2", layout: str = "standard"
) -> StepsState:
    """A seat with this tile that has placed these discs."""
    state = position(HOLDING.format(tile=tile, hand=hand, layout=layout), heights)
    return after(state, *(f"place {space}" for space in path.split()))


def worth(state: StepsState) -> int:
    """The points that the tile brings when it is used now."""
    return points(after(state, "count tile")).get("points tiles", 0)


def test_a_used_tile_is_discarded() -> None:
    """Its points are added to those of the discs, and it goes to its discards. [T9.1]"""
    state = after(placed("colors", "a0 a1 b4"), "count tile")
    assert points(state) == {"levels": 3, "points tiles": 2}
    assert (tiles(state), discards(state, "points")) == ((None, None), {"colors": 1})


def test_the_tile_may_be_saved() -> None:
    """Counting without the tile keeps it. [T9.1]"""
    state = after(placed("colors", "a0 a1 b4"), "count")
    assert (points(state), tiles(state)) == ({"levels": 3}, (None, "colors"))


def test_not_before_counting() -> None:
    """At the start of a turn the tile cannot be used. [T9.1]"""
    state = placed("colors", "")
    assert not allows(state, "count tile")
    assert why(state, "points") == "place_first T9.1"


def test_only_discs_of_this_turn() -> None:
    """Discs that lay there before do not matter. [T9.1]"""
    state = placed("line", "a4 a0 a3", "a1=1 b3=1 b2=1")
    assert worth(state) == 2


def test_without_a_tile() -> None:
    """Without a tile there is only the plain count. [T9.1]"""
    picture = HOLDING.format(tile="edge", hand="t7", layout="standard").replace("  tile edge", "")
    state = after(position(picture), "place a0")
    assert legal(state, "count") == {"count"}
    assert why(state, "points") == "no_tile T7.4"


@pytest.mark.parametrize("tile", ["edge", "third light", "third dark"])
def test_worth_nothing(tile: str) -> None:
    """A tile that would bring nothing cannot be used now. [T9.2]"""
    state = placed(tile, "a0 a1 b4")
    assert legal(state, "count") == {"count"}
    assert why(state, "points") == "worth_nothing T9.2"


@pytest.mark.parametrize(
    ("path", "expected"), [("a0", 1), ("a0 a1 a6", 1), ("a0 a1 b4", 2), ("a0 a1 b4 g2", 3)]
)
def test_colors(path: str, expected: int) -> None:
    """Each color placed brings 1 point, however many discs it has. [T9.3]"""
    assert worth(placed("colors", path)) == expected


def test_colors_on_the_mixed_face() -> None:
    """The color of the disc counts, not the segment it lies on. [T9.3]"""
    state = position("""
    phase start  face mixed
    seat 1  hand t2y2r2  tile colors
    seat 2  hand w7
    """)
    state = after(state, "place a0", "place a1", "place a2")
    assert points(after(state, "count tile")) == {"levels": 3, "points tiles": 3}


@pytest.mark.parametrize(
    ("path", "expected"),
    [("a0", 2), ("a0 a1 b4", 4), ("a1 b4 b3", 4), ("a1 b3 c5", 2), ("a3 a2 a1 b3 b4", 6)],
)
def test_one_color(path: str, expected: int) -> None:
    """Each disc of the color placed most often brings 2 points. [T9.4]"""
    assert worth(placed("one color", path)) == expected


@pytest.mark.parametrize(
    ("path", "expected"), [("d1", 1), ("d1 d2", 2), ("d0 d1 c3", 2), ("c2 c1", 2), ("c0 c4", 0)]
)
def test_edge(path: str, expected: int) -> None:
    """Each disc on an edge space brings 1 point. [T9.5]"""
    state = placed("edge", path)
    assert allows(state, "count tile") == bool(expected)
    if expected:
        assert worth(state) == expected


def test_edge_of_a_hole() -> None:
    """In the ring the inner edge counts as well. [T9.5]"""
    assert worth(placed("edge", "g3 g4 g5", hand="p4", layout="ring")) == 3


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a0", 1),
        ("a0 a1", 2),
        ("a4 a0 a1 b3", 4),
        ("a4 a0 a1 a2", 3),
        ("a3 a0 a6 g2 g1", 5),
        ("a5 a0 a2 c4", 4),
        ("a1 a2 a3 a0", 2),
    ],
)
def test_line(path: str, expected: int) -> None:
    """Each disc of the longest straight line brings 1 point, across segments too. [T9.6]"""
    assert worth(placed("line", path)) == expected


def test_line_in_any_order() -> None:
    """A line need not be placed from end to end. [T9.6]"""
    assert worth(placed("line", "a1 a6 a0 a4", hand="t5")) == 3


def test_line_at_different_levels() -> None:
    """The levels of the discs do not matter. [T9.6]"""
    state = after(position(LAYING_LOW.format(tile="line")), "place a4", "place a0", "place a1")
    state = after(state, "place b3")
    assert points(after(state, "count tile")) == {"levels": 6, "points tiles": 4}


def test_line_across_a_hole() -> None:
    """Spaces on both sides of a hole are no neighbors, so the line breaks there. [T9.6]"""
    state = placed("line", "f0 f1 e5 e6 a4 a0", hand="t2w2o2", layout="mask")
    assert worth(state) == 2


@pytest.mark.parametrize(
    ("place", "tile"),
    [
        ("a", "third light"),
        ("b", "third light"),
        ("c", "third dark"),
        ("d", "third light"),
        ("e", "third light"),
        ("f", "third dark"),
        ("g", "third dark"),
    ],
)
def test_third(place: str, tile: str) -> None:
    """A disc of an indicated color at level 3 brings 5 points, with one of the tiles. [T9.7]"""
    letter = "tybrwop"["abcdefg".index(place)]
    for other in ("third light", "third dark"):
        picture = f"phase start\nseat 1  hand {letter}1  tile {other}\nseat 2  hand {letter}5\n"
        state = position(picture, " ".join(f"{place}{digit}=2" for digit in range(7)))
        state = after(state, f"place {place}0")
        assert allows(state, "count tile") == (other == tile)
        if other == tile:
            assert points(after(state, "count tile")) == {"levels": 3, "points tiles": 5}


@pytest.mark.parametrize("tile", ["third light", "third dark"])
def test_third_is_exact(tile: str) -> None:
    """Levels 2 and 4 do not count: black is at 3, turquoise at 4. [T9.7]"""
    heights = "c0=2 c1=2 c2=2 c3=2 c4=2 c5=2 c6=2 a1=3"
    state = placed(tile, "c5 a1", heights, hand="t1b1")
    assert state.view(None).level_sum == 7
    assert allows(state, "count tile") == (tile == "third dark")


def test_third_is_given_once() -> None:
    """Two such discs bring 5 points, not 10. [T9.7]"""
    heights = "a0=2 a1=2 a2=2 a3=2 a4=2 a5=2 a6=2"
    state = after(placed("third light", "a0 a1", heights, hand="t2"), "count tile")
    assert points(state) == {"levels": 6, "points tiles": 5}
