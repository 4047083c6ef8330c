"""What Summer Pavilion gives points for and takes them away for.

When a tile is placed, taken or left over is decided in rules.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from colonnade.contract.packed import bit, count_bits
from colonnade.games.summer_pavilion.material import (
    BOARDS,
    CENTER,
    CENTER_NUMBERS,
    LOWEST_SCORE,
    NUMBER_POINTS,
    OUTER_NUMBERS,
    POSITIONS,
    STAR_POINTS,
    START_SCORE,
    VARIED_STAR_POINTS,
)
from colonnade.games.summer_pavilion.state import (
    FROM_NUMBERS,
    FROM_PLACING,
    FROM_STARS,
    SOURCES_OF_POINTS,
    TALLY_BITS,
    TALLY_MASK,
    Position,
    score,
)

FULL_STAR: Final = 0b111111


def arc(ring: int, position: int) -> int:
    """How many tiles of a star are connected with the one at this position. [S7.2]"""
    if ring == FULL_STAR:
        return POSITIONS
    left = right = 0
    while (ring >> ((position - left - 1) % POSITIONS)) & 1:
        left += 1
    while (ring >> ((position + right + 1) % POSITIONS)) & 1:
        right += 1
    return left + 1 + right


def number_mask(board: str, number: int) -> int:
    """A bit for each space of a board that carries a number. [S12.3]"""
    spaces = 0
    for star in range(CENTER + 1):
        numbers = CENTER_NUMBERS[board] if star == CENTER else OUTER_NUMBERS[board]
        for position in range(POSITIONS):
            if numbers[position] == number:
                spaces |= 1 << (star * POSITIONS + position)
    return spaces


# Looked up instead of counted: by ring * 6 + position, and by board * 4 + number - 1.
ARCS: Final = vec[i64](
    [arc(ring, at) if (ring >> at) & 1 else 0 for ring in range(64) for at in range(6)]
)
NUMBER_MASKS: Final = vec[i64]([number_mask(board, n) for board in BOARDS for n in (1, 2, 3, 4)])
STARS_OF_ONE: Final = vec[i64](STAR_POINTS)
NUMBERS_ALL: Final = vec[i64](NUMBER_POINTS)


def add(s: Position, seat: i64, source: i64, points: i64) -> None:
    """Book points under their source."""
    s.tallies[seat] += points << (source * TALLY_BITS)


def score_placement(s: Position, ring: i64, position: i64) -> None:
    """A point for each tile of the connected arc that the new tile belongs to. [S7.1, S7.2]"""
    add(s, s.seat, FROM_PLACING, ARCS[ring * POSITIONS + position])


def lose(s: Position, source: i64, points: i64) -> None:
    """Take points from the seat on turn, never below the lowest score. [S4.2, S10.4]"""
    left = score(s, s.seat) - LOWEST_SCORE
    if points > left:
        points = left
    add(s, s.seat, source, points)


def score_end(s: Position) -> None:
    """Add every seat's bonuses for complete stars and numbers. [S12.2, S12.3]"""
    seat: i64 = 0
    while seat < s.seats:
        star: i64 = 0
        while star <= CENTER:
            add(s, seat, FROM_STARS, star_points(s, seat, star))
            star += 1
        number: i64 = 0
        while number < 4:
            spaces = NUMBER_MASKS[s.grey * 4 + number]
            if s.filled[seat] & spaces == spaces:
                add(s, seat, FROM_NUMBERS, NUMBERS_ALL[number])
            number += 1
        seat += 1


def star_points(s: Position, seat: i64, star: i64) -> i64:
    """The bonus of a star: nothing unless complete, then by the colors in it. [S12.2, S13.6]"""
    if (s.filled[seat] >> (star * POSITIONS)) & FULL_STAR != FULL_STAR:
        return 0
    colors = (s.used[seat] >> (star * POSITIONS)) & FULL_STAR
    if count_bits(colors) > 1:
        return VARIED_STAR_POINTS
    color: i64 = 0
    while bit(color) != colors:
        color += 1
    return STARS_OF_ONE[color]


def breakdown(s: Position, seat: int) -> dict[str, int]:
    """A seat's points by source; losses are negative."""
    found = {"start": START_SCORE}
    for i, source in enumerate(SOURCES_OF_POINTS):
        points = int((s.tallies[seat] >> (i * TALLY_BITS)) & TALLY_MASK)
        found[source] = -points if source in ("marker", "leftovers") else points
    return found
