"""Tests the extra round: who plays it, with which discs, and who is skipped."""

from __future__ import annotations

import pytest

from colonnade.contract.state import CHANCE, OVER
from colonnade.games.seven_steps import StepsState
from tests.rules.seven_steps.table import after, bag, drawn, hand, legal, points, position

# Eight points, so that no bonus tile is due; four discs are missing.
HIGH = """
turn 7  seat {seat}  phase next disc  round {round}  extra {extra}  {more}  {placed}
seat 1  hand {first}  {tiles}
seat 2  hand {second}
"""
PLACED = "placed a0 a1 b4  at b4  level 3  scored 8"
HIGH_TOWERS = "a0=2 a1=3 b4=3"


def high(
    seat: int = 1,
    more: str = "",
    first: str = "w3",
    second: str = "w3",
    bag: str | None = None,
    tiles: str = "",
    extra: str = "yes",
    in_round: int = 4,
) -> StepsState:
    """A seat of two that is about to count 8 points, with the extra round."""
    told = {"seat": seat, "more": more, "first": first, "second": second, "tiles": tiles}
    picture = HIGH.format(**told, extra=extra, round=in_round, placed=PLACED)
    return position(picture, HIGH_TOWERS, bag)


def simple_turn(state: StepsState, space: str) -> StepsState:
    """A turn with one disc, up to the bonus tile."""
    return after(state, f"place {space}", "count", "bonus points", "tile line")


def test_one_more_round() -> None:
    """After the round in which the end was called, exactly one more is played. [T13.1]"""
    state = after(high(seat=2, bag="t3"), "count", "refill")
    state = drawn(state, "ttt")
    view = state.view(None)
    assert (state.actor, view.round, view.called, view.extra_begun) == (0, 5, True, True)
    state = simple_turn(state, "e0")
    assert (state.actor, state.view(None).round) == (1, 5)
    state = after(state, "place e1", "count", "bonus construction", "tile climb")
    assert state.actor == OVER


def test_the_round_is_finished_first() -> None:
    """Called by seat 1, the end leaves seat 2 a turn before the extra round. [T13.1]"""
    state = drawn(after(high(bag="t3"), "count", "refill"), "ttt")
    view = state.view(None)
    assert (state.actor, view.round, view.called, view.extra_begun) == (1, 4, True, False)
    state = after(simple_turn(state, "e0"), "refill")
    assert (state.actor, state.view(None).round, state.view(None).extra_begun) == (0, 5, True)


def test_without_the_option() -> None:
    """Without the option there is no such round. [T13.1]"""
    state = after(high(seat=2, extra="no", bag="t3"), "count")
    assert state.actor == OVER


def test_no_extra_round_after_250() -> None:
    """Called in round 250, the end brings no extra round. [T11.7, T13.1]"""
    state = after(high(seat=2, in_round=250, bag="t3"), "count")
    assert (state.actor, hand(state, 1), bag(state)) == (OVER, "w3", "t3")


def test_round_250_as_extra_round() -> None:
    """Called in round 249, the end makes round 250 the extra one. [T11.7, T13.1]"""
    state = drawn(after(high(seat=2, in_round=249, bag="t3"), "count", "refill"), "ttt")
    assert (state.actor, state.view(None).round, state.view(None).extra_begun) == (0, 250, True)


def test_draw_as_far_as_the_bag_goes() -> None:
    """The caller returns and draws as usual; the hand may stay short. [T13.2]"""
    state = after(high(bag="t2"), "count")
    assert legal(state) == {"return white", "refill"}
    state = drawn(after(state, "refill"), "tt")
    assert (hand(state), bag(state), state.actor) == ("t2w3", "-", 1)


def test_returning_gives_more_to_draw() -> None:
    """Discs returned into a bag that is not empty can be drawn again. [T13.2]"""
    state = after(high(bag="t2"), "count", "return white", "return white", "refill")
    assert state.weights() == [2, 2]
    state = drawn(state, "tww")
    assert state.actor == CHANCE
    assert hand(drawn(state, "t")) == "t2w3"


def test_unequal_hands() -> None:
    """With an empty bag the next seat draws nothing: hands are unequal. [T13.2]"""
    state = drawn(after(high(bag="t2"), "count", "refill"), "tt")
    state = after(simple_turn(state, "e0"), "refill")
    assert [hand(state, seat) for seat in range(2)] == ["t2w3", "w2"]
    assert state.view(None).extra_begun


def test_returned_into_an_empty_bag() -> None:
    """Here, too, discs returned into an empty bag leave the game. [T10.4, T13.2]"""
    state = drawn(after(high(bag="t2"), "count", "refill"), "tt")
    state = after(simple_turn(state, "e0"), "return white", "refill")
    assert (hand(state, 1), bag(state)) == ("w1", "-")
    assert state.view(None).players[1].lost_size == 1


def test_nobody_draws_in_the_last_round() -> None:
    """In the extra round nobody returns or draws, whatever the bag holds. [T13.2]"""
    state = high(more="called yes  begun yes", bag="t9")
    state = after(state, "count")
    assert (hand(state), bag(state), state.actor) == ("w3", "t9", 1)


def test_bonus_in_the_last_round() -> None:
    """A bonus tile due in the extra round is taken and counts. [T7.2, T13.2]"""
    state = after(high(more="called yes  begun yes", bag="t9"), "count")
    state = simple_turn(state, "e0")
    assert state.actor == OVER
    assert points(state, 1) == {"levels": 1, "unused tiles": 2}


def test_a_seat_without_discs_is_skipped() -> None:
    """A seat that has no disc when its turn comes has no turn and no bonus tile. [T13.3]"""
    state = after(high(more="called yes  begun yes", second="-", bag="-"), "count")
    assert (state.actor, state.turn) == (OVER, 7)
    assert points(state, 1) == {}


def test_the_first_seat_is_skipped() -> None:
    """If seat 1 has no disc, the extra round begins with seat 2. [T13.3]"""
    state = high(seat=2, more="called yes", first="-", second="w3", bag="-")
    state = after(state, "count", "refill")
    assert (state.actor, state.turn, state.view(None).round) == (1, 8, 5)


def test_all_seats_are_skipped() -> None:
    """If nobody has a disc, the game is over without another turn. [T13.3]"""
    state = high(seat=2, more="called yes", first="-", second="-", bag="-", tiles="tile edge")
    state = after(state, "count")
    assert (state.actor, state.scores()) == (OVER, [2, 8])


@pytest.mark.parametrize("discs", ["w1", "w3"])
def test_a_single_disc_is_enough(discs: str) -> None:
    """A seat with any disc has its turn. [T13.3]"""
    state = after(high(more="called yes  begun yes", second=discs, bag="-"), "count")
    assert (state.actor, state.turn) == (1, 8)
