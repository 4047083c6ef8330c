"""The player that chooses evenly among gestures: among all rows, but sets as one thing each."""

from __future__ import annotations

from colonnade.ai.player import Player
from colonnade.ai.set_choices import after, is_choosing
from colonnade.contract.view import View


class Gestures(Player):
    """Plays anything, and keeps, picks or discards any set as likely as any other."""

    def choose(self, view: View) -> int:
        """Any row; within a set, rows that lead to more sets come more often."""
        state = self.game.imagine(view, self.rng)
        legal = state.legal()
        if is_choosing(self.game, state):
            return self.weighted(legal, [after(self.game, state, move).all for move in legal])
        return legal[self.rng.below(len(legal))]
