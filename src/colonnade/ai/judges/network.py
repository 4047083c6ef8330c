"""A judge that is a small network: it corrects what another judge says, by what was learned.

How a network is read from its file, and what its numbers were made from, networks.py decides; how
they are learned, learning. The sums go in one order only, so that both builds agree to the last
bit.
"""

# Compiled by mypyc.

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from colonnade.ai.judge import Judge
from colonnade.contract.state import State

POINTS: Final = 10.0  # points that an output of 1 stands for
PLAIN_SPREAD: Final = 20.0  # of points, where no other judge says how far they may spread
OUTPUTS: Final = 2  # of the value: points beyond the other judge's, and how their spread stretches
STRETCH: Final = 2.0  # the logarithm by which a spread may change, at most
TOGETHER: Final = 4  # units that are added up at once: hidden layers have a multiple of it


@final
@mypyc_attr(acyclic=True)
class Weights:
    """All numbers of a network, ready for use; shared by the judges that are made from them.

    `layers` has, for each hidden layer, its biases and then a line of weights for each input.
    """

    def __init__(self, seats: i64, sizes: vec[i64], rows: i64) -> None:
        self.seats: i64 = seats
        self.sizes: vec[i64] = sizes  # of the tensor and of each hidden layer
        count: i64 = 0
        widest: i64 = 0
        i: i64 = 1
        while i < len(sizes):
            count += (sizes[i - 1] + 1) * sizes[i]
            if sizes[i] > widest:
                widest = sizes[i]
            i += 1
        self.widest: i64 = widest
        self.last: i64 = sizes[len(sizes) - 1]
        self.layers: vec[float] = vec[float]([0.0] * count)
        self.values: vec[float] = vec[float]([0.0] * ((self.last + 1) * OUTPUTS))
        # Of each row: its bias, and its weights for the last hidden layer.
        self.rows: vec[float] = vec[float]([0.0] * (rows * (self.last + 1)))
        self.trust: float = 1.0  # how much of the other judge's logits remains

    def add_to_row(self, row: i64, source: vec[float], at: i64) -> None:
        """Add the bias and weights of one of its words to a row's."""
        width = self.last + 1
        i: i64 = 0
        while i < width:
            self.rows[row * width + i] += source[at + i]
            i += 1


@final
@mypyc_attr(acyclic=True)
class NetworkJudge(Judge):
    """Looks at a position as each seat knows it, and adds to what another judge says of it."""

    def __init__(self, weights: Weights, base: Judge | None) -> None:
        super().__init__()
        self.weights: Weights = weights
        self.base: Judge | None = base
        if base is not None:
            self.horizon = base.horizon
            self.reach = base.reach
            self.explore = base.explore
            self.first_play_reduction = base.first_play_reduction
            self.margin_weight = base.margin_weight
        self.tensor: vec[i16] = vec[i16]([i16(0)] * weights.sizes[0])
        self.hidden: vec[float] = vec[float]([0.0] * weights.widest)
        # What is not zero: where its line of weights begins, and how often it counts.
        most = max(weights.sizes[0], weights.widest)
        self.lines: vec[i64] = vec[i64]([0] * most)
        self.amounts: vec[float] = vec[float]([0.0] * most)
        self.points: float = 0.0  # what a seat was last found to have beyond the other judge's
        self.stretch: float = 0.0

    def clock(self, state: State) -> i64:
        """The other judge's, else the turns."""
        base = self.base
        if base is None:
            return state.turn
        return base.clock(state)

    def rollout_policy(self, state: State, rows: vec[i64], count: i64, logits: vec[float]) -> None:
        """Quick moves are left to the other judge, where there is one."""
        base = self.base
        if base is None:
            self.policy(state, rows, count, logits)
        else:
            base.policy(state, rows, count, logits)

    def policy(self, state: State, rows: vec[i64], count: i64, logits: vec[float]) -> None:
        """The other judge's logits, and what the network makes of each row."""
        base = self.base
        trust: float = 0.0
        if base is not None:
            base.policy(state, rows, count, logits)
            trust = self.weights.trust
        self.look(state, state.actor)
        hidden = self.hidden
        source = self.weights.rows
        last = self.weights.last
        i: i64 = 0
        while i < count:
            at = rows[i] * (last + 1)
            logit = source[at]
            j: i64 = 0
            while j < last:
                logit += hidden[j] * source[at + 1 + j]
                j += 1
            if trust != 0.0:
                logit += trust * logits[i]
            logits[i] = logit
            i += 1

    def value(self, state: State, points: vec[float]) -> float:
        """The other judge's points, each seat's corrected by what the network sees from there."""
        base = self.base
        spread: float = PLAIN_SPREAD
        if base is None:
            scores = state.scores()
            for i in range(len(scores)):
                points[i] = float(scores[i])
        else:
            spread = base.value(state, points)
        stretch: float = 0.0
        seats = self.weights.seats
        seat: i64 = 0
        while seat < seats:
            self.look(state, seat)
            self.fill_outputs()
            points[seat] += POINTS * self.points
            stretch += self.stretch
            seat += 1
        stretch /= float(seats)
        if stretch > STRETCH:
            stretch = STRETCH
        elif stretch < -STRETCH:
            stretch = -STRETCH
        return spread * math.exp(stretch)

    def look(self, state: State, seat: i64) -> None:
        """Bring what a seat knows through the hidden layers; most are zeros, and free."""
        tensor = self.tensor
        state.fill_tensor(seat, tensor, 0)
        sizes = self.weights.sizes
        width = sizes[1]
        at = width  # of the first line of weights, behind the biases
        count: i64 = 0
        i: i64 = 0
        while i < sizes[0]:
            entry = i64(tensor[i])
            if entry != 0:
                self.lines[count] = at
                self.amounts[count] = float(entry)
                count += 1
            at += width
            i += 1
        self.add_up(0, count, width)
        layer: i64 = 2
        while layer < len(sizes):
            self.pass_on(at, sizes[layer - 1], sizes[layer])
            at += (sizes[layer - 1] + 1) * sizes[layer]
            layer += 1

    def pass_on(self, biases: i64, before: i64, width: i64) -> None:
        """One more hidden layer, whose numbers begin at `biases`."""
        hidden = self.hidden
        at = biases + width
        count: i64 = 0
        i: i64 = 0
        while i < before:
            if hidden[i] > 0.0:
                self.lines[count] = at
                self.amounts[count] = hidden[i]
                count += 1
            at += width
            i += 1
        self.add_up(biases, count, width)

    def add_up(self, biases: i64, count: i64, width: i64) -> None:
        """Biases and lines of weights, four units at a time: so their sums stay out of memory."""
        source = self.weights.layers
        lines = self.lines
        amounts = self.amounts
        unit: i64 = 0
        while unit < width:
            at = biases + unit
            first = source[at]
            second = source[at + 1]
            third = source[at + 2]
            fourth = source[at + 3]
            i: i64 = 0
            while i < count:
                at = lines[i] + unit
                amount = amounts[i]
                first += amount * source[at]
                second += amount * source[at + 1]
                third += amount * source[at + 2]
                fourth += amount * source[at + 3]
                i += 1
            self.hidden[unit] = above_zero(first)
            self.hidden[unit + 1] = above_zero(second)
            self.hidden[unit + 2] = above_zero(third)
            self.hidden[unit + 3] = above_zero(fourth)
            unit += TOGETHER

    def fill_outputs(self) -> None:
        """The two numbers that stand for a seat's prospects."""
        source = self.weights.values
        hidden = self.hidden
        points = source[0]
        stretch = source[1]
        i: i64 = 0
        while i < self.weights.last:
            points += hidden[i] * source[OUTPUTS * (i + 1)]
            stretch += hidden[i] * source[OUTPUTS * (i + 1) + 1]
            i += 1
        self.points = points
        self.stretch = stretch


def above_zero(amount: float) -> float:
    """What a unit lets through."""
    if amount < 0.0:
        return 0.0
    return amount
