"""The pieces that a picture shows, counted; what a game's must show, its kit says with this.

A piece is named by its data attributes: whose it is, what it is, its color or kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from xml.etree.ElementTree import Element

from colonnade.contract.view import View

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
