"""What is in the 7 Steps box: discs, segments, layouts, bonus tiles, and the geometry of the board.

Constants only, and the one place with hex coordinates; what is done with them is decided in
rules.py.
"""

from __future__ import annotations

from functools import cache
from typing import Final

COLORS: Final = ("turquoise", "yellow", "black", "red", "white", "orange", "purple")
DISCS_OF_A_COLOR: Final = 20  # [T1.1]
MOST_SEATS: Final = 4
HAND_SIZE: Final = 7  # [T1.5]
TOWER: Final = 7  # discs of a tower that dissolves [T5.1]
FEWER_DISCS: Final = 5  # in a turn with one of the two mighty construction tiles
MODEST_TURN: Final = 7  # points, at most, that earn a bonus tile
THIRD_POINTS: Final = 5
THIRD_LEVEL: Final = 3
UNUSED_TILE_POINTS: Final = 2
LAST_ROUND: Final = 250  # [T11.7]

PLACES: Final = "abcdefg"  # of the segments in a layout [T2.1]
SPACES: Final = 49  # place * 7 + digit, digit 0 being a segment's center
SPACE_NAMES: Final = tuple(f"{place}{digit}" for place in PLACES for digit in range(7))

EXTRA_ROUND: Final = ("no", "yes")  # [T13.1]
FACES: Final = ("plain", "mixed")  # [T1.2]
# The mixed face: the color of each segment's center, then of its ring. [T2.4]
MIXED: Final = (
    ("yellow", "turquoise", "red", "turquoise", "red", "turquoise", "yellow"),
    ("black", "yellow", "white", "yellow", "white", "yellow", "black"),
    ("red", "black", "orange", "black", "orange", "black", "red"),
    ("white", "red", "purple", "red", "purple", "red", "white"),
    ("orange", "white", "turquoise", "white", "turquoise", "white", "orange"),
    ("purple", "orange", "yellow", "orange", "yellow", "orange", "purple"),
    ("turquoise", "purple", "black", "purple", "black", "purple", "turquoise"),
)

# The six directions of a hex in axial coordinates, which are also a segment's ring.
DIRECTIONS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
# The centers of the seven segments of each layout. [T12.2]
LAYOUTS: Final = {
    "standard": ((0, 0), (2, 1), (3, -2), (1, -3), (-2, -1), (-3, 2), (-1, 3)),
    "mask": ((0, 0), (3, -2), (4, 0), (1, 2), (-1, -2), (-4, 0), (-3, 2)),
    "river": ((0, 0), (3, -1), (5, 0), (8, -1), (10, 0), (13, -1), (15, 0)),
    "butterfly": ((0, 0), (2, 1), (3, -2), (5, -1), (-2, -1), (-3, 2), (-5, 1)),
    "ring": ((0, 0), (-3, 1), (-6, 3), (-7, 6), (-5, 7), (-2, 6), (-1, 3)),
    "cross": ((0, 0), (-1, 3), (-3, 6), (1, -3), (3, -6), (3, -1), (-3, 1)),
}
RIVER: Final = 2  # its number among the layouts
RIVER_PLACE: Final = 3  # the middle of the river, where the turquoise segment lies
RIVER_SEGMENT: Final = 0

TILE_TYPES: Final = ("construction", "points")
CONSTRUCTION: Final = ("remove", "shift", "move", "climb", "recover")
REMOVE: Final = 0
SHIFT: Final = 1
MOVE: Final = 2
CLIMB: Final = 3
RECOVER: Final = 4
CONSTRUCTION_TILES: Final = (2, 2, 2, 2, 2)  # [T1.4]
POINTS: Final = ("colors", "one color", "edge", "line", "third light", "third dark")
COLORS_TILE: Final = 0
ONE_COLOR: Final = 1
EDGE: Final = 2
LINE: Final = 3
THIRD_LIGHT: Final = 4
POINTS_TILES: Final = (2, 2, 2, 2, 1, 1)
LIGHT_COLORS: Final = ("turquoise", "yellow", "red", "white")


def coordinates(layout: str) -> list[tuple[int, int]]:
    """Where the spaces of a layout lie, by their numbers."""
    found = []
    for q, r in LAYOUTS[layout]:
        found.append((q, r))
        found += [(q + dq, r + dr) for dq, dr in DIRECTIONS]
    return found


def neighbors(layout: str) -> list[list[int]]:
    """Of each space, the space in each of the six directions; -1 where the board ends. [T2.2]"""
    places = coordinates(layout)
    at = {place: space for space, place in enumerate(places)}
    return [[at.get((q + dq, r + dr), -1) for dq, dr in DIRECTIONS] for q, r in places]


def edge_spaces(layout: str) -> list[int]:
    """The spaces with at least one missing neighbor; holes count. [T2.3]"""
    return [space for space, around in enumerate(neighbors(layout)) if -1 in around]


@cache
def space_colors(face: str, segment: int, rotation: int) -> tuple[int, ...]:
    """The colors of a segment's seven spaces, its ring turned by some steps."""
    if face == "plain":
        return (segment,) * 7
    center, *ring = (COLORS.index(name) for name in MIXED[segment])
    return (center, *(ring[(digit + rotation) % 6] for digit in range(6)))
