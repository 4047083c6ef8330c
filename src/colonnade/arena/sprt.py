"""When enough was played: the generalised sequential probability ratio test, and Elo as a scale.

Which games make a unit, and how it is scored, is decided in gate.py. Every score lies in 0 to 1,
and players of equal strength expect a half. The formulas stand in docs/trials.md.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec

EMPTY = 1e-3  # what a score counts that has not come up yet
ALWAYS = (0.0, 0.25, 0.5, 0.75, 1.0)  # scores that are taken to be possible, whatever came up
EXACT = 1e-12  # relative width of a root's bracket
STEPS = 200  # to a root, at most; a dozen are usual
STEEP = 1e4  # Elo beyond which a score is 0 or 1 for a computer


class Bounds(msgspec.Struct, frozen=True):
    """What is tested: H0 says elo0, H1 says elo1; and how often either may be wrongly believed."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05  # how often H1 is believed though H0 is true
    beta: float = 0.05  # how often H0 is believed though H1 is true

    def limits(self) -> tuple[float, float]:
        """Where the log likelihood ratio decides, by Wald: for H0 below, for H1 above."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )


# Elo


def expected_score(elo: float, seats: int) -> float:
    """The score of a unit that so much Elo leads one to expect, among so many seats."""
    if abs(elo) > STEEP:
        return 1.0 if elo > 0 else 0.0
    strength = 10 ** (elo / 400)  # of the new player, where the old one has 1
    alone = strength / (strength + seats - 1)  # of the games that one new player wins among old
    other = 1 / (1 + (seats - 1) * strength)  # and one old player among new
    return 0.5 + (alone - other) / 2


def elo_of(score: float, seats: int) -> float:
    """The Elo that leads one to expect a score; infinite where everything was won or lost."""
    if not 0 < score < 1:
        return math.copysign(math.inf, score - 0.5)
    low, high = -STEEP, STEEP
    while high - low > EXACT * STEEP:
        middle = (low + high) / 2
        found = expected_score(middle, seats)
        if found == score:
            return middle
        if found < score:
            low = middle
        else:
            high = middle
    return (low + high) / 2


# The ratio


def likelihood_ratio(counts: Mapping[float, int], score0: float, score1: float) -> float:
    """The log of how much likelier the scores are if score1 is expected than if score0 is.

    Of all distributions over the scores that have such a mean, the likeliest is taken each time.
    """
    weights = {**dict.fromkeys(ALWAYS, EMPTY), **{one: n for one, n in counts.items() if n}}
    scores, amounts = list(weights), list(weights.values())
    tilt0 = tilt(scores, amounts, score0)
    tilt1 = tilt(scores, amounts, score1)
    return sum(
        amount * math.log((1 + tilt0 * (score - score0)) / (1 + tilt1 * (score - score1)))
        for score, amount in zip(scores, amounts, strict=True)
    )


def tilt(scores: Sequence[float], amounts: Sequence[float], mean: float) -> float:
    """How far the likeliest distribution with this mean leans away from what was counted.

    It gives a score the probability amount / total / (1 + tilt * (score - mean)); the tilt is the
    root of a function that falls all the way between its two poles.
    """
    low, high = -1 / (max(scores) - mean), 1 / (mean - min(scores))
    at = 0.0
    for _ in range(STEPS):
        value = slope = 0.0
        for score, amount in zip(scores, amounts, strict=True):
            off = score - mean
            part = off / (1 + at * off)
            value += amount * part
            slope += amount * part * part
        if value > 0:
            low = at
        else:
            high = at
        if high - low <= EXACT * (1 + abs(at)) or value == 0:
            return at
        # Newton's step, unless it leads out of the bracket.
        step = at + value / slope
        if abs(step - at) <= EXACT * (1 + abs(at)):
            return step if low < step < high else at
        at = step if low < step < high else (low + high) / 2
    return at


def superiority(mean: float, error: float) -> float:
    """How sure it is that a player is the stronger one, by its mean score and that one's error."""
    return 0.5 * (1 + math.erf((mean - 0.5) / error / math.sqrt(2)))
