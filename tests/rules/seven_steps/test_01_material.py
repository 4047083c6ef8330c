"""Tests what is in the box and how a game is set up; the colors of the board are tested in 02."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from colonnade.contract.errors import BadState, BadView, WrongSeats
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE
from colonnade.games.seven_steps import GAME, StepsState
from tests.rules.seven_steps.table import (
    after,
    bag,
    drawn,
    hand,
    legal,
    new_game,
    points,
    position,
    settled,
    tiles,
)

WHOLE_BAG = "t20y20b20r20w20o20p20"


def laid(state: StepsState, order: str = "1234567") -> StepsState:
    """The position after these segments were laid, on the plain face."""
    return after(state, *(f"lay {s} at {p}" for s, p in zip(order, "abcdefg", strict=True)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_players(seats: int) -> None:
    """Two, three or four players share one board. [T1.1]"""
    view = settled(new_game(seats)).view(None)
    assert (len(view.players), len(view.board)) == (seats, 49)


@pytest.mark.parametrize("gone", [{"turquoise": 20}, {"purple": 20}, {"white": 20, "red": 20}])
def test_a_view_of_more_discs_than_the_box_has(gone: dict[str, int]) -> None:
    """It is refused, and nothing is dealt from a bag that owes discs. [T1.1]"""
    view = settled(new_game(2)).view(0)
    with pytest.raises(BadView):
        GAME.imagine(replace(view, gone=gone), Rng(1))


@pytest.mark.parametrize("seats", [1, 5])
def test_other_numbers_of_players(seats: int) -> None:
    """Neither one nor five can play. [T1.1]"""
    with pytest.raises(WrongSeats):
        new_game(seats)


def test_twenty_discs_of_each_color() -> None:
    """All 140 discs, 20 of each of seven colors, begin in the bag. [T1.1, T1.5]"""
    state = laid(new_game())
    assert bag(state) == WHOLE_BAG
    assert sum(state.weights()) == 140


def test_no_twenty_first_disc() -> None:
    """A position with 21 discs of a color is refused. [T1.1]"""
    with pytest.raises(BadState):
        position(
            """
            phase start
            seat 1  hand t7
            seat 2  hand t7
            """,
            "a0=6 a1=1",
        )


def test_plain_face() -> None:
    """A segment of the plain face has one color, that of its number. [T1.2]"""
    board = laid(new_game(), "7654321").view(None).board
    colors = ["purple", "orange", "white", "red", "black", "yellow", "turquoise"]
    assert [board[f"{place}{digit}"].color for place in "abcdefg" for digit in range(7)] == [
        color for color in colors for _ in range(7)
    ]


@pytest.mark.parametrize(("face", "count"), [("plain", 1), ("mixed", 3)])
def test_all_segments_show_one_face(face: str, count: int) -> None:
    """Either all segments have one color or all have three. [T1.2]"""
    board = settled(new_game(face=face)).view(None).board
    for place in "abcdefg":
        assert len({board[f"{place}{digit}"].color for digit in range(7)}) == count


def test_segments_are_laid_in_order_of_places() -> None:
    """Chance lays every segment on place a with equal weight. [T1.3]"""
    state = new_game()
    assert state.actor == CHANCE
    assert legal(state) == {f"lay {segment} at a" for segment in range(1, 8)}
    assert state.weights() == [1] * 7


def test_segments_not_yet_laid() -> None:
    """On the next place every segment that is left is equally likely. [T1.3]"""
    state = after(new_game(), "lay 3 at a", "lay 6 at b")
    assert legal(state) == {f"lay {segment} at c" for segment in (1, 2, 4, 5, 7)}
    assert state.weights() == [1] * 5


def test_rotation() -> None:
    """On the mixed face chance rotates a segment as soon as it lies, six ways alike. [T1.3]"""
    state = after(new_game(face="mixed"), "lay 3 at a")
    assert legal(state) == {f"rotate a by {steps}" for steps in range(6)}
    assert state.weights() == [1] * 6
    state = after(state, "rotate a by 5")
    assert state.view(None).rotations == [5]
    assert legal(state) == {f"lay {segment} at b" for segment in (1, 2, 4, 5, 6, 7)}


def test_plain_segments_are_not_rotated() -> None:
    """On the plain face no rotation is drawn: discs follow the seventh segment. [T1.3]"""
    assert all(words.startswith("draw ") for words in legal(laid(new_game())))


def test_bonus_tiles() -> None:
    """Ten tiles of each type: two of each kind, the two `third` tiles being different. [T1.4]"""
    view = new_game().view(None)
    assert view.piles == {
        "construction": {"remove": 2, "shift": 2, "move": 2, "climb": 2, "recover": 2},
        "points": {
            "colors": 2,
            "one color": 2,
            "edge": 2,
            "line": 2,
            "third light": 1,
            "third dark": 1,
        },
    }
    assert view.discards == {"construction": {}, "points": {}}


def test_first_hands() -> None:
    """First seat 1 draws all seven discs, then the next seat draws. [T1.5]"""
    state = drawn(laid(new_game(3)), "ttybrwo")
    assert [hand(state, seat) for seat in range(3)] == ["t2y1b1r1w1o1", "-", "-"]
    state = drawn(state, "p")
    assert [hand(state, seat) for seat in range(3)] == ["t2y1b1r1w1o1", "p1", "-"]
    state = drawn(state, "pppppp" + "y" * 7)
    assert [hand(state, seat) for seat in range(3)] == ["t2y1b1r1w1o1", "p7", "y7"]
    assert bag(state) == "t18y12b19r19w19o19p13"


def test_every_disc_is_equally_likely() -> None:
    """A color is drawn as often as the bag holds discs of it. [T1.5]"""
    state = drawn(laid(new_game()), "tttby")
    assert legal(state) == {
        f"draw {color}"
        for color in ("turquoise", "yellow", "black", "red", "white", "orange", "purple")
    }
    assert state.weights() == [17, 19, 19, 20, 20, 20, 20]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_start(seats: int) -> None:
    """All start with 0 points and no tile, and seat 1 begins. [T1.6]"""
    state = settled(new_game(seats))
    assert state.scores() == [0] * seats
    assert [tiles(state, seat) for seat in range(seats)] == [(None, None)] * seats
    assert [points(state, seat) for seat in range(seats)] == [{}] * seats
    assert (state.actor, state.turn, state.view(None).round) == (0, 1, 1)
