"""Search with a judge: down by prior and success, quick moves below, and a judgement in the end.

What looks promising and how a position is judged, judges/ decides; the tree is search.py's.
"""

# Compiled by mypyc.

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from colonnade.ai.judge import Judge
from colonnade.ai.search import DEEPEST, Search
from colonnade.ai.tree import NONE
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE, OVER, State

LARGEST_LOGIT: Final = 12.0


@final
@mypyc_attr(acyclic=True)
class PuctSearch(Search):
    """Every legal row gets a child at once, with the prior that the judge gives it."""

    def __init__(self, root: State, judge: Judge, rng: Rng, nodes: i64) -> None:
        super().__init__(root, rng, nodes)
        self.judge: Judge = judge
        self.explore = judge.explore
        self.margin_weight = judge.margin_weight
        self.first_play_reduction: float = judge.first_play_reduction
        self.logits: vec[float] = vec[float]([0.0] * len(root.table()))

    def clock(self) -> i64:
        """The judge's clock."""
        return self.judge.clock(self.state)

    def reach(self) -> i64:
        """How far the judge lets it run inside the tree."""
        return self.judge.reach

    # Walking down

    def descend(self, node: i64, count: i64, unknown: i64) -> i64:
        """The best child by PUCT, once every legal row has one."""
        if unknown > 0 and not self.add_all(node, count):
            return NONE
        return self.best_by_puct(node)

    def add_all(self, node: i64, count: i64) -> bool:
        """A child for every row that has none, with its prior."""
        if self.size + count > self.capacity:
            return False
        stamp = self.stamp
        child = self.child[node]
        while child >= 0:
            if self.seen[self.made[child]] == stamp:
                self.seen[self.made[child]] = -stamp
            child = self.next[child]
        rows = self.rows
        logits = self.logits
        self.judge.policy(self.state, rows, count, logits)
        i: i64 = count - 1
        while i >= 0:  # backwards, so that children stand in the order of their rows
            row = rows[i]
            if self.seen[row] == stamp:
                logit = logits[i]
                if logit > LARGEST_LOGIT:
                    logit = LARGEST_LOGIT
                elif logit < -LARGEST_LOGIT:
                    logit = -LARGEST_LOGIT
                self.add(node, row, self.state.actor, math.exp(logit))
            self.seen[row] = stamp
            i -= 1
        return True

    def best_by_puct(self, node: i64) -> i64:
        """Mean value, and the prior of what was visited little, among the legal children."""
        stamp = self.stamp
        total: i64 = 0
        promised: float = 0.0
        gained: float = 0.0
        child = self.child[node]
        while child >= 0:
            if self.seen[self.made[child]] == stamp:
                total += self.visits[child]
                gained += self.value[child]
                promised += self.prior[child]
            child = self.next[child]
        # A child never visited is taken for a little worse than what was found here so far.
        fresh: float = 0.5
        if total > 0:
            fresh = gained / float(total) - self.first_play_reduction
        factor = self.explore * math.sqrt(float(total) + 1.0) / promised
        best: i64 = NONE
        most: float = -1.0e9
        child = self.child[node]
        while child >= 0:
            if self.seen[self.made[child]] == stamp:
                visits = float(self.visits[child])
                mean = fresh
                if visits > 0.0:
                    mean = self.value[child] / visits
                bound = mean + factor * self.prior[child] / (1.0 + visits)
                if bound > most:
                    most = bound
                    best = child
            child = self.next[child]
        return best

    # Judging

    def evaluate(self, clock: i64) -> None:
        """Play on by quick moves until the position can be judged, or the game is over."""
        state = self.state
        judge = self.judge
        wanted = clock + judge.horizon
        steps: i64 = 0
        while state.actor != OVER and judge.clock(state) < wanted and steps < DEEPEST:
            self.quick_move(judge)
            steps += 1
        if state.actor == OVER:
            self.settle_over()
        else:
            self.settle_judged(judge.value(state, self.points))

    def quick_move(self, judge: Judge) -> None:
        """Make the most promising move, or let chance draw."""
        state = self.state
        if state.actor == CHANCE:
            self.walk.step(state, self.rng)
            return
        rows = self.rows
        logits = self.logits
        count = state.fill_legal(rows)
        if count == 1:
            state.apply(rows[0])
            return
        judge.rollout_policy(state, rows, count, logits)
        best: i64 = 0
        i: i64 = 1
        while i < count:
            if logits[i] > logits[best]:
                best = i
            i += 1
        state.apply(rows[best])

    def settle_judged(self, spread: float) -> None:
        """The values of an estimate: each seat's chance to win by its points and their spread."""
        most = self.points[0]
        seat: i64 = 1
        while seat < self.seats:
            if self.points[seat] > most:
                most = self.points[seat]
            seat += 1
        total: float = 0.0
        seat = 0
        while seat < self.seats:
            self.wins[seat] = math.exp((self.points[seat] - most) / spread)
            total += self.wins[seat]
            seat += 1
        seat = 0
        while seat < self.seats:
            self.wins[seat] /= total
            seat += 1
        self.mix_margins()
