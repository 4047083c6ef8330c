"""What still matters in the last turn of 7 Steps, and what it may bring, for those that solve it.

The rules of the end stand in rules.py; how ends are solved, in ai/exact.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from colonnade.contract.packed import bit, count_bits, lowest_bit, nibble, octet, sum_octets
from colonnade.contract.state import NO_CEILING
from colonnade.games.seven_steps.legal import first_spaces, hand_spaces
from colonnade.games.seven_steps.material import (
    COLORS_TILE,
    EDGE,
    LINE,
    MODEST_TURN,
    ONE_COLOR,
    SPACES,
    THIRD_LEVEL,
    THIRD_LIGHT,
    THIRD_POINTS,
    TOWER,
    UNUSED_TILE_POINTS,
)
from colonnade.games.seven_steps.rules import ends_after_round
from colonnade.games.seven_steps.scoring import LIGHT
from colonnade.games.seven_steps.state import (
    EDGES,
    FIRST_DISC,
    MOVING,
    NEIGHBORS,
    NEXT_DISC,
    REMOVING,
    SHIFTING,
    START,
    Position,
    held_tile,
    score,
)

BOARD: Final = 5  # the word of a key from which on the board stands
FRONTIER: Final = 16  # where reach() notes what it goes on from: behind the board
WORK: Final = 32  # words for all of it


def stand_in(s: Position, seat: i64) -> bool:
    """In the very last turn, no disc behind another screen or in the bag matters. [T11.3, T11.4]

    Nobody returns or draws discs any more. What face-down piles hold, everybody can count [T3.3].
    """
    return seat == s.seat and is_last_turn(s)


def is_last_turn(s: Position) -> bool:
    """Whether the game ends with this turn: the end was called, and nobody comes after."""
    if not ends_after_round(s):
        return False
    later = s.seat + 1
    while later < s.seats:
        if s.hands[later]:
            return False
        later += 1
    return True


# What matters


def fill_key(s: Position, words: vec[i64]) -> i64:
    """Points and tiles; of discs and board, what the turn can still come to."""
    phase = s.phase
    words[0] = phase | s.seat << 4 | s.points_bonus << 7
    words[1] = 0
    seat: i64 = 0
    while seat < s.seats:
        words[1] |= score(s, seat) << (seat * 15)
        seat += 1
    words[2] = s.construction | s.points << 16
    if phase == NEXT_DISC or phase == FIRST_DISC:
        return fill_path(s, words)
    if phase != START and phase != REMOVING and phase != SHIFTING and phase != MOVING:
        return 3  # counted: of bonus tiles only what is held makes a difference [T11.5]
    words[0] |= s.space << 8
    words[3] = s.hands[s.seat]
    return fill_levels(s, words, 4, -1)


def fill_levels(s: Position, words: vec[i64], n: i64, spaces: i64) -> i64:
    """The spaces of each height, of some spaces."""
    level: i64 = 0
    while level < TOWER:
        words[n] = s.at[level] & spaces
        n += 1
        level += 1
    return n


def fill_path(s: Position, words: vec[i64]) -> i64:
    """The discs placed and left, and the spaces that they can come to, by level."""
    words[0] |= (s.limit - s.path_length) << 14 | s.climbing << 17 | s.level_sum << 18
    words[3] = s.hands[s.seat]
    words[4] = 0
    if nibble(s.points, s.seat):
        words[4] = s.used  # spaces and colors count for points tiles [T9]
        words[0] |= s.third << 26
    if s.phase == NEXT_DISC:
        words[0] |= s.space << 8 | s.level << 33
    if reach(s, words, discs_left(s)):
        # A tower of seven would change heights anywhere. [T5.1]
        words[4] = s.used
        return fill_levels(s, words, BOARD, hand_spaces(s))
    if s.phase == FIRST_DISC:
        words[BOARD] = first_spaces(s)
    else:
        words[BOARD] = 0
    return BOARD + TOWER + 1


def discs_left(s: Position) -> i64:
    """How many more discs may be placed at most. [T4.1, T8.6, T8.7]"""
    left = sum_octets(s.hands[s.seat])
    if s.limit - s.path_length < left:
        return s.limit - s.path_length
    return left


def reach(s: Position, words: vec[i64], discs: i64) -> bool:
    """Write the spaces that some more discs could come to, by level, from BOARD + 1 on.

    Each of them might follow; that a color may be spent before is left out. Whether one of them
    could stand at level 7.
    """
    level: i64 = 1
    while level <= TOWER:
        words[BOARD + level] = 0
        words[FRONTIER + level] = 0
        level += 1
    words[FRONTIER] = 0
    if s.phase == NEXT_DISC:
        words[FRONTIER + s.level] = bit(s.space)
    elif discs > 0:
        first = first_spaces(s)
        level = 1
        while level <= TOWER:
            words[FRONTIER + level] = s.at[level - 1] & first
            words[BOARD + level] = words[FRONTIER + level]
            level += 1
        discs -= 1
    free = hand_spaces(s) & ~s.used
    while discs > 0 and spread(s, words, free):
        discs -= 1
    return words[BOARD + TOWER] != 0


def spread(s: Position, words: vec[i64], free: i64) -> bool:
    """Go one disc on, to neighbors at the same level or one higher; whether any is new. [T4.5]"""
    found = False
    level: i64 = TOWER
    above = beside(s, words[FRONTIER + level])
    while level > 0:
        same = above
        above = 0
        if words[FRONTIER + level - 1]:
            above = beside(s, words[FRONTIER + level - 1])
        fresh = (same | above) & s.at[level - 1] & free & ~words[BOARD + level]
        words[FRONTIER + level] = fresh
        words[BOARD + level] |= fresh
        if fresh:
            found = True
        level -= 1
    return found


def beside(s: Position, spaces: i64) -> i64:
    """The neighbors of some spaces."""
    found: i64 = 0
    while spaces:
        found |= NEIGHBORS[s.layout * SPACES + lowest_bit(spaces)]
        spaces &= spaces - 1
    return found


# How much it may bring


def ceiling(s: Position, seat: i64) -> i64:
    """In the last turn: what the discs may bring at most, and the tiles, less the best of others.

    Only where discs come next: before a construction tile is used, too much is open.
    """
    phase = s.phase
    if seat != s.seat or not is_last_turn(s):
        return NO_CEILING
    if phase == START:
        if nibble(s.construction, seat):
            return NO_CEILING
    elif phase != FIRST_DISC and phase != NEXT_DISC:
        return NO_CEILING
    words = vec[i64]([0] * WORK)
    discs = discs_left(s)
    seven = reach(s, words, discs)
    points = s.level_sum + most_by_tile(s, words, discs)
    if seven:
        points += steep(s, discs)
    else:
        points += most_by_levels(s, words, discs)
    if nibble(s.construction, seat):
        points += UNUSED_TILE_POINTS
    if s.level_sum <= MODEST_TURN and points < MODEST_TURN + 3 * UNUSED_TILE_POINTS:
        points += UNUSED_TILE_POINTS  # a modest turn might bring another tile [T7.1]
    return score(s, seat) + points - best_of_others(s, seat)


def best_of_others(s: Position, seat: i64) -> i64:
    """What the best of the others will have in the end. [T11.5]"""
    best: i64 = 0
    other: i64 = 0
    while other < s.seats:
        if other != seat:
            points = score(s, other)
            if nibble(s.construction, other):
                points += UNUSED_TILE_POINTS
            if nibble(s.points, other):
                points += UNUSED_TILE_POINTS
            if points > best:
                best = points
        other += 1
    return best


def steep(s: Position, discs: i64) -> i64:
    """No disc is more than one level above the one before it, and none above seven. [T4.5, T4.7]"""
    level = s.level
    if s.phase != NEXT_DISC:
        level = TOWER
        while level > 1 and first_spaces(s) & s.at[level - 1] == 0:
            level -= 1
        level -= 1
    points: i64 = 0
    while discs > 0:
        if level < TOWER:
            level += 1
        points += level
        discs -= 1
    return points


def most_by_levels(s: Position, words: vec[i64], discs: i64) -> i64:
    """The best way up: from each level on, and to each that can be reached. [T4.5]"""
    if s.phase == NEXT_DISC:
        return most_from(s, words, s.level, 0, discs)
    most: i64 = 0
    first = first_spaces(s)
    level: i64 = 1
    while level <= TOWER:
        if s.at[level - 1] & first:
            points = most_from(s, words, level, 1, discs)
            if points > most:
                most = points
        level += 1
    return most


def most_from(s: Position, words: vec[i64], start: i64, owed: i64, discs: i64) -> i64:
    """One disc at each level between, as many as there is room for at the highest ones.

    `owed` is 1 if the level to start from needs its disc too.
    """
    most: i64 = 0
    top = start
    climb: i64 = 0  # points of one disc at each level that must be passed
    steps: i64 = 0
    if owed:
        climb = start
        steps = 1
    while steps <= discs:
        points = climb
        left = discs - steps
        level = top
        while level >= start and left > 0:
            room = room_at(s, words, level)
            if level > start or owed:
                room -= 1
            if room > left:
                room = left
            if room > 0:
                points += room * level
                left -= room
            level -= 1
        if points > most:
            most = points
        top += 1
        if top > TOWER or words[BOARD + top] == 0:
            return most
        climb += top
        steps += 1
    return most


def room_at(s: Position, words: vec[i64], level: i64) -> i64:
    """How many discs can stand at a level: by the spaces there, and the discs of their colors."""
    spaces = words[BOARD + level]
    hand = s.hands[s.seat]
    room: i64 = 0
    color: i64 = 0
    while hand and spaces:
        discs = hand & 255
        if discs:
            there = count_bits(spaces & s.spaces[color])
            if there < discs:
                discs = there
            room += discs
        hand >>= 8
        color += 1
    return room


def most_by_tile(s: Position, words: vec[i64], discs: i64) -> i64:
    """What the points tile held may be worth in the end, used or not. [T9, T11.5]"""
    kind = held_tile(s.points, s.seat)
    if kind < 0:
        return 0
    points: i64 = s.path_length + discs  # of edges and lines, one for each disc
    if kind == EDGE:
        points = count_bits(s.used & EDGES[s.layout]) + discs
    elif kind == COLORS_TILE or kind == ONE_COLOR:
        points = most_by_color(s, kind == ONE_COLOR, discs)
    elif kind != LINE:
        points = THIRD_POINTS
        if words[BOARD + TOWER] == 0:
            light: i64 = LIGHT
            if kind != THIRD_LIGHT:
                light = ~light
            if s.third & light == 0 and third_spaces(s, light) & words[BOARD + THIRD_LEVEL] == 0:
                points = 0
    if points < UNUSED_TILE_POINTS:
        return UNUSED_TILE_POINTS
    return points


def most_by_color(s: Position, one: bool, discs: i64) -> i64:
    """The most that colors may bring: two points a disc of one, or a point each. [T9.3, T9.4]"""
    most: i64 = 0
    colors: i64 = 0
    fresh: i64 = 0
    color: i64 = 0
    while color < 7:
        placed = octet(s.colors_placed, color)
        more = octet(s.hands[s.seat], color)
        if more > discs:
            more = discs
        if placed + more > most:
            most = placed + more
        if placed:
            colors += 1
        elif more:
            fresh += 1
        color += 1
    if one:
        return 2 * most
    if fresh > discs:
        fresh = discs
    return colors + fresh


def third_spaces(s: Position, light: i64) -> i64:
    """The spaces of the colors that a tile for the third level indicates. [T9.7]"""
    found: i64 = 0
    color: i64 = 0
    while color < 7:
        if (light >> color) & 1:
            found |= s.spaces[color]
        color += 1
    return found
