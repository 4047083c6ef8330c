"""Every move of Summer Pavilion, one row each: first rows, digits and words of each kind.

Which row is legal, and what it does, is decided in legal.py and rules.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy_extensions import i64

from colonnade.contract.moves import Field, MoveTable, Row
from colonnade.games.summer_pavilion.material import COLORS, MOST_FACTORIES, POSITIONS, STARS

# First rows of each kind; within a kind, numbers count up in the order of the words. Sources are
# the nine factories, then the center. Only ever appended to.
TAKE: Final = 0
PLACE: Final = 60
PICK: Final = 1572
PASS: Final = 1578
KEEP: Final = 1579
DONE: Final = 1585
DRAW_SUPPLY: Final = 1586
DRAW_FACTORY: Final = 1592

NUMBERS: Final = tuple(range(1, MOST_FACTORIES + 1))

# Rows from one space or color to the next, for loops that step through the places of a star.
SPACE_STEP: Final = 36
COLOR_STEP: Final = 6

# The digits of a row, and rows from digits. Compiled: rules, legal moves and judges ask them for
# every move. Blocks of one digit need none: a color is its row less the first of the block.


def take_source(row: i64) -> i64:
    """The factory that tiles are taken from, the center after the last."""
    return (row - TAKE) // 6


def take_color(row: i64) -> i64:
    """The color taken."""
    return (row - TAKE) % 6


def place_space(row: i64) -> i64:
    """The space that a tile is placed on, by star and position."""
    return (row - PLACE) // 36


def place_color(row: i64) -> i64:
    """The color of the tile placed."""
    return ((row - PLACE) // 6) % 6


def place_wilds(row: i64) -> i64:
    """How many wilds are among its price."""
    return (row - PLACE) % 6


def draw_factory(row: i64) -> i64:
    """The factory that a tile is drawn to."""
    return (row - DRAW_FACTORY) // 6


def draw_color(row: i64) -> i64:
    """The color of a tile drawn to a factory."""
    return (row - DRAW_FACTORY) % 6


def take_row(source: i64, color: i64) -> i64:
    """A color taken from a factory or the center."""
    return TAKE + source * 6 + color


def place_row(space: i64, color: i64, wilds: i64) -> i64:
    """A tile placed on a space."""
    return PLACE + space * 36 + color * 6 + wilds


def draw_row(factory: i64, color: i64) -> i64:
    """A tile drawn to a factory."""
    return DRAW_FACTORY + factory * 6 + color


# The rows themselves


def _places() -> Iterator[Row]:
    """A tile on a space, with none to five wilds among its price."""
    for star in STARS:
        for position in range(1, POSITIONS + 1):
            for color in COLORS:
                for wilds in range(6):
                    words = f"place {star} {position} {color}" + (f" +{wilds}" if wilds else "")
                    fields: dict[str, Field] = {
                        "star": star,
                        "position": position,
                        "color": color,
                        "wilds": wilds,
                    }
                    yield Row(words, "place", fields)


def _rows() -> Iterator[Row]:
    """All rows in the order of their numbers."""
    for factory in NUMBERS:
        for color in COLORS:
            taken: dict[str, Field] = {"source": "factory", "factory": factory, "color": color}
            yield Row(f"take factory {factory} {color}", "take", taken)
    for color in COLORS:
        yield Row(f"take center {color}", "take", {"source": "center", "color": color})
    yield from _places()
    yield from (Row(f"pick {color}", "pick", {"color": color}) for color in COLORS)
    yield Row("pass", "pass")
    yield from (Row(f"keep {color}", "keep", {"color": color}) for color in COLORS)
    yield Row("done", "done")
    for color in COLORS:
        yield Row(f"draw {color} supply", "draw", {"color": color, "target": "supply"})
    for factory in NUMBERS:
        for color in COLORS:
            drawn: dict[str, Field] = {"color": color, "target": "factory", "factory": factory}
            yield Row(f"draw {color} factory {factory}", "draw", drawn)


MOVES: Final = MoveTable(_rows())
