"""What 7 Steps gives points for: levels, points tiles and tiles left unused.

When a turn is counted is decided in rules.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from colonnade.contract.packed import count_bits, lowest_bit
from colonnade.games.seven_steps.material import (
    COLORS,
    COLORS_TILE,
    EDGE,
    LIGHT_COLORS,
    LINE,
    ONE_COLOR,
    SPACES,
    THIRD_LIGHT,
    THIRD_POINTS,
    UNUSED_TILE_POINTS,
)
from colonnade.games.seven_steps.state import (
    EDGES,
    FROM_UNUSED,
    NEXT,
    SOURCES_OF_POINTS,
    TALLY_BITS,
    TALLY_MASK,
    Position,
    held_tile,
)

LIGHT: Final = sum(1 << i for i, color in enumerate(COLORS) if color in LIGHT_COLORS)  # [T9.7]


def add(s: Position, seat: i64, source: i64, points: i64) -> None:
    """Book points under their source."""
    s.tallies[seat] += points << (source * TALLY_BITS)


def worth(s: Position) -> i64:
    """The points that the points tile of the seat on turn would bring now. [T9.2]"""
    kind = held_tile(s.points, s.seat)
    if kind < 0:
        return 0
    if kind == COLORS_TILE:
        return colors_worth(s)
    if kind == ONE_COLOR:
        return one_color_worth(s)
    if kind == EDGE:
        return count_bits(s.used & EDGES[s.layout])  # [T9.5]
    if kind == LINE:
        return longest_line(s)
    light: i64 = LIGHT
    wanted = s.third & light
    if kind != THIRD_LIGHT:
        wanted = s.third & ~light
    if wanted:
        return THIRD_POINTS
    return 0


def colors_worth(s: Position) -> i64:
    """A point for each color placed this turn. [T9.3]"""
    found: i64 = 0
    placed = s.colors_placed
    while placed:
        if placed & 255:
            found += 1
        placed >>= 8
    return found


def one_color_worth(s: Position) -> i64:
    """Two points for each disc of the color placed most. [T9.4]"""
    most: i64 = 0
    placed = s.colors_placed
    while placed:
        if placed & 255 > most:
            most = placed & 255
        placed >>= 8
    return 2 * most


def longest_line(s: Position) -> i64:
    """The spaces of the longest straight line placed on this turn. [T9.6]"""
    longest: i64 = 0
    direction: i64 = 0
    while direction < 3:  # the other three are their opposites
        left = s.used
        while left:
            length: i64 = 1
            space = next_space(s, lowest_bit(left), direction)
            while space >= 0 and (s.used >> space) & 1:
                length += 1
                space = next_space(s, space, direction)
            if length > longest:
                longest = length
            left &= left - 1
        direction += 1
    return longest


def next_space(s: Position, space: i64, direction: i64) -> i64:
    """The space beside another in a direction, or -1."""
    return NEXT[(s.layout * SPACES + space) * 6 + direction]


def score_end(s: Position) -> None:
    """Two points for each bonus tile left unused. [T11.5]"""
    seat: i64 = 0
    while seat < s.seats:
        tiles: i64 = 0
        if held_tile(s.construction, seat) >= 0:
            tiles += 1
        if held_tile(s.points, seat) >= 0:
            tiles += 1
        add(s, seat, FROM_UNUSED, UNUSED_TILE_POINTS * tiles)
        seat += 1


def breakdown(s: Position, seat: int) -> dict[str, int]:
    """A seat's points by source."""
    return {
        source: int((s.tallies[seat] >> (i * TALLY_BITS)) & TALLY_MASK)
        for i, source in enumerate(SOURCES_OF_POINTS)
    }
