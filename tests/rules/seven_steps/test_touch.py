"""What moves of 7 Steps touch, cost and bring, by the names that the page knows."""

from __future__ import annotations

import pytest

from colonnade.contract.touch import Pieces
from colonnade.games.seven_steps.material import COLORS, SPACE_NAMES
from colonnade.games.seven_steps.moves import MOVES
from colonnade.games.seven_steps.touch import NO_COLOR, putting, touch

ORANGE = COLORS.index("orange")


@pytest.mark.parametrize(
    ("words", "things"),
    [
        ("place c4", ("c4", "disc orange")),
        ("remove c4", ("construction", "tower c4")),
        ("shift c4", ("construction", "tower c4")),
        ("swap c4", ("c4", "swap")),
        ("climb", ("construction",)),
        ("count", ("count",)),
        ("count tile", ("points",)),
        ("bonus points", ("pile points",)),
        ("keep remove reject shift", ("keep remove",)),
        ("return red", ("disc red",)),
        ("return hidden", ("return",)),
    ],
)
def test_things(words: str, things: tuple[str, ...]) -> None:
    """A space, a disc, a tile or a pile; a tower for a construction tile. [T4.2, T7.2, T8.1]"""
    color = ORANGE if "c4" in words else NO_COLOR
    assert touch(MOVES.number(words), color).things == things


def test_discs_that_are_paid_and_taken() -> None:
    """From the hand without a source, from a tower with its space. [T4.2, T8.3, T8.5, T8.7]"""
    assert touch(MOVES.number("place c4"), ORANGE).pays == (Pieces("orange"),)
    assert touch(MOVES.number("remove c4"), ORANGE).pays == (Pieces("orange", source="c4"),)
    assert touch(MOVES.number("recover c4"), ORANGE).takes == (Pieces("orange", source="c4"),)
    found = putting(MOVES.number("onto c4"), ORANGE, SPACE_NAMES.index("c1"), 3)
    assert found.things == ("c4", "onto")
    assert found.pays == (Pieces("orange", 3, "c1"),)
