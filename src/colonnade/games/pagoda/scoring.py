"""What Pagoda gives points for, and how they are told apart.

When something is built is decided in rules.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from mypy_extensions import i64

from colonnade.games.pagoda.material import TILE_POINTS
from colonnade.games.pagoda.state import (
    FROM_ROOFTOPS,
    FROM_TILES,
    SOURCES_OF_POINTS,
    TALLY_BITS,
    Position,
)


def add(s: Position, source: i64, points: i64) -> None:
    """Give points to the seat on turn, under their source."""
    gained = points << (source * TALLY_BITS)
    if s.seat == 0:
        s.tally0 += gained
    else:
        s.tally1 += gained


def score_column(s: Position, floor: i64) -> None:
    """A column is worth the number of its floor, here counted from 0. [P5.2]"""
    add(s, floor, floor + 1)


def score_tile(s: Position) -> None:
    """A tile is worth one point on any floor. [P6.3]"""
    add(s, FROM_TILES, TILE_POINTS)


def score_rooftop(s: Position) -> None:
    """A rooftop is worth five points, four in the fast game. [P7.3, P13.1]"""
    add(s, FROM_ROOFTOPS, s.rooftop_points)


def breakdown(s: Position, seat: int) -> dict[str, int]:
    """A seat's points by source."""
    tally: int = s.tally0 if seat == 0 else s.tally1
    return {
        source: (tally >> (i * TALLY_BITS)) & ((1 << TALLY_BITS) - 1)
        for i, source in enumerate(SOURCES_OF_POINTS)
    }
