"""Where pieces lie, by the names that moves tell: what must add up when they move.

A heap is a place with the color of what lies there; pieces that are numbered in it leave from its
end. Heaps that chance renews at once, such as a draw pile, are OPEN: they are not counted. Which
there are, each game's kit says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from colonnade.contract.touch import Moved
from colonnade.contract.view import View

Heaps = Counter[tuple[str, str]]  # how many pieces lie in each place, by color
OPEN = ""


class Place(NamedTuple):
    """A place of a move: its heap, and the number within it where pieces are numbered."""

    heap: str
    order: int | None = None
    mixed: bool = False  # whether its pieces go together, whatever their colors


Heaping = Callable[[View], Heaps]
Placing = Callable[[str], Place]


def carry(heaps: Heaps, one: Moved, place: Placing) -> None:
    """Let a piece leave where it lay, which must have it, and come to where it goes."""
    color = str(one.piece.get("color", ""))
    if "base" in one.piece:
        color = f"{one.piece['base']} {color}"
    left, reached = place(one.origin), place(one.target)
    if left.heap != OPEN:
        heap = (left.heap, "" if left.mixed else color)
        heaps[heap] -= one.count
        assert heaps[heap] >= 0, f"{one.origin} has no {color}"
        assert left.order in (None, heaps[heap]), one
    if reached.heap != OPEN:
        heap = (reached.heap, "" if reached.mixed else color)
        assert reached.order in (None, heaps[heap]), one
        heaps[heap] += one.count
