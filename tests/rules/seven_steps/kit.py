"""What the suites of all games must be told about 7 Steps; tests/contract/kits.py finds it."""

from __future__ import annotations

from collections import Counter

from colonnade.contract.view import View
from colonnade.games.seven_steps.view_types import StepsView
from tests.contract.drawn import Pieces, add, scored
from tests.contract.places import OPEN, Heaps, Place

WITHOUT_CODE = {
    "T11.6",  # State.winners, for all games
}


def pieces(view: View) -> Counter[str]:
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


def drawn(view: View) -> Pieces:
    """Every disc of every tower, the steps of the turn, tiles, and the discs behind screens."""
    assert isinstance(view, StepsView)
    shown = scored(view)
    for space in view.board.values():
        add(shown, "", "disc", {space.color: space.height})
    add(shown, "", "step", {"": len(view.path)})
    add(shown, "", "new tile", {"": int(view.new_tile is not None)})
    for kind in ("construction", "points"):
        add(shown, "", "pile", view.piles[kind])
        add(shown, "", "discard", view.discards[kind])
    for seat, player in enumerate(view.players):
        place = f"seat {seat}"
        if player.hand is None:
            add(shown, place, "hidden", {"": player.hand_size})
            add(shown, place, "known", player.known)
        else:
            add(shown, place, "hand", player.hand)
        add(shown, place, "held", Counter(k for k in (player.construction, player.points) if k))
    return +shown


def heaps(view: View) -> Heaps:
    """Discs on the board and behind the screen of the seat on turn."""
    assert isinstance(view, StepsView)
    found: Heaps = Counter()
    for name, space in view.board.items():
        found[f"disc {name}", space.color] = space.height
    for player in view.players:
        for color, count in (player.hand or {}).items():
            found["hand", color] += count  # of all: who draws next is not who drew
    return +found


def place(name: str) -> Place:
    """The peak of a space is over its tower; only the hand of one seat is ever marked."""
    words = name.split()
    if words[0] == "peak":
        return Place(f"disc {words[1]}")
    return Place({"hand": "hand", "disc": name}.get(words[0], OPEN))
