"""Which Summer Pavilion moves are legal, and chance's weights.

What a move does is decided in rules.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from colonnade.contract.packed import bit, fill_counts, fill_present, octet, octets, sum_octets
from colonnade.games.summer_pavilion.material import CENTER, HIGHEST_PRICE, POSITIONS, SUPPLY_SIZE
from colonnade.games.summer_pavilion.moves import (
    COLOR_STEP,
    DONE,
    DRAW_SUPPLY,
    KEEP,
    PASS,
    PICK,
    SPACE_STEP,
    draw_row,
    place_row,
    take_row,
)
from colonnade.games.summer_pavilion.scoring import FULL_STAR
from colonnade.games.summer_pavilion.state import (
    DRAW,
    END_OF_GAME,
    MIDDLE,
    PICK_BONUS,
    PLACE_TILE,
    TAKE_TILES,
    Position,
)

# By the number of tiles that can pay: the lowest of the six bits of each price up to it.
PRICES_UP_TO: Final = vec[i64]([sum(1 << (price * 6) for price in range(n)) for n in range(7)])


def fill_legal(s: Position, rows: vec[i64]) -> i64:
    """Write the legal rows, rising, and return how many."""
    phase = s.phase
    if phase == DRAW:
        return fill_draws(s, rows)
    if phase == TAKE_TILES:
        return fill_takes(s, rows)
    if phase == PLACE_TILE:
        return fill_places(s, rows)
    if phase == PICK_BONUS:
        return fill_picks(s, rows)
    if phase == END_OF_GAME:
        return 0
    return fill_keeps(s, rows)


# Chance [S9]


def fill_draws(s: Position, rows: vec[i64]) -> i64:
    """Each color of the bag: to the supply while it is short, then to a factory. [S9.1, S11.1]"""
    row: i64 = DRAW_SUPPLY
    if s.supply_size == SUPPLY_SIZE:
        row = draw_row(s.filling, 0)
    return fill_present(rows, 0, row, s.bag, 8)


def fill_weights(s: Position, weights: vec[i64]) -> i64:
    """A color comes as often as the bag holds it; returns the size of the bag."""
    return fill_counts(weights, s.bag, 8)


# Phase 1: taking [S3]


def fill_takes(s: Position, rows: vec[i64]) -> i64:
    """A color of a factory or the center; a wild alone if nothing else. [S3.1, S3.2, S3.4]"""
    sources = s.sources
    others_only = ~octets(255, s.wild)
    n: i64 = 0
    source: i64 = 0
    while source <= MIDDLE:
        tiles = sources[source]
        if tiles:
            row = take_row(source, 0)
            others = tiles & others_only
            if others == 0:
                rows[n] = row + s.wild
                n += 1
            n = fill_present(rows, n, row, others, 8)
        source += 1
    return n


# Phase 2: placing [S5, S6]


def fill_places(s: Position, rows: vec[i64]) -> i64:
    """Every space that can be paid, with every mix of wilds; or passing. [S5.2, S10.1]"""
    afford = affordable(s)
    filled = s.filled[s.seat]
    used = s.used[s.seat]
    numbers = s.outer_numbers
    n: i64 = 0
    star: i64 = 0
    while star <= CENTER and afford:
        if star == CENTER:
            numbers = s.center_numbers
        ring = filled & FULL_STAR
        colors = allowed(s, star, ring, used & FULL_STAR)
        if afford & colors:  # some color for a price of 1: without it, none for any price
            row = place_row(star * POSITIONS, 0, 0)
            n = fill_star(s, rows, n, row, ring, numbers, colors, afford)
        filled >>= POSITIONS
        used >>= POSITIONS
        star += 1
    rows[n] = PASS
    return n + 1


def affordable(s: Position) -> i64:
    """For each price from 1 to 6, six bits for the colors that can pay it. [S6.1]"""
    hand = s.hands[s.seat]
    wilds = octet(hand, s.wild)
    found: i64 = 0
    color: i64 = 0
    while hand:
        own = hand & 255
        if own:
            if color != s.wild:
                own += wilds
            if own > HIGHEST_PRICE:
                own = HIGHEST_PRICE
            found |= PRICES_UP_TO[own] << color
        hand >>= 8
        color += 1
    return found


def allowed(s: Position, star: i64, ring: i64, used: i64) -> i64:
    """A bit for each color that a star takes next. [S5.4, S5.5, S13.3, S13.4, S13.5]"""
    if s.grey == 0:
        if star < CENTER:
            return bit(star)
        return FULL_STAR & ~used
    if ring & (ring - 1) == 0:  # no tile or one: all is open
        return FULL_STAR
    if used & (used - 1) == 0:  # all of one color
        return used
    return FULL_STAR & ~used


def fill_star(
    s: Position,
    rows: vec[i64],
    n: i64,
    row: i64,
    ring: i64,
    numbers: i64,
    colors: i64,
    afford: i64,
) -> i64:
    """The free spaces of one star, for the colors it takes and the hand can pay."""
    free = FULL_STAR & ~ring
    while free:
        if free & 1:
            price = numbers & 15
            payable = colors & (afford >> ((price - 1) * 6))
            if payable:
                n = fill_space(s, rows, n, row, price, payable)
        free >>= 1
        numbers >>= 4
        row += SPACE_STEP
    return n


def fill_space(s: Position, rows: vec[i64], n: i64, row: i64, price: i64, colors: i64) -> i64:
    """One space, for each of the colors that can pay it."""
    tiles = s.hands[s.seat]
    wilds = octet(tiles, s.wild)
    color: i64 = 0
    while colors:
        if colors & 1:
            n = fill_payments(rows, n, row, price, tiles & 255, wilds, color == s.wild)
        colors >>= 1
        tiles >>= 8
        color += 1
        row += COLOR_STEP
    return n


def fill_payments(
    rows: vec[i64], n: i64, row: i64, price: i64, own: i64, wilds: i64, is_wild: bool
) -> i64:
    """Every number of wilds that pays, with at least one tile of the color placed. [S6.1, S6.2]"""
    if own >= price:
        rows[n] = row
        n += 1
    if is_wild:  # the wild color is paid with itself alone [S6.3]
        return n
    count: i64 = 1
    if own < price:
        count = price - own
    while count < price and count <= wilds:
        rows[n] = row + count
        n += 1
        count += 1
    return n


# Bonus tiles and keeping [S8, S10]


def fill_picks(s: Position, rows: vec[i64]) -> i64:
    """Colors of the supply from the last one on, as long as enough tiles follow. [S8.4, S8.6]"""
    n: i64 = 0
    color = s.least
    tiles = s.supply >> (color * 8)
    remaining = sum_octets(tiles)
    while tiles and remaining >= s.owed:
        if tiles & 255:
            rows[n] = PICK + color
            n += 1
        remaining -= tiles & 255
        tiles >>= 8
        color += 1
    return n


def fill_keeps(s: Position, rows: vec[i64]) -> i64:
    """Tiles from the last color kept on, or no more. [S10.3, S10.6]"""
    tiles = s.hands[s.seat] >> (s.least * 8)
    n = fill_present(rows, 0, KEEP + s.least, tiles, 8)
    rows[n] = DONE
    return n + 1


def open_colors(s: Position, star: int) -> int:
    """A bit for each color that a star of the seat on turn takes next; for explanations."""
    ring = (s.filled[s.seat] >> (star * POSITIONS)) & FULL_STAR
    used = (s.used[s.seat] >> (star * POSITIONS)) & FULL_STAR
    return int(allowed(s, star, ring, used))
