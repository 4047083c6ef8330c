"""Information-set tree search, one for all games, over what one seat knows.

Each iteration imagines what is hidden anew, walks down to a node that was not visited yet, lets
chance draw, and finds out what comes of it. How it walks down and what it makes of a position is
decided in puct.py with a judge, in uct.py without one; how long to think, in search_player.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from colonnade.ai.tree import Tree
from colonnade.contract.play import Walk
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE, OVER, State

DEEPEST: Final = 400  # decisions on one path; below, positions are judged
MARGIN_SCALE: Final = 60.0  # points of margin that count as everything
MOST_SEATS: Final = 4


@mypyc_attr(acyclic=True)
class Search(Tree):
    """A tree of decisions below one position; chance and what is hidden are sampled anew."""

    def __init__(self, root: State, rng: Rng, nodes: i64) -> None:
        super().__init__(nodes)
        self.root: State = root.copy()
        self.state: State = root.copy()
        self.seat: i64 = root.actor
        self.rng: Rng = rng
        self.walk: Walk = Walk(root)
        self.explore: float = 0.0  # weight of what was visited little
        self.margin_weight: float = 0.0  # part of a value that comes from points
        self.seats: i64 = len(root.scores())
        rows = len(root.table())
        self.rows: vec[i64] = vec[i64]([0] * rows)
        # By row: the stamp of the last node it was legal at.
        self.seen: vec[i64] = vec[i64]([0] * rows)
        self.stamp: i64 = 0
        self.path: vec[i64] = vec[i64]([0] * (DEEPEST + 2))
        self.depth: i64 = 0  # the deepest path so far
        # What the last iteration came to, by seat.
        self.points: vec[float] = vec[float]([0.0] * MOST_SEATS)
        self.wins: vec[float] = vec[float]([0.0] * MOST_SEATS)
        self.values: vec[float] = vec[float]([0.0] * MOST_SEATS)
        self.margins: vec[float] = vec[float]([0.0] * MOST_SEATS)

    def clock(self) -> i64:
        """What counts time in this search."""
        raise NotImplementedError

    def reach(self) -> i64:
        """How far the clock may run inside the tree."""
        raise NotImplementedError

    def descend(self, node: i64, count: i64, unknown: i64) -> i64:
        """The child to visit next among the legal rows, some without a child; NONE: no room."""
        raise NotImplementedError

    def evaluate(self, clock: i64) -> None:
        """Find out what comes of the position that was reached: points, wins, values, margins."""
        raise NotImplementedError

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
        return self.descend(node, count, count - known)

    def settle_over(self) -> None:
        """The values of a finished game: the win, in part if shared, and the margin."""
        scores = self.state.scores()
        winners = self.state.winners()
        share = 1.0 / float(len(winners))
        for seat in range(self.seats):
            self.points[seat] = float(scores[seat])
            self.wins[seat] = share if seat in winners else 0.0
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
