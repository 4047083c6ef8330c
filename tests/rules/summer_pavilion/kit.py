"""What the suites of all games must be told about Summer Pavilion; contract/kits.py finds it."""

from __future__ import annotations

from collections import Counter

from colonnade.contract.view import View
from colonnade.games.summer_pavilion.view_types import PavilionView
from colonnade.pictures.summer_pavilion.geometry import structures
from tests.contract.drawn import Pieces, add, scored
from tests.contract.places import OPEN, Heaps, Place

WITHOUT_CODE = {
    "S12.4",  # State.winners, for all games
}


def pieces(view: View) -> Counter[str]:
    """All tiles, wherever they are."""
    assert isinstance(view, PavilionView)
    found = Counter(view.bag) + Counter(view.tower) + Counter(view.supply) + Counter(view.center)
    for tiles in view.factories:
        found.update(tiles)
    for player in view.players:
        found.update(player.tiles)
        found.update(player.kept)
        found.update(color for star in player.board.values() for color in star if color)
    return found


def drawn(view: View) -> Pieces:
    """Tiles of factories, center, supply, boards and racks; structures; the start marker."""
    assert isinstance(view, PavilionView)
    shown = scored(view)
    for at, tiles in enumerate(view.factories, 1):
        add(shown, f"factory {at}", "source", tiles)
    add(shown, "center yes", "count", view.center)
    add(shown, "", "count", view.supply)
    for seat, player in enumerate(view.players):
        place = f"seat {seat}"
        spaces = [color for star in player.board.values() for color in star]
        add(shown, place, "placed", Counter(color for color in spaces if color))
        add(shown, place, "space", {"": spaces.count(None)})
        add(shown, place, "kept", player.kept)
        add(shown, place, "count", player.tiles)
        for one in structures():
            earned = all(player.board[star][position - 1] for star, position in one.spaces)
            add(shown, place, "earned" if earned else "structure", {one.kind: 1})
    at_center = view.marker is None and view.stage == 1
    holder = view.first if view.marker is None else view.marker
    shown["center yes" if at_center else f"seat {holder}", "marker", ""] += 1
    return +shown


def heaps(view: View) -> Heaps:
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


def place(name: str) -> Place:
    """The marks of sources and racks end with a color; the bag is filled from the tower."""
    if name in ("bag", "tower"):
        return Place(OPEN)
    return Place(name if name.startswith("space") else name.rsplit(" ", 1)[0])
