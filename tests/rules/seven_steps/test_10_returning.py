"""Tests returning discs and drawing new ones at the end of a turn."""

from __future__ import annotations

import pytest

from colonnade.contract.state import CHANCE
from colonnade.games.seven_steps import StepsState
from tests.rules.seven_steps.table import (
    after,
    bag,
    drawn,
    hand,
    legal,
    names,
    position,
    seen,
    why,
)

RETURNING = """
turn 6  phase returning  round 3
seat 1  hand {hand}
seat 2  hand w7
"""
# Eight points, so that no bonus tile is due.
HIGH = """
phase next disc  placed a0 a1 b4  at b4  level 3  scored 8
seat 1  hand {hand}
seat 2  hand w7
"""
HIGH_TOWERS = "a0=2 a1=3 b4=3"
RECOVERING = """
phase start
seat 1  hand {hand}  construction recover
seat 2  hand {other}
"""


def recovered(hand: str, *moves: str, bag: str | None = None, other: str = "w7") -> StepsState:
    """A turn in which the black disc of c0 is recovered; then these moves and a bonus tile."""
    state = after(
        position(RECOVERING.format(hand=hand, other=other), "c0=1", bag), "recover c0", *moves
    )
    return after(state, "count", "bonus points", "tile line")


def test_any_discs_may_be_returned() -> None:
    """Any of the discs left may go back into the bag. [T10.1]"""
    state = position(RETURNING.format(hand="t2y1p1"))
    assert legal(state) == {"return turquoise", "return yellow", "return purple", "refill"}
    state = after(state, "return turquoise", "return purple")
    assert (hand(state), bag(state)) == ("t1y1", "t19y19b20r20w13o20p20")


def test_returning_is_optional() -> None:
    """A player may keep all discs. [T10.1]"""
    state = after(position(RETURNING.format(hand="t2y1p1")), "refill")
    assert (hand(state), state.actor) == ("t2y1p1", CHANCE)


def test_all_discs_may_be_returned() -> None:
    """A player may return everything and draw seven new discs. [T10.1]"""
    state = after(position(RETURNING.format(hand="t2y1")), *["return turquoise"] * 2)
    state = after(state, "return yellow")
    assert (hand(state), legal(state)) == ("-", {"refill"})
    state = drawn(after(state, "refill"), "ppppppp")
    assert (hand(state), state.actor) == ("p7", 1)


def test_one_order() -> None:
    """After a disc only the same color or a later one is returned. [T10.1]"""
    state = after(position(RETURNING.format(hand="t2y2p1")), "return yellow")
    assert legal(state) == {"return yellow", "return purple", "refill"}
    state = after(state, "return purple")
    assert legal(state) == {"refill"}


def test_one_order_begins_anew() -> None:
    """The next player who returns begins with any color. [T10.1]"""
    state = after(position(RETURNING.format(hand="t4y2p1")), "return purple", "refill")
    state = after(drawn(state, "t"), "place e0", "count", "bonus points", "tile line")
    assert legal(state) == {"return white", "refill"}


def test_refill_is_a_move() -> None:
    """When nothing can be returned, `refill` is still to be said. [T10.1]"""
    state = recovered("t1", "place a0")
    assert hand(state) == "b1"
    assert (state.actor, legal(state)) == (0, {"refill"})


def test_only_returning_now() -> None:
    """While discs are returned, nothing else can be used. [T10.1]"""
    state = position(RETURNING.format(hand="t2"))
    assert why(state, "a0") == "returning T10.1"
    assert why(state, "count") == "returning T10.1"


def test_a_recovered_disc_stays() -> None:
    """A recovered disc is not returned in the same turn. [T10.2]"""
    state = recovered("t4r2", "place a0")
    assert legal(state) == {"return turquoise", "return red", "refill"}


def test_equal_discs() -> None:
    """Of several discs of that color one must stay behind the screen. [T10.2]"""
    state = recovered("t4b2", "place a0")
    assert hand(state) == "t3b3"
    state = after(state, "return black", "return black")
    assert (hand(state), legal(state)) == ("t3b1", {"refill"})


def test_a_disc_of_that_color_was_placed() -> None:
    """If a disc of that color was placed, the others may all be returned. [T10.2]"""
    state = recovered("t4b2", "place c0")
    assert hand(state) == "t4b2"
    state = after(state, "return black", "return black")
    assert (hand(state), legal(state)) == ("t4", {"refill"})


def test_only_the_own_recovery_counts() -> None:
    """The next player may return a disc of the color that the last one recovered. [T10.2]"""
    state = after(recovered("t7", "place a0", other="b1w6"), "refill")
    assert (state.actor, hand(state, 1)) == (1, "b1w6")
    state = after(state, "place e0", "count", "bonus construction", "tile move")
    assert legal(state) == {"return black", "return white", "refill"}


def test_the_next_turn_forgets() -> None:
    """In a later turn the recovered disc may be returned. [T10.2]"""
    state = position("""
    turn 9  phase returning  round 5
    seat 1  hand t3b1  known b1
    seat 2  hand y7
    """)
    assert "return black" in legal(state)


def test_draw_up_to_seven() -> None:
    """Chance draws until seven discs are behind the screen. [T10.3]"""
    state = after(position(RETURNING.format(hand="t2y1")), "refill")
    assert state.actor == CHANCE
    state = drawn(state, "bbr")
    assert state.actor == CHANCE
    state = drawn(state, "p")
    assert (hand(state), state.actor) == ("t2y1b2r1p1", 1)


def test_draws_follow_the_bag() -> None:
    """Each disc in the bag is equally likely, returned ones included. [T10.3]"""
    state = position(RETURNING.format(hand="t3y2"), bag="t1b3p2")
    state = after(state, "return yellow", "return yellow", "refill")
    assert legal(state) == {"draw turquoise", "draw yellow", "draw black", "draw purple"}
    assert state.weights() == [1, 2, 3, 2]
    assert drawn(state, "b").weights() == [1, 2, 2, 2]


def test_no_disc_left() -> None:
    """Whoever has no disc left draws seven without returning. [T10.3]"""
    state = after(position(HIGH.format(hand="-"), HIGH_TOWERS), "count")
    assert (state.actor, state.view(None).phase) == (CHANCE, "refill")
    state = drawn(state, "ooooooo")
    assert (hand(state), state.actor) == ("o7", 1)


def test_a_full_hand_draws_nothing() -> None:
    """With seven discs after a recovery, `refill` passes the turn at once. [T10.3]"""
    state = after(recovered("t7", "place a0"), "refill")
    assert (hand(state), state.actor) == ("t6b1", 1)


def test_returned_into_an_empty_bag() -> None:
    """While the bag is empty, returned discs leave the game, one after the other. [T10.4]"""
    state = recovered("t7", "place a0", bag="-")
    state = after(state, "return turquoise", "return turquoise")
    assert (hand(state), bag(state)) == ("t4b1", "-")
    assert state.reveal().players[0].lost == {"turquoise": 2}


@pytest.mark.parametrize("watcher", [1, None])
def test_lost_discs_are_hidden(watcher: int | None) -> None:
    """Their number is open, their colors are not. [T3.4, T10.4]"""
    state = recovered("t7", "place a0", bag="-")
    assert seen(state, "return turquoise", watcher) == "return hidden"
    player = after(state, "return turquoise").view(watcher).players[0]
    assert (player.lost, player.lost_size) == (None, 1)


def test_lost_discs_do_not_come_back() -> None:
    """Discs that left the game are not drawn again. [T10.4]"""
    state = after(recovered("t7", "place a0", bag="-"), "return turquoise", "refill")
    assert (hand(state), bag(state), state.actor) == ("t5b1", "-", 1)


def test_removed_discs_leave_as_well() -> None:
    """A disc removed into an empty bag leaves the game for all to see. [T10.4]"""
    state = position(
        RECOVERING.format(hand="t7", other="w7").replace("recover", "remove"), "c0=2", "-"
    )
    assert names(state, "remove") == "c0"
    before = state.view(None).gone["black"]
    state = after(state, "remove c0")
    assert (state.view(None).gone["black"], bag(state)) == (before + 1, "-")
