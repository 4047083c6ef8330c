"""What moves of Summer Pavilion touch, cost and bring, by the names that the page knows."""

from __future__ import annotations

import pytest

from colonnade.contract.touch import Pieces
from colonnade.games.summer_pavilion.bonuses import earned, earns
from colonnade.games.summer_pavilion.material import COLORS, space
from colonnade.games.summer_pavilion.moves import MOVES
from colonnade.games.summer_pavilion.touch import placing, plain, taking

YELLOW = COLORS.index("yellow")


def test_a_take_touches_its_source_and_its_color_there() -> None:
    """All tiles of a color, and one wild with them. [S3.2, S3.3]"""
    found = taking(MOVES.number("take factory 2 red"), 2, 1, YELLOW)
    assert found.things == ("factory 2", "factory 2 red")
    assert found.takes == (Pieces("red", 2), Pieces("yellow"))
    assert taking(MOVES.number("take center red"), 1, 0, YELLOW).things == ("center", "center red")
    assert taking(MOVES.number("take center yellow"), 0, 1, YELLOW).takes == (Pieces("yellow"),)


def test_a_placement_costs_its_number_wilds_among_it() -> None:
    """The tile that is placed is one of them. [S6.1, S6.2]"""
    found = placing(MOVES.number("place red 5 red +2"), 5, YELLOW, ())
    assert found.things == ("red 5", "tile red")
    assert found.pays == (Pieces("red", 3), Pieces("yellow", 2))
    whole = placing(MOVES.number("place yellow 3 yellow"), 3, YELLOW, ())
    assert whole.pays == (Pieces("yellow", 3),)


@pytest.mark.parametrize(
    ("words", "things"),
    [
        ("pick blue", ("supply", "pick blue")),
        ("keep blue", ("tile blue",)),
        ("pass", ("pass",)),
        ("done", ("done",)),
    ],
)
def test_plain_things(words: str, things: tuple[str, ...]) -> None:
    """What touches the same in every position. [S8.4, S10.1, S10.3]"""
    assert plain(MOVES.number(words)).things == things


def test_the_last_space_around_a_structure_completes_it() -> None:
    """Before that it is neither earned nor told. [S8.1]"""
    beside = 1 << space("O5")
    assert earns(beside, space("O6")) == ("window 1",)
    assert earns(beside, space("O1")) == ()
    assert earned(beside) == ()
    assert earned(beside | 1 << space("O6")) == ("window 1",)
