"""Which cards and pieces of Pagoda travel when a row is made, and from where to where.

Places are named as the page marks them. Of a hand that the watcher cannot see, only backs lie
there; what is paid from it is seen as it comes.
"""

# Compiled by mypyc.

from __future__ import annotations

from collections import Counter

from colonnade.contract.packed import nibble
from colonnade.contract.touch import Moved, Pieces
from colonnade.games.pagoda.material import COLORS, SOURCES
from colonnade.games.pagoda.moves import MOVES
from colonnade.games.pagoda.state import Position, five, total
from colonnade.games.pagoda.touch import TILES, lot_of, touches


def moved(s: Position, row: int, seat: int | None, reveal: bool) -> list[Moved]:
    """What travels if a row is made from here; turns, phases and abilities move nothing."""
    kind, fields = MOVES.rows[row].kind, MOVES.rows[row].fields
    own = reveal or seat == s.seat
    if kind == "draw":
        return drawn(s, fields.get("color"), str(fields["source"]), own)
    if kind == "end":
        return thrown(s)
    paid = touches(s, row).pays
    if kind == "discard":
        return spent(s, paid, "discard", own)
    lot = lot_of(s, row)
    if lot < 0:
        return []
    color = str(fields["color"])
    return [*spent(s, paid, f"edge {lot + 1}", own), built(s, kind, lot, color)]


def spent(s: Position, paid: tuple[Pieces, ...], target: str, own: bool) -> list[Moved]:
    """Cards that leave the seat on turn, the last of equal ones first."""
    gone: Counter[str] = Counter()
    found = []
    for card in paid:
        if card.source == "hand" and not own:
            gone["back"] += 1
            origin = f"back {s.seat} {int(total(five(s.hand, s.seat))) - gone['back']}"
        else:
            kind = f"{card.source} {card.color}"
            gone[kind] += 1
            origin = f"card {s.seat} {kind} {held(s, card.source, card.color) - gone[kind]}"
        found.append(Moved({"shape": "card", "color": card.color}, origin, target))
    return found


def held(s: Position, source: str, color: str) -> int:
    """How many cards of a color the seat on turn has in a place."""
    cards = s.display if source == SOURCES[0] else s.hand
    return int(nibble(cards, s.seat * 5 + COLORS.index(color)))


def built(s: Position, kind: str, lot: int, color: str) -> Moved:
    """The column, tile, roof or rooftop that comes to a lot. [P5, P6, P7]"""
    floor, place = int(nibble(s.floors, lot)), lot + 1
    if kind == "column":
        target = f"column {place} {floor} {int(nibble(s.columns, lot))}"
        return Moved({"shape": kind, "color": color, "floor": floor}, f"above {place}", target)
    if kind in TILES:
        base = COLORS[nibble(s.tops, lot)]
        piece: dict[str, str | int] = {"shape": kind, "base": base, "color": color, "floor": floor}
        return Moved(piece, f"cell {base} {color}", f"tile {place} {floor}")
    return Moved({"shape": kind, "color": color}, f"above {place}", f"rooftop {place}")


def thrown(s: Position) -> list[Moved]:
    """The cards of the turn, which go to the discard pile together. [P8.1]"""
    played = [color for color in range(len(COLORS)) if nibble(s.played, color)]
    if not played:
        return []
    count = sum(int(nibble(s.played, color)) for color in played)
    return [Moved({"shape": "card", "color": COLORS[played[-1]]}, "played", "discard", count)]


def drawn(s: Position, color: str | int | None, source: str, own: bool) -> list[Moved]:
    """A card from the draw pile; to a hand that is not open, a back. [P2.2, P8.2]"""
    if color is None or (source == "hand" and not own):
        target = f"back {s.seat} {int(total(five(s.hand, s.seat)))}"
        return [Moved({"shape": "back"}, "deck", target)]
    name = str(color)
    target = f"card {s.seat} {source} {name} {held(s, source, name)}"
    return [Moved({"shape": "card", "color": name}, "deck", target)]
