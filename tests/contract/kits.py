"""What the generic suite must be told about each game: its pieces, and what may be relabelled."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import pairwise

from colonnade.contract.view import View
from colonnade.games.pagoda.material import COLORS, SOURCES
from colonnade.games.pagoda.view_types import PagodaView
from colonnade.games.seven_steps.view_types import StepsView
from colonnade.games.summer_pavilion.view_types import PavilionView
from tests.contract.toy import ToyView


def pagoda_pieces(view: View) -> Counter[str]:
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


def toy_pieces(view: View) -> Counter[str]:
    """Cards held, shown and left: folded ones stay in their hands."""
    assert isinstance(view, ToyView)
    held = [view.cards.count(card) + view.shown[card] for card in range(3)]
    left = [int(view.options["copies"]) - count for count in held]
    assert all(count >= 0 for count in left)
    return Counter({str(card): held[card] + left[card] for card in range(3)})


def pavilion_pieces(view: View) -> Counter[str]:
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


def steps_pieces(view: View) -> Counter[str]:
    """All discs, and all bonus tiles."""
    assert isinstance(view, StepsView)
    found = Counter(view.bag) + Counter(view.gone)
    for space in view.board.values():
        found[space.color] += space.height
    for player in view.players:
        found.update(player.hand or {})
        found.update(player.lost or {})
        found.update(tile for tile in (player.construction, player.points) if tile)
    for kind in ("construction", "points"):
        found.update(view.piles[kind])
        found.update(view.discards[kind])
    found.update([view.new_tile] if view.new_tile else [])
    return found


PIECES: Mapping[str, Callable[[View], Counter[str]]] = {
    "pagoda": pagoda_pieces,
    "seven_steps": steps_pieces,
    "summer_pavilion": pavilion_pieces,
    "toy": toy_pieces,
}
NOTHING_HIDDEN = {"summer_pavilion"}  # but what chance has not drawn yet


def pagoda_relabelled(moves: list[str]) -> list[str]:
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
RELABEL: Mapping[str, Callable[[list[str]], list[str]]] = {
    "pagoda-2-full-none": pagoda_relabelled,
    "pagoda-2-fast-none": pagoda_relabelled,
}
