"""Expectimax: every move, every draw by its chance, each seat for itself, and nothing seen twice.

Which positions may be solved so is decided in exact.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from colonnade.ai.search import MARGIN_SCALE
from colonnade.ai.transpositions import FIRST, MISSING, SECOND, Transpositions, fingerprint
from colonnade.contract.state import CHANCE, KEY_WORDS, NO_CEILING, OVER, State

# What a visit comes to.
SOLVED: Final = 0
WORSE: Final = 1  # no better than what the same seat has already, by how much is not known
GAVE_UP: Final = 2

TIE: Final = 1e-12  # by so much a move must be better: less may come from the order of adding up
NOTHING: Final = -1.0  # below any value
DEEPEST: Final = 150  # moves, draws included
LOOK: Final = 256  # positions between two looks at the clock
EARLY: Final = 8  # part of the positions after which it is asked how much is done
SLOWEST: Final = 64  # part of the work that must be done by then


@mypyc_attr(acyclic=True)
class Expectimax:
    """Finds what positions of one game are worth, within limits, and remembers it.

    Among moves equally good for a seat, the first one met counts: those that may bring more come
    before others (State.ceiling), then those with lower rows.
    """

    def __init__(self, root: State, margin_weight: float) -> None:
        self.margin_weight: float = margin_weight
        self.seats: i64 = len(root.scores())
        # What is found of a position: each seat's wins, then their margins, then their values.
        self.margins: i64 = self.seats
        self.values: i64 = 2 * self.seats
        self.width: i64 = 3 * self.seats
        self.nodes: i64 = 0  # positions visited so far
        self.limit: i64 = 0
        self.early: i64 = 0
        self.enough: Callable[[], bool] | None = None
        self.table: Transpositions = Transpositions(self.width)
        self.words: vec[i64] = vec[i64]([0] * KEY_WORDS)
        self.rows: vec[i64] = vec[i64]([0] * len(root.table()))
        self.weights: vec[i64] = vec[i64]([0] * len(root.table()))
        # By depth: the position looked at, sums over its draws, moves tried and how many there are.
        self.states: list[State] = [root.copy(), root.copy()]
        self.best: vec[float] = vec[float]([0.0] * (self.width * (DEEPEST + 2)))
        self.tried: vec[i64] = vec[i64]([0] * (DEEPEST + 2))
        self.count: vec[i64] = vec[i64]([1] * (DEEPEST + 2))
        # Rows of all depths, one after the other, with their weights or ceilings.
        self.pile: vec[i64] = vec[i64]([0] * 4096)
        self.beside: vec[i64] = vec[i64]([0] * 4096)
        self.top: i64 = 0
        self.chosen: i64 = 0  # the best row of the position decided last
        self.found: vec[float] = vec[float]([0.0] * self.width)
        self.most: float = 0.0  # if WORSE: what the seat can come to at most

    def begin(self, nodes: i64, enough: Callable[[], bool] | None) -> None:
        """Set the limits of a question."""
        self.nodes = 0
        self.limit = nodes
        self.early = nodes // EARLY
        self.enough = enough
        self.top = 0
        self.count[0] = 1
        self.tried[0] = 0

    # Positions

    def visit(self, state: State, depth: i64, hope: float) -> i64:
        """Find out what a position is worth to each seat.

        If its seat cannot get more than `hope`, which it has elsewhere, that is all that is found.
        """
        self.nodes += 1
        if state.actor == OVER:
            self.settle(state)
            return SOLVED
        if self.is_spent(depth):
            return GAVE_UP
        if depth + 1 >= len(self.states):
            self.states.append(state.copy())
        words = self.words
        count = state.fill_key(words)
        if count == 0:
            return self.look(state, depth, hope)
        first = fingerprint(words, count, FIRST)
        second = fingerprint(words, count, SECOND)
        table = self.table
        at = table.find(first, second)
        if at >= 0:
            if table.kind[at] == SOLVED:
                self.recall(at)
                return SOLVED
            if table.found[at * self.width] <= hope + TIE:
                self.most = table.found[at * self.width]
                return WORSE
        code = self.look(state, depth, hope)
        if code == GAVE_UP:
            return code
        if at == MISSING:
            at = table.add(first, second)
        table.kind[at] = code
        if code == WORSE:
            table.found[at * self.width] = self.most
        else:
            self.remember(at)
        return code

    def look(self, state: State, depth: i64, hope: float) -> i64:
        """Find out what a position is worth from those after it."""
        if state.actor == CHANCE:
            return self.average(state, depth)
        return self.choose(state, depth, hope)

    def is_spent(self, depth: i64) -> bool:
        """Whether the limits are reached, or plainly will be."""
        if self.nodes >= self.limit or depth >= DEEPEST:
            return True
        if self.nodes % LOOK == 0 and self.enough is not None and self.enough():
            self.limit = 0
            return True
        if self.nodes >= self.early:
            self.early = self.limit
            if self.done(depth) < 1.0 / SLOWEST:
                self.limit = 0
                return True
        return False

    def done(self, depth: i64) -> float:
        """The part of the work that is done, as if all moves led to as much of it."""
        part: float = 1.0
        done: float = 0.0
        i: i64 = 0
        while i < depth:
            part /= float(self.count[i])
            done += part * float(self.tried[i])
            i += 1
        return done

    def recall(self, at: i64) -> None:
        """What the table has of a position."""
        i: i64 = 0
        while i < self.width:
            self.found[i] = self.table.found[at * self.width + i]
            i += 1

    def remember(self, at: i64) -> None:
        """Tell the table what was found."""
        i: i64 = 0
        while i < self.width:
            self.table.found[at * self.width + i] = self.found[i]
            i += 1

    # Chance

    def average(self, state: State, depth: i64) -> i64:
        """All draws, each as often as it comes."""
        count = state.fill_legal(self.rows)
        total = state.fill_weights(self.weights)
        base = self.heap(count)
        i: i64 = 0
        while i < count:
            self.beside[base + i] = self.weights[i]
            i += 1
        self.clear(depth)
        self.count[depth] = count
        i = 0
        while i < count:
            self.tried[depth] = i
            after = self.states[depth + 1]
            after.copy_from(state)
            after.apply(self.pile[base + i])
            if self.visit(after, depth + 1, NOTHING) != SOLVED:
                return GAVE_UP
            self.add_up(depth, float(self.beside[base + i]))
            i += 1
        self.top = base
        self.take_back(depth, float(total))
        return SOLVED

    def heap(self, count: i64) -> i64:
        """Keep the legal rows while others are looked at; returns where they begin."""
        base = self.top
        self.top += count
        if self.top > len(self.pile):
            self.pile = twice(self.pile, self.top)
            self.beside = twice(self.beside, self.top)
        i: i64 = 0
        while i < count:
            self.pile[base + i] = self.rows[i]
            i += 1
        return base

    def clear(self, depth: i64) -> None:
        """Begin a sum."""
        i: i64 = 0
        while i < self.width:
            self.best[depth * self.width + i] = 0.0
            i += 1

    def add_up(self, depth: i64, weight: float) -> None:
        """Add what was found to the sum."""
        i: i64 = 0
        while i < self.width:
            self.best[depth * self.width + i] += weight * self.found[i]
            i += 1

    def take_back(self, depth: i64, parts: float) -> None:
        """The sum, or the best, is what was found."""
        i: i64 = 0
        while i < self.width:
            self.found[i] = self.best[depth * self.width + i] / parts
            i += 1

    # Choices

    def choose(self, state: State, depth: i64, hope: float) -> i64:
        """The move that is best for its seat; those that cannot be better are left out."""
        seat = state.actor
        count = state.fill_legal(self.rows)
        base = self.heap(count)
        self.count[depth] = count
        if count > 1:
            self.sort(state, depth, base, count)
        else:
            self.beside[base] = NO_CEILING
        best: float = NOTHING
        most: float = NOTHING  # of those left out
        chosen: i64 = MISSING
        i: i64 = 0
        while i < count:
            self.tried[depth] = i
            bar = hope
            if best > bar:
                bar = best
            row = self.pile[base + i]
            above = self.worth(self.beside[base + i])
            if above <= bar + TIE:
                if above > most:
                    most = above
                i += 1
                continue
            after = self.states[depth + 1]
            after.copy_from(state)
            after.apply(row)
            if after.actor != seat:
                bar = NOTHING
            code = self.visit(after, depth + 1, bar)
            if code == GAVE_UP:
                return GAVE_UP
            if code == WORSE:
                if self.most > most:
                    most = self.most
            elif self.found[self.values + seat] > best + TIE:
                best = self.found[self.values + seat]
                chosen = row
                self.clear(depth)
                self.add_up(depth, 1.0)
            i += 1
        self.top = base
        if best <= hope + TIE:
            self.most = best
            if most > best:
                self.most = most
            return WORSE
        self.take_back(depth, 1.0)
        self.chosen = chosen
        return SOLVED

    def sort(self, state: State, depth: i64, base: i64, count: i64) -> None:
        """Put first what may bring most, and last what nothing is said of; else as rows rise."""
        seat = state.actor
        after = self.states[depth + 1]
        i: i64 = 0
        while i < count:
            after.copy_from(state)
            after.apply(self.pile[base + i])
            ceiling: i64 = NO_CEILING
            if after.actor == seat:
                ceiling = after.ceiling(seat)
            row = self.pile[base + i]
            k = base + i
            while k > base and comes_first(ceiling, self.beside[k - 1]):
                self.pile[k] = self.pile[k - 1]
                self.beside[k] = self.beside[k - 1]
                k -= 1
            self.pile[k] = row
            self.beside[k] = ceiling
            if i == 0 and ceiling == NO_CEILING:
                while i < count:
                    self.beside[base + i] = NO_CEILING
                    i += 1
            i += 1

    def worth(self, ceiling: i64) -> float:
        """The highest value that a lead can be worth."""
        if ceiling == NO_CEILING:
            return 2.0
        win: float = 0.0
        if ceiling > 0:
            win = 1.0
        elif ceiling == 0:
            win = 0.5
        return self.mixed(win, float(ceiling))

    def mixed(self, win: float, margin: float) -> float:
        """A value as search has it: mostly the win, and to a smaller part the margin."""
        part = 0.5 + 0.5 * margin / MARGIN_SCALE
        if part > 1.0:
            part = 1.0
        elif part < 0.0:
            part = 0.0
        return (1.0 - self.margin_weight) * win + self.margin_weight * part

    # The end

    def settle(self, state: State) -> None:
        """Of a finished game: each seat's part of the win, its margin, and what both are worth."""
        scores = state.scores()
        seat: i64 = 0
        top: i64 = -1
        shared: i64 = 0
        for score in scores:
            points: i64 = score
            if points > top:
                top = points
                shared = 1
            elif points == top:
                shared += 1
        while seat < self.seats:
            rival: i64 = -1_000_000
            other: i64 = 0
            while other < self.seats:
                points = scores[other]
                if other != seat and points > rival:
                    rival = points
                other += 1
            points = scores[seat]
            win: float = 0.0
            if points == top:
                win = 1.0 / float(shared)
            margin = float(points - rival)
            self.found[seat] = win
            self.found[self.margins + seat] = margin
            self.found[self.values + seat] = self.mixed(win, margin)
            seat += 1


def comes_first(ceiling: i64, other: i64) -> bool:
    """Whether a move is looked at before one with another ceiling."""
    if ceiling == NO_CEILING:
        return False
    return other == NO_CEILING or ceiling > other


def twice(old: vec[i64], least: i64) -> vec[i64]:
    """A longer array that begins like another."""
    new = vec[i64]([0] * (2 * least))
    i: i64 = 0
    while i < len(old):
        new[i] = old[i]
        i += 1
    return new
