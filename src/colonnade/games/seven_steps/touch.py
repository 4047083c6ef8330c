"""What a move of 7 Steps touches, and the discs that it takes from its player or brings.

A space is "c4"; its tower, for a construction tile, "tower c4". What is legal is decided in
legal.py, why not in refusals.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from functools import cache

from colonnade.contract.touch import Pieces, Touch
from colonnade.games.seven_steps.material import COLORS, SPACE_NAMES
from colonnade.games.seven_steps.moves import MOVES
from colonnade.games.seven_steps.state import SHIFTING, Position, color_of, height

# The space that each row names, or -1.
SPACE_OF_ROW = tuple(
    SPACE_NAMES.index(str(row.fields["space"])) if "space" in row.fields else -1
    for row in MOVES.rows
)
IS_ONTO = tuple(row.kind == "onto" for row in MOVES.rows)
BY_TILE = ("remove", "recover", "shift", "move")  # uses of a construction tile that name a tower
NO_COLOR = -1


def touches(s: Position, row: int) -> Touch:
    """What a row touches; the disc that it places has the color of its space. [T4.2]"""
    space = SPACE_OF_ROW[row]
    if space < 0:
        return touch(row, NO_COLOR)
    if not IS_ONTO[row]:
        return touch(row, color_of(s, space))
    whole = s.phase == SHIFTING
    return putting(row, color_of(s, space), s.space, height(s, s.space) if whole else 1)


@cache
def touch(row: int, color: int) -> Touch:
    """What a row touches, its space being of this color."""
    kind, fields = MOVES.rows[row].kind, MOVES.rows[row].fields
    space = str(fields.get("space", ""))
    if kind == "place":
        return Touch((space, f"disc {COLORS[color]}"), pays=(Pieces(COLORS[color]),))
    if kind in BY_TILE:
        tower, top = ("construction", f"tower {space}"), (Pieces(COLORS[color], source=space),)
        if kind == "recover":
            return Touch(tower, takes=top)
        return Touch(tower, pays=top if kind == "remove" else ())
    if kind == "return" and "color" in fields:
        returned = str(fields["color"])
        return Touch((f"disc {returned}",), pays=(Pieces(returned),))
    return Touch(plain(kind, fields, space))


@cache
def putting(row: int, color: int, source: int, count: int) -> Touch:
    """So many discs that leave a tower for the space of this row. [T8.4, T8.5]"""
    space = str(MOVES.rows[row].fields["space"])
    leaving = Pieces(COLORS[color], count, SPACE_NAMES[source])
    return Touch((space, "onto"), pays=(leaving,))


def plain(kind: str, fields: dict[str, str | int], space: str) -> tuple[str, ...]:
    """The things of a row that neither pays nor takes."""
    if space:
        return space, kind  # of a swap
    if kind == "bonus":
        return (f"pile {fields['type']}",)
    if kind == "keep":
        return (f"keep {fields['tile']}",)
    return ({"climb": "construction", "count tile": "points"}.get(kind, kind),)
