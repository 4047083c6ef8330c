"""The player that takes the move with the most points at once, and knows no plan."""

from __future__ import annotations

from colonnade.ai.player import Player
from colonnade.contract.view import View


class Greedy(Player):
    """Takes the best gain of its own next gesture; equals are drawn."""

    def choose(self, view: View) -> int:
        """The row after which this seat leads by the most; one guess at what is hidden will do."""
        state = self.game.imagine(view, self.rng)
        seat = state.actor
        best: list[int] = []
        most = 0
        for move in state.legal():
            after = state.copy()
            after.apply(move)
            scores = after.scores()
            lead = scores[seat] - max(s for other, s in enumerate(scores) if other != seat)
            if not best or lead > most:
                best, most = [move], lead
            elif lead == most:
                best.append(move)
        return best[self.rng.below(len(best))]
