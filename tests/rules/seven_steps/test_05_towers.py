"""Tests how a tower of seven dissolves, and how the turn goes on after it."""

from __future__ import annotations

import pytest

from tests.rules.seven_steps.table import (
    after,
    hand,
    names,
    points,
    position,
    towers,
    why,
)

# The last disc stands on b4 at level 6; a1 beside it has six discs.
LEVEL_SIX = """
phase next disc  placed b4  at b4  level 6  scored 6
seat 1  hand t2b2
seat 2  hand w7
"""


def test_a_tower_of_seven_dissolves() -> None:
    """Its seven discs go on the seven spaces of its color, its own included. [T5.1]"""
    state = after(position(LEVEL_SIX, "b4=6 a1=6"), "place a1")
    assert towers(state) == "a0=1 a1=1 a2=1 a3=1 a4=1 a5=1 a6=1 b4=6"


def test_six_discs_stay() -> None:
    """A tower of six is not touched. [T5.1]"""
    state = after(position(LEVEL_SIX, "b4=6 a1=5"), "place a1")
    assert towers(state) == "a1=6 b4=6"


def test_spread_discs_rise_on_towers() -> None:
    """A disc goes on each space of the color whether it is empty or not. [T5.1]"""
    state = after(position(LEVEL_SIX, "b4=6 a1=6 a0=4 a5=2"), "place a1")
    assert towers(state) == "a0=5 a1=1 a2=1 a3=1 a4=1 a5=3 a6=1 b4=6"


def test_spread_over_the_mixed_face() -> None:
    """On the mixed face the seven spaces of the color lie apart. [T5.1]"""
    state = position("""
    phase next disc  face mixed  segments 1436527  rotations 0440034  placed d5  at d5  level 6
                 o0  y0
               y0  p0  o0  b0  r0
         w0  t0 1o6  p0  o0  r0  b0
       t0  o0  w0  t6  r0  b0  o0
         w0  o0  r0  y0  t0  r0  w0
           b0  y0  t0  y0  p0  w0  r0
         y0  b0  w0  p0  t0  r0  p0
           w0  y0  b0  t0  p0
                     p0  b0

    seat 1  points 0 = 0+0+0  hand t1
    seat 2  points 0 = 0+0+0  hand b7
    """)
    state = after(state, "place a3")
    assert towers(state) == "a1=1 a3=1 a5=1 d5=6 e2=1 e4=1 g0=1 g2=1"


def test_chain() -> None:
    """A tower that reaches seven by a spread disc is dissolved likewise. [T5.2]"""
    state = after(position(LEVEL_SIX, "b4=6 a1=6 a2=6"), "place a1")
    assert towers(state) == "a0=2 a1=2 a2=1 a3=2 a4=2 a5=2 a6=2 b4=6"


@pytest.mark.parametrize("others", [("a2", "a3"), ("a6", "a4"), ("a0", "a5")])
def test_tower_of_eight(others: tuple[str, str]) -> None:
    """Of two more towers of seven the later one briefly holds eight and keeps one. [T5.2]"""
    one, other = others
    state = after(position(LEVEL_SIX, f"b4=6 a1=6 {one}=6 {other}=6"), "place a1")
    heights = {f"a{digit}": 2 if f"a{digit}" in others else 3 for digit in range(7)}
    assert towers(state) == " ".join(f"{n}={h}" for n, h in heights.items()) + " b4=6"


def test_the_last_disc_counts_seven() -> None:
    """The disc that completed the tower brings 7 points, the spread ones none. [T5.3]"""
    state = after(position(LEVEL_SIX, "b4=6 a1=6 a2=6"), "place a1", "count")
    assert points(state) == {"levels": 13}


def test_seven_steps() -> None:
    """Seven discs at levels 1 to 7 bring 28 points and dissolve two towers. [T5.2, T5.3]"""
    state = position("""
    phase start
                 r0  r0
               r0  r0  r0  b0  b0
         w0  w0  r0  r0  b6  b0  b0
       w0  w0  w0  t0  t0  b5  b0
         w0  w0  t0  t0  t4  y0  y0
           o0  o0  t0  t0  y3  y0  y0
         o0  o0  o0  p0  p2  y0  y0
           o0  o0  p0  p1  p0
                     p0  p0

    seat 1  points 0 = 0+0+0  hand t1y1b2p3
    seat 2  points 0 = 0+0+0  hand w7
    """)
    path = ("g5", "g0", "g2", "b4", "a1", "c5", "c4")
    state = after(state, *(f"place {space}" for space in path))
    black = "c0=2 c1=2 c2=2 c3=2 c4=2 c5=1 c6=2"
    assert towers(state) == f"a1=5 b4=4 {black} g0=2 g2=3 g5=1"
    assert points(after(state, "count")) == {"levels": 28}


def test_go_on_at_level_seven() -> None:
    """The next disc goes beside the dissolved tower, at level 7 only. [T5.4]"""
    state = after(position(LEVEL_SIX, "b4=6 a1=6 c5=6"), "place a1")
    assert names(state) == "c5"
    assert why(state, "a0") == "too_low T4.5"
    state = after(state, "place c5", "count")
    assert (points(state), hand(state)) == ({"levels": 20}, "t1b1")


def test_a_spread_disc_does_not_use_its_space() -> None:
    """A neighbor raised to six by a spread disc may be built on. [T5.4]"""
    state = after(position(LEVEL_SIX, "b4=6 a1=6 a2=5"), "place a1")
    assert towers(state) == "a0=1 a1=1 a2=6 a3=1 a4=1 a5=1 a6=1 b4=6"
    assert names(state) == "a2"
    state = after(state, "place a2")
    assert towers(state) == "a0=2 a1=2 a2=1 a3=2 a4=2 a5=2 a6=2 b4=6"


def test_a_dissolved_space_stays_used() -> None:
    """The space of the dissolved tower itself takes no second disc. [T4.6, T5.4]"""
    state = after(position(LEVEL_SIX, "b4=6 a1=6"), "place a1")
    assert why(state, "a1") == "used_space T4.6"
