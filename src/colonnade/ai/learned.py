"""The player that searches with a learned network, named by its file.

How the file is read is decided in networks.py, how the player thinks in search_player.py.
"""

from __future__ import annotations

from pathlib import Path

from colonnade.ai import networks
from colonnade.ai.search_player import Budget, Searcher
from colonnade.contract.game import Game
from colonnade.contract.rng import Rng
from colonnade.contract.view import View


class Learned(Searcher):
    """A searcher whose judge is a network; it plays only what the network was learned for."""

    def __init__(self, game: Game, rng: Rng, budget: Budget, path: Path) -> None:
        self.path = path
        self.header, weights = networks.load(path, game)
        super().__init__(game, rng, budget, networks.judge_from(weights, game))

    def choose(self, view: View) -> int:
        """The move most thought about, at a table such as the network was learned for."""
        networks.check_table(self.path, self.header, view.seats, view.options)
        return super().choose(view)
