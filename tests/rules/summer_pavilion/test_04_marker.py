"""Tests the start marker: what it costs, how far a score falls, and who begins."""

from __future__ import annotations

import pytest

from tests.rules.summer_pavilion.table import (
    after,
    beside,
    points,
    position,
    settled,
)

CENTER = """
phase take
factory  1:g4
center o3r2p2  supply o2r2b2y2g2
seat 1  points 9 = 5+4+0+0+0+0
seat 2  points 9 = 5+4+0+0+0+0
"""


def test_first_from_the_center() -> None:
    """The first to take from the center takes the marker and loses a point per tile. [S4.1]"""
    state = after(position(CENTER.replace("p2", "")), "take center orange")
    assert state.view(None).marker == 0
    assert points(state) == {"start": 5, "placed": 4, "marker": -3}


def test_wild_tile_counts() -> None:
    """The wild tile that comes along costs a point, the marker does not. [S4.1]"""
    state = after(position(CENTER), "take center orange")
    assert beside(state) == "o3p1"
    assert state.scores() == [5, 9]


def test_lone_wild_tile_costs_one() -> None:
    """A single wild tile from the center costs one point. [S4.1]"""
    state = after(position(CENTER.replace("o3r2p2", "p2")), "take center purple")
    assert state.scores() == [8, 9]


def test_second_from_the_center() -> None:
    """Whoever takes from the center later loses nothing. [S4.1]"""
    state = after(position(CENTER), "take center orange", "take center red")
    assert state.scores() == [5, 9]
    assert state.view(None).marker == 0


def test_holder_takes_from_the_center_again() -> None:
    """The holder of the marker, too, loses nothing a second time. [S4.1]"""
    state = after(position(CENTER), "take center orange", "take factory 1 green")
    state = after(state, "take center red")
    assert (beside(state), state.scores()) == ("o3r2p2", [5, 9])


def test_factory_leaves_the_marker() -> None:
    """Taking from a factory neither costs points nor takes the marker. [S4.1]"""
    state = after(position(CENTER), "take factory 1 green")
    assert (state.view(None).marker, state.scores()) == (None, [9, 9])


def test_score_stops_at_one() -> None:
    """With 3 points the loss of 4 stops at 1, and is booked as 2. [S4.2]"""
    state = position("""
    phase take
    factory  1:g4
    center o3r2p2  supply o2r2b2y2g2
    seat 1  points 3 = 5+0+0-2+0+0
    seat 2  points 5
    """)
    state = after(state, "take center orange")
    assert points(state) == {"start": 5, "marker": -2, "leftovers": -2}
    assert state.scores()[0] == 1


def test_center_with_one_point() -> None:
    """Whoever has 1 point may still take from the center, for nothing. [S4.2]"""
    state = position("""
    phase take
    factory  1:g4
    center o3r2p2  supply o2r2b2y2g2
    seat 1  points 1 = 5+0+0-4+0+0
    seat 2  points 5
    """)
    state = after(state, "take center orange")
    assert (beside(state), state.view(None).marker) == ("o3p1", 0)
    assert points(state) == {"start": 5, "leftovers": -4}


def test_losses_stop_one_by_one() -> None:
    """A loss cut short at 1 is not made up for by later points. [S4.2]"""
    state = position("""
    seat 2  phase take  first 2
    center o6  supply o2r2b2y2g2
    seat 1  points 5
    seat 2  points 5
    """)
    state = after(state, "take center orange")
    assert state.scores() == [5, 1]
    state = after(state, "place orange 2 orange")
    assert points(state, 1) == {"start": 5, "placed": 1, "marker": -4}
    state = after(state, "pass", "pass", "done")
    assert points(state, 1) == {"start": 5, "placed": 1, "marker": -4, "leftovers": -1}


def test_tiles_left_over_stop_at_one_too() -> None:
    """Six tiles thrown away with 4 points cost 3. [S4.2]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 4 = 5+0-1+0+0+0  tiles o6
    seat 2  points 5
    """)
    state = after(state, "pass", "done")
    assert points(state) == {"start": 5, "marker": -1, "leftovers": -3}


@pytest.mark.parametrize("before", [79, 80, 160, 500])
def test_no_upper_limit(before: int) -> None:
    """Upward a score has no limit: the track goes around. [S4.2]"""
    state = position(f"""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points {before} = 5+{before - 5}+0+0+0+0  tiles o1
    seat 2  points 5
    """)
    assert after(state, "place orange 1 orange").scores() == [before + 1, 5]


@pytest.mark.parametrize("holder", [1, 2, 3])
def test_holder_begins_to_place(holder: int) -> None:
    """The holder of the marker begins phase 2, whoever took the last tile. [S4.3]"""
    state = position(f"""
    seat 3  phase take  marker {holder}
    center o1  supply o2r2b2y2g2
    seat 1  points 5
    seat 2  points 5
    seat 3  points 5
    """)
    state = after(state, "take center orange")
    assert (state.actor, state.view(None).phase) == (holder - 1, "place")


def test_last_taker_may_be_the_holder() -> None:
    """A marker taken with the very last tile counts at once. [S4.3]"""
    state = position("""
    seat 3  phase take
    center o1  supply o2r2b2y2g2
    seat 1  points 5
    seat 2  points 5
    seat 3  points 5
    """)
    state = after(state, "take center orange")
    assert (state.actor, state.view(None).phase) == (2, "place")


def test_holder_begins_the_next_round() -> None:
    """The holder of the marker begins phase 1 of the next round. [S4.3]"""
    state = position("""
    seat 1  phase take  marker 2
    center o1  supply o2r2b2y2g2
    seat 1  points 5
    seat 2  points 5
    seat 3  points 5
    """)
    state = after(state, "take center orange", "pass", "pass", "pass", "keep orange")
    state = settled(state)
    assert (state.actor, state.view(None).round, state.view(None).phase) == (1, 2, "take")


@pytest.mark.parametrize("first", [1, 2, 3])
def test_nobody_took_the_marker(first: int) -> None:
    """Without a holder the round's first player begins phase 2. [S4.4]"""
    state = position(f"""
    seat 2  phase take  first {first}
    factory  1:o4
    center -  supply o2r2b2y2g2
    seat 1  points 5
    seat 2  points 5
    seat 3  points 5
    """)
    state = after(state, "take factory 1 orange")
    assert (state.actor, state.view(None).phase, state.view(None).marker) == (
        first - 1,
        "place",
        None,
    )


def test_nobody_took_the_marker_next_round() -> None:
    """Without a holder the round's first player begins the next round as well. [S4.4]"""
    state = position("""
    seat 1  phase take  first 2
    factory  1:o4
    center -  supply o2r2b2y2g2
    seat 1  points 5
    seat 2  points 5
    """)
    state = after(state, "take factory 1 orange", "pass", "pass", "done")
    state = settled(state)
    assert (state.actor, state.view(None).round, state.view(None).phase) == (1, 2, "take")
