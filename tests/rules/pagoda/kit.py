"""What the suites of all games must be told about Pagoda; tests/contract/kits.py finds it."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from colonnade.contract.view import View
from colonnade.games.pagoda.material import COLORS, SOURCES
from colonnade.games.pagoda.view_types import PagodaView
from tests.contract.drawn import Pieces, add, scored
from tests.contract.places import OPEN, Heaps, Place

WITHOUT_CODE = {
    "P11.4",  # State.winners, for all games
    "P12.1",  # nothing counts columns
}


def pieces(view: View) -> Counter[str]:
    """All cards and tiles, wherever they are."""
    assert isinstance(view, PagodaView)
    assert view.deck is not None
    cards = Counter(view.deck + view.discard + view.played)
    for player in view.players:
        assert player.hand is not None
        cards.update(player.display + player.hand)
    tiles = Counter(f"{base}-{to}" for base, to in view.tiles)
    for lot in view.lots:
        path = [*lot.floors, lot.roof] if lot.roof else lot.floors
        tiles.update(f"{base}-{to}" for base, to in pairwise(path))
    return cards + tiles


def drawn(view: View) -> Pieces:
    """Columns, tiles and roofs of each lot, tiles of the supply, cards and uses of each seat."""
    assert isinstance(view, PagodaView)
    shown = scored(view)
    for at, lot in enumerate(view.lots, 1):
        place = f"lot {at}"
        below = lot.floors if lot.roof else lot.floors[:-1]
        add(shown, place, "column", {color: 4 * n for color, n in Counter(below).items()})
        add(shown, place, "tile", Counter(lot.floors[:-1]))
        if lot.floors and not lot.roof:
            add(shown, place, "column", {lot.floors[-1]: lot.columns})
        if lot.roof:
            add(shown, place, "roof", {lot.floors[-1]: 1})
            add(shown, place, "rooftop", {"": int(lot.completed)})
    for seat, player in enumerate(view.players):
        place = f"seat {seat}"
        add(shown, place, "display", Counter(player.display))
        add(shown, place, "use", player.abilities)
        if player.hand is None:
            add(shown, place, "hidden", {"": player.hand_size})
            add(shown, place, "known", Counter(player.known or ()))
        else:
            add(shown, place, "hand", Counter(player.hand))
    add(shown, "", "supply", Counter(f"{base} {color}" for base, color in view.tiles))
    add(shown, "", "played", Counter(view.played))
    add(shown, "", "built", {"": view.built})
    return +shown


def relabelled(moves: list[str]) -> list[str]:
    """The same game with each color called by the next one's name; discards sorted again."""
    following = dict(zip(COLORS, [*COLORS[1:], COLORS[0]], strict=True))
    turned = [re.sub("|".join(COLORS), lambda m: following[m[0]], words) for words in moves]
    order = {
        f"discard {c} {s}": i for i, (c, s) in enumerate((c, s) for c in COLORS for s in SOURCES)
    }
    at = 0
    while at < len(turned):
        end = at
        while end < len(turned) and turned[end] in order:
            end += 1
        turned[at:end] = sorted(turned[at:end], key=order.__getitem__)
        at = end + 1
    return turned


# Where all colors are alike: without abilities, nothing tells them apart.
RELABEL = {"pagoda-2-full-none": relabelled, "pagoda-2-fast-none": relabelled}


def heaps(view: View) -> Heaps:
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


def place(name: str) -> Place:
    """A lot's edge is where what is played lies; columns come from a supply without end."""
    words = name.split()
    if words[0] == "card":
        return Place(" ".join(words[:3]), int(words[4]))
    if words[0] == "column":
        return Place(" ".join(words[:3]), int(words[3]))
    if words[0] in ("edge", "played"):
        return Place("played", mixed=True)
    return Place({"cell": "cell", "above": OPEN, "deck": OPEN, "discard": OPEN}.get(words[0], name))
