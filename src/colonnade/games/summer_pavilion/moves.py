"""Every move of Summer Pavilion, one row each: where each kind begins in the table, and its words.

Which row is legal, and what it does, is decided in legal.py and rules.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from colonnade.contract.moves import Field, MoveTable, Row
from colonnade.games.summer_pavilion.material import COLORS, MOST_FACTORIES, POSITIONS, STARS

# First rows of each kind; within a kind, numbers count up in the order of the words. Sources are
# the nine factories, then the center: a take's row is source * 6 + color. Only ever appended to.
TAKE: Final = 0
PLACE: Final = 60  # ((star * 6 + position) * 6 + color) * 6 + wilds
PICK: Final = 1572
PASS: Final = 1578
KEEP: Final = 1579
DONE: Final = 1585
DRAW_SUPPLY: Final = 1586
DRAW_FACTORY: Final = 1592  # factory * 6 + color

NUMBERS: Final = tuple(range(1, MOST_FACTORIES + 1))


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
