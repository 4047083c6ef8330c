"""How far a board of Summer Pavilion is, read from a view: payable spaces, arcs, structures.

Which of it is worth a sentence is decided in summer_pavilion.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from colonnade.games.summer_pavilion.bonuses import STRUCTURE_NAMES
from colonnade.games.summer_pavilion.material import (
    CENTER,
    CENTER_NUMBERS,
    COLORS,
    OUTER_NUMBERS,
    POSITIONS,
    STAR_POINTS,
    STARS,
    STRUCTURES,
    VARIED_STAR_POINTS,
)
from colonnade.games.summer_pavilion.view_types import PavilionView

BONUS_TILES: Final = {"pillar": 1, "statue": 2, "window": 3}  # [S8.1]
Board = Mapping[str, Sequence[str | None]]


class Aim(NamedTuple):
    """A space that can be paid for: what the tile on it would bring."""

    star: str
    position: int
    color: str
    points: int
    tiles: int  # of structures that it completes
    finishes: int  # points at the end of a star that it completes

    def worth(self) -> float:
        """How good it is, about in points."""
        return self.points + 1.8 * self.tiles + 0.8 * self.finishes


def price(view: PavilionView, star: str, position: int) -> int:
    """The number printed on a space. [S5.3, S13.2]"""
    board = view.options["board"]
    numbers = CENTER_NUMBERS if star == STARS[CENTER] else OUTER_NUMBERS
    return numbers[board][position - 1]


def takes(view: PavilionView, star: str, tiles: Sequence[str | None], color: str) -> bool:
    """Whether a star takes a color next. [S5.4, S5.5, S13.3, S13.4, S13.5]"""
    there = [tile for tile in tiles if tile]
    if view.options["board"] == "colored":
        return color not in there if star == STARS[CENTER] else color == star
    if len(there) < 2:
        return True
    return color == there[0] if len(set(there)) == 1 else color not in there


def arc_of(tiles: Sequence[str | None], position: int) -> int:
    """The tiles of the row that a new one at a position belongs to, itself included. [S7.2]"""
    at, found = position - 1, 1
    for step in (1, -1):
        for distance in range(1, POSITIONS):
            if tiles[(at + step * distance) % POSITIONS] is None:
                break
            found += 1
    return min(found, POSITIONS)


def spaces_of(structure: int) -> list[tuple[str, int]]:
    """Star and position of each space around a structure. [S8.2]"""
    _, spaces = STRUCTURES[structure]
    return [(STARS[space // POSITIONS], space % POSITIONS + 1) for space in spaces]


def missing_structures(board: Board) -> Iterator[tuple[str, str, int]]:
    """Structures that lack one tile: their name, and the space that is empty."""
    for at, name in enumerate(STRUCTURE_NAMES):
        empty = [(s, p) for s, p in spaces_of(at) if board[s][p - 1] is None]
        if len(empty) == 1:
            yield name, *empty[0]


def aims(view: PavilionView, seat: int, tiles: Mapping[str, int] | None = None) -> list[Aim]:
    """Every space that a seat's tiles, or others, could pay for in this round. [S6.1]"""
    player = view.players[seat]
    held = player.tiles if tiles is None else tiles
    several: dict[tuple[str, int], int] = {}
    for name, star, position in missing_structures(player.board):
        tiles_of = BONUS_TILES[name.split()[0]]
        several[star, position] = several.get((star, position), 0) + tiles_of
    found = []
    for star, filled in player.board.items():
        for color in COLORS:
            own = held.get(color, 0)
            if not own or not takes(view, star, filled, color):
                continue
            funds = own if color == view.wild else own + held.get(view.wild, 0)
            for position in range(1, POSITIONS + 1):
                if filled[position - 1] is None and price(view, star, position) <= funds:
                    bonus = several.get((star, position), 0)
                    done = star_points(star, filled, color)
                    points = arc_of(filled, position)
                    found.append(Aim(star, position, color, points, bonus, done))
    return found


def affordable(view: PavilionView, star: str, tiles: Sequence[str | None], funds: int) -> int:
    """How many empty spaces of a star some tiles of its color pay for, the cheapest first."""
    prices = [price(view, star, p) for p in range(1, POSITIONS + 1) if tiles[p - 1] is None]
    count = 0
    for cost in sorted(prices):
        funds -= cost
        if funds < 0:
            break
        count += 1
    return count


def payable(view: PavilionView, seat: int) -> bool:
    """Whether a seat could place anything at all."""
    return bool(aims(view, seat))


def star_points(star: str, tiles: Sequence[str | None], color: str) -> int:
    """What a star brings at the end if this tile is its last; 0 if it is not. [S12.2, S13.6]"""
    there = [tile for tile in tiles if tile]
    if len(there) != POSITIONS - 1:
        return 0
    colors = {*there, color}
    return STAR_POINTS[COLORS.index(color)] if len(colors) == 1 else VARIED_STAR_POINTS


def star_word(view: PavilionView, star: str) -> str:
    """A star as the locales name it: by its color, or by where it lies on the grey board."""
    if star == STARS[CENTER] or view.options["board"] == "colored":
        return f"star.{star}"
    return f"grey.{star}"


def adjective(color: str, count: int) -> str:
    """A color beside so many tiles, which French wants to agree."""
    return f"{color}.{'f' if count < 2 else 'fp'}"


def kinds_of(names: Iterable[str]) -> str:
    """One structure by its kind, several as such."""
    kinds = [name.split()[0] for name in names]
    return f"a.{kinds[0]}" if len(kinds) == 1 else f"two.{len(kinds)}"
