"""Information-set tree search, one for all games, over what one seat knows.

Each iteration imagines what is hidden anew, walks down by prior and success, lets chance draw,
and judges where it ends. What looks promising and how a position is judged, judges/ decides;
how long to think, search_player.py.
"""

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from colonnade.ai.judge import Judge
from colonnade.ai.tree import NONE, Tree
from colonnade.contract.play import Walk
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE, OVER, State

DEEPEST: Final = 400  # decisions on one path; below, positions are judged
EXPLORE: Final = 0.7  # without a judge: weight of the confidence bound
GREED: Final = 0.25  # without a judge: part of a value that comes from points
MARGIN_SCALE: Final = 60.0  # points of margin that count as everything
MOST_SEATS: Final = 4
LARGEST_LOGIT: Final = 12.0


@final
@mypyc_attr(acyclic=True)
class Search(Tree):
    """A tree of decisions below one position; chance and what is hidden are sampled anew."""

    def __init__(self, root: State, judge: Judge | None, rng: Rng, nodes: i64) -> None:
        super().__init__(nodes)
        self.root: State = root.copy()
        self.state: State = root.copy()
        self.seat: i64 = root.actor
        self.judge: Judge | None = judge
        self.rng: Rng = rng
        self.walk: Walk = Walk(root)
        self.explore: float = EXPLORE
        self.first_play_reduction: float = 0.0
        self.margin_weight: float = GREED
        if judge is not None:
            self.explore = judge.explore
            self.first_play_reduction = judge.first_play_reduction
            self.margin_weight = judge.margin_weight
        self.seats: i64 = len(root.scores())
        rows = len(root.table())
        self.rows: vec[i64] = vec[i64]([0] * rows)
        self.logits: vec[float] = vec[float]([0.0] * rows)
        self.seen: vec[i64] = vec[i64](
            [0] * rows
        )  # by row: the stamp of the last node it was legal at
        self.stamp: i64 = 0
        self.path: vec[i64] = vec[i64]([0] * (DEEPEST + 2))
        self.depth: i64 = 0  # the deepest path so far
        # What the last iteration came to, by seat.
        self.points: vec[float] = vec[float]([0.0] * MOST_SEATS)
        self.wins: vec[float] = vec[float]([0.0] * MOST_SEATS)
        self.values: vec[float] = vec[float]([0.0] * MOST_SEATS)
        self.margins: vec[float] = vec[float]([0.0] * MOST_SEATS)

    def run(self, iterations: i64) -> None:
        """Think on for some iterations."""
        for _ in range(iterations):
            self.iterate()

    def iterate(self) -> None:
        """Imagine, walk down to a node not yet visited, judge, and tell all nodes on the way."""
        state = self.state
        state.copy_from(self.root)
        state.reimagine(self.seat, self.rng)
        depth: i64 = 0
        node: i64 = 0
        clock = self.clock()
        last = clock + self.reach()
        while depth < DEEPEST and state.actor != OVER:
            if state.actor == CHANCE:
                self.walk.step(state, self.rng)
                continue
            now = self.clock()
            if now >= last:
                break
            clock = now
            found = self.select(node)
            if found < 0:  # no room for more nodes
                break
            node = found
            state.apply(self.made[node])
            depth += 1
            self.path[depth] = node
            if self.visits[node] == 0:
                break
        self.evaluate(clock)
        self.back_up(depth)

    def clock(self) -> i64:
        """The judge's clock; without a judge, time does not matter."""
        judge = self.judge
        if judge is None:
            return 0
        return judge.clock(self.state)

    def reach(self) -> i64:
        """How far the clock may run inside the tree."""
        judge = self.judge
        if judge is None:
            return 1
        return judge.reach

    # Walking down

    def select(self, node: i64) -> i64:
        """The child to visit next among the rows legal in this world; NONE if there is no room."""
        count = self.state.fill_legal(self.rows)
        self.stamp += 1
        stamp = self.stamp
        rows = self.rows
        seen = self.seen
        i: i64 = 0
        while i < count:
            seen[rows[i]] = stamp
            i += 1
        known: i64 = 0
        child = self.child[node]
        while child >= 0:
            if seen[self.made[child]] == stamp:
                known += 1
            child = self.next[child]
        if known < count:
            if self.judge is None:
                return self.add_one(node, count, count - known)
            if not self.add_all(node, count):
                return NONE
        if self.judge is None:
            return self.best_by_uct(node)
        return self.best_by_puct(node)

    def add_one(self, node: i64, count: i64, unknown: i64) -> i64:
        """Without a judge: any of the rows that this node has no child for."""
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

    def add_all(self, node: i64, count: i64) -> bool:
        """With a judge: a child for every row that has none, with its prior."""
        judge = self.judge
        if judge is None or self.size + count > self.capacity:
            return False
        stamp = self.stamp
        child = self.child[node]
        while child >= 0:
            if self.seen[self.made[child]] == stamp:
                self.seen[self.made[child]] = -stamp
            child = self.next[child]
        rows = self.rows
        logits = self.logits
        judge.policy(self.state, rows, count, logits)
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
        if judge is None:
            self.walk.finish(state, self.rng)
        else:
            wanted = clock + judge.horizon
            steps: i64 = 0
            while state.actor != OVER and judge.clock(state) < wanted and steps < DEEPEST:
                self.quick_move(judge)
                steps += 1
        if state.actor == OVER:
            self.settle_over()
        elif judge is not None:
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

    def settle_over(self) -> None:
        """The values of a finished game: the win, in part if shared, and the margin."""
        scores = self.state.scores()
        winners = self.state.winners()
        share = 1.0 / float(len(winners))
        for seat in range(self.seats):
            self.points[seat] = float(scores[seat])
            self.wins[seat] = share if seat in winners else 0.0
        self.mix_margins()

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

    def mix_margins(self) -> None:
        """Add to the chance to win what the margin is worth: points matter even to the loser."""
        seat: i64 = 0
        while seat < self.seats:
            rival: float = -1.0e9
            other: i64 = 0
            while other < self.seats:
                if other != seat and self.points[other] > rival:
                    rival = self.points[other]
                other += 1
            margin = self.points[seat] - rival
            self.margins[seat] = margin
            part = 0.5 + 0.5 * margin / MARGIN_SCALE
            if part > 1.0:
                part = 1.0
            elif part < 0.0:
                part = 0.0
            self.values[seat] = (1.0 - self.margin_weight) * self.wins[
                seat
            ] + self.margin_weight * part
            seat += 1

    def back_up(self, depth: i64) -> None:
        """Tell every node of the path what came of it, each for the seat that chose it."""
        self.visits[0] += 1
        i: i64 = 1
        while i <= depth:
            node = self.path[i]
            self.visits[node] += 1
            self.value[node] += self.values[self.mover[node]]
            self.win[node] += self.wins[self.mover[node]]
            self.margin[node] += self.margins[self.mover[node]]
            i += 1
        if depth > self.depth:
            self.depth = depth

    def take_up(self, root: State) -> bool:
        """Go on below a new root position; False if the tree expects another seat's decision."""
        if self.child[0] >= 0 and self.mover[self.child[0]] != root.actor:
            return False
        self.root.copy_from(root)
        self.seat = root.actor
        self.depth = 0
        return True
