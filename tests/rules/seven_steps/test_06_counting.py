"""Tests what the discs of a turn are worth; what points tiles add is tested in 09."""

from __future__ import annotations

import pytest

from tests.rules.seven_steps.table import after, points, position

EXAMPLE = """
phase start
             r0  r0
           r0  r0  r0  b0  b0
     w0  w0  r0  r0  b0  b0  b0
   w0  w0  w0  t0  t0  b0  b0
     w0  w0  t0  t0  t0  y0  y0
       o0  o0  t0  t0  y0  y1  y2
     o0  o0  o0  p0  p0  y0  y0
       o0  o0  p0  p0  p0
                 p0  p0

seat 1  points 0 = 0+0+0  hand t2y3p2
seat 2  points 0 = 0+0+0  hand w7
"""
HIGH = """
phase next disc  placed a0 a1 b4  at b4  level 3  scored 8
seat 1  points {points} = {points}+0+0  hand w4  {tile}
seat 2  points 3 = 3+0+0  hand w7
"""
HIGH_TOWERS = "a0=2 a1=3 b4=3"


def test_printed_example() -> None:
    """Four discs at level 1, one at level 2 and one at level 3 bring 9 points. [T6.1]"""
    state = after(position(EXAMPLE), "place g3", "place a6", "place a1", "place b4")
    assert state.scores() == [0, 0]
    state = after(state, "place b0", "place b1", "count")
    assert points(state) == {"levels": 9}
    assert state.scores() == [9, 0]


def test_nothing_counts_before_stopping() -> None:
    """Points are given when the player stops. [T6.1]"""
    state = position(HIGH.format(points=0, tile=""), HIGH_TOWERS)
    assert state.scores() == [0, 3]
    assert after(state, "count").scores() == [8, 3]


def test_only_placed_discs_count() -> None:
    """Discs that lay below and around bring nothing. [T6.1]"""
    state = position(EXAMPLE, "a0=4 a1=1 a2=1 a3=1 a4=1 a5=1 a6=1")
    assert points(after(state, "place a1", "count")) == {"levels": 2}


def test_total_with_a_points_tile() -> None:
    """The total is the sum of the levels and the points of the tile. [T6.2]"""
    state = position(HIGH.format(points=0, tile="tile colors"), HIGH_TOWERS)
    state = after(state, "count tile")
    assert points(state) == {"levels": 8, "points tiles": 2}
    assert state.scores() == [10, 3]


@pytest.mark.parametrize("before", [31, 32, 39, 40, 300])
def test_no_upper_limit(before: int) -> None:
    """The total is added to the points, which may pass the end of the track. [T6.2]"""
    state = after(position(HIGH.format(points=before, tile=""), HIGH_TOWERS), "count")
    assert state.scores() == [before + 8, 3]
