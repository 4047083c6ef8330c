"""Tests when the end is called, who still plays, and who wins; the extra round is tested in 13."""

from __future__ import annotations

import pytest

from colonnade.contract.state import CHANCE, OVER
from colonnade.games.seven_steps import StepsState
from tests.rules.seven_steps.table import (
    after,
    allows,
    bag,
    drawn,
    hand,
    legal,
    points,
    position,
    why,
)

# Eight points, so that no bonus tile is due; four discs are missing.
HIGH = """
turn 7  seat {seat}  phase next disc  round {round}  placed a0 a1 b4  at b4  level 3  scored 8
seat 1  hand w3
seat 2  hand w3
seat 3  hand w3
"""
HIGH_TOWERS = "a0=2 a1=3 b4=3"
LAST_TURN = """
turn 8  seat 2  phase next disc  round 4  called yes  placed a0 a1 b4  at b4  level 3  scored 8
seat 1  points {first} = {first}+0+0  hand w3  {tiles}
seat 2  points {second} = {second}+0+0  hand w3
"""


def high(seat: int = 1, bag: str | None = None, in_round: int = 3) -> StepsState:
    """A seat of three that is about to count 8 points with four discs missing."""
    return position(HIGH.format(seat=seat, round=in_round), HIGH_TOWERS, bag)


def called(state: StepsState) -> bool:
    """Whether the end has been called."""
    return state.view(None).called


def simple_turn(state: StepsState, space: str) -> StepsState:
    """A turn with one disc, up to the bonus tile."""
    return after(state, f"place {space}", "count", "bonus points", "tile line")


def test_the_bag_holds_too_few() -> None:
    """The end is called when the bag holds fewer discs than the player lacks. [T11.1]"""
    state = high(bag="t2y1")
    assert not called(state)
    assert called(after(state, "count"))


def test_a_bag_emptied_exactly() -> None:
    """A bag with just enough discs does not call the end. [T11.1]"""
    state = after(high(bag="t2y2"), "count")
    assert not called(state)
    state = drawn(after(state, "refill"), "ttyy")
    assert (bag(state), called(state), state.actor) == ("-", False, 1)


def test_counted_before_returning() -> None:
    """Discs that could be returned do not fill the bag in time. [T11.1]"""
    state = after(high(bag="t3"), "count")
    assert (called(state), state.actor) == (True, 1)


def test_called_after_the_bonus_tile() -> None:
    """The bonus tile comes first, then the end is called. [T11.1]"""
    state = position(
        """
        phase next disc  placed a0  at a0  level 1  scored 1
        seat 1  hand w6
        seat 2  hand w7
        """,
        "a0=1",
        "-",
    )
    state = after(state, "count")
    assert not called(state)
    state = after(state, "bonus points")
    assert not called(state)
    assert called(after(state, "tile line"))


def test_a_hand_short_after_returning() -> None:
    """Discs returned into an empty bag that leave a hand short call the end. [T11.2]"""
    state = position(
        """
        phase start
        seat 1  hand t7  construction recover
        seat 2  hand w7
        """,
        "c0=1",
        "-",
    )
    state = simple_turn(after(state, "recover c0"), "a0")
    assert (called(state), hand(state)) == (False, "t6b1")
    state = after(state, "return turquoise")
    assert not called(state)
    state = after(state, "refill")
    assert (called(state), hand(state), state.actor) == (True, "t5b1", 1)


def test_a_full_hand_with_an_empty_bag() -> None:
    """Whoever returns nothing then still has seven discs and calls no end. [T11.2]"""
    state = position(
        """
        phase start
        seat 1  hand t7  construction recover
        seat 2  hand w7
        """,
        "c0=1",
        "-",
    )
    state = after(simple_turn(after(state, "recover c0"), "a0"), "refill")
    assert (called(state), hand(state), state.actor) == (False, "t6b1", 1)


def test_the_round_is_finished() -> None:
    """The other seats have their turn, so that all have had equally many. [T11.3]"""
    state = after(high(bag="t3"), "count")
    assert (state.actor, state.view(None).round) == (1, 3)
    state = simple_turn(state, "e0")
    assert (state.actor, state.view(None).round) == (2, 3)
    state = simple_turn(state, "e1")
    assert (state.actor, state.view(None).phase) == (OVER, "over")


def test_the_last_seat_calls() -> None:
    """Called by the last seat of a round, the end comes at once. [T11.3]"""
    state = after(high(seat=3, bag="t3"), "count")
    assert (state.actor, legal(state)) == (OVER, set())


def test_nothing_after_the_end() -> None:
    """When the game is over, nothing can be used any more. [T11.3]"""
    state = after(high(seat=3, bag="t3"), "count")
    assert why(state, "a0") == "over T11.3"


def test_the_caller_neither_returns_nor_draws() -> None:
    """The seat that called the end keeps its discs, and the bag its own. [T11.4]"""
    state = after(high(bag="t2y1"), "count")
    assert (hand(state), bag(state), state.actor) == ("w3", "t2y1", 1)


def test_later_seats_neither_return_nor_draw() -> None:
    """A later seat does not draw either, though the bag would do for it. [T11.4]"""
    state = simple_turn(after(high(bag="t2y1"), "count"), "e0")
    assert (hand(state, 1), bag(state), state.actor) == ("w2", "t2y1", 2)


def test_earlier_seats_have_drawn() -> None:
    """A seat that played before the end was called has its new discs. [T11.4]"""
    state = drawn(after(high(bag="t3y2"), "count", "refill"), "ttyy")
    state = simple_turn(state, "e0")
    assert [hand(state, seat) for seat in range(2)] == ["t2y2w3", "w2"]


@pytest.mark.parametrize(
    ("tiles", "unused"),
    [("", 0), ("tile edge", 2), ("construction move", 2), ("construction move  tile edge", 4)],
)
def test_unused_tiles(tiles: str, unused: int) -> None:
    """Each tile still held at the end brings 2 points. [T11.5]"""
    state = position(LAST_TURN.format(first=5, second=0, tiles=tiles), HIGH_TOWERS)
    assert state.scores() == [5, 0]
    state = after(state, "count")
    assert points(state).get("unused tiles", 0) == unused
    assert state.scores() == [5 + unused, 8]


@pytest.mark.parametrize(("first", "second", "winners"), [(9, 0, [0]), (9, 2, [1]), (9, 1, [0, 1])])
def test_most_points_win(first: int, second: int, winners: list[int]) -> None:
    """Most points win, and equal points share the victory. [T11.6]"""
    state = position(LAST_TURN.format(first=first, second=second, tiles=""), HIGH_TOWERS)
    assert state.winners() == []
    assert after(state, "count").winners() == winners


def test_unused_tiles_may_decide() -> None:
    """The points for tiles count for the victory. [T11.5, T11.6]"""
    state = position(LAST_TURN.format(first=7, second=0, tiles="tile edge"), HIGH_TOWERS)
    state = after(state, "count")
    assert (state.scores(), state.winners()) == ([9, 8], [0])


def test_round_250_is_the_last() -> None:
    """After round 250 the game is over, though the bag is full. [T11.7]"""
    state = after(high(seat=3, in_round=250), "count")
    assert state.actor == OVER
    assert not called(state)


def test_no_further_turn_in_round_250() -> None:
    """In round 250 nobody returns or draws. [T11.4, T11.7]"""
    state = after(high(seat=1, in_round=250), "count")
    assert (hand(state), state.actor) == ("w3", 1)


def test_round_249_is_not_the_last() -> None:
    """In round 249 the game goes on as usual. [T11.7]"""
    state = after(high(seat=3, in_round=249), "count")
    assert allows(state, "refill")
    state = after(state, "refill")
    assert state.actor == CHANCE
    state = drawn(state, "tttt")
    assert (state.actor, state.view(None).round) == (0, 250)
