"""The player that does something whenever it can: it builds, places, and keeps all it may."""

from __future__ import annotations

from colonnade.ai.player import Player
from colonnade.ai.set_choices import after, is_choosing
from colonnade.contract.view import View


class Eager(Player):
    """Chooses evenly among the rows that do something; of sets, one of the largest."""

    def choose(self, view: View) -> int:
        """A row that does something, or the first step to one of the longest sets."""
        state = self.game.imagine(view, self.rng)
        legal = state.legal()
        rows, idle = self.game.moves.rows, self.game.idle_kinds
        doing = [move for move in legal if rows[move].kind not in idle]
        if is_choosing(self.game, state) and len(doing) > 1:
            found = [after(self.game, state, move) for move in legal]
            length = max(way.length for way in found)
            weights = [way.longest if way.length == length else 0 for way in found]
            return self.weighted(legal, weights)
        return (doing or legal)[self.rng.below(len(doing or legal))]
