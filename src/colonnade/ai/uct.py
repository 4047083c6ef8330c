"""Search without a judge: down by upper confidence bounds, then random moves to the end.

The tree is search.py's. It knows nothing of any game, and is what judges are measured against.
"""

# Compiled by mypyc.

from __future__ import annotations

import math
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from colonnade.ai.search import Search
from colonnade.ai.tree import NONE
from colonnade.contract.rng import Rng
from colonnade.contract.state import State

EXPLORE: Final = 0.7  # weight of the confidence bound
MARGIN_WEIGHT: Final = 0.25  # part of a value that comes from points


@final
@mypyc_attr(acyclic=True)
class UctSearch(Search):
    """A node gets one child at a time; values come from random games to the end."""

    def __init__(self, root: State, rng: Rng, nodes: i64) -> None:
        super().__init__(root, rng, nodes)
        self.explore = EXPLORE
        self.margin_weight = MARGIN_WEIGHT

    def clock(self) -> i64:
        """Time does not matter: games are played to their end."""
        return 0

    def reach(self) -> i64:
        """However far."""
        return 1

    def descend(self, node: i64, count: i64, unknown: i64) -> i64:
        """A child that is missing, any of them; once all are there, the best by its bound."""
        if unknown > 0:
            return self.add_one(node, count, unknown)
        return self.best_by_uct(node)

    def add_one(self, node: i64, count: i64, unknown: i64) -> i64:
        """Any of the rows that this node has no child for."""
        if self.size >= self.capacity:
            return NONE
        stamp = self.stamp
        child = self.child[node]
        while child >= 0:
            self.seen[self.made[child]] = 0
            child = self.next[child]
        ticket = self.rng.below(unknown)
        i: i64 = 0
        while True:
            if self.seen[self.rows[i]] == stamp:
                if ticket == 0:
                    return self.add(node, self.rows[i], self.state.actor, 0.0)
                ticket -= 1
            i += 1

    def best_by_uct(self, node: i64) -> i64:
        """Upper confidence bounds over the children that are legal in this world."""
        stamp = self.stamp
        total: i64 = 0
        child = self.child[node]
        while child >= 0:
            if self.seen[self.made[child]] == stamp:
                total += self.visits[child]
            child = self.next[child]
        log_total = math.log(float(total) + 1.0)
        best: i64 = NONE
        most: float = -1.0
        child = self.child[node]
        while child >= 0:
            if self.seen[self.made[child]] == stamp:
                visits = float(self.visits[child])
                bound = self.value[child] / visits + self.explore * math.sqrt(log_total / visits)
                if bound > most:
                    most = bound
                    best = child
            child = self.next[child]
        return best

    def evaluate(self, clock: i64) -> None:
        """Play random moves to the end."""
        self.walk.finish(self.state, self.rng)
        self.settle_over()
