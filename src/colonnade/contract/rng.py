"""The generators of chance: one small and seeded, the same in both builds, and the system's own.

Who draws, and when, is decided elsewhere: the rules hold no generator.
"""

# Compiled by mypyc.

from __future__ import annotations

import secrets
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

MASK: Final = 0xFFFFFFFF
WARM_UP: Final = 12  # outputs thrown away after seeding, until all bits have met


@final
@mypyc_attr(acyclic=True)
class Rng:
    """Chris Doty-Humphrey's sfc32: adds, shifts and rotations of 32 bits that never overflow."""

    def __init__(self, seed: int, stream: int = 0) -> None:
        self.a: i64 = seed & MASK
        self.b: i64 = (seed >> 32) & MASK
        self.c: i64 = stream & MASK
        self.counter: i64 = 1
        for _ in range(WARM_UP):
            self.next()

    def next(self) -> i64:
        """Draw the next 32 bits."""
        out: i64 = (self.a + self.b + self.counter) & MASK
        c: i64 = self.c
        self.counter = (self.counter + 1) & MASK
        self.a = self.b ^ (self.b >> 9)
        self.b = (c + (c << 3)) & MASK
        self.c = ((((c << 21) | (c >> 11)) & MASK) + out) & MASK
        return out

    def below(self, bound: i64) -> i64:
        """Draw from 0 to bound - 1; uneven by less than bound / 2**32, and never a second draw."""
        return (self.next() * bound) >> 32

    def __repr__(self) -> str:
        """Where the generator stands: its three words, and how often it was asked."""
        drawn = self.counter - 1 - WARM_UP
        return f"<Rng {self.a:08x} {self.b:08x} {self.c:08x} after {drawn} draws>"


@final
class SystemRng:
    """The operating system's generator, for games between people."""

    def below(self, bound: i64) -> i64:
        """Draw from 0 to bound - 1, evenly."""
        return secrets.randbelow(bound)
