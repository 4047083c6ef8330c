"""Tests paying with wild tiles; which color is wild when is tested in 02."""

from __future__ import annotations

import pytest

from tests.rules.summer_pavilion.table import (
    after,
    allows,
    beside,
    legal,
    pile,
    points,
    position,
    star,
    why,
)

# Tom in the first round, purple being wild.
EXAMPLE = """
phase place  round 1.2
center -  supply o2r2b2y2g2
seat 1  points 5  tiles g1p3
seat 2  points 5
"""


def test_printed_example_of_wild_tiles() -> None:
    """The rulebook's example: three purple and a green tile pay for green 4. [S6.1]"""
    state = after(position(EXAMPLE), "place green 4 green +3")
    assert star(state, "green") == "...g.."
    assert (beside(state), pile(state, "tower")) == ("-", "p3")


def test_printed_example_of_plain_purple_tiles() -> None:
    """The rulebook's example: the purple tiles may go on the purple or the center star. [S6.3]"""
    assert legal(position(EXAMPLE)) == {
        "place green 1 green",
        "place green 2 green +1",
        "place green 3 green +2",
        "place green 4 green +3",
        "place purple 1 purple",
        "place purple 2 purple",
        "place purple 3 purple",
        "place center 1 green",
        "place center 2 green +1",
        "place center 3 green +2",
        "place center 4 green +3",
        "place center 1 purple",
        "place center 2 purple",
        "place center 3 purple",
        "pass",
    }


def test_printed_example_c() -> None:
    """The rulebook's example C: Paul pays three blue and three wilds for blue 6. [S6.1]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles b3p3
      blue 123bb6
    seat 2  points 5
    """)
    state = after(state, "place blue 6 blue +3")
    assert star(state, "blue") == "...bbb"
    assert (beside(state), pile(state, "tower")) == ("-", "b2p3")
    assert points(state) == {"start": 5, "placed": 3}


def test_printed_example_d() -> None:
    """The rulebook's example D: Paul pays one orange and three wilds for orange 4. [S6.1]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles o1g1p3
      orange 1oo456
    seat 2  points 5
    """)
    state = after(state, "place orange 4 orange +3")
    assert star(state, "orange") == ".ooo.."
    assert (beside(state), pile(state, "tower")) == ("g1", "p3")
    assert points(state) == {"start": 5, "placed": 3}


def test_printed_example_e() -> None:
    """The rulebook's example E: Danielle pays two purple tiles for purple 2, 3 points. [S6.3]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles r2g4p2
      purple p2p456
    seat 2  points 5
    """)
    state = after(state, "place purple 2 purple")
    assert star(state, "purple") == "ppp..."
    assert (beside(state), pile(state, "tower")) == ("r2g4", "p1")
    assert points(state) == {"start": 5, "placed": 3}


def test_one_tile_has_the_color() -> None:
    """Wild tiles alone place nothing on stars of other colors. [S6.1]"""
    state = position(EXAMPLE.replace("g1p3", "p6"))
    places = {move for move in legal(state, "place") if "purple" not in move}
    assert places == set()
    assert why(state, "green 1") == "color_missing S5.4"


def test_not_enough_with_all_wilds() -> None:
    """One green tile and three wilds do not pay for green 5. [S6.1]"""
    state = position(EXAMPLE)
    assert legal(state, "place green 5") == set()
    assert why(state, "green 5") == "too_expensive S6.1"


def test_wild_tile_is_never_placed_instead() -> None:
    """In the center star, too, the tile placed is the one of the color named. [S6.1]"""
    state = after(position(EXAMPLE), "place center 4 green +3")
    assert star(state, "center") == "...g.."
    assert pile(state, "tower") == "p3"


def test_wild_color_in_the_center_star_may_still_pay() -> None:
    """A purple tile in the center star does not keep purple tiles from paying there. [S6.1]"""
    state = position(EXAMPLE.replace("g1p3", "g1p3\ncenter p23456"))
    assert legal(state, "place center") == {
        "place center 2 green +1",
        "place center 3 green +2",
        "place center 4 green +3",
    }


@pytest.mark.parametrize(
    ("tiles", "mixes"),
    [
        ("g4p3", ["", " +1", " +2", " +3"]),
        ("g4p9", ["", " +1", " +2", " +3"]),
        ("g4p1", ["", " +1"]),
        ("g2p3", [" +2", " +3"]),
        ("g2p2", [" +2"]),
        ("g1p3", [" +3"]),
        ("g4", [""]),
        ("g3", []),
    ],
)
def test_every_mix_is_a_move(tiles: str, mixes: list[str]) -> None:
    """Wild tiles may be spent beyond need, and every mix is a move of its own. [S6.2]"""
    state = position(EXAMPLE.replace("g1p3", tiles))
    assert legal(state, "place green 4") == {f"place green 4 green{mix}" for mix in mixes}


@pytest.mark.parametrize(
    ("words", "left", "tower"),
    [
        ("place green 4 green", "p3", "g3"),
        ("place green 4 green +1", "g1p2", "g2p1"),
        ("place green 4 green +2", "g2p1", "g1p2"),
        ("place green 4 green +3", "g3", "p3"),
    ],
)
def test_mix_decides_what_is_left(words: str, left: str, tower: str) -> None:
    """Spending wilds saves tiles of the color; what is spent goes to the tower. [S6.2]"""
    state = after(position(EXAMPLE.replace("g1p3", "g4p3")), words)
    assert (beside(state), pile(state, "tower")) == (left, tower)


def test_five_wilds_pay_for_a_six() -> None:
    """One tile of the color and five wilds pay for a six. [S6.2]"""
    state = position(EXAMPLE.replace("g1p3", "g1p6"))
    assert legal(state, "place green 6") == {"place green 6 green +5"}
    assert beside(after(state, "place green 6 green +5")) == "p1"


@pytest.mark.parametrize(("number", "offered"), [(5, {"place purple 5 purple"}), (6, set())])
def test_wild_color_is_paid_with_itself(number: int, offered: set[str]) -> None:
    """Purple tiles placed in the first round are paid with purple alone, in one way. [S6.3]"""
    state = position(EXAMPLE.replace("g1p3", "o9p5"))
    assert legal(state, f"place purple {number}") == offered


def test_wild_color_in_the_center_star() -> None:
    """On the center star, too, the wild color has no mixes. [S6.3]"""
    state = position(EXAMPLE.replace("g1p3", "p3"))
    assert legal(state, "place center") == {
        "place center 1 purple",
        "place center 2 purple",
        "place center 3 purple",
    }


def test_other_colors_are_not_wild() -> None:
    """Tiles of other colors never stand for the color placed. [S6.1]"""
    state = position(EXAMPLE.replace("g1p3", "o5r5b5y5g1"))
    assert not allows(state, "place green 2 green")
    assert legal(state, "place green") == {"place green 1 green"}
