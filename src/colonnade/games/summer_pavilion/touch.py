"""What a move of Summer Pavilion touches, the tiles that it costs and those that it brings.

What is legal is decided in legal.py, why not in refusals.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from functools import cache

from colonnade.contract.packed import octet
from colonnade.contract.touch import Pieces, Touch
from colonnade.games.summer_pavilion.bonuses import earns
from colonnade.games.summer_pavilion.material import COLORS, POSITIONS, STARS
from colonnade.games.summer_pavilion.moves import MOVES
from colonnade.games.summer_pavilion.state import MIDDLE, Position, price

# Of each row: the source that it takes from, the space that it places on, and its color; or -1.
SOURCE_OF_ROW = tuple(
    int(row.fields.get("factory", MIDDLE + 1)) - 1 if row.kind == "take" else -1
    for row in MOVES.rows
)
SPACE_OF_ROW = tuple(
    STARS.index(str(row.fields["star"])) * POSITIONS + int(row.fields["position"]) - 1
    if row.kind == "place"
    else -1
    for row in MOVES.rows
)
COLOR_OF_ROW = tuple(
    COLORS.index(str(row.fields["color"])) if "color" in row.fields else -1 for row in MOVES.rows
)


def touches(s: Position, row: int) -> Touch:
    """What a row touches; what it costs or brings depends on board, round and source."""
    space, source = SPACE_OF_ROW[row], SOURCE_OF_ROW[row]
    if space >= 0:
        cost = price(s, space // POSITIONS, space % POSITIONS)
        return placing(row, cost, s.wild, earns(s.filled[s.seat], space))
    if source < 0:
        return plain(row)
    tiles, color, wild = s.sources[source], COLOR_OF_ROW[row], s.wild
    count = 0 if color == wild else octet(tiles, color)  # one wild comes along [S3.2, S3.3]
    return taking(row, count, 1 if octet(tiles, wild) else 0, wild)


@cache
def placing(row: int, cost: int, wild: int, completed: tuple[str, ...]) -> Touch:
    """A placement at this price, in a round with this wild color. [S6.1, S6.2]"""
    fields = MOVES.rows[row].fields
    color, wilds = str(fields["color"]), int(fields["wilds"])
    paid = tiles({color: cost - wilds}, {COLORS[wild]: wilds})
    space = f"{fields['star']} {fields['position']}"
    return Touch((space, f"tile {color}"), pays=paid, earns=completed)


@cache
def taking(row: int, count: int, wilds: int, wild: int) -> Touch:
    """So many tiles of a color, and a wild that comes along. [S3.2, S3.3]"""
    fields = MOVES.rows[row].fields
    color = str(fields["color"])
    source = f"factory {fields['factory']}" if "factory" in fields else "center"
    brought = tiles({color: count}, {COLORS[wild]: wilds})
    return Touch((source, f"{source} {color}"), takes=brought)


@cache
def plain(row: int) -> Touch:
    """What touches the same things in every position."""
    kind, fields = MOVES.rows[row].kind, MOVES.rows[row].fields
    if kind == "pick":
        color = str(fields["color"])
        return Touch(("supply", f"pick {color}"), takes=(Pieces(color),))
    return Touch((f"tile {fields['color']}" if kind == "keep" else kind,))


def tiles(*counts: dict[str, int]) -> tuple[Pieces, ...]:
    """Tiles in the order of the box."""
    found = {color: sum(count.get(color, 0) for count in counts) for color in COLORS}
    return tuple(Pieces(color, count) for color, count in found.items() if count)
