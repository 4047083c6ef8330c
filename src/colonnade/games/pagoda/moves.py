"""Every move of Pagoda, one row each: first rows, digits and words of each kind.

Which row is legal, and what it does, is decided in legal.py and rules.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy_extensions import i64

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

# Rows from one color to the next where one card pays, from one paying color to the next where two
# do: for loops that step through a block.
COLOR_STEP: Final = 2
PAY_STEP: Final = 3

# The digits of a row, and rows from digits. Compiled: rules, legal moves and judges ask them for
# every move. Blocks of one digit need none: a draw's color is its row less DRAW_HAND.


def card_color(row: i64) -> i64:
    """The color of a column, tile or roof for one card: their blocks begin at multiples of ten."""
    return (row >> 1) % 5


def card_source(row: i64) -> i64:
    """Where that card comes from."""
    return row & 1


def column_lot(row: i64) -> i64:
    """The lot of a column for one card."""
    return (row - COLUMN) // 10


def tile_lot(row: i64) -> i64:
    """The lot of a tile for one card."""
    return (row - TILE) // 10


def roof_lot(row: i64) -> i64:
    """The lot of a roof for one card."""
    return (row - ROOF) // 10


def pay_color(row: i64) -> i64:
    """The color of two equal cards that pay by an ability: blocks begin at multiples of 15."""
    return (row // 3) % 5


def pay_pair(row: i64) -> i64:
    """Where two equal cards come from, in any row that names a pair."""
    return row % 3


def rice_column_lot(row: i64) -> i64:
    """The lot of a column by the Bowl of rice."""
    return (row - COLUMN_RICE) // 75


def rice_column_color(row: i64) -> i64:
    """The color of a column by the Bowl of rice."""
    return ((row - COLUMN_RICE) // 15) % 5


def buddha_tile_lot(row: i64) -> i64:
    """The lot of a tile by the Buddha."""
    return (row - TILE_BUDDHA) // 75


def buddha_tile_color(row: i64) -> i64:
    """The column color of a tile by the Buddha."""
    return ((row - TILE_BUDDHA) // 15) % 5


def buddha_roof_lot(row: i64) -> i64:
    """The lot of a roof by the Buddha."""
    return (row - ROOF_BUDDHA) // 75


def buddha_roof_color(row: i64) -> i64:
    """The rooftop color of a roof by the Buddha."""
    return ((row - ROOF_BUDDHA) // 15) % 5


def rooftop_color(row: i64) -> i64:
    """The color of a rooftop for two cards of its own."""
    return (row - ROOFTOP) // 3


def rice_rooftop_color(row: i64) -> i64:
    """The color of a rooftop for one card of its own and a pair."""
    return (row - ROOFTOP_RICE) // 30


def rice_rooftop_source(row: i64) -> i64:
    """Where that one card comes from."""
    return ((row - ROOFTOP_RICE) // 15) & 1


def free_column_lot(row: i64) -> i64:
    """The lot of an alternative turn's column."""
    return (row - COLUMN_FREE) // 5


def free_column_color(row: i64) -> i64:
    """The color of an alternative turn's column."""
    return (row - COLUMN_FREE) % 5


def discard_kind(row: i64) -> i64:
    """The kind of the card discarded: kinds count up by color, then by source."""
    return row - DISCARD


def kind_color(kind: i64) -> i64:
    """The color of a kind of card."""
    return kind >> 1


def kind_source(kind: i64) -> i64:
    """Where a kind of card lies."""
    return kind & 1


def column_row(lot: i64, color: i64, source: i64) -> i64:
    """A column for one card."""
    return COLUMN + lot * 10 + color * 2 + source


def rice_column_row(lot: i64, color: i64, pay: i64, pair: i64) -> i64:
    """A column by the Bowl of rice."""
    return COLUMN_RICE + lot * 75 + color * 15 + pay * 3 + pair


def tile_row(lot: i64, color: i64, source: i64) -> i64:
    """A tile for one card."""
    return TILE + lot * 10 + color * 2 + source


def buddha_tile_row(lot: i64, color: i64, pay: i64, pair: i64) -> i64:
    """A tile by the Buddha."""
    return TILE_BUDDHA + lot * 75 + color * 15 + pay * 3 + pair


def roof_row(lot: i64, color: i64, source: i64) -> i64:
    """A roof for one card."""
    return ROOF + lot * 10 + color * 2 + source


def buddha_roof_row(lot: i64, color: i64, pay: i64, pair: i64) -> i64:
    """A roof by the Buddha."""
    return ROOF_BUDDHA + lot * 75 + color * 15 + pay * 3 + pair


def rooftop_row(color: i64, pair: i64) -> i64:
    """A rooftop for two cards of its color."""
    return ROOFTOP + color * 3 + pair


def rice_rooftop_row(color: i64, source: i64, pay: i64, pair: i64) -> i64:
    """A rooftop for one card of its color and a pair."""
    return ROOFTOP_RICE + color * 30 + source * 15 + pay * 3 + pair


def free_column_row(lot: i64, color: i64) -> i64:
    """The column of an alternative turn."""
    return COLUMN_FREE + lot * 5 + color


def discard_row(color: i64, source: i64) -> i64:
    """A discarded card."""
    return DISCARD + color * 2 + source


# The rows themselves


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
