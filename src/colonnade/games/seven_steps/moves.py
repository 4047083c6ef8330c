"""Every move of 7 Steps, one row each: where each kind begins in the table, and its words.

Which row is legal, and what it does, is decided in legal.py and rules.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

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
KEEP_CONSTRUCTION: Final = 348  # kept * 5 + rejected
KEEP_POINTS: Final = 373  # kept * 6 + rejected
RETURN: Final = 409
RETURN_HIDDEN: Final = 416
REFILL: Final = 417
TILE: Final = 418  # five kinds of construction tiles, then six of points tiles
TILE_HIDDEN: Final = 429
LAY: Final = 430  # place * 7 + segment
ROTATE: Final = 479  # place * 6 + steps
DRAW: Final = 521
DRAW_HIDDEN: Final = 528

BY_SPACE: Final = ("place", "remove", "recover", "shift", "move", "onto", "swap")


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
