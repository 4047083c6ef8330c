"""Tests preparing the next round, and rounds for which tiles do not suffice."""

from __future__ import annotations

import pytest

from colonnade.contract import play
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE
from colonnade.games.summer_pavilion import GAME, PavilionState
from tests.rules.summer_pavilion.table import (
    after,
    beside,
    drawn,
    factories,
    legal,
    pile,
    position,
    settled,
    why,
)


def last_pass(bag: str, supply: str = "o2r2b2y2g2", tower: str = "-") -> PavilionState:
    """Seat 1 passes as the last of four in round 5; seat 4 keeps all tiles not named."""
    state = position(
        f"""
    phase place  round 5.2  first 3  marker 3
    center -  supply {supply}  tower {tower}
    seat 1  points 5
    seat 2  points 5  passed
    seat 3  points 5  passed
    seat 4  points 5  passed
    """,
        bag=bag,
    )
    return after(state, "pass")


@pytest.mark.parametrize(("seats", "count"), [(2, 5), (3, 7), (4, 9)])
def test_supply_then_factories(seats: int, count: int) -> None:
    """The supply is refilled, then each factory gets 4 tiles, in sequence. [S11.1]"""
    passed = "".join(f"seat {number}  points 5  passed\n" for number in range(2, seats + 1))
    state = position(
        "phase place  round 1.2\ncenter -  supply o2r2b2y1\nseat 1  points 5\n" + passed
    )
    _, moves = play.settle(after(state, "pass"), Rng(3))
    targets = [GAME.moves.words(move).split(maxsplit=2)[2] for move in moves]
    filled = [f"factory {number}" for number in range(1, count + 1) for _ in range(4)]
    assert targets == ["supply"] * 3 + filled


def test_factories_one_after_the_other() -> None:
    """The fifth tile drawn for the factories is the second one's first. [S11.1]"""
    state = drawn(last_pass("o9r9b9y9g9p9"), "ooorb")
    assert factories(state)[:3] == ["o3r1", "b1", "-"]
    assert state.actor == CHANCE


def test_next_round_begins_when_all_is_filled() -> None:
    """After the last factory the first player of the round has a turn. [S11.1]"""
    state = drawn(last_pass("o9r9b9y9"), "o" * 9 + "r" * 9 + "b" * 9 + "y" * 9)
    assert factories(state) == ["o4", "o4", "o1r3", "r4", "r2b2", "b4", "b3y1", "y4", "y4"]
    view = state.view(None)
    assert (state.actor, view.phase, view.round, view.stage) == (2, "take", 6, 1)


def test_tower_is_tipped_between_factories() -> None:
    """When the bag runs out, the tower is tipped and filling goes on. [S11.1]"""
    state = last_pass("o5", tower="p20")
    state = drawn(state, "oooo")
    assert (pile(state, "bag"), pile(state, "tower")) == ("o1", "p20")
    state = drawn(state, "o")
    assert (pile(state, "bag"), pile(state, "tower")) == ("p20", "-")
    assert factories(drawn(state, "ppp"))[:3] == ["o4", "o1p3", "-"]


def test_tiles_of_the_last_pass_may_be_drawn() -> None:
    """Tiles lost with the last pass are in the tower when the factories are filled. [S11.1]"""
    state = position(
        """
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 9 = 5+4+0+0+0+0  tiles p5
    seat 2  points 5  passed
    """,
        bag="",
    )
    state = after(state, "pass", "keep purple", "done")
    assert (state.actor, pile(state, "bag")) == (CHANCE, "p4")


def test_marker_returns() -> None:
    """The marker is back in the center of the table. [S11.2]"""
    state = settled(last_pass("o9r9b9y9"))
    assert state.view(None).marker is None


def test_marker_is_taken_and_paid_anew() -> None:
    """In the next round the first to take from the center pays again. [S11.2]"""
    state = drawn(last_pass("o2y6"), "ooyyyyyy")
    state = after(state, "take factory 1 orange", "take center yellow")
    assert state.view(None).marker == 3
    assert state.scores() == [5, 5, 5, 3]


def test_short_factory() -> None:
    """Five tiles make one full factory, one with a single tile, and empty ones. [S11.3]"""
    state = drawn(last_pass("o5"), "ooooo")
    assert factories(state) == ["o4", "o1", "-", "-", "-", "-", "-", "-", "-"]
    assert (state.actor, state.view(None).phase) == (2, "take")
    assert why(state, "factory 3", seat=2) == "nothing_there S3.1"


def test_supply_comes_first_in_a_shortage() -> None:
    """With six tiles and four places in the supply, two are left for factories. [S11.3]"""
    state = drawn(last_pass("o6", supply="r3b3"), "oooooo")
    assert pile(state, "supply") == "o4r3b3"
    assert factories(state)[:2] == ["o2", "-"]


def test_bag_and_tower_fill_factories_in_sequence() -> None:
    """What bag and tower hold together is dealt in sequence. [S11.3]"""
    state = drawn(last_pass("o3", tower="g3"), "oooggg")
    assert factories(state)[:3] == ["o3g1", "g2", "-"]
    assert state.actor == 2


def test_short_round_is_played() -> None:
    """A round with two short factories is played to its second phase. [S11.3]"""
    state = drawn(last_pass("o2b3"), "oobbb")
    state = after(state, "take factory 1 orange", "take factory 2 blue")
    assert (state.actor, legal(state)) == (0, {"take center blue"})
    state = after(state, "take center blue")
    assert (state.actor, state.view(None).phase) == (0, "place")


def test_factories_are_not_filled_later() -> None:
    """Tiles that come back during the round leave the factories as they are. [S11.3]"""
    state = after(drawn(last_pass("o4"), "oooo"), "take factory 1 orange")
    state = after(state, "place orange 4 orange")
    assert (state.actor, state.view(None).stage) == (3, 2)
    assert (pile(state, "tower"), factories(state)) == ("o3", ["-"] * 9)


def test_supply_is_filled_later() -> None:
    """Tiles that come back during the round fill a short supply. [S11.3, S9.4]"""
    state = position(
        """
    seat 3  phase place  round 6.2  first 3
    center -  supply r3b3
    seat 1  points 5
    seat 2  points 5
    seat 3  points 5  tiles g6
    seat 4  points 5
    """,
        bag="",
    )
    state = after(state, "place green 6 green")
    assert legal(state) == {"draw green supply"}
    state = drawn(state, "gggg")
    assert (state.actor, pile(state, "supply"), factories(state)) == (3, "r3b3g4", ["-"] * 9)


@pytest.mark.parametrize(("bag", "supply"), [("", "o2r2b2y2g2"), ("", "r3"), ("o3", "r7")])
def test_round_with_nothing_to_take(bag: str, supply: str) -> None:
    """A round with nothing to take goes straight to phase 2. [S11.4]"""
    state = drawn(last_pass(bag, supply), "o" * int(bag[1:] or 0))
    assert factories(state) == ["-"] * 9
    view = state.view(None)
    assert (state.actor, view.phase, view.round, view.stage) == (2, "place", 6, 2)


def test_kept_tiles_are_placed_in_such_a_round() -> None:
    """Kept tiles are placed in a round without taking. [S11.4, S10.5]"""
    state = position(
        """
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles b1
    seat 2  points 5  passed
    """,
        bag="",
    )
    state = after(state, "pass", "keep blue")
    assert (state.actor, state.view(None).round, beside(state)) == (0, 2, "b1")
    assert legal(state) == {"place blue 1 blue", "place center 1 blue", "pass"}
