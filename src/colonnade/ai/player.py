"""What every computer player is: something that chooses a move from a view, and from nothing else.

How well it chooses is decided by each player's own file.
"""

from __future__ import annotations

from colonnade.contract.game import Game
from colonnade.contract.rng import Rng
from colonnade.contract.view import View


class Player:
    """Chooses moves for one seat; it never meets the true state."""

    def __init__(self, game: Game, rng: Rng) -> None:
        self.game = game
        self.rng = rng

    def choose(self, view: View) -> int:
        """A legal row, in the view of the seat that must decide."""
        raise NotImplementedError

    def watch(self, move: int) -> None:
        """Hear of a row made at the table, veiled as this seat saw it; most players forget it."""

    def listens(self) -> bool:
        """Whether this player makes anything of what it watches."""
        return type(self).watch is not Player.watch

    def forget(self) -> None:
        """Hear that moves were taken back: what was watched no longer holds."""

    def weighted(self, rows: list[int], weights: list[int]) -> int:
        """Draw a row as often as its weight says."""
        ticket = self.rng.below(sum(weights))
        for row, weight in zip(rows, weights, strict=True):
            if ticket < weight:
                return row
            ticket -= weight
        raise AssertionError("a generator drew beyond its bound")
