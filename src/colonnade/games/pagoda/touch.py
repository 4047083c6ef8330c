"""What a move of Pagoda touches, and the cards that it takes from its player.

A card that pays through an ability has a name of its own: a card alone means what it shows. What
is legal is decided in legal.py, why not in refusals.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from functools import cache

from colonnade.contract.packed import nibble
from colonnade.contract.touch import Pieces, Touch
from colonnade.games.pagoda.material import ANY, COLORS
from colonnade.games.pagoda.moves import MOVES
from colonnade.games.pagoda.state import Position

TILES = ("tile", "roof")
NO_LOT = -1
# Of each row: the lot that it names, from 0, and whether the floor or the roof there matters.
LOT_OF_ROW = tuple(int(row.fields.get("lot", 0)) - 1 for row in MOVES.rows)
IS_TILE = tuple(row.kind in TILES for row in MOVES.rows)
IS_ROOFTOP = tuple(row.kind == "rooftop" for row in MOVES.rows)


def touches(s: Position, row: int) -> Touch:
    """What a row touches; of a tile, where it lies depends on the floor that it goes on."""
    lot = lot_of(s, row)
    return touch(row, lot, nibble(s.tops, lot) if IS_TILE[row] else ANY)


def lot_of(s: Position, row: int) -> int:
    """The lot, from 0, that a row builds on; a rooftop's is where the roof waits. [P7.1]"""
    return s.roof_lot if IS_ROOFTOP[row] else LOT_OF_ROW[row]


@cache
def touch(row: int, lot: int, top: int) -> Touch:
    """What a row on this lot touches, its floor being of this color."""
    kind, fields = MOVES.rows[row].kind, MOVES.rows[row].fields
    paid = payment(row, top)
    found: dict[str, None] = {} if lot == NO_LOT else {f"lot {lot + 1}": None}
    for card in paid:
        found[f"{'pay' if card.ability else 'card'} {card.color} {card.source}"] = None
    if "ability" in fields:
        found[str(fields["ability"])] = None
    if kind in TILES:
        found[f"tile {COLORS[top]} {fields['color']}"] = None
    return Touch(tuple(found) or (kind,), paid)


def payment(row: int, top: int) -> tuple[Pieces, ...]:
    """The cards that a row takes from its player, one by one. [P2.1, P10.4, P10.5]"""
    kind, fields = MOVES.rows[row].kind, MOVES.rows[row].fields
    color, ability = str(fields.get("color", "")), str(fields.get("ability", ""))
    paid = []
    if "source" in fields and kind != "draw":
        shown = COLORS[top] if kind in TILES else color  # a tile costs its floor's color [P6.2]
        paid.append(Pieces(shown, source=str(fields["source"])))
    for source in str(fields.get("pair", "")).split():
        paid.append(Pieces(str(fields.get("pay", color)), source=source, ability=ability))
    return tuple(paid)
