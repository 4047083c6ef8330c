"""Where the pieces of each game lie, by the names that moves tell: what must add up when they move.

A heap is a place with the color of what lies there; pieces that are numbered in it leave from its
end. Heaps that chance renews at once, such as a draw pile, are OPEN: they are not counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import NamedTuple

from colonnade.contract.touch import Moved
from colonnade.contract.view import View
from colonnade.games.pagoda.view_types import PagodaView
from colonnade.games.seven_steps.view_types import StepsView
from colonnade.games.summer_pavilion.view_types import PavilionView

Heaps = Counter[tuple[str, str]]  # how many pieces lie in each place, by color
OPEN = ""


class Place(NamedTuple):
    """A place of a move: its heap, and the number within it where pieces are numbered."""

    heap: str
    order: int | None = None
    mixed: bool = False  # whether its pieces go together, whatever their colors


def pagoda_heaps(view: View) -> Heaps:
    """Cards in displays, hands and on the table; columns, tiles and rooftops of the lots."""
    assert isinstance(view, PagodaView)
    found: Heaps = Counter()
    found["played", ""] = len(view.played)
    for seat, player in enumerate(view.players):
        found.update((f"card {seat} display", color) for color in player.display)
        found.update((f"card {seat} hand", color) for color in player.hand or [])
    found.update(("cell", f"{base} {to}") for base, to in view.tiles)
    for at, lot in enumerate(view.lots, 1):
        top = len(lot.floors) - 1
        for floor, color in enumerate(lot.floors):
            full = floor < top or lot.roof is not None
            found[f"column {at} {floor}", color] += 4 if full else lot.columns
        path = [*lot.floors, *([lot.roof] if lot.roof else [])]
        found.update((f"tile {at} {i}", f"{a} {b}") for i, (a, b) in enumerate(pairwise(path)))
        if lot.roof and lot.completed:
            found[f"rooftop {at}", lot.roof] += 1
    return +found


def pagoda_place(name: str) -> Place:
    """A lot's edge is where what is played lies; columns come from a supply without end."""
    words = name.split()
    if words[0] == "card":
        return Place(" ".join(words[:3]), int(words[4]))
    if words[0] == "column":
        return Place(" ".join(words[:3]), int(words[3]))
    if words[0] in ("edge", "played"):
        return Place("played", mixed=True)
    return Place({"cell": "cell", "above": OPEN, "deck": OPEN, "discard": OPEN}.get(words[0], name))


def steps_heaps(view: View) -> Heaps:
    """Discs on the board and behind the screen of the seat on turn."""
    assert isinstance(view, StepsView)
    found: Heaps = Counter()
    for name, space in view.board.items():
        found[f"disc {name}", space.color] = space.height
    for player in view.players:
        for color, count in (player.hand or {}).items():
            found["hand", color] += count  # of all: who draws next is not who drew
    return +found


def steps_place(name: str) -> Place:
    """The peak of a space is over its tower; only the hand of one seat is ever marked."""
    words = name.split()
    if words[0] == "peak":
        return Place(f"disc {words[1]}")
    return Place({"hand": "hand", "disc": name}.get(words[0], OPEN))


def pavilion_heaps(view: View) -> Heaps:
    """Tiles in all sources and racks, and on the boards."""
    assert isinstance(view, PavilionView)
    piles = {f"factory {i}": tiles for i, tiles in enumerate(view.factories, 1)}
    found: Heaps = Counter()
    for name, tiles in {**piles, "center": view.center, "supply": view.supply}.items():
        found.update({(name, color): count for color, count in tiles.items()})
    for seat, player in enumerate(view.players):
        for tiles in (player.tiles, player.kept):
            found.update({(f"rack {seat}", color): count for color, count in tiles.items()})
        for star, colors in player.board.items():
            for position, color in enumerate(colors, 1):
                if color:
                    found[f"space {seat} {star} {position}", color] += 1
    return +found


def pavilion_place(name: str) -> Place:
    """The marks of sources and racks end with a color; the bag is filled from the tower."""
    if name in ("bag", "tower"):
        return Place(OPEN)
    return Place(name if name.startswith("space") else name.rsplit(" ", 1)[0])


Heaping = Callable[[View], Heaps]
Placing = Callable[[str], Place]
PLACES: Mapping[str, tuple[Heaping, Placing]] = {
    "pagoda": (pagoda_heaps, pagoda_place),
    "seven_steps": (steps_heaps, steps_place),
    "summer_pavilion": (pavilion_heaps, pavilion_place),
}


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
