"""What still matters towards the end of Summer Pavilion, for those that solve it.

The rules of the end stand in rules.py; how ends are solved, in ai/exact.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from colonnade.contract.packed import lowest_bit, octet, sum_octets
from colonnade.games.summer_pavilion.material import CENTER, POSITIONS, ROUNDS, STRUCTURES
from colonnade.games.summer_pavilion.state import PLACING, Position, price, score

MASKS: Final = vec[i64]([sum(1 << space for space in spaces) for _, spaces in STRUCTURES])


def stand_in(s: Position, seat: i64) -> bool:
    """Nothing is hidden but the order of the draws: each position stands for itself. [S1.7]"""
    return True


def fill_key(s: Position, words: vec[i64]) -> i64:
    """Points, boards and tiles; the supply only as long as somebody may still take from it."""
    words[0] = s.phase | s.stage << 4 | s.round << 8 | s.seat << 12 | s.first << 16
    words[0] |= (s.marker + 1) << 20 | s.passed << 24 | s.owed << 28 | s.least << 32
    words[0] |= s.filling << 36 | s.kept_size << 40
    words[1] = s.kept
    n: i64 = 2
    seat: i64 = 0
    while seat < s.seats:
        words[n] = s.filled[seat] | score(s, seat) << 42
        words[n + 1] = s.used[seat]
        words[n + 2] = s.hands[seat]
        n += 3
        seat += 1
    if s.stage != PLACING or s.round != ROUNDS:
        source: i64 = 0
        while source < len(s.sources):
            words[n] = s.sources[source]
            n += 1
            source += 1
    elif s.owed == 0 and not bonus_follows(s):
        return n
    words[n] = s.bag
    words[n + 1] = s.tower
    words[n + 2] = s.supply
    return n + 3


def bonus_follows(s: Position) -> bool:
    """Whether a seat still in could pay all that some structure lacks. [S8.1]"""
    seat: i64 = 0
    while seat < s.seats:
        if (s.passed >> seat) & 1 == 0:
            at: i64 = 0
            while at < len(MASKS):
                missing = MASKS[at] & ~s.filled[seat]
                if missing and payable(s, missing, s.hands[seat]):
                    return True
                at += 1
        seat += 1
    return False


def payable(s: Position, missing: i64, tiles: i64) -> bool:
    """Whether each of some spaces could be paid alone, and there are tiles enough for all. [S6.1]

    That is less than it takes to fill them: what cannot be paid so can never be.
    """
    left = sum_octets(tiles)
    wilds = octet(tiles, s.wild)
    while missing:
        space = lowest_bit(missing)
        missing &= missing - 1
        star = space // POSITIONS
        number = price(s, star, space % POSITIONS)
        left -= number
        if left < 0:
            return False
        if s.grey == 0 and star != CENTER:  # the tiles of its own color, and wild ones [S5.4]
            own = octet(tiles, star)
            if own == 0 or (own < number and (star == s.wild or own + wilds < number)):
                return False
    return True
