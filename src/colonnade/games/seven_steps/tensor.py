"""A 7 Steps position as numbers, as one seat knows it: what a view says, in the same parts always.

What a seat may know is decided in view.py; how a tensor is used, in environments/ and learning/.
"""

# Compiled by mypyc.

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from colonnade.contract import tensor, tensor_writer
from colonnade.contract.packed import nibble, nibbles, sum_octets
from colonnade.contract.tensor import Layout, Part
from colonnade.contract.tensor_writer import (
    counters,
    fill_bits,
    one_hot,
    put,
    put_up_to,
    seat_at,
    zeros,
)
from colonnade.games.seven_steps.material import (
    COLORS,
    CONSTRUCTION,
    DISCS_OF_A_COLOR,
    HAND_SIZE,
    LAST_ROUND,
    LAYOUTS,
    MOST_SEATS,
    POINTS,
    SPACES,
    TOWER,
)
from colonnade.games.seven_steps.state import (
    CHOOSING,
    DRAWING_TILE,
    LEVELS,
    PHASES,
    SOURCES_OF_POINTS,
    TALLY_BITS,
    Position,
    held_tile,
    score,
)

PHASE_COUNT: Final = len(PHASES)
SOURCE_COUNT: Final = len(SOURCES_OF_POINTS)
LAYOUT_COUNT: Final = len(LAYOUTS)
MOST_HELD: Final = HAND_SIZE + 1  # a disc recovered comes on top [T8.7]
MOST_OF_A_TILE: Final = 2  # [T1.4]
MOST_SUM: Final = TOWER * TOWER  # seven discs, all at level seven [T6.1]
MOST_POINTS: Final = LAST_ROUND * MOST_SUM  # a bound that holds, far beyond real games [T11.7]
SCORES: Final = 255  # real games stay below 200
DISCS: Final = DISCS_OF_A_COLOR * len(COLORS)


def parts(seats: int) -> tuple[Part, ...]:
    """All parts for a number of seats."""
    return (
        *tensor.who(seats, LAST_ROUND * seats),
        *choices(),
        *board(),
        *turn(),
        *around(seats),
    )


def choices() -> tuple[Part, ...]:
    """The variant, and where the game stands."""
    return (
        Part("mixed", 1, 1, "1 on the mixed face"),
        Part("layout", LAYOUT_COUNT, 1, "one-hot: " + ", ".join(LAYOUTS)),
        Part("extra_round", 1, 1, "1 where an extra round is played"),
        Part("phase", PHASE_COUNT, 1, "one-hot: " + ", ".join(PHASES)),
        Part("round", 1, LAST_ROUND, "the number of the round"),
        Part("called", 1, 1, "whether the end has been called"),
        Part("extra_begun", 1, 1, "whether the extra round has begun"),
    )


def board() -> tuple[Part, ...]:
    """The board; spaces are numbered place * 7 + digit."""
    return (
        Part("segments", 7 * 7, 1, "of each place, the segment laid there, one-hot"),
        Part("rotations", 7 * 6, 1, "of each place, the rotation of its segment, one-hot"),
        Part("colors", SPACES * 7, 1, "of each space, its color, one-hot"),
        Part("heights", SPACES, TOWER - 1, "of each space, the height of its tower"),
    )


def turn() -> tuple[Part, ...]:
    """What has happened in this turn."""
    return (
        Part("path", SPACES, TOWER, "of each space, which disc of this turn lies there, from 1"),
        Part("space", SPACES, 1, "the space of the last disc or gesture, one-hot"),
        Part("level", 1, TOWER, "the level of the last disc"),
        Part("limit", 1, TOWER, "discs that may be placed this turn"),
        Part("climbing", 1, 1, "whether the first disc may start one level higher"),
        Part("recovered", 7, 1, "the color recovered this turn, one-hot"),
        Part("level_sum", 1, MOST_SUM, "the levels of this turn's discs together"),
        Part("third", 7, 1, "of each color, whether it was placed at level 3"),
        Part("least", 7, 1, "lowest color that one may return next, one-hot"),
        Part("bonus", 2, 1, "construction or points tile being drawn or chosen, one-hot"),
        Part(
            "new_tile",
            len(CONSTRUCTION) + len(POINTS),
            1,
            "the tile that one is choosing, one-hot: five construction, six points tiles",
        ),
    )


def around(seats: int) -> tuple[Part, ...]:
    """Discs, tiles and points of the seats, and what lies beside the board."""
    of_a_color = DISCS_OF_A_COLOR
    return (
        Part("hand", 7, MOST_HELD, "one's own discs by color"),
        Part("lost", 7, of_a_color, "discs that one returned into an empty bag, by color"),
        Part("unseen", 7, of_a_color, "discs that one cannot see, by color"),
        Part("gone", 7, of_a_color, "discs that left the game for all to see, by color"),
        Part("bag_size", 1, DISCS, "discs in the bag"),
        Part("construction_pile", 5, MOST_OF_A_TILE, "construction tiles to be drawn, by kind"),
        Part("points_pile", 6, MOST_OF_A_TILE, "points tiles to be drawn, by kind"),
        Part("construction_discards", 5, MOST_OF_A_TILE, "construction tiles used, by kind"),
        Part("points_discards", 6, MOST_OF_A_TILE, "points tiles used, by kind"),
        Part("hand_sizes", seats, MOST_HELD, "of each seat, its discs"),
        Part("lost_sizes", seats, DISCS, "of each seat, discs returned into an empty bag"),
        Part("known", seats * 7, MOST_HELD, "of each seat, discs that all can name, by color"),
        Part("construction", seats * 5, 1, "of each seat, its construction tile, one-hot"),
        Part("points_tile", seats * 6, 1, "of each seat, its points tile, one-hot"),
        Part(
            "points",
            seats * SOURCE_COUNT,
            MOST_POINTS,
            "of each seat, points by source: " + ", ".join(SOURCES_OF_POINTS),
        ),
        Part("scores", seats, SCORES, "of each seat, all its points; more count as the highest"),
    )


LAYOUTS_BY_SEATS: Final = {seats: Layout(parts(seats)) for seats in range(2, MOST_SEATS + 1)}


def fill(s: Position, seat: i64, out: vec[i16], at: i64) -> None:
    """Write what a seat knows, its own things first."""
    seats = s.seats
    at = tensor_writer.who(out, at, s, seat, s.seat, seats, LAST_ROUND * seats)
    at = put(out, at, s.mixed)
    at = one_hot(out, at, LAYOUT_COUNT, s.layout)
    at = put(out, at, s.extra)
    at = one_hot(out, at, PHASE_COUNT, s.phase)
    at = put(out, at, s.round)
    at = put(out, at, s.called)
    at = put(out, at, s.extra_begun)
    at = fill_board(s, out, at)
    at = fill_turn(s, out, at)
    at = fill_choice(s, seat == s.seat, out, at)
    at = fill_discs(s, seat, out, at)
    at = fill_tiles(s, seat == s.seat, out, at)
    fill_seats(s, seat, out, at)


def fill_board(s: Position, out: vec[i16], at: i64) -> i64:
    """Write segments, rotations, colors and towers; all of it is open."""
    rotations = at + 7 * 7
    place: i64 = 0
    while place < 7:
        at = one_hot(out, at, 7, nibble(s.laid, place) - 1)
        rotation: i64 = -1
        if place < s.laid_count:
            rotation = nibble(s.turned, place)
        rotations = one_hot(out, rotations, 6, rotation)
        place += 1
    at = rotations
    end = zeros(out, at, SPACES * 8)
    color: i64 = 0
    while color < 7:
        fill_bits(out, at + color, s.spaces[color], 7, 1)
        color += 1
    at += SPACES * 7
    level: i64 = 1
    while level < LEVELS:
        fill_bits(out, at, s.at[level], 1, level)
        level += 1
    return end


def fill_turn(s: Position, out: vec[i16], at: i64) -> i64:
    """Write what has been done in this turn for all to see."""
    end = zeros(out, at, SPACES)
    path = s.path
    disc: i64 = 1
    while path:
        out[at + (path & 63) - 1] = i16(disc)
        path >>= 6
        disc += 1
    at = one_hot(out, end, SPACES, s.space)
    at = put(out, at, s.level)
    at = put(out, at, s.limit)
    at = put(out, at, s.climbing)
    at = one_hot(out, at, 7, s.recovered)
    at = put(out, at, s.level_sum)
    return counters(out, at, 7, s.third, 1)


def fill_choice(s: Position, own: bool, out: vec[i16], at: i64) -> i64:
    """Write what only the seat on turn knows: its order of returning, a tile not yet chosen."""
    least: i64 = 0
    new_tile: i64 = -1
    if own:
        least = s.least
        new_tile = s.new_tile - 1
        if new_tile >= 0 and s.points_bonus:
            new_tile += 5
    bonus: i64 = -1
    if s.phase == DRAWING_TILE or s.phase == CHOOSING:
        bonus = s.points_bonus
    at = one_hot(out, at, 7, least)
    at = one_hot(out, at, 2, bonus)
    return one_hot(out, at, 11, new_tile)


def fill_discs(s: Position, viewer: i64, out: vec[i16], at: i64) -> i64:
    """Write one's own discs, and by color those out of sight: where these are stays hidden."""
    unseen = s.bag
    other: i64 = 0
    while other < s.seats:
        if other != viewer:
            unseen += s.hands[other] - s.known[other] + s.lost[other]
        other += 1
    at = counters(out, at, 7, s.hands[viewer], 8)
    at = counters(out, at, 7, s.lost[viewer], 8)
    at = counters(out, at, 7, unseen, 8)
    at = counters(out, at, 7, s.gone, 8)
    return put(out, at, sum_octets(s.bag))


def fill_tiles(s: Position, own: bool, out: vec[i16], at: i64) -> i64:
    """Write piles and discards; to others, a tile being chosen is still in its pile. [T3.4]"""
    construction = s.construction_pile
    points = s.points_pile
    if s.new_tile and not own:
        if s.points_bonus:
            points += nibbles(1, s.new_tile - 1)
        else:
            construction += nibbles(1, s.new_tile - 1)
    at = counters(out, at, 5, construction, 4)
    at = counters(out, at, 6, points, 4)
    at = counters(out, at, 5, s.construction_discards, 4)
    return counters(out, at, 6, s.points_discards, 4)


def fill_seats(s: Position, viewer: i64, out: vec[i16], at: i64) -> None:
    """Write what all know of each seat."""
    seats = s.seats
    lost = at + seats
    known = lost + seats
    construction = known + seats * 7
    tile = construction + seats * 5
    points = tile + seats * 6
    scores = points + seats * SOURCE_COUNT
    place: i64 = 0
    while place < seats:
        seat = seat_at(place, viewer, seats)
        at = put(out, at, sum_octets(s.hands[seat]))
        lost = put(out, lost, sum_octets(s.lost[seat]))
        known = counters(out, known, 7, s.known[seat], 8)
        construction = one_hot(out, construction, 5, held_tile(s.construction, seat))
        tile = one_hot(out, tile, 6, held_tile(s.points, seat))
        points = counters(out, points, SOURCE_COUNT, s.tallies[seat], TALLY_BITS)
        scores = put_up_to(out, scores, score(s, seat), SCORES)
        place += 1
