"""What a board of Summer Pavilion still lacks and promises; the judge's eyes, no judgement.

What is made of it, summer_pavilion.py decides.
"""

# Compiled by mypyc.

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from colonnade.contract.packed import bit, octets
from colonnade.games.summer_pavilion.legal import allowed
from colonnade.games.summer_pavilion.material import (
    CENTER,
    POSITIONS,
    ROUNDS,
    STARS,
    STRUCTURES,
    VARIED_STAR_POINTS,
)
from colonnade.games.summer_pavilion.rules import WILD_OF_ROUND
from colonnade.games.summer_pavilion.scoring import FULL_STAR, STARS_OF_ONE
from colonnade.games.summer_pavilion.state import Position, price

NO_COLOR: Final = -1
FILLS: Final = 7  # tiles in a star: 0 to 6
LEFT: Final = range(1, 6)  # rounds
COST_CLASSES: Final = ("1-3", "4-6", "7-10", "11-15", "16-20")  # tiles that complete a star
GREY_SPACES: Final = 12  # kinds of spaces on the grey side: its outer stars are alike
STRUCTURE_SPACES: Final = vec[i64](
    [sum(1 << space for space in spaces) for _, spaces in STRUCTURES]
)
STRUCTURE_TILES: Final = vec[i64]([tiles for tiles, _ in STRUCTURES])
DEAREST_STAR: Final = 21.0  # tiles for all spaces of a star
# By the tiles that a star lacks, up to 20: its class.
COST_CLASS: Final = vec[i64]([0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4])
# What is noted of a board, by the rounds left.
SEAT_FEATURES: Final = (
    *(f"{left} left, stars of {fill}" for left in LEFT for fill in range(FILLS)),
    *(f"{left} left, bonus of {fill}" for left in LEFT for fill in range(FILLS)),
    *(
        f"{left} left, {number}s missing {missing}"
        for left in LEFT
        for number in range(1, 5)
        for missing in range(5)
    ),
    *(
        f"{left} left, structure of {tiles} lacks {lacks}"
        for left in LEFT
        for tiles in (1, 2, 3)
        for lacks in (1, 2)
    ),
    *(f"{left} left, kept" for left in LEFT),
    *(f"{left} left, kept wild" for left in LEFT),
    *(f"{left} left, kept wanted" for left in LEFT),
    *(f"{left} left, first" for left in LEFT),
    *(f"{left} left, bonus at cost {cost}" for left in LEFT for cost in COST_CLASSES),
    *(
        f"{left} left, {star} {position}"
        for left in LEFT
        for star in STARS
        for position in range(1, POSITIONS + 1)
    ),
    *(
        f"{left} left, grey {star} {position}"
        for left in LEFT
        for star in ("outer", "center")
        for position in range(1, POSITIONS + 1)
    ),
)


def cost_to_complete(s: Position, star: i64, ring: i64) -> i64:
    """The tiles that all empty spaces of a star cost together."""
    cost: i64 = 0
    position: i64 = 0
    while position < POSITIONS:
        if (ring >> position) & 1 == 0:
            cost += price(s, star, position)
        position += 1
    return cost


def nearly(filled: i64, spaces: i64, tiles: i64) -> i64:
    """The bonus tiles of a structure that lacks one more space."""
    lacking = spaces & ~filled
    if spaces and lacking and lacking & (lacking - 1) == 0:
        return tiles
    return 0


def star_promise(s: Position, seat: i64, star: i64, color: i64) -> float:
    """The points that a star brings when complete, as far as its colors can be told."""
    if s.grey == 0:
        if star == CENTER:
            return float(VARIED_STAR_POINTS)
        return float(STARS_OF_ONE[star])
    colors = (s.used[seat] >> (star * POSITIONS)) & FULL_STAR
    if color >= 0:
        colors |= bit(color)
    if colors == 0 or colors & (colors - 1):
        return float(VARIED_STAR_POINTS)
    color = 0
    while bit(color) != colors:
        color += 1
    return float(STARS_OF_ONE[color])


def wanted_spaces(s: Position, seat: i64) -> i64:
    """For each color, in eight bits, how many stars begun or open would still take it."""
    filled = s.filled[seat]
    used = s.used[seat]
    found: i64 = 0
    star: i64 = 0
    while star <= CENTER:
        ring = filled & FULL_STAR
        colors = used & FULL_STAR
        if ring != FULL_STAR:
            open_to = allowed(s, star, ring, colors)
            color: i64 = 0
            while color < 6:
                if (open_to >> color) & 1:
                    found += octets(1, color)
                color += 1
        filled >>= POSITIONS
        used >>= POSITIONS
        star += 1
    return found


def next_price(s: Position, seat: i64, color: i64) -> i64:
    """What the cheapest open space of a color's own star costs; 0 if none is open, or on grey."""
    if s.grey:
        return 0
    ring = (s.filled[seat] >> (color * POSITIONS)) & FULL_STAR
    position: i64 = 0
    while position < POSITIONS:
        if (ring >> position) & 1 == 0:
            return price(s, color, position)
        position += 1
    return 0


def next_wild(s: Position) -> i64:
    """The color that is wild in the next round; none in the last one."""
    if s.round >= ROUNDS:
        return NO_COLOR
    return WILD_OF_ROUND[s.round]


def grey_space(space: i64) -> i64:
    """Which kind of space one is on the grey side: by its position, outside or in the center."""
    if space < CENTER * POSITIONS:
        return space % POSITIONS
    return POSITIONS + space % POSITIONS
