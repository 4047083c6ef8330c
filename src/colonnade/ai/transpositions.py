"""What was found of positions, by what still matters of them: a table that an exact search fills.

What matters is said by each game's State.fill_key; what is found, by exact.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from colonnade.ai.tree import longer, longer_floats

MASK: Final = 0x3FFFFFFFFFFFFFFF  # 62 bits: the same in both builds, whatever a product overflows
# Odd numbers of 62 bits without a pattern: the golden ratio's, and the square root of three's.
FIRST: Final = 0x1E3779B97F4A7C15
SECOND: Final = 0x3B67AE8584CAA73B
MISSING: Final = -1
SMALLEST: Final = 1024  # slots, always a power of two


@final
@mypyc_attr(acyclic=True)
class Transpositions:
    """Numbers of positions, by two fingerprints of 62 bits each: no two will ever be alike."""

    def __init__(self, width: i64) -> None:
        self.width: i64 = width  # numbers of each position
        self.size: i64 = 0
        self.slots: vec[i64] = vec[i64]([MISSING] * SMALLEST)
        self.first: vec[i64] = vec[i64]([0] * SMALLEST)
        self.second: vec[i64] = vec[i64]([0] * SMALLEST)
        self.kind: vec[i64] = vec[i64]([0] * SMALLEST)
        self.found: vec[float] = vec[float]([0.0] * (SMALLEST * width))

    def find(self, first: i64, second: i64) -> i64:
        """The place of a position; MISSING if it is not here."""
        slots = self.slots
        last: i64 = len(slots) - 1
        slot = first & last
        while slots[slot] >= 0:
            at = slots[slot]
            if self.first[at] == first and self.second[at] == second:
                return at
            slot = (slot + 1) & last
        return MISSING

    def add(self, first: i64, second: i64) -> i64:
        """A place for a position that is not here yet."""
        if 2 * self.size >= len(self.slots):
            self.grow()
        at = self.size
        self.size += 1
        self.first[at] = first
        self.second[at] = second
        self.settle(at)
        return at

    def settle(self, at: i64) -> None:
        """Point a free slot to a place."""
        last: i64 = len(self.slots) - 1
        slot = self.first[at] & last
        while self.slots[slot] >= 0:
            slot = (slot + 1) & last
        self.slots[slot] = at

    def grow(self) -> None:
        """Double everything."""
        room = 2 * len(self.slots)
        self.first = longer(self.first, room)
        self.second = longer(self.second, room)
        self.kind = longer(self.kind, room)
        self.found = longer_floats(self.found, room * self.width)
        self.slots = vec[i64]([MISSING] * room)
        at: i64 = 0
        while at < self.size:
            self.settle(at)
            at += 1


def fingerprint(words: vec[i64], count: i64, factor: i64) -> i64:
    """Mix some words into 62 bits."""
    mixed: i64 = count
    i: i64 = 0
    while i < count:
        mixed = ((mixed ^ (words[i] & MASK)) * factor) & MASK
        mixed ^= mixed >> 29
        i += 1
    return mixed
