"""Tests the five construction tiles: when they can be used, and what they change."""

from __future__ import annotations

import pytest

from colonnade.games.seven_steps import StepsState
from tests.rules.seven_steps.table import (
    after,
    allows,
    bag,
    discards,
    hand,
    legal,
    names,
    points,
    position,
    tiles,
    towers,
    why,
)

HOLDING = """
phase start
seat 1  hand {hand}  construction {tile}
seat 2  hand w7
"""
BOARD = """
phase start
             r0  r0
           r0  r0  r0  b0  b0
     w0  w0  r0  r0  b0  b3  b1
   w0  w0  w0  t0  t0  b0  b1
     w0  w0  t0  t2  t1  y0  y0
       o0  o0  t0  t0  y0  y0  y0
     o0  o0  o0  p0  p0  y0  y0
       o0  o0  p0  p1  p0
                 p0  p0

seat 1  points 0 = 0+0+0  hand t3r4  construction {tile}
seat 2  points 0 = 0+0+0  hand w7
"""
KINDS = ["remove", "shift", "move", "climb", "recover"]


def holding(tile: str, heights: str = "", hand: str = "t3r4", bag: str | None = None) -> StepsState:
    """A seat with this tile at the start of its turn."""
    return position(HOLDING.format(tile=tile, hand=hand), heights, bag)


# Using a tile


@pytest.mark.parametrize(
    ("tile", "words"),
    [
        ("remove", "remove c0"),
        ("shift", "shift c0"),
        ("move", "move c0"),
        ("climb", "climb"),
        ("recover", "recover c0"),
    ],
)
def test_a_used_tile_is_discarded(tile: str, words: str) -> None:
    """Before the first disc a tile may be used; it then goes to its discards. [T8.1]"""
    state = position(BOARD.format(tile=tile))
    assert allows(state, "place a2")
    state = after(state, words)
    assert (tiles(state), discards(state, "construction")) == ((None, None), {tile: 1})


@pytest.mark.parametrize("tile", KINDS)
def test_not_after_the_first_disc(tile: str) -> None:
    """Once a disc is placed the tile has to wait for another turn. [T8.1]"""
    state = after(position(BOARD.format(tile=tile)), "place a2")
    assert legal(state) == {"place a3", "place d6", "place a1", "count"}
    assert why(state, "construction") == "too_late T8.1"


def test_only_the_tile_held() -> None:
    """A tile allows its own action only. [T8.1]"""
    state = position(BOARD.format(tile="move"))
    assert {words.split()[0] for words in legal(state)} == {"place", "move"}


@pytest.mark.parametrize(("tile", "follow"), [("shift", {"onto", "swap"}), ("move", {"onto"})])
def test_what_was_begun_is_finished(tile: str, follow: set[str]) -> None:
    """A tower or disc picked up must be put down before anything else. [T8.1]"""
    state = after(position(BOARD.format(tile=tile)), f"{tile} c0")
    assert {words.split()[0] for words in legal(state)} == follow
    assert why(state, "a2") == "follow_up T8.1"


def test_no_second_tile_action() -> None:
    """When the tile has done its work, the first disc follows. [T8.1]"""
    state = after(position(BOARD.format(tile="move")), "move c0", "onto c4")
    assert {words.split()[0] for words in legal(state)} == {"place"}


def test_without_a_tile() -> None:
    """Without a tile there is nothing but placing. [T8.1]"""
    state = position(BOARD.format(tile="move").replace("  construction move", ""))
    assert {words.split()[0] for words in legal(state)} == {"place"}
    assert why(state, "construction") == "no_tile T7.4"


@pytest.mark.parametrize("tile", KINDS)
def test_nothing_to_change(tile: str) -> None:
    """On an empty board no tile changes anything, so none is offered. [T8.2]"""
    state = holding(tile)
    assert {words.split()[0] for words in legal(state)} == {"place"}
    assert why(state, "construction") == "no_effect T8.2"


# Remove


def test_remove_one() -> None:
    """One top disc goes back into the bag, and the turn goes on. [T8.3]"""
    state = position(BOARD.format(tile="remove"))
    assert names(state, "remove") == "a0 a1 c0 c1 c6 g0"
    assert bag(state) == "t14y20b15r16w13o20p19"
    state = after(state, "remove c0", "place a2")
    assert towers(state) == "a0=2 a1=1 a2=1 c0=2 c1=1 c6=1 g0=1"
    assert bag(state) == "t14y20b16r16w13o20p19"


def test_remove_two_of_different_colors() -> None:
    """Two discs may come from two towers of different colors. [T8.3]"""
    state = after(position(BOARD.format(tile="remove")), "remove a0", "remove g0")
    assert towers(state) == "a0=1 a1=1 c0=3 c1=1 c6=1"
    assert bag(state) == "t15y20b15r16w13o20p20"


def test_remove_two_from_one_tower() -> None:
    """Both discs may come from the same tower. [T8.3]"""
    state = after(position(BOARD.format(tile="remove")), "remove c0", "remove c0")
    assert towers(state) == "a0=2 a1=1 c0=1 c1=1 c6=1 g0=1"


def test_remove_no_third() -> None:
    """After two discs the first disc has to be placed. [T8.3]"""
    state = after(position(BOARD.format(tile="remove")), "remove c0", "remove c0")
    assert {words.split()[0] for words in legal(state)} == {"place"}


def test_remove_in_one_order() -> None:
    """The second space is the same or a later one; a tower taken away is gone. [T8.3]"""
    state = position(BOARD.format(tile="remove"))
    assert names(after(state, "remove c0"), "remove") == "c0 c1 c6 g0"
    assert names(after(state, "remove c1"), "remove") == "c6 g0"


def test_remove_opens_a_space() -> None:
    """A disc may be placed where one was removed. [T8.3]"""
    state = holding("remove", "a0=1 a1=1 a2=1 a3=1 a4=1 a5=1 a6=1", hand="t7")
    state = after(state, "remove a3")
    assert names(state) == "a3"


def test_remove_with_an_empty_bag() -> None:
    """With an empty bag the removed discs leave the game. [T8.3, T10.4]"""
    state = after(holding("remove", "a0=1 g0=2", bag="-"), "remove a0", "remove g0")
    assert bag(state) == "-"
    gone = state.view(None).gone
    assert (gone["turquoise"], gone["purple"]) == (17, 19)


# Shift


def test_shift_onto_an_empty_space() -> None:
    """A whole tower moves onto an empty space of its color. [T8.4]"""
    state = after(position(BOARD.format(tile="shift")), "shift c0", "onto c4")
    assert towers(state) == "a0=2 a1=1 c1=1 c4=3 c6=1 g0=1"


def test_shift_onto_a_tower() -> None:
    """A whole tower moves onto another tower of its color. [T8.4]"""
    state = after(position(BOARD.format(tile="shift")), "shift c1", "onto c0")
    assert towers(state) == "a0=2 a1=1 c0=4 c6=1 g0=1"


def test_shift_within_a_color() -> None:
    """A tower goes to spaces of its own color only. [T8.4]"""
    state = after(position(BOARD.format(tile="shift")), "shift c0")
    assert names(state, "onto") == "c1 c2 c3 c4 c5 c6"


def test_swap() -> None:
    """Two towers of one color change places. [T8.4]"""
    state = after(position(BOARD.format(tile="shift")), "shift c0", "swap c6")
    assert towers(state) == "a0=2 a1=1 c0=1 c1=1 c6=3 g0=1"


def test_swap_needs_two_towers() -> None:
    """An empty space has nothing to swap; other colors do not matter. [T8.4]"""
    state = after(position(BOARD.format(tile="shift")), "shift c0")
    assert names(state, "swap") == "c1 c6"


def test_swap_needs_different_heights() -> None:
    """Towers of equal height are not swapped. [T8.4]"""
    state = after(position(BOARD.format(tile="shift")), "shift c1")
    assert names(state, "swap") == ""


def test_swap_names_the_earlier_space_first() -> None:
    """A swap has one order: the later space second. [T8.4]"""
    state = holding("shift", "a1=1 a2=2 a3=3")
    assert names(after(state, "shift a2"), "swap") == "a3"
    assert names(after(state, "shift a3"), "swap") == ""


def test_shift_that_cannot_end() -> None:
    """A tower that fits nowhere and has no later partner is not taken up. [T8.2, T8.4]"""
    state = holding("shift", "a0=2 a1=2 a2=2 a3=2 a4=2 a5=2 a6=6", hand="r7")
    assert names(state, "shift") == "a0 a1 a2 a3 a4 a5"
    assert names(after(state, "shift a0"), "swap") == "a6"


# Move


def test_move_the_top_disc() -> None:
    """Only the top disc moves, onto an empty space or a tower. [T8.5]"""
    state = position(BOARD.format(tile="move"))
    assert names(state, "move") == "a0 a1 c0 c1 c6 g0"
    empty = after(state, "move c0", "onto c4")
    assert towers(empty) == "a0=2 a1=1 c0=2 c1=1 c4=1 c6=1 g0=1"
    tower = after(state, "move c0", "onto c6")
    assert towers(tower) == "a0=2 a1=1 c0=2 c1=1 c6=2 g0=1"


def test_move_within_a_color() -> None:
    """The disc goes onto another space of its color. [T8.5]"""
    state = after(position(BOARD.format(tile="move")), "move a0")
    assert legal(state) == {f"onto a{digit}" for digit in range(1, 7)}


# Climb


def test_climb_one_higher() -> None:
    """The first disc may go on a lowest stack or on one that is one higher. [T8.6]"""
    state = position(BOARD.format(tile="climb").replace("t3r4", "t3b4"))
    assert names(state) == "a2 a3 a4 a5 a6 c2 c3 c4 c5"
    state = after(state, "climb")
    assert names(state) == "a1 a2 a3 a4 a5 a6 c1 c2 c3 c4 c5 c6"
    assert after(state, "place c6").view(None).level == 2


def test_climb_from_a_higher_lowest() -> None:
    """With all spaces occupied, one higher than the lowest counts. [T8.6]"""
    state = holding("climb", "a0=1 a1=2 a2=3 a3=1 a4=1 a5=1 a6=1", hand="t7")
    state = after(state, "climb")
    assert names(state) == "a0 a1 a3 a4 a5 a6"
    assert why(state, "a2") == "not_lowest_climbing T8.6"


@pytest.mark.parametrize("first", ["a4", "a3"])
def test_climb_at_most_five(first: str) -> None:
    """At most five discs are placed, even if the first does not need the tile. [T8.6]"""
    heights = "a4=1" if first == "a3" else "a4=1 a3=1 a0=1 a1=1 c5=1 c4=1"
    state = holding("climb", heights, hand="t4b3")
    path = {"a4": ("a3", "a0", "a1", "c5"), "a3": ("a2", "a1", "c5", "c0")}[first]
    state = after(state, "climb", *(f"place {space}" for space in (first, *path)))
    assert legal(state) == {"count"}
    assert why(state, "c4") == "disc_limit T8.6"


def test_climb_needs_such_a_stack() -> None:
    """A stack two higher than the lowest is no reason to climb. [T8.6]"""
    state = holding("climb", "a0=2", hand="t7")
    assert legal(state, "climb") == set()
    assert why(state, "construction") == "no_effect T8.2"


def test_climb_needs_a_color_in_hand() -> None:
    """A fitting stack of a color that is not in hand is no reason either. [T8.6]"""
    assert legal(holding("climb", "b0=1", hand="t7"), "climb") == set()
    assert legal(holding("climb", "b0=1", hand="t6y1"), "climb") == {"climb"}


def test_climb_is_for_the_first_disc() -> None:
    """Later discs follow the usual rule. [T8.6]"""
    state = holding("climb", "a0=1 a1=3 a2=2", hand="t7")
    state = after(state, "climb", "place a0")
    assert names(state) == "a2"


# Recover


def test_recover() -> None:
    """The top disc of any tower goes behind the screen: a hand of eight. [T8.7]"""
    state = position(BOARD.format(tile="recover"))
    assert names(state, "recover") == "a0 a1 c0 c1 c6 g0"
    state = after(state, "recover c0")
    assert (hand(state), bag(state)) == ("t3b1r4", "t14y20b15r16w13o20p19")
    assert towers(state) == "a0=2 a1=1 c0=2 c1=1 c6=1 g0=1"


def test_recovered_disc_may_be_placed() -> None:
    """A recovered disc can be placed in the same turn, on the same space too. [T8.7]"""
    state = after(holding("recover", "g0=1"), "recover g0")
    assert allows(state, "place g0")
    assert hand(after(state, "place g0")) == "t3r4"


def test_recover_at_most_five() -> None:
    """At most five discs are placed in this turn. [T8.7]"""
    state = after(holding("recover", "g0=1", hand="t7"), "recover g0")
    state = after(state, *(f"place a{digit}" for digit in (1, 2, 3, 4, 5)))
    assert (legal(state), hand(state)) == ({"count"}, "t2p1")
    assert why(state, "a6") == "disc_limit T8.7"


# Towers of seven


def test_shift_up_to_seven_discs() -> None:
    """No shift makes a tower of more than seven. [T8.8]"""
    state = after(holding("shift", "a0=4 a1=3 a2=4 a3=5"), "shift a0")
    assert names(state, "onto") == "a1 a4 a5 a6"


def test_shift_to_seven_dissolves() -> None:
    """A shift to exactly seven dissolves the tower, and nothing is counted. [T8.8]"""
    state = after(holding("shift", "a0=4 a1=3 a2=1"), "shift a0", "onto a1")
    assert towers(state) == "a0=1 a1=1 a2=2 a3=1 a4=1 a5=1 a6=1"
    assert (points(state), state.view(None).level_sum) == ({}, 0)


def test_move_to_seven_dissolves() -> None:
    """A seventh disc that is moved dissolves the tower as well, in a chain. [T8.8]"""
    state = after(holding("move", "a0=1 a1=6 a2=6"), "move a0", "onto a1")
    assert towers(state) == "a0=2 a1=2 a2=1 a3=2 a4=2 a5=2 a6=2"
    assert (points(state), state.view(None).level_sum) == ({}, 0)


def test_dissolved_spaces_are_not_used() -> None:
    """After such a dissolving all spaces are free for the first disc. [T8.8]"""
    state = after(holding("move", "a0=1 a1=6", hand="t7"), "move a0", "onto a1")
    assert names(state) == "a0 a1 a2 a3 a4 a5 a6"


def test_swap_dissolves_nothing() -> None:
    """Towers that change places keep their heights, however high they are. [T8.4, T8.8]"""
    state = after(holding("shift", "a0=6 a1=5"), "shift a0", "swap a1")
    assert towers(state) == "a0=5 a1=6"
