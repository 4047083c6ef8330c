"""A Summer Pavilion position: its fields, and the helpers that read them.

What may happen to a position is decided in legal.py and rules.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from colonnade.contract.checks import MOST_TURNS, bits
from colonnade.contract.packed import bit, copy_array, nibble
from colonnade.contract.state import State
from colonnade.games.summer_pavilion.material import (
    CENTER,
    MOST_FACTORIES,
    MOST_KEPT,
    MOST_SEATS,
    POSITIONS,
    ROUNDS,
    START_SCORE,
    SUPPLY_SIZE,
    TILES_OF_A_COLOR,
)

# What is asked for now. The first is CHANCE's, the last is nobody's.
DRAW: Final = 0
TAKE_TILES: Final = 1
PLACE_TILE: Final = 2
PICK_BONUS: Final = 3
KEEP_TILES: Final = 4
END_OF_GAME: Final = 5
PHASES: Final = ("draw", "take", "place", "pick", "keep", "over")

# The two phases of a round, as the rulebook counts them. [S2.1]
TAKING: Final = 1
PLACING: Final = 2

# Where points come from and go to: fields of TALLY_BITS each; the second and third are losses.
SOURCES_OF_POINTS: Final = ("placed", "marker", "leftovers", "stars", "numbers")
FROM_PLACING: Final = 0
TO_MARKER: Final = 1
TO_LEFTOVERS: Final = 2
FROM_STARS: Final = 3
FROM_NUMBERS: Final = 4
TALLY_BITS: Final = 12
TALLY_MASK: Final = 0xFFF

MIDDLE: Final = 9  # the center of the table, after the nine factories
NOBODY: Final = -1

# Every field with its least and its most: dump and load follow from these lists, copy_position is
# held to them by a test.
FIELDS: Final = {
    "actor": (-2, MOST_SEATS - 1),
    "turn": (0, MOST_TURNS),
    "seats": (2, MOST_SEATS),
    "seat": (0, MOST_SEATS - 1),
    "phase": (0, len(PHASES) - 1),
    "stage": (TAKING, PLACING),
    "round": (1, ROUNDS),
    "wild": (0, 5),
    "first": (0, MOST_SEATS - 1),
    "marker": (NOBODY, MOST_SEATS - 1),
    "passed": bits(4),
    "bag": bits(48),
    "tower": bits(48),
    "supply": bits(48),
    "bag_size": (0, TILES_OF_A_COLOR * 6),
    "supply_size": (0, SUPPLY_SIZE),
    "loose": (0, TILES_OF_A_COLOR * 6),
    "factories": (0, MOST_FACTORIES),
    "filling": (0, MOST_FACTORIES),
    "owed": (0, SUPPLY_SIZE),
    "least": (0, 5),
    "kept": bits(48),
    "kept_size": (0, MOST_KEPT),
    "grey": bits(1),
    "outer_numbers": bits(24),
    "center_numbers": bits(24),
}
ARRAYS: Final = {
    "sources": bits(48),
    "hands": bits(48),
    "filled": bits(42),
    "used": bits(42),
    "paint": bits(54),
    "tallies": bits(60),
}
PAINT_WORDS: Final = 3  # machine words for a board's colors, three bits for each of 42 spaces
PAINT_SPACES: Final = 18  # spaces in each of them


@mypyc_attr(acyclic=True)
class Position(State):
    """The fields of a position; PavilionState in __init__.py adds the contract's face.

    Tiles are counted by color in eight bits each.
    """

    def __init__(self) -> None:
        super().__init__()
        self.seats: i64 = 2
        self.seat: i64 = 0  # whose turn it is, or will be after the draws
        self.phase: i64 = DRAW
        self.stage: i64 = TAKING
        self.round: i64 = 1
        self.wild: i64 = 5
        self.first: i64 = 0  # the round's first player; from its second phase on, the next one's
        self.marker: i64 = NOBODY  # who took the start marker this round
        self.passed: i64 = 0  # a bit for each seat
        self.bag: i64 = TILES_OF_A_COLOR * 0x010101010101
        self.tower: i64 = 0
        self.supply: i64 = 0
        self.bag_size: i64 = TILES_OF_A_COLOR * 6
        self.supply_size: i64 = 0
        self.loose: i64 = 0  # tiles in factories and center
        self.factories: i64 = 5
        self.filling: i64 = 0  # the factory being filled; all of them once that is done
        self.owed: i64 = 0  # bonus tiles still to be picked
        self.least: i64 = 0  # lowest color that may be picked or kept next: one order only
        self.kept: i64 = 0
        self.kept_size: i64 = 0
        # The board, as plain numbers. [S13.1, S13.2]
        self.grey: i64 = 0
        self.outer_numbers: i64 = 0x654321
        self.center_numbers: i64 = 0x654321
        self.sources: vec[i64] = vec[i64]([0] * (MOST_FACTORIES + 1))
        # Of each seat: tiles beside the board, a bit for each space with a tile, a bit for each
        # color in each star, the colors placed, points by source.
        self.hands: vec[i64] = vec[i64]([0] * MOST_SEATS)
        self.filled: vec[i64] = vec[i64]([0] * MOST_SEATS)
        self.used: vec[i64] = vec[i64]([0] * MOST_SEATS)
        self.paint: vec[i64] = vec[i64]([0] * (MOST_SEATS * PAINT_WORDS))
        self.tallies: vec[i64] = vec[i64]([0] * MOST_SEATS)


def copy_position(to: Position, other: Position) -> None:
    """Copy every field, one by one: this is the hottest line of a search."""
    to.actor = other.actor
    to.turn = other.turn
    to.seats = other.seats
    to.seat = other.seat
    to.phase = other.phase
    to.stage = other.stage
    to.round = other.round
    to.wild = other.wild
    to.first = other.first
    to.marker = other.marker
    to.passed = other.passed
    to.bag = other.bag
    to.tower = other.tower
    to.supply = other.supply
    to.bag_size = other.bag_size
    to.supply_size = other.supply_size
    to.loose = other.loose
    to.factories = other.factories
    to.filling = other.filling
    to.owed = other.owed
    to.least = other.least
    to.kept = other.kept
    to.kept_size = other.kept_size
    to.grey = other.grey
    to.outer_numbers = other.outer_numbers
    to.center_numbers = other.center_numbers
    copy_array(to.sources, other.sources)
    copy_array(to.hands, other.hands)
    copy_array(to.filled, other.filled)
    copy_array(to.used, other.used)
    copy_array(to.paint, other.paint)
    copy_array(to.tallies, other.tallies)


def price(s: Position, star: i64, position: i64) -> i64:
    """The number printed on a space."""
    if star == CENTER:
        return nibble(s.center_numbers, position)
    return nibble(s.outer_numbers, position)


def score(s: Position, seat: i64) -> i64:
    """A seat's points: what it started with, gained and lost."""
    tally = s.tallies[seat]
    points: i64 = START_SCORE + (tally & TALLY_MASK)
    points -= (tally >> TALLY_BITS) & TALLY_MASK
    points -= (tally >> (TO_LEFTOVERS * TALLY_BITS)) & TALLY_MASK
    points += (tally >> (FROM_STARS * TALLY_BITS)) & TALLY_MASK
    return points + (tally >> (FROM_NUMBERS * TALLY_BITS))


def color_at(s: Position, seat: i64, at: i64) -> i64:
    """The color of the tile on a space that has one."""
    return (s.paint[seat * PAINT_WORDS + at // PAINT_SPACES] >> (at % PAINT_SPACES * 3)) & 7


def paint(s: Position, seat: i64, space: i64, color: i64) -> None:
    """Put a tile of a color on a space. [S5.2]"""
    s.filled[seat] |= bit(space)
    s.used[seat] |= bit(space // POSITIONS * POSITIONS + color)
    s.paint[seat * PAINT_WORDS + space // PAINT_SPACES] |= color << (space % PAINT_SPACES * 3)
