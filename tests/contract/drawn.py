"""What a picture must show: for each game, every piece that a view knows, counted from the view.

A piece is named by its data attributes: whose it is, what it is, its color or kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from xml.etree.ElementTree import Element

from colonnade.contract.view import View
from colonnade.games.pagoda.view_types import PagodaView
from colonnade.games.seven_steps.view_types import StepsView
from colonnade.games.summer_pavilion.view_types import PavilionView
from colonnade.pictures.summer_pavilion.geometry import structures

Pieces = Counter[tuple[str, str, str]]  # where, what, color
OWNERS = ("data-seat", "data-lot", "data-factory", "data-center")


def found(element: Element, where: str = "") -> Pieces:
    """All pieces that a picture shows; a number beside a piece counts as so many."""
    for owner in OWNERS:
        if element.get(owner):
            where = f"{owner.removeprefix('data-')} {element.get(owner)}"
    pieces: Pieces = Counter()
    what = element.get("data-piece")
    if what:
        count = int(element.get("data-count", "1"))
        pieces[where, what, element.get("data-color", "")] += count
        if what == "score":
            pieces[where, what, str(element.text)] += count
    for inside in element:
        pieces += found(inside, where)
    return pieces


def add(pieces: Pieces, where: str, what: str, named: Mapping[str, int]) -> None:
    """Count named pieces."""
    for color, count in named.items():
        pieces[where, what, color] += count


def scored(view: View) -> Pieces:
    """The scores, which every picture shows."""
    pieces: Pieces = Counter()
    for seat, score in enumerate(view.scores):
        pieces[f"seat {seat}", "score", ""] += 1
        pieces[f"seat {seat}", "score", str(score)] += 1
    return pieces


def of_pagoda(view: View) -> Pieces:
    """Columns, tiles and roofs of each lot, tiles of the supply, cards and uses of each seat."""
    assert isinstance(view, PagodaView)
    pieces = scored(view)
    for at, lot in enumerate(view.lots, 1):
        place = f"lot {at}"
        below = lot.floors if lot.roof else lot.floors[:-1]
        add(pieces, place, "column", {color: 4 * n for color, n in Counter(below).items()})
        add(pieces, place, "tile", Counter(lot.floors[:-1]))
        if lot.floors and not lot.roof:
            add(pieces, place, "column", {lot.floors[-1]: lot.columns})
        if lot.roof:
            add(pieces, place, "roof", {lot.floors[-1]: 1})
            add(pieces, place, "rooftop", {"": int(lot.completed)})
    for seat, player in enumerate(view.players):
        place = f"seat {seat}"
        add(pieces, place, "display", Counter(player.display))
        add(pieces, place, "use", player.abilities)
        if player.hand is None:
            add(pieces, place, "hidden", {"": player.hand_size})
            add(pieces, place, "known", Counter(player.known or ()))
        else:
            add(pieces, place, "hand", Counter(player.hand))
    add(pieces, "", "supply", Counter(f"{base} {color}" for base, color in view.tiles))
    add(pieces, "", "played", Counter(view.played))
    add(pieces, "", "built", {"": view.built})
    return +pieces


def of_steps(view: View) -> Pieces:
    """Every disc of every tower, the steps of the turn, tiles, and the discs behind screens."""
    assert isinstance(view, StepsView)
    pieces = scored(view)
    for space in view.board.values():
        add(pieces, "", "disc", {space.color: space.height})
    add(pieces, "", "step", {"": len(view.path)})
    add(pieces, "", "new tile", {"": int(view.new_tile is not None)})
    for kind in ("construction", "points"):
        add(pieces, "", "pile", view.piles[kind])
        add(pieces, "", "discard", view.discards[kind])
    for seat, player in enumerate(view.players):
        place = f"seat {seat}"
        if player.hand is None:
            add(pieces, place, "hidden", {"": player.hand_size})
            add(pieces, place, "known", player.known)
        else:
            add(pieces, place, "hand", player.hand)
        add(pieces, place, "held", Counter(k for k in (player.construction, player.points) if k))
    return +pieces


def of_pavilion(view: View) -> Pieces:
    """Tiles of factories, center, supply, boards and racks; structures; the start marker."""
    assert isinstance(view, PavilionView)
    pieces = scored(view)
    for at, tiles in enumerate(view.factories, 1):
        add(pieces, f"factory {at}", "source", tiles)
    add(pieces, "center yes", "count", view.center)
    add(pieces, "", "count", view.supply)
    for seat, player in enumerate(view.players):
        place = f"seat {seat}"
        spaces = [color for star in player.board.values() for color in star]
        add(pieces, place, "placed", Counter(color for color in spaces if color))
        add(pieces, place, "space", {"": spaces.count(None)})
        add(pieces, place, "kept", player.kept)
        add(pieces, place, "count", player.tiles)
        for one in structures():
            earned = all(player.board[star][position - 1] for star, position in one.spaces)
            add(pieces, place, "earned" if earned else "structure", {one.kind: 1})
    at_center = view.marker is None and view.stage == 1
    holder = view.first if view.marker is None else view.marker
    pieces["center yes" if at_center else f"seat {holder}", "marker", ""] += 1
    return +pieces


WANTED: dict[str, Callable[[View], Pieces]] = {
    "pagoda": of_pagoda,
    "seven_steps": of_steps,
    "summer_pavilion": of_pavilion,
}
