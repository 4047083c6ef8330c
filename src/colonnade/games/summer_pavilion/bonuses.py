"""How far a board of Summer Pavilion is: structures that are surrounded, stars and numbers to fill.

For views only. What bonuses bring at the end is booked in scoring.py, bonus tiles in rules.py.
"""

from __future__ import annotations

from functools import lru_cache

from colonnade.games.summer_pavilion.material import (
    CENTER,
    COLORS,
    PILLARS,
    POSITIONS,
    STAR_POINTS,
    STATUES,
    STRUCTURES,
    VARIED_STAR_POINTS,
    WINDOWS,
)
from colonnade.games.summer_pavilion.scoring import FULL_STAR, NUMBER_MASKS
from colonnade.games.summer_pavilion.view_types import NumberView, StarView

# "pillar 1" and so on, in the order of STRUCTURES.
STRUCTURE_NAMES = tuple(
    f"{kind} {number}"
    for kind, group in (("pillar", PILLARS), ("statue", STATUES), ("window", WINDOWS))
    for number in range(1, len(group) + 1)
)
MASKS = tuple(sum(1 << space for space in spaces) for _, spaces in STRUCTURES)
SETTLED = 2  # tiles after which a star of the grey board is of one color or of several [S13.3]


@lru_cache(4096)
def earned(filled: int) -> tuple[str, ...]:
    """The structures whose spaces are all filled. [S8.1]"""
    pairs = zip(STRUCTURE_NAMES, MASKS, strict=True)
    return tuple(name for name, spaces in pairs if filled & spaces == spaces)


@lru_cache(4096)
def earns(filled: int, space: int) -> tuple[str, ...]:
    """The structures that a tile on this space would complete. [S8.1]"""
    had = earned(filled)
    return tuple(name for name in earned(filled | 1 << space) if name not in had)


@lru_cache(4096)
def stars(filled: int, used: int, grey: int) -> list[StarView]:
    """Each star's tiles, and what it brings once it is full; lent, not to be changed."""
    found = []
    for star in range(CENTER + 1):
        at = star * POSITIONS
        found.append(star_view(star, filled >> at & FULL_STAR, used >> at & FULL_STAR, grey))
    return found


def star_view(star: int, ring: int, colors: int, grey: int) -> StarView:
    """A star by its filled positions and its colors; a grey one is open at first. [S12.2, S13.6]"""
    count = ring.bit_count()
    undecided = bool(grey) and count < SETTLED
    color = None if star == CENTER else star
    if grey:
        color = colors.bit_length() - 1 if count >= SETTLED and colors.bit_count() == 1 else None
    points = VARIED_STAR_POINTS if color is None else STAR_POINTS[color]
    return StarView(count, points, None if color is None else COLORS[color], undecided)


@lru_cache(4096)
def numbers(filled: int, grey: int) -> list[NumberView]:
    """Of the numbers 1 to 4, how many spaces are filled, and of how many. [S12.3]"""
    masks = [int(NUMBER_MASKS[grey * 4 + number]) for number in range(4)]
    return [NumberView((filled & spaces).bit_count(), spaces.bit_count()) for spaces in masks]
