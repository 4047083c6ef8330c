"""The ways to pay: one card from display or hand, or two equal ones.

What they pay for is decided in building.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from colonnade.contract.packed import any_of, nibble
from colonnade.games.pagoda.material import HAND
from colonnade.games.pagoda.moves import COLOR_STEP, PAY_STEP
from colonnade.games.pagoda.state import Position, five


def fill_cards(display: i64, hand: i64, rows: vec[i64], n: i64, row: i64) -> i64:
    """Every card held, as rows from `row` on."""
    while display | hand:
        rows[n] = row
        n += any_of(display & 15)
        rows[n] = row + HAND
        n += any_of(hand & 15)
        display >>= 4
        hand >>= 4
        row += COLOR_STEP
    return n


def pair_list(s: Position) -> i64:
    """Every way to pay two equal cards: four bits each, pay * 3 + pair + 1, the first lowest."""
    display = five(s.display, s.seat)
    hand = five(s.hand, s.seat)
    pairs: i64 = 0
    at: i64 = 0
    way: i64 = 1
    while display | hand:
        in_display = display & 15
        in_hand = hand & 15
        if in_display + in_hand >= 2:
            if in_display >= 2:
                pairs |= way << at
                at += 4
            if in_display and in_hand:
                pairs |= (way + 1) << at
                at += 4
            if in_hand >= 2:
                pairs |= (way + 2) << at
                at += 4
        display >>= 4
        hand >>= 4
        way += PAY_STEP
    return pairs


def fill_pairs(rows: vec[i64], n: i64, first: i64, pairs: i64) -> i64:
    """A row for each way to pay in a pair_list."""
    while pairs:
        rows[n] = first + (pairs & 15) - 1
        n += 1
        pairs >>= 4
    return n


def fill_pair(s: Position, rows: vec[i64], n: i64, first: i64, pay: i64) -> i64:
    """Every way to pay two cards of one color: none, one or both from the hand."""
    in_display = nibble(s.display, s.seat * 5 + pay)
    in_hand = nibble(s.hand, s.seat * 5 + pay)
    if in_display >= 2:
        rows[n] = first
        n += 1
    if in_display and in_hand:
        rows[n] = first + 1
        n += 1
    if in_hand >= 2:
        rows[n] = first + 2
        n += 1
    return n


def fill_sources(s: Position, rows: vec[i64], n: i64, row: i64, color: i64) -> i64:
    """One card of a color from the display, from the hand, or either."""
    rows[n] = row
    n += any_of(nibble(s.display, s.seat * 5 + color))
    rows[n] = row + HAND
    return n + any_of(nibble(s.hand, s.seat * 5 + color))


def has_pair(held: i64) -> bool:
    """Whether two of the cards are equal: a counter of 2 or more has a bit above its lowest."""
    return held & 0xEEEEE != 0
