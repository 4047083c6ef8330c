"""A 7 Steps position: its fields, and the helpers that read and change the board.

What may happen to a position is decided in legal.py and rules.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from colonnade.contract.checks import MOST_TURNS, bits
from colonnade.contract.packed import bit, copy_array, lowest_bit, nibble
from colonnade.contract.state import State
from colonnade.games.seven_steps.material import (
    COLORS,
    DISCS_OF_A_COLOR,
    FEWER_DISCS,
    LAST_ROUND,
    LAYOUTS,
    MOST_SEATS,
    PLACES,
    POINTS,
    TOWER,
    edge_spaces,
    neighbors,
)

# What is asked for now. The first five are CHANCE's, the last is nobody's.
LAYING: Final = 0
ROTATING: Final = 1
DEALING: Final = 2
REFILLING: Final = 3
DRAWING_TILE: Final = 4
START: Final = 5  # a construction tile, or the first disc
REMOVING: Final = 6  # one disc is removed: another, or the first disc
SHIFTING: Final = 7
MOVING: Final = 8
FIRST_DISC: Final = 9  # a construction tile has been used
NEXT_DISC: Final = 10
BONUS: Final = 11
CHOOSING: Final = 12  # which of two bonus tiles to keep
RETURNING: Final = 13
END_OF_GAME: Final = 14
PHASES: Final = (
    "lay", "rotate", "deal", "refill", "tile", "start", "removing", "shifting", "moving",
    "first disc", "next disc", "bonus", "choosing", "returning", "over",
)  # fmt: skip

ALL_SPACES: Final = 0x1FFFFFFFFFFFF  # 49 bits
LEVELS: Final = 16  # a tower may briefly hold 13 discs while others dissolve before it
NO_COLOR: Final = 7
NO_SPACE: Final = 49

SOURCES_OF_POINTS: Final = ("levels", "points tiles", "unused tiles")
FROM_LEVELS: Final = 0
FROM_TILES: Final = 1
FROM_UNUSED: Final = 2
TALLY_BITS: Final = 16
TALLY_MASK: Final = 0xFFFF

# Every field with its least and its most: dump and load follow from these lists, copy_position is
# held to them by a test.
FIELDS: Final = {
    "actor": (-2, MOST_SEATS - 1),
    "turn": (0, MOST_TURNS),
    "seats": (2, MOST_SEATS),
    "seat": (0, MOST_SEATS - 1),
    "phase": (0, len(PHASES) - 1),
    "round": (1, LAST_ROUND),
    "called": bits(1),
    "extra": bits(1),
    "extra_begun": bits(1),
    "mixed": bits(1),
    "layout": (0, len(LAYOUTS) - 1),
    "laid": bits(28),
    "turned": bits(28),
    "laid_count": (0, len(PLACES)),
    "bag": bits(56),
    "gone": bits(56),
    "construction": bits(16),
    "points": bits(16),
    "construction_pile": bits(20),
    "construction_discards": bits(20),
    "points_pile": bits(24),
    "points_discards": bits(24),
    "new_tile": (0, len(POINTS)),
    "points_bonus": bits(1),
    "path": bits(42),
    "path_length": (0, TOWER),
    "used": (0, ALL_SPACES),
    "space": (0, NO_SPACE),
    "level": (0, TOWER),
    "limit": (FEWER_DISCS, TOWER),
    "climbing": bits(1),
    "recovered": (0, NO_COLOR),
    "level_sum": (0, TOWER * TOWER),
    "colors_placed": bits(56),
    "third": bits(7),
    "least": (0, len(COLORS) - 1),
}
ARRAYS: Final = {
    "at": (0, ALL_SPACES),
    "spaces": (0, ALL_SPACES),
    "hands": bits(56),
    "known": bits(56),
    "lost": bits(56),
    "tallies": bits(48),
}

# Geometry by layout * 49 + space: a bit for each neighbor; the next space in each direction.
_LAYOUTS: Final = tuple(LAYOUTS)
NEIGHBORS: Final = vec[i64](
    [
        sum(1 << other for other in around if other >= 0)
        for layout in _LAYOUTS
        for around in neighbors(layout)
    ]
)
NEXT: Final = vec[i64](
    [other for layout in _LAYOUTS for around in neighbors(layout) for other in around]
)
EDGES: Final = vec[i64]([sum(1 << space for space in edge_spaces(layout)) for layout in _LAYOUTS])


@mypyc_attr(acyclic=True)
class Position(State):
    """The fields of a position; StepsState in __init__.py adds the contract's face.

    Discs are counted by color in eight bits each, tiles by kind in four.
    """

    def __init__(self) -> None:
        super().__init__()
        self.seats: i64 = 2
        self.seat: i64 = 0  # whose turn it is, or who is drawing
        self.phase: i64 = LAYING
        self.round: i64 = 1
        self.called: i64 = 0  # the end has been called
        self.extra: i64 = 0  # the option: one more round
        self.extra_begun: i64 = 0
        self.mixed: i64 = 0
        self.layout: i64 = 0
        self.laid: i64 = 0  # the segment on each place, plus one, in four bits
        self.turned: i64 = 0  # its rotation
        self.laid_count: i64 = 0
        self.bag: i64 = DISCS_OF_A_COLOR * 0x01010101010101
        self.gone: i64 = 0  # discs that left the game for all to see
        self.construction: i64 = 0  # the tile each seat holds, plus one, in four bits
        self.points: i64 = 0
        self.construction_pile: i64 = 0
        self.construction_discards: i64 = 0
        self.points_pile: i64 = 0
        self.points_discards: i64 = 0
        self.new_tile: i64 = 0  # drawn while another is held, plus one
        self.points_bonus: i64 = 0  # whether the bonus tile is a points tile
        # This turn.
        self.path: i64 = 0  # the spaces placed on, plus one, six bits each
        self.path_length: i64 = 0
        self.used: i64 = 0  # the same as bits
        self.space: i64 = NO_SPACE  # of the last disc, or what a construction tile has begun with
        self.level: i64 = 0  # of the last disc
        self.limit: i64 = TOWER
        self.climbing: i64 = 0
        self.recovered: i64 = NO_COLOR
        self.level_sum: i64 = 0
        self.colors_placed: i64 = 0
        self.third: i64 = 0  # a bit for each color placed at level 3
        self.least: i64 = 0  # lowest color that may be returned next: one order only
        # The board: a bit for each space at each height, and of each color.
        self.at: vec[i64] = vec[i64]([0] * LEVELS)
        self.at[0] = ALL_SPACES
        self.spaces: vec[i64] = vec[i64]([0] * len(COLORS))
        # Of each seat: discs behind the screen, those the table can name, those that it returned
        # into an empty bag, points by source.
        self.hands: vec[i64] = vec[i64]([0] * MOST_SEATS)
        self.known: vec[i64] = vec[i64]([0] * MOST_SEATS)
        self.lost: vec[i64] = vec[i64]([0] * MOST_SEATS)
        self.tallies: vec[i64] = vec[i64]([0] * MOST_SEATS)


def copy_position(to: Position, other: Position) -> None:
    """Copy every field, one by one: this is the hottest line of a search."""
    to.actor = other.actor
    to.turn = other.turn
    to.seats = other.seats
    to.seat = other.seat
    to.phase = other.phase
    to.round = other.round
    to.called = other.called
    to.extra = other.extra
    to.extra_begun = other.extra_begun
    to.mixed = other.mixed
    to.layout = other.layout
    to.laid = other.laid
    to.turned = other.turned
    to.laid_count = other.laid_count
    to.bag = other.bag
    to.gone = other.gone
    to.construction = other.construction
    to.points = other.points
    to.construction_pile = other.construction_pile
    to.construction_discards = other.construction_discards
    to.points_pile = other.points_pile
    to.points_discards = other.points_discards
    to.new_tile = other.new_tile
    to.points_bonus = other.points_bonus
    to.path = other.path
    to.path_length = other.path_length
    to.used = other.used
    to.space = other.space
    to.level = other.level
    to.limit = other.limit
    to.climbing = other.climbing
    to.recovered = other.recovered
    to.level_sum = other.level_sum
    to.colors_placed = other.colors_placed
    to.third = other.third
    to.least = other.least
    copy_array(to.at, other.at)
    copy_array(to.spaces, other.spaces)
    copy_array(to.hands, other.hands)
    copy_array(to.known, other.known)
    copy_array(to.lost, other.lost)
    copy_array(to.tallies, other.tallies)


# The board


def height(s: Position, space: i64) -> i64:
    """How many discs a space has. [T2.5]"""
    level: i64 = 0
    while (s.at[level] >> space) & 1 == 0:
        level += 1
    return level


def color_of(s: Position, space: i64) -> i64:
    """The color of a space; only once its segment is laid."""
    color: i64 = 0
    while (s.spaces[color] >> space) & 1 == 0:
        color += 1
    return color


def set_height(s: Position, space: i64, old: i64, new: i64) -> None:
    """Change how many discs a space has."""
    s.at[old] ^= bit(space)
    s.at[new] ^= bit(space)


def dissolve(s: Position, color: i64) -> None:
    """Take seven discs off each tower of seven, one for every space of its color. [T5.1, T5.2]"""
    spaces = s.spaces[color]
    while True:
        level: i64 = LEVELS - 1
        while level >= TOWER and s.at[level] & spaces == 0:
            level -= 1
        if level < TOWER:
            return
        space = lowest_bit(s.at[level] & spaces)
        set_height(s, space, level, level - TOWER)
        level = LEVELS - 1
        while level > 0:  # from above, so that no disc rises twice
            rising = s.at[level - 1] & spaces
            s.at[level - 1] ^= rising
            s.at[level] |= rising
            level -= 1


def lowest_level(s: Position, color: i64) -> i64:
    """The height of the lowest stacks of a color. [T4.3]"""
    level: i64 = 0
    while s.at[level] & s.spaces[color] == 0:
        level += 1
    return level


def towers(s: Position) -> i64:
    """A bit for each space with at least one disc."""
    return ALL_SPACES & ~s.at[0]


def discs_on_board(s: Position) -> i64:
    """The discs of all towers, by color."""
    found: i64 = 0
    color: i64 = 0
    while color < 7:
        level: i64 = 1
        while level < LEVELS:
            mask = s.at[level] & s.spaces[color]
            while mask:
                found += level << (color * 8)
                mask &= mask - 1
            level += 1
        color += 1
    return found


# Discs and tiles


def score(s: Position, seat: i64) -> i64:
    """A seat's points so far."""
    tally = s.tallies[seat]
    points = (tally & TALLY_MASK) + ((tally >> TALLY_BITS) & TALLY_MASK)
    return points + (tally >> (FROM_UNUSED * TALLY_BITS))


def held_tile(held: i64, seat: i64) -> i64:
    """The kind of the tile a seat holds, or -1."""
    return nibble(held, seat) - 1
