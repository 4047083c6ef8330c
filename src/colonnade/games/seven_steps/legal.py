"""Which 7 Steps moves are legal, and chance's weights.

What a move does is decided in rules.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from colonnade.contract.packed import bit, fill_counts, fill_present, lowest_bit, nibble, octet
from colonnade.games.seven_steps.material import (
    CLIMB,
    MOVE,
    RECOVER,
    REMOVE,
    RIVER,
    RIVER_PLACE,
    RIVER_SEGMENT,
    SHIFT,
    SPACES,
    TOWER,
)
from colonnade.games.seven_steps.moves import (
    BONUS_CONSTRUCTION,
    BONUS_POINTS,
    CLIMB_HIGHER,
    COUNT,
    COUNT_TILE,
    DRAW,
    MOVE_DISC,
    ONTO,
    PLACE,
    POINTS_TILE,
    RECOVER_DISC,
    REFILL,
    REMOVE_DISC,
    RETURN,
    SHIFT_TOWER,
    SWAP,
    TILE,
    keep_construction_row,
    keep_points_row,
    lay_row,
    rotate_row,
)
from colonnade.games.seven_steps.scoring import worth
from colonnade.games.seven_steps.state import (
    BONUS,
    CHOOSING,
    DEALING,
    DRAWING_TILE,
    END_OF_GAME,
    FIRST_DISC,
    LAYING,
    MOVING,
    NEIGHBORS,
    NEXT_DISC,
    REFILLING,
    REMOVING,
    RETURNING,
    ROTATING,
    SHIFTING,
    START,
    Position,
    color_of,
    height,
    held_tile,
    lowest_level,
    towers,
)


def fill_legal(s: Position, rows: vec[i64]) -> i64:
    """Write the legal rows, rising, and return how many."""
    phase = s.phase
    if phase == NEXT_DISC:
        return fill_next_disc(s, rows)
    if phase == REFILLING or phase == DEALING:
        return fill_present(rows, 0, DRAW, s.bag, 8)
    if phase == RETURNING:
        return fill_returns(s, rows)
    if phase == START:
        return fill_start(s, rows)
    if phase == FIRST_DISC:
        return fill_mask(rows, 0, PLACE, first_spaces(s))
    if phase == END_OF_GAME:
        return 0
    return fill_rare(s, rows)


def fill_rare(s: Position, rows: vec[i64]) -> i64:
    """The phases that come seldom: bonus tiles, what construction tiles ask for, the set-up."""
    phase = s.phase
    if phase == BONUS:
        rows[0] = BONUS_CONSTRUCTION
        rows[1] = BONUS_POINTS
        return 2
    if phase == DRAWING_TILE:
        return fill_tiles(s, rows)
    if phase == CHOOSING:
        return fill_choice(s, rows)
    if phase == REMOVING:
        n = fill_mask(rows, 0, PLACE, first_spaces(s))
        return fill_mask(rows, n, REMOVE_DISC, towers(s) & ~(bit(s.space) - 1))
    if phase == SHIFTING:
        n = fill_mask(rows, 0, ONTO, shift_targets(s, s.space))
        return fill_mask(rows, n, SWAP, swap_targets(s, s.space))
    if phase == MOVING:
        return fill_mask(rows, 0, ONTO, others_of_color(s, s.space))
    return fill_set_up(s, rows)


def fill_mask(rows: vec[i64], n: i64, first: i64, mask: i64) -> i64:
    """A row for each space of a mask."""
    while mask:
        rows[n] = first + lowest_bit(mask)
        n += 1
        mask &= mask - 1
    return n


# Chance [T1, T7, T10]


def fill_set_up(s: Position, rows: vec[i64]) -> i64:
    """The segments not yet laid, or the six rotations. [T1.3]"""
    n: i64 = 0
    choice: i64 = 0
    if s.phase == ROTATING:
        while choice < 6:
            rows[choice] = rotate_row(s.laid_count, choice)
            choice += 1
        return 6
    middle = s.laid_count == RIVER_PLACE
    while choice < 7:
        fits = s.layout != RIVER or (choice == RIVER_SEGMENT) == middle  # [T12.3]
        if fits and is_free(s, choice):
            rows[n] = lay_row(s.laid_count, choice)
            n += 1
        choice += 1
    return n


def is_free(s: Position, segment: i64) -> bool:
    """Whether a segment is not laid yet."""
    place: i64 = 0
    while place < s.laid_count:
        if nibble(s.laid, place) == segment + 1:
            return False
        place += 1
    return True


def fill_tiles(s: Position, rows: vec[i64]) -> i64:
    """The kinds of bonus tiles in the pile chosen. [T7.3]"""
    pile = s.construction_pile
    row: i64 = TILE
    if s.points_bonus:
        pile = s.points_pile
        row = POINTS_TILE
    return fill_present(rows, 0, row, pile, 4)


def fill_weights(s: Position, weights: vec[i64]) -> i64:
    """Discs and tiles come as often as they are there, segments and rotations alike."""
    phase = s.phase
    if phase == LAYING or phase == ROTATING:
        n = fill_set_up(s, weights)
        i: i64 = 0
        while i < n:
            weights[i] = 1
            i += 1
        return n
    if phase != DRAWING_TILE:
        return fill_counts(weights, s.bag, 8)
    if s.points_bonus:
        return fill_counts(weights, s.points_pile, 4)
    return fill_counts(weights, s.construction_pile, 4)


# Placing discs [T4]


def fill_start(s: Position, rows: vec[i64]) -> i64:
    """The first disc, or the construction tile before it. [T3.2, T8.1, T8.2]"""
    n = fill_mask(rows, 0, PLACE, first_spaces(s))
    kind = held_tile(s.construction, s.seat)
    if kind == REMOVE:
        n = fill_mask(rows, n, REMOVE_DISC, towers(s))
    elif kind == RECOVER:
        n = fill_mask(rows, n, RECOVER_DISC, towers(s))
    elif kind == SHIFT:
        n = fill_mask(rows, n, SHIFT_TOWER, shiftable(s))
    elif kind == MOVE:
        n = fill_mask(rows, n, MOVE_DISC, towers(s))
    elif kind == CLIMB and climb_helps(s):
        rows[n] = CLIMB_HIGHER
        n += 1
    return n


def first_spaces(s: Position) -> i64:
    """Where the first disc may go: a lowest stack of its color, or one higher. [T4.3, T8.6]"""
    found: i64 = 0
    hand = s.hands[s.seat]
    color: i64 = 0
    while hand:
        if hand & 255:
            low = lowest_level(s, color)
            found |= s.at[low] & s.spaces[color]
            if s.climbing:
                found |= s.at[low + 1] & s.spaces[color]
        hand >>= 8
        color += 1
    return found


def climb_helps(s: Position) -> bool:
    """Whether some disc in hand could start one level higher. [T8.6]"""
    hand = s.hands[s.seat]
    color: i64 = 0
    while hand:
        if hand & 255 and s.at[lowest_level(s, color) + 1] & s.spaces[color]:
            return True
        hand >>= 8
        color += 1
    return False


def fill_next_disc(s: Position, rows: vec[i64]) -> i64:
    """A further disc beside the last one, and the end of placing. [T4.1, T9.1, T9.2]"""
    n: i64 = 0
    if s.path_length < s.limit:
        n = fill_mask(rows, 0, PLACE, next_spaces(s))
    rows[n] = COUNT
    n += 1
    if nibble(s.points, s.seat) and worth(s) > 0:
        rows[n] = COUNT_TILE
        n += 1
    return n


def next_spaces(s: Position) -> i64:
    """Beside the last disc, not used, at its level or one higher. [T4.4, T4.5, T4.6, T4.7]"""
    levels = s.at[s.level - 1]
    if s.level < TOWER:
        levels |= s.at[s.level]
    found = levels & NEIGHBORS[s.layout * SPACES + s.space] & ~s.used
    if found == 0:
        return 0
    return found & hand_spaces(s)


def hand_spaces(s: Position) -> i64:
    """All spaces of the colors in hand. [T4.2]"""
    spaces: i64 = 0
    hand = s.hands[s.seat]
    color: i64 = 0
    while hand:
        if hand & 255:
            spaces |= s.spaces[color]
        hand >>= 8
        color += 1
    return spaces


# Construction tiles [T8]


def others_of_color(s: Position, space: i64) -> i64:
    """The other spaces of a space's color. [T8.4, T8.5]"""
    return s.spaces[color_of(s, space)] & ~bit(space)


def shift_targets(s: Position, space: i64) -> i64:
    """Where a tower may move: onto spaces that it fills to seven at most. [T8.4]"""
    found: i64 = 0
    level = TOWER - height(s, space)
    while level >= 0:
        found |= s.at[level]
        level -= 1
    return found & others_of_color(s, space)


def swap_targets(s: Position, space: i64) -> i64:
    """Later towers of another height that a tower may change places with. [T8.4]"""
    later = ~(bit(space + 1) - 1)
    return others_of_color(s, space) & towers(s) & ~s.at[height(s, space)] & later


def shiftable(s: Position) -> i64:
    """The towers that can move or change places. [T8.2, T8.4]"""
    found: i64 = 0
    left = towers(s)
    while left:
        space = lowest_bit(left)
        if shift_targets(s, space) or swap_targets(s, space):
            found |= bit(space)
        left &= left - 1
    return found


# Bonus tiles and returning [T7, T10]


def fill_choice(s: Position, rows: vec[i64]) -> i64:
    """Keep the tile held or the new one; equal ones make no difference. [T7.4]"""
    new = s.new_tile - 1
    old = held_tile(s.construction, s.seat)
    if s.points_bonus:
        old = held_tile(s.points, s.seat)
    low = old
    high = new
    if new < old:
        low = new
        high = old
    if s.points_bonus:
        rows[0] = keep_points_row(low, high)
        rows[1] = keep_points_row(high, low)
    else:
        rows[0] = keep_construction_row(low, high)
        rows[1] = keep_construction_row(high, low)
    if low == high:
        return 1
    return 2


def fill_returns(s: Position, rows: vec[i64]) -> i64:
    """Colors from the last one returned on, not a disc just recovered. [T10.1, T10.2]"""
    hand = s.hands[s.seat] & ~((bit(s.least * 8)) - 1)
    kept = s.recovered
    if kept < 7 and octet(s.colors_placed, kept) == 0 and octet(hand, kept) == 1:
        hand &= ~(bit(kept * 8))
    n = fill_present(rows, 0, RETURN, hand, 8)
    rows[n] = REFILL
    return n + 1
