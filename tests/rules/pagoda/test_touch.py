"""What moves of Pagoda touch, cost and bring, by the names that the page knows."""

from __future__ import annotations

import pytest

from colonnade.games.pagoda.material import ANY, RED, YELLOW
from colonnade.games.pagoda.moves import MOVES
from colonnade.games.pagoda.touch import NO_LOT, touch


def things(words: str, lot: int = NO_LOT, top: int = ANY) -> tuple[str, ...]:
    """What a row on a lot touches, its top floor being of a color."""
    return touch(MOVES.number(words), lot, top).things


def test_a_column_touches_its_lot_and_its_card() -> None:
    """One card of its color; a free one none. [P5.1, P9.1]"""
    assert things("column 2 blue hand", 1) == ("lot 2", "card blue hand")
    assert things("column 2 blue free", 1) == ("lot 2",)


def test_a_tile_is_paid_with_the_color_of_the_floor_under_it() -> None:
    """The tile itself is a thing of the supply. [P6.2]"""
    words = "tile 1 for blue display"
    assert things(words, 0, RED) == ("lot 1", "card red display", "tile red blue")
    assert [card.color for card in touch(MOVES.number(words), 0, RED).pays] == ["red"]


def test_a_pair_has_names_of_its_own() -> None:
    """So that a card alone stays what it shows. [P10.4, P10.5]"""
    words = "column 2 blue rice red display display"
    assert things(words, 1) == ("lot 2", "pay red display", "rice")
    assert len(touch(MOVES.number(words), 1, ANY).pays) == 2


def test_a_rooftop_belongs_to_the_lot_whose_roof_waits() -> None:
    """Two cards of its color, or one and a pair. [P7.1]"""
    plain = things("rooftop yellow display hand", 0, YELLOW)
    assert plain == ("lot 1", "card yellow display", "card yellow hand")
    rice = things("rooftop yellow hand rice red display display", 0, YELLOW)
    assert rice == ("lot 1", "card yellow hand", "pay red display", "rice")


@pytest.mark.parametrize("words", ["end", "lantern", "dragon", "dragon draw", "stuck", "no fan"])
def test_a_word_touches_itself(words: str) -> None:
    """An ability or a kind of turn is one thing. [P10]"""
    assert things(words) == (words,)


def test_a_discard_touches_its_card() -> None:
    """Wherever it lies. [P9.1]"""
    assert things("discard red hand") == ("card red hand",)
