"""Counts over many games, that can be added in any order, and what they say.

Who plays the games is decided in simulate.py.
"""

from __future__ import annotations

import math

import msgspec

from colonnade.contract.play import SHARE
from colonnade.contract.rng import MASK

Z = 1.959964  # of the 95 % interval


class Tally(msgspec.Struct):
    """Sums of whole numbers only: adding tallies in another order gives the same tally."""

    seats: int
    games: int = 0
    moves: int = 0
    checksum: int = 0
    scores: list[int] = []
    shares: list[int] = []  # wins in parts: a win alone counts SHARE, one of two half of it

    def __post_init__(self) -> None:
        """Give every seat its place in the sums."""
        self.scores = self.scores or [0] * self.seats
        self.shares = self.shares or [0] * self.seats

    def add(self, scores: list[int], winners: list[int], checksum: int) -> None:
        """Count one game."""
        self.games += 1
        self.checksum = (self.checksum + checksum) & MASK
        for seat, score in enumerate(scores):
            self.scores[seat] += score
        for seat in winners:
            self.shares[seat] += SHARE // len(winners)

    def merge(self, other: Tally) -> None:
        """Add another tally."""
        self.games += other.games
        self.moves += other.moves
        self.checksum = (self.checksum + other.checksum) & MASK
        self.scores = [a + b for a, b in zip(self.scores, other.scores, strict=True)]
        self.shares = [a + b for a, b in zip(self.shares, other.shares, strict=True)]

    def mean_scores(self) -> list[float]:
        """Points per game of each seat."""
        return [score / max(self.games, 1) for score in self.scores]

    def win_rates(self) -> list[float]:
        """The part of the games won by each seat; shared wins in part."""
        return [share / SHARE / max(self.games, 1) for share in self.shares]


def interval(rate: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a win rate."""
    if games == 0:
        return 0.0, 1.0
    spread = Z * Z / games
    middle = (rate + spread / 2) / (1 + spread)
    half = Z * math.sqrt(rate * (1 - rate) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)
