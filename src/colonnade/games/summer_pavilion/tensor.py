"""A Summer Pavilion position as numbers, seen from one seat: what a view says, part by part.

What may be known is decided in view.py: everything but the order of the bag. How a tensor is used
is decided in environments/ and learning/.
"""

# Compiled by mypyc.

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from colonnade.contract import tensor, tensor_writer
from colonnade.contract.packed import lowest_bit
from colonnade.contract.tensor import Layout, Part
from colonnade.contract.tensor_writer import counters, one_hot, place_of, put, seat_at, zeros
from colonnade.games.summer_pavilion.material import (
    CENTER,
    FACTORIES,
    FACTORY_SIZE,
    MOST_KEPT,
    NUMBER_POINTS,
    ROUNDS,
    SPACES,
    STAR_POINTS,
    START_SCORE,
    STRUCTURES,
    SUPPLY_SIZE,
    TILES_OF_A_COLOR,
)
from colonnade.games.summer_pavilion.state import (
    MIDDLE,
    PHASES,
    PLACING,
    SOURCES_OF_POINTS,
    TALLY_BITS,
    Position,
    color_at,
    score,
)

PHASE_COUNT: Final = len(PHASES)
SOURCE_COUNT: Final = len(SOURCES_OF_POINTS)
MOST_PLACED: Final = (CENTER + 1) * (1 + 2 + 3 + 4 + 5 + 6)  # every star filled in a row [S7.1]
MOST_STARS: Final = (CENTER + 1) * max(STAR_POINTS)
MOST_POINTS: Final = START_SCORE + MOST_PLACED  # no loss is larger than what was there [S4.2]
MOST_SCORE: Final = MOST_POINTS + MOST_STARS + sum(NUMBER_POINTS)
MOST_OWED: Final = max(
    sum(tiles for tiles, spaces in STRUCTURES if space in spaces) for space in range(SPACES)
)


def most_turns(seats: int) -> int:
    """Every turn takes a tile at least, fills a space or passes. [S3.2, S5.1, S10.2]"""
    return ROUNDS * FACTORIES[seats] * FACTORY_SIZE + seats * (SPACES + ROUNDS)


def parts(seats: int) -> tuple[Part, ...]:
    """All parts for a number of seats."""
    tiles = TILES_OF_A_COLOR
    return (
        *tensor.who(seats, most_turns(seats)),
        Part("grey", 1, 1, "1 on the grey board"),
        Part("phase", PHASE_COUNT, 1, "one-hot: " + ", ".join(PHASES)),
        Part("placing", 1, 1, "1 in the second phase of a round"),
        Part("round", ROUNDS, 1, "the round, one-hot"),
        Part("wild", 6, 1, "the wild color, one-hot"),
        Part("first", seats, 1, "the first player, one-hot from one's own seat on"),
        Part("marker", seats, 1, "who took the start marker this round, one-hot; none at first"),
        Part("factories", FACTORIES[seats] * 6, FACTORY_SIZE, "of each factory, tiles by color"),
        Part("center", 6, tiles, "the center by color"),
        Part("supply", 6, SUPPLY_SIZE, "the supply by color"),
        Part("bag", 6, tiles, "the bag by color"),
        Part("tower", 6, tiles, "the tower by color"),
        Part("filling", 1, FACTORIES[seats], "factories filled so far this round"),
        Part("owed", 1, MOST_OWED, "bonus tiles still to be picked"),
        Part("least", 6, 1, "lowest color to be picked or kept next, one-hot"),
        Part("kept", 6, MOST_KEPT, "tiles chosen so far by the seat that is keeping some"),
        Part("tiles", seats * 6, tiles, "of each seat, tiles beside its board by color"),
        Part("passed", seats, 1, "of each seat, whether it has passed"),
        Part(
            "points",
            seats * SOURCE_COUNT,
            MOST_POINTS,
            "of each seat: " + ", ".join(SOURCES_OF_POINTS) + "; losses are counted up",
        ),
        Part("scores", seats, MOST_SCORE, "of each seat, all its points"),
        Part(
            "boards",
            seats * SPACES * 6,
            1,
            "of each seat, of each space (star * 6 + position), its color, one-hot",
        ),
    )


LAYOUTS_BY_SEATS: Final = {seats: Layout(parts(seats)) for seats in FACTORIES}


def fill(s: Position, seat: i64, out: vec[i16], at: i64) -> None:
    """Write what a seat knows, its own things first."""
    seats = s.seats
    turns = ROUNDS * s.factories * FACTORY_SIZE + seats * (SPACES + ROUNDS)
    at = tensor_writer.who(out, at, s, seat, s.seat, seats, turns)
    at = put(out, at, s.grey)
    at = one_hot(out, at, PHASE_COUNT, s.phase)
    at = put(out, at, s.stage - PLACING + 1)
    at = one_hot(out, at, ROUNDS, s.round - 1)
    at = one_hot(out, at, 6, s.wild)
    at = one_hot(out, at, seats, place_of(s.first, seat, seats))
    at = one_hot(out, at, seats, place_of(s.marker, seat, seats))
    at = fill_tiles(s, out, at)
    at = put(out, at, s.filling)
    at = put(out, at, s.owed)
    at = one_hot(out, at, 6, s.least)
    at = counters(out, at, 6, s.kept, 8)
    at = fill_seats(s, seat, out, at)
    place: i64 = 0
    while place < seats:
        at = fill_board(s, seat_at(place, seat, seats), out, at)
        place += 1


def fill_tiles(s: Position, out: vec[i16], at: i64) -> i64:
    """Write the tiles in the middle of the table, and in bag and tower."""
    factory: i64 = 0
    while factory < s.factories:
        at = counters(out, at, 6, s.sources[factory], 8)
        factory += 1
    at = counters(out, at, 6, s.sources[MIDDLE], 8)
    at = counters(out, at, 6, s.supply, 8)
    at = counters(out, at, 6, s.bag, 8)
    return counters(out, at, 6, s.tower, 8)


def fill_seats(s: Position, viewer: i64, out: vec[i16], at: i64) -> i64:
    """Write each seat's tiles, whether it passed, and its points."""
    seats = s.seats
    passed = at + seats * 6
    points = passed + seats
    scores = points + seats * SOURCE_COUNT
    place: i64 = 0
    while place < seats:
        seat = seat_at(place, viewer, seats)
        at = counters(out, at, 6, s.hands[seat], 8)
        passed = put(out, passed, (s.passed >> seat) & 1)
        points = counters(out, points, SOURCE_COUNT, s.tallies[seat], TALLY_BITS)
        scores = put(out, scores, score(s, seat))
        place += 1
    return scores


def fill_board(s: Position, seat: i64, out: vec[i16], at: i64) -> i64:
    """Write the colors on a board."""
    end = zeros(out, at, SPACES * 6)
    filled = s.filled[seat]
    while filled:
        space = lowest_bit(filled)
        out[at + space * 6 + color_at(s, seat, space)] = 1
        filled &= filled - 1
    return end
