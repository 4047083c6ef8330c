"""What every 7 Steps move does: set-up, construction tiles, discs, counting, bonus tiles, the end.

Whether a move is allowed is decided in legal.py; its points in scoring.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from mypy_extensions import i64

from colonnade.contract.packed import bit, nibble, nibbles, octet, octets, sum_octets
from colonnade.contract.state import CHANCE, OVER
from colonnade.games.seven_steps.construction import (
    put_onto,
    recover,
    remove,
    swap,
    use_construction,
)
from colonnade.games.seven_steps.material import (
    FACES,
    FEWER_DISCS,
    HAND_SIZE,
    LAST_ROUND,
    MODEST_TURN,
    THIRD_LEVEL,
    TOWER,
    space_colors,
)
from colonnade.games.seven_steps.moves import (
    BONUS_CONSTRUCTION,
    CLIMB_HIGHER,
    COUNT,
    DRAW,
    KEEP_CONSTRUCTION,
    KEEP_POINTS,
    LAY,
    MOVE_DISC,
    ONTO,
    POINTS_TILE,
    RECOVER_DISC,
    REFILL,
    REMOVE_DISC,
    RETURN,
    ROTATE,
    SHIFT_TOWER,
    SWAP,
    TILE,
    kept_construction,
    kept_points,
    lay_segment,
    rejected_construction,
    rejected_points,
    rotate_steps,
)
from colonnade.games.seven_steps.scoring import add, score_end, worth
from colonnade.games.seven_steps.state import (
    BONUS,
    CHOOSING,
    DEALING,
    DRAWING_TILE,
    END_OF_GAME,
    FIRST_DISC,
    FROM_LEVELS,
    FROM_TILES,
    LAYING,
    MOVING,
    NEXT_DISC,
    NO_COLOR,
    NO_SPACE,
    REFILLING,
    RETURNING,
    ROTATING,
    SHIFTING,
    START,
    Position,
    color_of,
    dissolve,
    height,
    held_tile,
    set_height,
)


def apply(s: Position, move: i64) -> None:
    """Make a legal move: chance's draws first, being the commonest, then by the table's kinds."""
    if move >= DRAW:
        draw(s, move - DRAW)
    elif move < REMOVE_DISC:
        place(s, move)
    elif move >= RETURN:
        apply_late(s, move)
    elif move >= CLIMB_HIGHER:
        apply_counting(s, move)
    else:
        apply_construction(s, move)


def apply_construction(s: Position, move: i64) -> None:
    """Make a move of a construction tile that names a space."""
    if move < RECOVER_DISC:
        remove(s, move - REMOVE_DISC)
    elif move < SHIFT_TOWER:
        recover(s, move - RECOVER_DISC)
    elif move < ONTO:
        use_construction(s)
        s.phase = SHIFTING
        s.space = move - SHIFT_TOWER
        if move >= MOVE_DISC:
            s.phase = MOVING
            s.space = move - MOVE_DISC
    elif move < SWAP:
        put_onto(s, move - ONTO)
    else:
        swap(s, move - SWAP)


def apply_counting(s: Position, move: i64) -> None:
    """Make a move between the last disc and the kept bonus tile."""
    if move == CLIMB_HIGHER:
        use_construction(s)
        s.climbing = 1
        s.limit = FEWER_DISCS
        s.phase = FIRST_DISC
    elif move < BONUS_CONSTRUCTION:
        count(s, move != COUNT)
    elif move < KEEP_CONSTRUCTION:
        s.points_bonus = move - BONUS_CONSTRUCTION
        s.phase = DRAWING_TILE
        s.actor = CHANCE
        renew_pile(s)
    elif move < KEEP_POINTS:
        keep_tile(s, kept_construction(move), rejected_construction(move))
    else:
        keep_tile(s, kept_points(move), rejected_points(move))


def apply_late(s: Position, move: i64) -> None:
    """Make a move of the end of a turn, or of the set-up."""
    if move < REFILL:
        give_back(s, move - RETURN)
    elif move == REFILL:
        s.least = 0
        refill(s)
    elif move < LAY:
        draw_tile(s, move)
    elif move < ROTATE:
        lay(s, lay_segment(move))
    else:
        s.turned += nibbles(rotate_steps(move), s.laid_count)
        finish_place(s)


# Set-up [T1]


def lay(s: Position, segment: i64) -> None:
    """Lay a segment on the next place; on the mixed face its rotation follows. [T1.3]"""
    s.laid += nibbles(segment + 1, s.laid_count)
    if s.mixed:
        s.phase = ROTATING
    else:
        finish_place(s)


def finish_place(s: Position) -> None:
    """Note the colors of the spaces just laid; after the seventh, deal. [T2.4]"""
    place = s.laid_count
    colors = space_colors(FACES[s.mixed], nibble(s.laid, place) - 1, nibble(s.turned, place))
    for digit in range(7):
        s.spaces[colors[digit]] |= bit(place * 7 + digit)
    s.laid_count += 1
    s.phase = LAYING
    if s.laid_count == 7:
        s.phase = DEALING


# The turn [T3]


def begin_turn(s: Position) -> None:
    """Give the seat a fresh turn. [T3.2]"""
    s.actor = s.seat
    s.turn += 1
    s.phase = START
    s.path = 0
    s.path_length = 0
    s.used = 0
    s.space = NO_SPACE
    s.level = 0
    s.limit = TOWER
    s.climbing = 0
    s.recovered = NO_COLOR
    s.level_sum = 0
    s.colors_placed = 0
    s.third = 0


def next_seat(s: Position) -> None:
    """Pass the turn; seats without discs are skipped. [T3.1, T11.3, T13.3]"""
    while True:
        s.seat += 1
        if s.seat == s.seats:
            s.seat = 0
            if ends_after_round(s):
                score_end(s)
                s.phase = END_OF_GAME
                s.actor = OVER
                return
            s.round += 1
            s.extra_begun = s.called
        if s.hands[s.seat]:
            begin_turn(s)
            return


def ends_after_round(s: Position) -> bool:
    """Whether the round just finished was the last one. [T11.3, T11.7, T13.1]"""
    if s.round == LAST_ROUND:
        return True
    return s.called == 1 and (s.extra == 0 or s.extra_begun == 1)


def has_further_turn(s: Position) -> bool:
    """Whether the seat on turn will have another one. [T11.4, T13.2]"""
    if s.round == LAST_ROUND or s.extra_begun:
        return False
    return s.called == 0 or s.extra == 1


# Placing discs [T4, T5]


def place(s: Position, space: i64) -> None:
    """Put a disc on its space; a tower of seven dissolves. [T4.2, T5.3]"""
    color = color_of(s, space)
    old = height(s, space)
    set_height(s, space, old, old + 1)
    s.hands[s.seat] -= octets(1, color)
    if octet(s.known[s.seat], color):  # what the table remembers is seen again [T3.3]
        s.known[s.seat] -= octets(1, color)
    s.path += (space + 1) << (s.path_length * 6)
    s.path_length += 1
    s.used |= bit(space)
    s.space = space
    s.level = old + 1
    s.level_sum += old + 1  # [T6.1]
    s.colors_placed += octets(1, color)
    if old + 1 == THIRD_LEVEL:
        s.third |= bit(color)
    if old + 1 == TOWER:
        dissolve(s, color)  # no space is used by it, and the turn may go on [T5.4]
    s.phase = NEXT_DISC


# Counting and bonus tiles [T6, T7, T9]


def count(s: Position, with_tile: bool) -> None:
    """Score levels, and the points tile if used; little earns a bonus tile. [T6.2, T7.1, T7.2]"""
    points = s.level_sum
    add(s, s.seat, FROM_LEVELS, points)
    if with_tile:
        bonus = worth(s)
        add(s, s.seat, FROM_TILES, bonus)
        points += bonus
        kind = held_tile(s.points, s.seat)
        s.points -= nibbles(kind + 1, s.seat)
        s.points_discards += nibbles(1, kind)
    if points <= MODEST_TURN:
        s.phase = BONUS
    else:
        end_placing(s)


def renew_pile(s: Position) -> None:
    """Make a pile of its discards when a tile must be drawn and none is left. [T7.6]"""
    if s.points_bonus and s.points_pile == 0:
        s.points_pile = s.points_discards
        s.points_discards = 0
    elif s.points_bonus == 0 and s.construction_pile == 0:
        s.construction_pile = s.construction_discards
        s.construction_discards = 0


def draw_tile(s: Position, row: i64) -> None:
    """Take a tile from its pile; with one of its type held, a choice follows. [T7.3, T7.4]"""
    s.actor = s.seat
    kind = row - TILE
    if s.points_bonus:
        kind = row - POINTS_TILE
        s.points_pile -= nibbles(1, kind)
        holding = nibble(s.points, s.seat)
    else:
        s.construction_pile -= nibbles(1, kind)
        holding = nibble(s.construction, s.seat)
    if holding:
        s.new_tile = kind + 1
        s.phase = CHOOSING
        return
    hold(s, kind)
    end_placing(s)


def hold(s: Position, kind: i64) -> None:
    """Lay a bonus tile open in front of the seat on turn. [T7.5]"""
    if s.points_bonus:
        s.points += nibbles(kind + 1, s.seat)
    else:
        s.construction += nibbles(kind + 1, s.seat)


def keep_tile(s: Position, kept: i64, rejected: i64) -> None:
    """Keep one of two tiles and discard the other. [T7.4]"""
    if s.points_bonus:
        s.points -= nibbles(nibble(s.points, s.seat), s.seat)
        s.points_discards += nibbles(1, rejected)
    else:
        s.construction -= nibbles(nibble(s.construction, s.seat), s.seat)
        s.construction_discards += nibbles(1, rejected)
    s.new_tile = 0
    hold(s, kept)
    end_placing(s)


# Returning and drawing [T10, T11]


def end_placing(s: Position) -> None:
    """Call the end if the hand cannot be filled; then return and draw, or not. [T11.1, T11.4]"""
    s.points_bonus = 0
    if sum_octets(s.bag) < HAND_SIZE - sum_octets(s.hands[s.seat]):
        s.called = 1
    if not has_further_turn(s):
        next_seat(s)
    elif s.hands[s.seat]:
        s.phase = RETURNING
    else:
        refill(s)


def give_back(s: Position, color: i64) -> None:
    """Return a disc to the bag; into an empty one, out of the game. [T10.1, T10.4]"""
    s.hands[s.seat] -= octets(1, color)
    if s.bag == 0:
        s.lost[s.seat] += octets(1, color)
    else:
        s.bag += octets(1, color)
    s.least = color
    forget(s)


def forget(s: Position) -> None:
    """After a hidden return, the table knows only a disc that had to stay. [T10.2]"""
    kept = s.recovered
    s.known[s.seat] = 0
    if kept != NO_COLOR and octet(s.colors_placed, kept) == 0:
        s.known[s.seat] = octets(1, kept)


def refill(s: Position) -> None:
    """Draw up to seven discs, or what is left; a hand still short calls the end. [T10.3, T11.2]"""
    missing = HAND_SIZE - sum_octets(s.hands[s.seat])
    if missing > 0 and s.bag:
        s.phase = REFILLING
        s.actor = CHANCE
        return
    if missing > 0:
        s.called = 1
    next_seat(s)


def draw(s: Position, color: i64) -> None:
    """Take a disc from the bag behind the screen. [T1.5, T10.3]"""
    s.bag -= octets(1, color)
    s.hands[s.seat] += octets(1, color)
    if s.phase == REFILLING:
        refill(s)
    elif sum_octets(s.hands[s.seat]) == HAND_SIZE:
        s.seat += 1
        if s.seat == s.seats:
            s.seat = 0
            begin_turn(s)
