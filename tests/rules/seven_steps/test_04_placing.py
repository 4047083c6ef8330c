"""Tests where discs may be placed, and when placing ends; towers of seven are tested in 05."""

from __future__ import annotations

import pytest

from tests.rules.seven_steps.table import (
    after,
    allows,
    hand,
    legal,
    names,
    position,
    towers,
    why,
)

RICH = """
phase start
seat 1  hand {hand}
seat 2  hand w7
"""
# The last disc stands on b4 at level 2.
LEVEL_TWO = """
phase next disc  placed b4  at b4  level 2  scored 2
             r0  r0
           r0  r0  r0  b0  b0
     w0  w0  r0  r0  b0  b0  b0
   w0  w0  w0  t0  t0  b0  b0
     w0  w0  t0  t0  t1  y2  y0
       o0  o0  t0  t0 1y2  y3  y0
     o0  o0  o0  p0  p1  y0  y0
       o0  o0  p0  p0  p0
                 p0  p0

seat 1  points 0 = 0+0+0  hand t2y2p2
seat 2  points 0 = 0+0+0  hand w7
"""


def test_one_disc_is_compulsory() -> None:
    """At the start of a turn a disc must be placed: there is nothing to count yet. [T4.1]"""
    state = position(RICH.format(hand="t7"))
    assert legal(state) == {f"place a{digit}" for digit in range(7)}
    assert why(state, "count") == "place_first T4.1"


def test_stop_after_the_first() -> None:
    """After one disc the player may stop. [T4.1]"""
    state = after(position(RICH.format(hand="t7")), "place a0", "count")
    assert (towers(state), hand(state), state.scores()) == ("a0=1", "t6", [1, 0])


def test_at_most_seven() -> None:
    """After seven discs only stopping is left. [T4.1]"""
    state = position(RICH.format(hand="t4y3"))
    state = after(state, *(f"place {s}" for s in ("a0", "a3", "a2", "a1", "b3", "b0", "b6")))
    assert (legal(state), hand(state)) == ({"count"}, "-")


def test_stopping_is_a_move() -> None:
    """When no other disc can be placed, the player still has to say so. [T4.1]"""
    state = after(position(RICH.format(hand="t1w6")), "place a1")
    assert legal(state) == {"count"}
    assert state.actor == 0


def test_always_a_space() -> None:
    """On a full board, too, a disc of any color has a lowest stack. [T4.1]"""
    full = " ".join(f"{place}{digit}=2" for place in "abcdefg" for digit in range(7))
    state = position(RICH.replace("w7", "w6").format(hand="t1p1"), full)
    assert names(state) == "a0 a1 a2 a3 a4 a5 a6 g0 g1 g2 g3 g4 g5 g6"


def test_own_color() -> None:
    """A disc is placed on a space of its own color only. [T4.2]"""
    state = position(RICH.format(hand="t1p6"))
    assert names(state) == "a0 a1 a2 a3 a4 a5 a6 g0 g1 g2 g3 g4 g5 g6"
    assert why(state, "b0") == "color_missing T4.2"


def test_own_color_later() -> None:
    """Later discs, too, need a space of a color that is behind the screen. [T4.2]"""
    state = after(position(RICH.format(hand="t2p5")), "place a6")
    assert names(state) == "a0 a1 a5 g2 g3"
    assert why(state, "b4") == "color_missing T4.2"


def test_discs_of_a_color_run_out() -> None:
    """With its last disc of a color placed, a player cannot go on with it. [T4.2]"""
    state = after(position(RICH.format(hand="t1p6")), "place a6")
    assert (names(state), hand(state)) == ("g2 g3", "p6")


def test_first_disc_on_an_empty_space() -> None:
    """As long as its color has an empty space, the first disc goes there. [T4.3]"""
    state = position(RICH.format(hand="t7"), "a0=1 a2=3 a3=1 a4=1 a6=1")
    assert names(state) == "a1 a5"
    assert why(state, "a0") == "not_lowest T4.3"


def test_first_disc_on_a_lowest_stack() -> None:
    """When all spaces of a color are occupied, its lowest stacks are open. [T4.3]"""
    state = position(RICH.format(hand="t1"), "a0=2 a1=4 a2=3 a3=2 a4=3 a5=2 a6=3")
    assert names(state) == "a0 a3 a5"
    assert after(state, "place a3").view(None).level == 3


def test_each_color_has_its_own_lowest() -> None:
    """Empty spaces of other colors make no difference. [T4.3]"""
    state = position(RICH.format(hand="t1p1"), "a0=1 a1=1 a2=1 a3=1 a4=1 a5=2 a6=1 g0=1")
    assert names(state) == "a0 a1 a2 a3 a4 a6 g1 g2 g3 g4 g5 g6"


def test_next_disc_beside_the_last() -> None:
    """Every later disc goes beside the previous one, not beside an earlier one. [T4.4]"""
    state = after(position(RICH.format(hand="t7")), "place a1", "place a0", "place a4")
    assert names(state) == "a3 a5"
    assert why(state, "a2") == "not_adjacent T4.4"


def test_next_disc_across_segments() -> None:
    """The way leads across segments as within one. [T4.4]"""
    state = position(RICH.format(hand="t1y2b2p2"))
    state = after(state, "place g2", "place b4", "place b3", "place c5")
    assert names(state) == "a1 a2 c0 c4 c6"


def test_same_level_or_one_higher() -> None:
    """After level 2 a disc stands at level 2 or 3. [T4.5]"""
    assert names(position(LEVEL_TWO)) == "a1 b3 g2"


def test_never_lower() -> None:
    """A later disc is never lower than the one before. [T4.5]"""
    state = position(LEVEL_TWO)
    assert not allows(state, "place a6")
    assert why(state, "a6") == "too_low T4.5"


def test_no_level_is_skipped() -> None:
    """After level 2 no disc goes to level 4. [T4.5]"""
    state = position(LEVEL_TWO)
    assert not allows(state, "place b0")
    assert why(state, "b0") == "too_high T4.5"


def test_up_and_never_down_again() -> None:
    """After a step up the lower level is closed. [T4.5]"""
    state = after(position(LEVEL_TWO), "place b3")
    assert names(state) == "b0"
    assert why(state, "a1") == "too_low T4.5"


def test_no_space_twice() -> None:
    """A space with a disc of this turn takes no other, though its level would do. [T4.6]"""
    state = after(position(RICH.format(hand="t7")), "place a0", "place a1")
    assert names(state) == "a2 a6"
    assert why(state, "a0") == "used_space T4.6"


def test_a_space_is_free_again_next_turn() -> None:
    """In the next turn the same space may be used again. [T4.6]"""
    state = position(
        """
        phase next disc  placed a0  at a0  level 1  scored 1
        seat 1  hand t3
        seat 2  hand t3
        """,
        "a0=1 a1=1 a2=1 a3=1 a4=1 a5=1 a6=1",
    )
    state = after(state, "count", "bonus points", "tile edge", "refill")
    state = after(state, *["draw white"] * 4)
    assert allows(state, "place a0")


@pytest.mark.parametrize(("space", "level"), [("a1", 7), ("b3", 6)])
def test_level_seven_is_the_highest(space: str, level: int) -> None:
    """From level 6 a disc may reach level 7; from level 7 none goes higher. [T4.7]"""
    state = position(
        """
        phase next disc  placed b4  at b4  level 6  scored 6
        seat 1  hand t2y2b2
        seat 2  hand w7
        """,
        "b4=6 a1=6 b3=5 c5=6 c6=6",
    )
    state = after(state, f"place {space}")
    assert state.view(None).level == level
    assert names(state) == {"a1": "c5", "b3": "a1 c5 c6"}[space]
