"""A Pagoda position: its fields, packed counters and the helpers that read and write them.

What may happen to a position is decided in legal.py and rules.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from colonnade.contract.checks import MOST_TURNS, bits
from colonnade.contract.packed import nibble
from colonnade.contract.state import State
from colonnade.games.pagoda.material import (
    ANY,
    CARDS_OF_A_COLOR,
    COLORS,
    COLUMN_LIMIT,
    DISPLAY_SIZE,
    FAN_HAND_SIZE,
    LOTS,
    SEATS,
    TILES,
    USES,
)

# Where a turn stands. The first four are CHANCE's, the last is nobody's.
DEAL: Final = 0  # two cards to each hand [P1.4]
RENEW: Final = 1  # cards for those the Dragon discarded [P10.3]
FILL: Final = 2  # replenishing [P8.2]
FAN_FILL: Final = 3  # and to four by the Fan [P10.2]
START: Final = 4  # nothing done yet: every kind of turn is open
REGULAR: Final = 5
ROOFTOP_DUE: Final = 6  # the roof's tile stands, its rooftop must follow [P7.1]
DRAGON_DISCARDS: Final = 7
ALTERNATIVE_DISCARDS: Final = 8
FREE_COLUMN: Final = 9  # the column of an alternative turn [P9.1]
STUCK_DISCARDS: Final = 10
FAN_CHOICE: Final = 11
END_OF_GAME: Final = 12
PHASES: Final = (
    "deal",
    "renew",
    "fill",
    "fan fill",
    "start",
    "regular",
    "rooftop",
    "dragon",
    "alternative",
    "free column",
    "stuck",
    "fan",
    "over",
)

# Where points come from: one byte-like field of TALLY_BITS each. [P5.2, P6.3, P7.3]
SOURCES_OF_POINTS: Final = ("floor 1", "floor 2", "floor 3", "floor 4", "tiles", "rooftops")
FROM_TILES: Final = 4
FROM_ROOFTOPS: Final = 5
TALLY_BITS: Final = 10

# Every field with its least and its most: dump and load follow from this list, copy_position is
# held to it by a test.
FIELDS: Final = {
    "actor": (-2, SEATS - 1),
    "turn": (0, MOST_TURNS),
    "seat": (0, SEATS - 1),
    "phase": (0, len(PHASES) - 1),
    "display": bits(40),
    "hand": bits(40),
    "known": bits(40),
    "deck": bits(20),
    "discard": bits(20),
    "played": bits(20),
    "markers": bits(40),
    "used": bits(5),
    "tiles": bits(25),
    "columns": bits(24),
    "tops": bits(24),
    "floors": bits(24),
    "lower": bits(48),
    "upper": bits(48),
    "full": bits(6),
    "tall": bits(6),
    "completed": bits(6),
    "built": (0, COLUMN_LIMIT + 1),
    "roof_lot": (0, LOTS - 1),
    "tossed": (0, DISPLAY_SIZE + FAN_HAND_SIZE),
    "least": (0, 2 * len(COLORS) - 1),
    "goal": (0, FAN_HAND_SIZE),
    "tally0": bits(60),
    "tally1": bits(60),
    "last_floor": (3, 4),
    "rooftop_points": (4, 5),
    "uses_given": (0, USES),
}


def five(packed: i64, seat: i64) -> i64:
    """One seat's five counters out of ten, each seat's being 20 bits."""
    return (packed >> (seat * 20)) & 0xFFFFF


def total(counters: i64) -> i64:
    """Sum five counters whose sum is below 16: the product's fifth digit adds them all."""
    return ((counters * 0x11111) >> 16) & 15


@mypyc_attr(acyclic=True)
class Position(State):
    """The fields of a position; PagodaState in __init__.py adds the contract's face."""

    def __init__(self) -> None:
        super().__init__()
        self.seat: i64 = 0  # whose turn it is, or whose hand is dealt
        self.phase: i64 = DEAL
        # Cards, four bits for each color; seat 1's five counters follow seat 0's.
        self.display: i64 = 0x11111_11111
        self.hand: i64 = 0
        self.known: i64 = 0  # hand cards that the other seat can name [P2.3]
        self.deck: i64 = (CARDS_OF_A_COLOR - SEATS) * 0x11111
        self.discard: i64 = 0
        self.played: i64 = 0  # this turn, still on the table [P8.1]
        # Abilities: uses left, ten counters like the cards; and a bit for each used this turn.
        self.markers: i64 = 0  # [P1.5]
        self.used: i64 = 0
        self.tiles: i64 = (1 << len(TILES)) - 1  # a bit for each tile left, base * 5 + column
        # Lots, four bits each: columns on the top floor, its color, tiles built so far.
        self.columns: i64 = 0
        self.tops: i64 = ANY * 0x111111
        self.floors: i64 = 0
        self.lower: i64 = 0  # colors of floors 1 and 2 below the top, at lot * 2 + floor - 1
        self.upper: i64 = 0  # of floors 3 and 4, at lot * 2 + floor - 3
        self.full: i64 = 0  # a bit for each lot with four columns that waits for a tile
        self.tall: i64 = 0  # a bit for each lot on its last floor: its next tile is a roof
        self.completed: i64 = 0  # a bit for each lot that is done [P7.5, P12.2]
        # This turn.
        self.built: i64 = 0  # columns, a rooftop counting as one [P4.3]
        self.roof_lot: i64 = 0  # where the rooftop is due
        self.tossed: i64 = 0  # discards of the gesture under way
        self.least: i64 = 0  # lowest card kind that may be discarded next: one order only
        self.goal: i64 = 2  # cards the hand is being filled to
        self.tally0: i64 = 0
        self.tally1: i64 = 0
        # The variant, as plain numbers. [P13]
        self.last_floor: i64 = 4
        self.rooftop_points: i64 = 5
        self.uses_given: i64 = 2


def copy_position(to: Position, source: Position) -> None:
    """Copy every field, one by one: this is the hottest line of a search."""
    to.actor = source.actor
    to.turn = source.turn
    to.seat = source.seat
    to.phase = source.phase
    to.display = source.display
    to.hand = source.hand
    to.known = source.known
    to.deck = source.deck
    to.discard = source.discard
    to.played = source.played
    to.markers = source.markers
    to.used = source.used
    to.tiles = source.tiles
    to.columns = source.columns
    to.tops = source.tops
    to.floors = source.floors
    to.lower = source.lower
    to.upper = source.upper
    to.full = source.full
    to.tall = source.tall
    to.completed = source.completed
    to.built = source.built
    to.roof_lot = source.roof_lot
    to.tossed = source.tossed
    to.least = source.least
    to.goal = source.goal
    to.tally0 = source.tally0
    to.tally1 = source.tally1
    to.last_floor = source.last_floor
    to.rooftop_points = source.rooftop_points
    to.uses_given = source.uses_given


def floor_color(s: Position, lot: i64, floor: i64) -> i64:
    """The color of a floor, counted from 0, of a lot; the top one included."""
    if floor == nibble(s.floors, lot):
        return nibble(s.tops, lot)
    if floor < 2:
        return nibble(s.lower, lot * 2 + floor)
    return nibble(s.upper, lot * 2 + floor - 2)


def cards(s: Position) -> i64:
    """The cards the seat on turn holds, display and hand together, five counters."""
    return five(s.display, s.seat) + five(s.hand, s.seat)


def can_use(s: Position, ability: i64) -> bool:
    """Whether an ability has a use left and was not used this turn. [P10.1]"""
    return (s.used >> ability) & 1 == 0 and nibble(s.markers, s.seat * 5 + ability) > 0


def score(s: Position, seat: i64) -> i64:
    """Add up a seat's points over their sources."""
    tally = s.tally0 if seat == 0 else s.tally1
    points: i64 = 0
    while tally > 0:
        points += tally & 0x3FF
        tally >>= TALLY_BITS
    return points
