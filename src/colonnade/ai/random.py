"""The player that chooses evenly among all legal moves."""

from __future__ import annotations

from colonnade.ai.player import Player
from colonnade.contract.view import View


class Random(Player):
    """Plays anything."""

    def choose(self, view: View) -> int:
        """Any legal row: an imagined state has the same ones as the true state."""
        legal = self.game.imagine(view, self.rng).legal()
        return legal[self.rng.below(len(legal))]
