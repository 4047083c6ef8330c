"""What every Summer Pavilion move does, in rulebook order: taking, placing, passing, rounds.

Whether a move is allowed is decided in legal.py; its points in scoring.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from colonnade.contract.packed import bit, octet, octets, sum_octets
from colonnade.contract.state import CHANCE, OVER
from colonnade.games.summer_pavilion.material import (
    FACTORY_SIZE,
    MOST_KEPT,
    POSITIONS,
    ROUNDS,
    SPACES,
    STRUCTURES,
    SUPPLY_SIZE,
    WILDS,
)
from colonnade.games.summer_pavilion.moves import (
    DONE,
    DRAW_FACTORY,
    DRAW_SUPPLY,
    KEEP,
    PASS,
    PICK,
    PLACE,
    draw_color,
    place_color,
    place_space,
    place_wilds,
    take_color,
    take_source,
)
from colonnade.games.summer_pavilion.scoring import FULL_STAR, lose, score_end, score_placement
from colonnade.games.summer_pavilion.state import (
    DRAW,
    END_OF_GAME,
    KEEP_TILES,
    MIDDLE,
    NOBODY,
    PICK_BONUS,
    PLACE_TILE,
    PLACING,
    TAKE_TILES,
    TAKING,
    TO_LEFTOVERS,
    TO_MARKER,
    Position,
    paint,
    price,
)


def structure_masks(which: int) -> list[int]:
    """Of each space, the spaces of its first or second structure; none has a third. [S8.2]"""
    found = []
    for space in range(SPACES):
        around = [spaces for _, spaces in STRUCTURES if space in spaces]
        assert len(around) <= 2
        found.append(sum(1 << other for other in around[which]) if which < len(around) else 0)
    return found


def structure_tiles(which: int) -> list[int]:
    """Of each space, the bonus tiles of its first or second structure. [S8.1]"""
    around = [[tiles for tiles, spaces in STRUCTURES if space in spaces] for space in range(SPACES)]
    return [tiles[which] if which < len(tiles) else 0 for tiles in around]


FIRST_MASKS: Final = vec[i64](structure_masks(0))
FIRST_TILES: Final = vec[i64](structure_tiles(0))
SECOND_MASKS: Final = vec[i64](structure_masks(1))
SECOND_TILES: Final = vec[i64](structure_tiles(1))
WILD_OF_ROUND: Final = vec[i64](WILDS)


def apply(s: Position, move: i64) -> None:
    """Make a legal move: chance's first, being the commonest, then by the table's kinds."""
    if move >= DRAW_FACTORY:
        draw_to_factory(s, draw_color(move))
    elif move >= DRAW_SUPPLY:
        draw_to_supply(s, move - DRAW_SUPPLY)
    elif move < PLACE:
        take(s, take_source(move), take_color(move))
    elif move < PICK:
        place(s, place_space(move), place_color(move), place_wilds(move))
    elif move < PASS:
        pick(s, move - PICK)
    elif move == PASS:
        pass_round(s)
    elif move < DONE:
        keep(s, move - KEEP)
    else:
        finish_keeping(s)


# Phase 1: taking [S3, S4]


def take(s: Position, source: i64, color: i64) -> None:
    """Take a color, and one wild with it; the rest of a factory goes to the center. [S3.2, S3.5]"""
    tiles = s.sources[source]
    taken: i64 = octets(1, color)
    count: i64 = 1
    if color != s.wild:
        count = octet(tiles, color)
        taken = octets(count, color)
        if octet(tiles, s.wild):  # the forced wild [S3.3]
            taken += octets(1, s.wild)
            count += 1
    s.sources[source] = 0
    s.sources[MIDDLE] += tiles - taken
    s.hands[s.seat] += taken
    s.loose -= count
    if source == MIDDLE and s.marker == NOBODY:
        s.marker = s.seat
        lose(s, TO_MARKER, count)  # [S4.1]
    s.seat += 1
    if s.seat == s.seats:
        s.seat = 0
    go_on(s)


# Phase 2: placing [S5, S6, S7, S8]


def place(s: Position, space: i64, color: i64, wilds: i64) -> None:
    """Pay, place one of the tiles, score its arc and claim bonus tiles. [S5.3, S7.1, S8.1]"""
    seat = s.seat
    star = space // POSITIONS
    position = space % POSITIONS
    paid = octets(price(s, star, position) - wilds, color) + octets(wilds, s.wild)
    s.hands[seat] -= paid
    s.tower += paid - octets(1, color)  # all but the tile placed [S9.2]
    paint(s, seat, space, color)
    filled = s.filled[seat]
    score_placement(s, (filled >> (star * POSITIONS)) & FULL_STAR, position)
    bonus = completed(filled, FIRST_MASKS[space], FIRST_TILES[space])
    bonus += completed(filled, SECOND_MASKS[space], SECOND_TILES[space])
    if bonus > s.supply_size:
        bonus = s.supply_size  # what is there [S8.3]
    if bonus == 0:
        end_turn(s)
        return
    s.owed = bonus
    s.least = 0
    s.phase = PICK_BONUS


def completed(filled: i64, spaces: i64, tiles: i64) -> i64:
    """The tiles of a structure if all its spaces are filled. [S8.1]"""
    if filled & spaces == spaces:
        return tiles
    return 0


def pick(s: Position, color: i64) -> None:
    """Take a bonus tile from the supply, to be used from now on. [S8.5]"""
    s.supply -= octets(1, color)
    s.supply_size -= 1
    s.hands[s.seat] += octets(1, color)
    s.owed -= 1
    s.least = color
    if s.owed == 0:
        s.least = 0
        end_turn(s)


# Passing [S10]


def pass_round(s: Position) -> None:
    """Leave the round; then choose what to keep, except in the last one. [S10.2, S10.7]"""
    s.passed |= bit(s.seat)
    if s.hands[s.seat] and s.round < ROUNDS:
        s.phase = KEEP_TILES
    else:
        finish_keeping(s)


def keep(s: Position, color: i64) -> None:
    """Keep a tile; the gesture ends at four, or when no tile from this color on is left. [S10.6]"""
    s.hands[s.seat] -= octets(1, color)
    s.kept += octets(1, color)
    s.kept_size += 1
    s.least = color
    if s.kept_size == MOST_KEPT or s.hands[s.seat] >> (color * 8) == 0:
        finish_keeping(s)


def finish_keeping(s: Position) -> None:
    """Throw the rest into the tower, a point lost for each tile. [S10.4, S10.5]"""
    left = s.hands[s.seat]
    s.tower += left
    lose(s, TO_LEFTOVERS, sum_octets(left))
    s.hands[s.seat] = s.kept
    s.kept = 0
    s.kept_size = 0
    s.least = 0
    end_turn(s)


# Turns and rounds [S2, S9, S11, S12]


def end_turn(s: Position) -> None:
    """Go to the next seat that has not passed, to the next round, or to the end. [S5.1]"""
    if s.passed == bit(s.seats) - 1:
        end_round(s)
        return
    s.seat = next_seat(s)
    go_on(s)


def next_seat(s: Position) -> i64:
    """The next seat, clockwise, that has not passed. [S2.3, S10.2]"""
    seat = s.seat
    while True:
        seat += 1
        if seat == s.seats:
            seat = 0
        if (s.passed >> seat) & 1 == 0:
            return seat


def end_round(s: Position) -> None:
    """Prepare the next round, or count the bonuses and end. [S11.2, S12.1]"""
    if s.round == ROUNDS:
        score_end(s)
        s.phase = END_OF_GAME  # without drawing [S12.1]
        s.actor = OVER
        return
    s.wild = WILD_OF_ROUND[s.round]
    s.round += 1
    s.passed = 0
    s.marker = NOBODY
    s.stage = TAKING
    s.seat = s.first
    s.filling = 0
    go_on(s)


def go_on(s: Position) -> None:
    """Draw what is wanted, supply first, then factories; then begin a turn. [S9.1, S11.1]"""
    if s.supply_size < SUPPLY_SIZE or s.filling < s.factories:
        if s.bag_size == 0:  # the tower is tipped only now that a tile is wanted [S9.3]
            s.bag = s.tower
            s.bag_size = sum_octets(s.tower)
            s.tower = 0
        if s.bag_size > 0:
            s.phase = DRAW
            s.actor = CHANCE
            return
        s.filling = s.factories  # nothing left: factories may stay short or empty [S9.4, S11.3]
    begin_turn(s)


def begin_turn(s: Position) -> None:
    """Give the seat its turn; with nothing to take, phase 2 begins. [S3.6, S4.3, S4.4, S11.4]"""
    if s.stage == TAKING and s.loose == 0:
        s.stage = PLACING
        if s.marker != NOBODY:
            s.first = s.marker
        s.seat = s.first
    s.actor = s.seat
    s.turn += 1
    s.phase = TAKE_TILES
    if s.stage == PLACING:
        s.phase = PLACE_TILE


def draw_to_supply(s: Position, color: i64) -> None:
    """Move a tile from the bag to the supply. [S9.1]"""
    s.bag -= octets(1, color)
    s.bag_size -= 1
    s.supply += octets(1, color)
    s.supply_size += 1
    go_on(s)


def draw_to_factory(s: Position, color: i64) -> None:
    """Move a tile from the bag to the factory being filled; four fill it. [S1.5]"""
    s.bag -= octets(1, color)
    s.bag_size -= 1
    s.sources[s.filling] += octets(1, color)
    s.loose += 1
    if s.loose == FACTORY_SIZE * (s.filling + 1):  # factories are filled one after the other
        s.filling += 1
    go_on(s)
