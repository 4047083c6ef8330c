"""What still matters in the last turn of Pagoda, for those that solve it.

The rules of the end stand in rules.py; how ends are solved, in ai/exact.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from colonnade.contract.packed import bit, count_bits, nibble, nibbles
from colonnade.games.pagoda.material import DRAGON, PAGODAS_TO_END
from colonnade.games.pagoda.state import (
    ALTERNATIVE_DISCARDS,
    DRAGON_DISCARDS,
    RENEW,
    START,
    STUCK_DISCARDS,
    Position,
    can_use,
    five,
    score,
    total,
)


def stand_in(s: Position, seat: i64) -> bool:
    """In the very last turn, nothing hidden matters but what the Dragon may draw. [P11.2, P11.3]

    The cards nobody showed lie in the other hand or in the pile, and each draw is any of them, as
    likely as another: so the hand may be put into the pile, as long as that cannot run out [P8.4].
    """
    if seat != 1 or s.seat != 1 or count_bits(s.completed) < PAGODAS_TO_END:
        return False
    if not draws_follow(s):
        return True
    hidden = five(s.hand, 0) - five(s.known, 0)
    if hidden == 0:
        return True
    held = total(five(s.display, 1)) + total(five(s.hand, 1)) + s.tossed
    if pile(s) <= held:
        return False
    s.deck += hidden
    s.hand -= hidden
    return True


def draws_follow(s: Position) -> bool:
    """Whether the Dragon may still draw, or is drawing. [P10.3]"""
    if s.phase == START:
        return can_use(s, DRAGON)
    return s.phase == DRAGON_DISCARDS or s.phase == RENEW


def pile(s: Position) -> i64:
    """How many cards the draw pile has."""
    count: i64 = 0
    left = s.deck
    while left:
        count += left & 15
        left >>= 4
    return count


def fill_key(s: Position, words: vec[i64]) -> i64:
    """Points, lots, tiles, abilities; of the cards, what the turn can still use of them."""
    usable: i64 = 0
    ability: i64 = 0
    while ability < 5:
        if nibble(s.markers, s.seat * 5 + ability):
            usable |= bit(ability)
        ability += 1
    words[0] = s.phase | s.built << 4 | s.roof_lot << 8 | s.used << 12 | usable << 17
    words[0] |= score(s, 0) << 24 | score(s, 1) << 40
    words[1] = s.columns | s.tops << 24
    words[2] = s.floors | s.tiles << 24
    words[3] = s.full | s.tall << 6 | s.completed << 12
    if draws_follow(s):
        words[3] |= s.tossed << 18 | s.least << 22 | s.goal << 26
        words[4] = five(s.display, s.seat) | nibbles(five(s.hand, s.seat), 5)
        words[5] = s.deck | nibbles(s.discard, 5)
        return 6
    if s.phase != ALTERNATIVE_DISCARDS and s.phase != STUCK_DISCARDS:
        # Display and hand pay alike; four cards to be discarded may be any [P2.1, P9.1].
        words[4] = five(s.display, s.seat) + five(s.hand, s.seat)
        return 5
    return 4
