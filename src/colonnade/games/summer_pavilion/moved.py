"""Which tiles of Summer Pavilion travel when a row is made, and from where to where.

Places are named as the page marks them. Nothing is hidden, so that everybody sees the same. [S1.7]
"""

# Compiled by mypyc.

from __future__ import annotations

from collections import Counter

from colonnade.contract.packed import by_name
from colonnade.contract.touch import Moved, Pieces
from colonnade.games.summer_pavilion.material import COLORS, MOST_KEPT, ROUNDS
from colonnade.games.summer_pavilion.moves import MOVES
from colonnade.games.summer_pavilion.state import MIDDLE, Position
from colonnade.games.summer_pavilion.touch import SOURCE_OF_ROW, touches


def moved(s: Position, row: int, _seat: int | None, _reveal: bool) -> list[Moved]:
    """What travels if a row is made from here; a tile that is kept stays in its rack."""
    kind, fields = MOVES.rows[row].kind, MOVES.rows[row].fields
    color = str(fields.get("color", ""))
    rack = f"rack {s.seat}"
    if kind == "draw":
        target = f"factory {fields['factory']}" if "factory" in fields else "supply"
        return [tile(color, "bag", f"{target} {color}")]
    if kind == "pick":
        return [tile(color, f"supply {color}", f"{rack} {color}")]
    if kind == "take":
        return taken(s, row, rack)
    if kind == "place":
        target = f"space {s.seat} {fields['star']} {fields['position']}"
        spent = spread(touches(s, row).pays)
        spent.remove(color)
        paid = [tile(one, f"{rack} {one}", "tower") for one in spent]
        return [tile(color, f"{rack} {color}", target), *paid]
    return [tile(one, f"{rack} {one}", "tower", count) for one, count in lost(s, row).items()]


def taken(s: Position, row: int, rack: str) -> list[Moved]:
    """What a take brings, and what is left of a factory for the center. [S3.2, S3.5]"""
    source = SOURCE_OF_ROW[row]
    name = "center" if source == MIDDLE else f"factory {source + 1}"
    got = spread(touches(s, row).takes)
    found = [tile(one, f"{name} {one}", f"{rack} {one}") for one in got]
    if source != MIDDLE:
        left = Counter(by_name(s.sources[source], COLORS)) - Counter(got)
        rest = [one for one in COLORS for _ in range(left[one])]
        found += [tile(one, f"{name} {one}", f"center {one}") for one in rest]
    return found


def lost(s: Position, row: int) -> dict[str, int]:
    """The tiles that a seat throws away by a row with which it has done for this round. [S10.4]"""
    kind, fields = MOVES.rows[row].kind, MOVES.rows[row].fields
    hand = by_name(s.hands[s.seat], COLORS)
    if kind == "keep":
        color = COLORS.index(str(fields["color"]))
        hand[COLORS[color]] -= 1
        more = any(hand.get(other) for other in COLORS[color:])
        if s.kept_size + 1 < MOST_KEPT and more:
            return {}
        return {one: count for one, count in hand.items() if count}
    return hand if kind == "done" or (kind == "pass" and s.round == ROUNDS) else {}


def spread(pieces: tuple[Pieces, ...]) -> list[str]:
    """Tile by tile."""
    return [one.color for one in pieces for _ in range(one.count)]


def tile(color: str, origin: str, target: str, count: int = 1) -> Moved:
    """A tile on its way."""
    return Moved({"color": color}, origin, target, count)
