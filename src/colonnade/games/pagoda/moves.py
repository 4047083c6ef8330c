"""Every move of Pagoda, one row each: where each kind begins in the table, and its words.

Which row is legal, and what it does, is decided in legal.py and rules.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from colonnade.contract.moves import MoveTable, Row
from colonnade.games.pagoda.material import COLORS, LOTS, PAIRS, SOURCES

# First rows of each kind. Within a kind, numbers count up in the order of the words:
# lot, color, (source | pay color, pair). Rows are only ever appended.
COLUMN: Final = 0
COLUMN_RICE: Final = 60
TILE: Final = 510
TILE_BUDDHA: Final = 570
ROOF: Final = 1020
ROOF_BUDDHA: Final = 1080
ROOFTOP: Final = 1530
ROOFTOP_RICE: Final = 1545
COLUMN_FREE: Final = 1695
DISCARD: Final = 1725
LANTERN_LIT: Final = 1735
DRAGON_BEGUN: Final = 1736
DRAGON_DRAW: Final = 1737
ALTERNATIVE: Final = 1738
STUCK: Final = 1739
END: Final = 1740
FAN_OPENED: Final = 1741
FAN_REFUSED: Final = 1742
DRAW_DISPLAY: Final = 1743
DRAW_HAND: Final = 1748
DRAW_HIDDEN: Final = 1753

NUMBERS: Final = tuple(range(1, LOTS + 1))


def _by_card(kind: str, infix: str) -> Iterator[Row]:
    """Rows paid with one card: a lot, a color, where the card comes from."""
    for lot in NUMBERS:
        for color in COLORS:
            for source in SOURCES:
                fields: dict[str, str | int] = {"lot": lot, "color": color, "source": source}
                yield Row(f"{kind} {lot} {infix}{color} {source}", kind, fields)


def _by_pair(kind: str, infix: str, ability: str) -> Iterator[Row]:
    """Rows paid with two equal cards of any color through an ability."""
    for lot in NUMBERS:
        for color in COLORS:
            for pay in COLORS:
                for pair in PAIRS:
                    fields: dict[str, str | int] = {
                        "lot": lot,
                        "color": color,
                        "ability": ability,
                        "pay": pay,
                        "pair": pair,
                    }
                    words = f"{kind} {lot} {infix}{color} {ability} {pay} {pair}"
                    yield Row(words, kind, fields)


def _rooftops() -> Iterator[Row]:
    """Rows that pay a rooftop: two cards of its color, or one and two equal ones for the other."""
    for color in COLORS:
        for pair in PAIRS:
            yield Row(f"rooftop {color} {pair}", "rooftop", {"color": color, "pair": pair})
    for color in COLORS:
        for source in SOURCES:
            for pay in COLORS:
                for pair in PAIRS:
                    fields: dict[str, str | int] = {
                        "color": color,
                        "source": source,
                        "ability": "rice",
                        "pay": pay,
                        "pair": pair,
                    }
                    yield Row(f"rooftop {color} {source} rice {pay} {pair}", "rooftop", fields)


def _rows() -> Iterator[Row]:
    """All rows in the order of their numbers."""
    yield from _by_card("column", "")
    yield from _by_pair("column", "", "rice")
    yield from _by_card("tile", "for ")
    yield from _by_pair("tile", "for ", "buddha")
    yield from _by_card("roof", "for ")
    yield from _by_pair("roof", "for ", "buddha")
    yield from _rooftops()
    for lot in NUMBERS:
        for color in COLORS:
            yield Row(f"column {lot} {color} free", "column", {"lot": lot, "color": color})
    for color in COLORS:
        for source in SOURCES:
            card: dict[str, str | int] = {"color": color, "source": source}
            yield Row(f"discard {color} {source}", "discard", card)
    for kind in (
        "lantern",
        "dragon",
        "dragon draw",
        "alternative",
        "stuck",
        "end",
        "fan",
        "no fan",
    ):
        yield Row(kind, kind)
    for source in SOURCES:
        for color in COLORS:
            yield Row(f"draw {color} {source}", "draw", {"color": color, "source": source})
    yield Row("draw hidden hand", "draw", {"source": "hand"})


MOVES: Final = MoveTable(_rows())
