"""Every move of 7 Steps, one row each: first rows, digits and words of each kind.

Which row is legal, and what it does, is decided in legal.py and rules.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy_extensions import i64

from colonnade.contract.moves import Field, MoveTable, Row
from colonnade.games.seven_steps.material import COLORS, CONSTRUCTION, PLACES, POINTS, SPACE_NAMES

# First rows of each kind; within a kind, numbers count up in the order of the words. Rows are
# only ever appended.
PLACE: Final = 0
REMOVE_DISC: Final = 49
RECOVER_DISC: Final = 98
SHIFT_TOWER: Final = 147
MOVE_DISC: Final = 196
ONTO: Final = 245
SWAP: Final = 294
CLIMB_HIGHER: Final = 343
COUNT: Final = 344
COUNT_TILE: Final = 345
BONUS_CONSTRUCTION: Final = 346
BONUS_POINTS: Final = 347
KEEP_CONSTRUCTION: Final = 348
KEEP_POINTS: Final = 373
RETURN: Final = 409
RETURN_HIDDEN: Final = 416
REFILL: Final = 417
TILE: Final = 418  # construction tiles; points tiles follow
POINTS_TILE: Final = 423
TILE_HIDDEN: Final = 429
LAY: Final = 430
ROTATE: Final = 479
DRAW: Final = 521
DRAW_HIDDEN: Final = 528

BY_SPACE: Final = ("place", "remove", "recover", "shift", "move", "onto", "swap")

# The digits of a row, and rows from digits. Compiled: rules, legal moves and judges ask them for
# every move. Blocks of one digit need none: a space is its row less the first of the block.


def kept_construction(row: i64) -> i64:
    """The construction tile kept."""
    return (row - KEEP_CONSTRUCTION) // 5


def rejected_construction(row: i64) -> i64:
    """The construction tile rejected."""
    return (row - KEEP_CONSTRUCTION) % 5


def kept_points(row: i64) -> i64:
    """The points tile kept."""
    return (row - KEEP_POINTS) // 6


def rejected_points(row: i64) -> i64:
    """The points tile rejected."""
    return (row - KEEP_POINTS) % 6


def lay_place(row: i64) -> i64:
    """The place that a segment is laid on."""
    return (row - LAY) // 7


def lay_segment(row: i64) -> i64:
    """The segment laid."""
    return (row - LAY) % 7


def rotate_place(row: i64) -> i64:
    """The place whose segment is turned."""
    return (row - ROTATE) // 6


def rotate_steps(row: i64) -> i64:
    """How far a segment is turned."""
    return (row - ROTATE) % 6


def keep_construction_row(kept: i64, rejected: i64) -> i64:
    """One construction tile kept, another rejected."""
    return KEEP_CONSTRUCTION + kept * 5 + rejected


def keep_points_row(kept: i64, rejected: i64) -> i64:
    """One points tile kept, another rejected."""
    return KEEP_POINTS + kept * 6 + rejected


def lay_row(place: i64, segment: i64) -> i64:
    """A segment laid on a place."""
    return LAY + place * 7 + segment


def rotate_row(place: i64, steps: i64) -> i64:
    """The segment of a place turned."""
    return ROTATE + place * 6 + steps


# The rows themselves


def _by_space() -> Iterator[Row]:
    """Rows that name one space."""
    for kind in BY_SPACE:
        for space in SPACE_NAMES:
            yield Row(f"{kind} {space}", kind, {"space": space})


def _keeps(kinds: tuple[str, ...]) -> Iterator[Row]:
    """Rows that keep one bonus tile and reject another."""
    for kept in kinds:
        for rejected in kinds:
            fields: dict[str, Field] = {"tile": kept, "rejected": rejected}
            yield Row(f"keep {kept} reject {rejected}", "keep", fields)


def _rows() -> Iterator[Row]:
    """All rows in the order of their numbers."""
    yield from _by_space()
    yield from (Row(kind, kind) for kind in ("climb", "count", "count tile"))
    yield from (
        Row(f"bonus {kind}", "bonus", {"type": kind}) for kind in ("construction", "points")
    )
    yield from _keeps(CONSTRUCTION)
    yield from _keeps(POINTS)
    yield from (Row(f"return {color}", "return", {"color": color}) for color in COLORS)
    yield from (Row("return hidden", "return"), Row("refill", "refill"))
    yield from (Row(f"tile {kind}", "tile", {"tile": kind}) for kind in (*CONSTRUCTION, *POINTS))
    yield Row("tile hidden", "tile")
    for place in PLACES:
        for segment in range(1, 8):
            laid: dict[str, Field] = {"place": place, "segment": segment}
            yield Row(f"lay {segment} at {place}", "lay", laid)
    for place in PLACES:
        for steps in range(6):
            turned: dict[str, Field] = {"place": place, "steps": steps}
            yield Row(f"rotate {place} by {steps}", "rotate", turned)
    yield from (Row(f"draw {color}", "draw", {"color": color}) for color in COLORS)
    yield Row("draw hidden", "draw")


MOVES: Final = MoveTable(_rows())
