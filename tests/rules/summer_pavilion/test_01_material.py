"""Tests what is in the box and how a game is set up; how tiles are taken is tested from 03 on."""

from __future__ import annotations

import msgspec
import pytest

from colonnade.contract import play
from colonnade.contract.errors import BadState, WrongSeats
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
    points,
    position,
    settled,
    star,
)

SIX_BLUE = """
turn 20  seat 1  phase place  round 1.2
center -  supply o2r2b2y2g2
seat 1  points 5  tiles b6
seat 2  points 5  tiles -
"""


def begin(seats: int = 2) -> PavilionState:
    """A new game, nothing drawn yet."""
    return GAME.set_up(seats, {"board": "colored"})


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_player_has_a_board(seats: int) -> None:
    """Two, three or four players have a board each, with nothing beside it. [S1.1]"""
    state = begin(seats)
    assert len(state.view(None).players) == seats
    assert {beside(state, seat) for seat in range(seats)} == {"-"}


@pytest.mark.parametrize("seats", [1, 5])
def test_other_numbers_of_players(seats: int) -> None:
    """Neither one nor five can play. [S1.1]"""
    with pytest.raises(WrongSeats):
        GAME.start(seats)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_twenty_two_tiles_of_each_color(seats: int) -> None:
    """All 132 tiles, 22 of each color, begin in the bag. [S1.1, S1.5]"""
    state = begin(seats)
    assert pile(state, "bag") == "o22r22b22y22g22p22"
    assert sum(state.weights()) == 132


def test_other_tiles_than_the_box_holds() -> None:
    """A position with 23 tiles of a color cannot be. [S1.1]"""
    with pytest.raises(BadState):
        GAME.parse("phase place  round 1.2\nseat 1  points 5  tiles o23\nseat 2  points 5\n")


def test_seven_stars_of_six_spaces() -> None:
    """Six stars stand in a ring and one in the center, six free spaces each. [S1.2]"""
    board = begin().view(None).players[0].board
    assert list(board) == ["orange", "red", "blue", "yellow", "green", "purple", "center"]
    assert list(board.values()) == [[None] * 6] * 7


def test_stars_as_they_lie() -> None:
    """A picture shows the ring clockwise from orange, upper left, around the center. [S1.2]"""
    picture = GAME.picture(begin().view(None)).splitlines()
    assert [line.split() for line in picture[5:8]] == [
        ["orange", "123456", "red", "123456"],
        ["purple", "123456", "center", "123456", "blue", "123456"],
        ["green", "123456", "yellow", "123456"],
    ]


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_number_is_the_position(number: int) -> None:
    """On the colored side the space at position 4 costs 4 tiles, and so on. [S1.3]"""
    state = after(position(SIX_BLUE), f"place blue {number} blue")
    assert beside(state) == ("-" if number == 6 else f"b{6 - number}")


def test_six_is_next_to_one() -> None:
    """The positions go around: a tile on 6 beside one on 1 is worth 2 points. [S1.3]"""
    state = position(SIX_BLUE.replace("tiles b6", "tiles b6\nblue b23456"))
    assert points(after(state, "place blue 6 blue")) == {"start": 5, "placed": 2}


def test_words_of_a_placement() -> None:
    """A move names star, position and color. [S1.3]"""
    assert GAME.moves.fields(GAME.moves.number("place center 3 green +1")) == {
        "kind": "place",
        "star": "center",
        "position": 3,
        "color": "green",
        "wilds": 1,
    }


@pytest.mark.parametrize(("seats", "count"), [(2, 5), (3, 7), (4, 9)])
def test_factories_by_players(seats: int, count: int) -> None:
    """There are 5 factories for two players, 7 for three and 9 for four. [S1.4]"""
    assert factories(begin(seats)) == ["-"] * count


@pytest.mark.parametrize(("seats", "count"), [(2, 5), (3, 7), (4, 9)])
def test_supply_then_factories(seats: int, count: int) -> None:
    """Ten tiles are drawn for the supply, then four for each factory, in sequence. [S1.5]"""
    state, moves = play.settle(begin(seats), Rng(1))
    targets = [GAME.moves.words(move).split(maxsplit=2)[2] for move in moves]
    filled = [f"factory {number}" for number in range(1, count + 1) for _ in range(4)]
    assert targets == ["supply"] * 10 + filled
    assert state.actor == 0


def test_supply_is_drawn_one_by_one() -> None:
    """Every draw for the supply is one tile of any color in the bag. [S1.5]"""
    state = begin()
    assert state.actor == CHANCE
    assert legal(state) == {
        "draw orange supply",
        "draw red supply",
        "draw blue supply",
        "draw yellow supply",
        "draw green supply",
        "draw purple supply",
    }
    assert pile(drawn(state, "orp"), "supply") == "o1r1p1"


def test_tiles_are_equally_likely() -> None:
    """A color comes as often as the bag still holds it. [S1.5]"""
    assert begin().weights() == [22, 22, 22, 22, 22, 22]
    assert drawn(begin(), "ooorp").weights() == [19, 21, 22, 22, 22, 21]


def test_factories_are_filled_one_after_the_other() -> None:
    """The fifteenth tile drawn is the first of the second factory. [S1.5]"""
    state = drawn(begin(), "oorrbbyygg" + "ppor" + "b")
    assert pile(state, "supply") == "o2r2b2y2g2"
    assert factories(state) == ["o1r1p2", "b1", "-", "-", "-"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_five_points_at_the_start(seats: int) -> None:
    """All players start with 5 points. [S1.6]"""
    state = settled(begin(seats))
    assert state.scores() == [5] * seats
    assert [points(state, seat) for seat in range(seats)] == [{"start": 5}] * seats


def test_marker_lies_in_the_center() -> None:
    """The start marker is in nobody's hands, and no tile: the center is empty. [S1.6]"""
    state = settled(begin())
    assert state.view(None).marker is None
    assert pile(state, "center") == "-"


def test_empty_boards_at_the_start() -> None:
    """Nothing is placed when the first turn begins. [S1.6]"""
    state = settled(begin())
    assert state.turn == 1
    assert {star(state, name) for name in state.view(None).players[0].board} == {"......"}


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_everything_is_open(seat: int) -> None:
    """Each player sees what a spectator sees: all tiles everywhere. [S1.7]"""
    state = settled(begin(4))
    assert msgspec.structs.replace(state.view(seat), seat=None) == state.view(None)
    assert state.view(None) == state.reveal()


def test_everybody_may_count_the_bag() -> None:
    """A view says how many tiles of each color the bag holds. [S1.7]"""
    state = drawn(begin(), "oorrbbyygg")
    assert state.view(1).bag == {
        "orange": 20,
        "red": 20,
        "blue": 20,
        "yellow": 20,
        "green": 20,
        "purple": 22,
    }


def test_every_draw_is_seen() -> None:
    """A tile drawn is seen by all. [S1.7]"""
    state = begin(3)
    for seat in (None, 0, 1, 2):
        assert [state.seen(move, seat) for move in state.legal()] == state.legal()
