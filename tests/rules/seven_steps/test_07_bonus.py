"""Tests who takes a bonus tile, from which pile, and which one is kept."""

from __future__ import annotations

import pytest

from colonnade.contract.state import CHANCE
from tests.rules.seven_steps.table import (
    after,
    allows,
    discards,
    legal,
    names,
    points,
    position,
    settled,
    tiles,
    why,
)

# Levels 2, 2 and 3 are 7 points, with a disc of level 1 before them 8.
SEVEN = """
phase next disc  placed a0 a1 b4  at b4  level 3  scored 7
seat 1  hand w4  {held}
seat 2  hand w7
"""
SEVEN_TOWERS = "a0=2 a1=2 b4=3"
BONUS = """
turn 7  phase bonus  round 4
seat 1  hand w4  {held}
seat 2  hand w7
"""
TEN_DISCARDED = """
turn 7  phase bonus  round 4
seat 1  hand w4  construction {held}
seat 2  hand w7
construction pile  left {left}  discards {gone}
"""
NINE = "2 remove, 2 shift, 1 move, 2 climb, 2 recover"  # all but the tile held
TEN = "2 remove, 2 shift, 2 move, 2 climb, 2 recover"
POINTS_TEN = "2 colors, 2 one color, 2 edge, 2 line, 1 third light, 1 third dark"


def test_seven_points_earn_a_tile() -> None:
    """Whoever makes 7 points takes a bonus tile. [T7.1]"""
    state = after(position(SEVEN.format(held=""), SEVEN_TOWERS), "count")
    assert state.scores() == [7, 0]
    assert legal(state) == {"bonus construction", "bonus points"}


def test_eight_points_earn_none() -> None:
    """Whoever makes 8 points takes none. [T7.1]"""
    picture = (
        SEVEN.format(held="").replace("scored 7", "scored 8").replace("placed a0", "placed a3 a0")
    )
    state = after(position(picture, f"{SEVEN_TOWERS} a3=1"), "count")
    assert state.scores() == [8, 0]
    assert legal(state) == {"return white", "refill"}


def test_the_points_tile_counts() -> None:
    """The points of the tile used belong to the total: 7 and 2 are more than 7. [T7.1]"""
    state = position(SEVEN.format(held="tile colors"), SEVEN_TOWERS)
    assert legal(after(state, "count tile")) == {"return white", "refill"}


def test_seven_with_a_points_tile() -> None:
    """A total of 7 that includes the tile still earns one. [T7.1]"""
    state = position(
        """
        phase next disc  placed a1 b4  at b4  level 3  scored 5
        seat 1  hand w5  tile colors
        seat 2  hand w7
        """,
        "a1=2 b4=3",
    )
    state = after(state, "count tile")
    assert points(state) == {"levels": 5, "points tiles": 2}
    assert legal(state) == {"bonus construction", "bonus points"}


def test_taking_is_compulsory() -> None:
    """Nothing else can be done before the tile is taken. [T7.2]"""
    state = position(BONUS.format(held=""))
    assert legal(state) == {"bonus construction", "bonus points"}
    assert why(state, "a0") == "bonus_first T7.2"


def test_compulsory_with_both_types_held() -> None:
    """Whoever holds a tile of each type must take one as well. [T7.2]"""
    state = position(BONUS.format(held="construction move  tile edge"))
    assert legal(state) == {"bonus construction", "bonus points"}


def test_compulsory_in_the_last_turn() -> None:
    """In the last turn of the game the tile is taken too, and brings its 2 points. [T7.2]"""
    state = position(
        """
        turn 8  seat 2  phase next disc  round 4  called yes  placed a0  at a0  level 1  scored 1
        seat 1  hand w4
        seat 2  hand w6
        """,
        "a0=1",
    )
    state = after(state, "count", "bonus points", "tile line")
    assert points(state, 1) == {"levels": 1, "unused tiles": 2}


def test_a_pile_of_the_chosen_type() -> None:
    """The tile comes from the pile chosen, each tile of it being equally likely. [T7.3]"""
    state = after(position(BONUS.format(held="construction move")), "bonus points")
    assert state.actor == CHANCE
    assert legal(state) == {
        "tile colors", "tile one color", "tile edge", "tile line", "tile third light",
        "tile third dark",
    }  # fmt: skip
    assert state.weights() == [2, 2, 2, 2, 1, 1]


def test_tiles_that_are_left() -> None:
    """Tiles held or discarded cannot be drawn. [T7.3]"""
    gone = "2 remove, 2 shift, 1 move, 1 recover"
    state = position(TEN_DISCARDED.format(held="move", left="2 climb, 1 recover", gone=gone))
    state = after(state, "bonus construction")
    assert legal(state) == {"tile climb", "tile recover"}
    assert state.weights() == [2, 1]


def test_the_first_tile_is_kept() -> None:
    """Whoever has no tile of the type simply takes the new one. [T7.3]"""
    state = after(position(BONUS.format(held="tile edge")), "bonus construction")
    state = after(state, "tile climb")
    assert tiles(state) == ("climb", "edge")
    assert legal(state) == {"return white", "refill"}


def test_one_of_two_is_kept() -> None:
    """Whoever has a tile of the type keeps one of the two and rejects the other. [T7.4]"""
    state = after(position(BONUS.format(held="tile edge")), "bonus points", "tile line")
    assert legal(state) == {"keep edge reject line", "keep line reject edge"}
    old = after(state, "keep edge reject line")
    assert (tiles(old), discards(old, "points")) == ((None, "edge"), {"line": 1})
    new = after(state, "keep line reject edge")
    assert (tiles(new), discards(new, "points")) == ((None, "line"), {"edge": 1})


def test_the_choice_comes_first() -> None:
    """Until one is rejected nothing else can be used. [T7.4]"""
    state = after(position(BONUS.format(held="tile edge")), "bonus points", "tile line")
    assert why(state, "points") == "keep_first T7.4"


def test_equal_tiles() -> None:
    """Of two equal tiles one is kept: there is only one way to choose. [T7.4]"""
    state = after(position(BONUS.format(held="construction move")), "bonus construction")
    state = after(state, "tile move")
    assert len(state.legal()) == 1
    assert legal(state) == {"keep move reject move"}
    state = after(state, "keep move reject move")
    assert (tiles(state), discards(state, "construction")) == (("move", None), {"move": 1})


def test_not_in_the_same_turn() -> None:
    """A tile just taken cannot be used in this turn: only returning is left. [T7.5]"""
    state = after(position(BONUS.format(held="")), "bonus construction", "tile remove")
    assert legal(state) == {"return white", "refill"}
    assert why(state, "construction") == "returning T10.1"


def test_in_a_later_turn() -> None:
    """In the next turn of that seat the tile can be used. [T7.5]"""
    state = position(BONUS.format(held=""), "a0=1")
    state = settled(after(state, "bonus construction", "tile remove", "refill"))
    state = settled(after(state, "place e0", "count", "bonus points"))
    state = settled(after(state, "refill"))
    assert (state.actor, names(state, "remove")) == (0, "a0 e0")


def test_both_types_in_one_turn() -> None:
    """A construction tile and a points tile may be used in the same turn. [T7.5]"""
    state = position(
        """
        phase start
        seat 1  hand t1w4  construction remove  tile colors
        seat 2  hand w7
        """,
        "b0=1",
    )
    state = after(state, "remove b0", "place a0", "count tile")
    assert tiles(state) == (None, None)
    assert (discards(state, "construction"), discards(state, "points")) == (
        {"remove": 1},
        {"colors": 1},
    )


def test_an_empty_pile_is_renewed() -> None:
    """When the pile is empty, its discards become the new pile. [T7.6]"""
    nine = {"remove": 2, "shift": 2, "move": 1, "climb": 2, "recover": 2}
    state = position(TEN_DISCARDED.format(held="move", left="-", gone=NINE))
    assert discards(state, "construction") == nine
    state = after(state, "bonus construction")
    assert state.view(None).piles["construction"] == nine
    assert discards(state, "construction") == {}
    assert state.weights() == [2, 2, 1, 2, 2]


def test_the_rejected_tile_stays_out() -> None:
    """A tile rejected in this draw goes to the discards, not into the new pile. [T7.6]"""
    state = position(TEN_DISCARDED.format(held="move", left="-", gone=NINE))
    state = after(state, "bonus construction", "tile climb", "keep climb reject move")
    assert discards(state, "construction") == {"move": 1}
    left = {"remove": 2, "shift": 2, "move": 1, "climb": 1, "recover": 2}
    assert state.view(None).piles["construction"] == left


def test_the_last_tile_does_not_renew() -> None:
    """A pile emptied by a draw is renewed only when another tile is to be drawn. [T7.6]"""
    gone = "2 remove, 2 shift, 1 move, 1 climb, 2 recover"
    state = position(TEN_DISCARDED.format(held="move", left="1 climb", gone=gone))
    state = after(state, "bonus construction", "tile climb", "keep move reject climb")
    assert state.view(None).piles["construction"] == {}
    nine = {"remove": 2, "shift": 2, "move": 1, "climb": 2, "recover": 2}
    assert discards(state, "construction") == nine


@pytest.mark.parametrize("kind", ["construction", "points"])
def test_other_type_keeps_its_discards(kind: str) -> None:
    """Renewing one pile leaves the discards of the other type alone. [T1.4, T7.6]"""
    picture = BONUS.format(held="") + "\n".join(
        [
            f"construction pile  left -  discards {TEN}",
            f"points pile  left -  discards {POINTS_TEN}",
        ]
    )
    state = after(position(picture), f"bonus {kind}")
    other = {"construction": "points", "points": "construction"}[kind]
    kinds = {"construction": 5, "points": 6}
    assert (discards(state, kind), len(discards(state, other))) == ({}, kinds[other])
    assert allows(state, "tile line") == (kind == "points")
