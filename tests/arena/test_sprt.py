"""The test behind the gate: against slow readings of the same definitions, and by its errors."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence

import pytest

from colonnade.arena.sprt import (
    ALWAYS,
    EMPTY,
    Bounds,
    elo_of,
    expected_score,
    likelihood_ratio,
    superiority,
    tilt,
)

pytestmark = pytest.mark.once
PAIRS = (
    (17, 40, 63, 51, 29),
    (1, 0, 0, 0, 0),
    (0, 0, 50, 0, 0),
    (0, 0, 0, 0, 12),
    (300, 3, 1000, 2, 340),
)
# What five outcomes of a pair may be like: with luck that both games share, and without it.
SHAPES = ((0.20, 0.02, 0.56, 0.02, 0.20), (0.25, 0.0, 0.5, 0.0, 0.25))


def counted(amounts: Sequence[int]) -> Counter[float]:
    """The five outcomes of pairs, as they were counted."""
    return Counter(dict(zip(ALWAYS, amounts, strict=True)))


def slow_likelihood(amounts: Sequence[float], mean: float) -> float:
    """The best log likelihood with this mean, by climbing instead of by the formula.

    Outcomes at the ends are given by the others, since probabilities sum to one and scores to the
    mean: three free numbers are left, improved one at a time by ever smaller steps.
    """

    def value(inner: Sequence[float]) -> float:
        above = mean - sum(s * p for s, p in zip(ALWAYS[1:4], inner, strict=True))
        below = 1 - above - sum(inner)
        every = (below, *inner, above)
        if min(every) <= 0:
            return -math.inf
        return sum(n * math.log(p) for n, p in zip(amounts, every, strict=True))

    # Two points with the mean, and a little of everything.
    inner = [0.1 * min(mean, 1 - mean)] * 3
    best, step = value(inner), 0.05
    directions = [[float(i == j) for j in range(3)] for i in range(3)]
    directions += [[1.0, -2.0, 1.0], [1.0, -1.0, 0.0], [0.0, 1.0, -1.0], [1.0, 0.0, -1.0]]
    while step > 1e-12:
        better = False
        for direction in directions:
            for sign in (step, -step):
                tried = [p + sign * d for p, d in zip(inner, direction, strict=True)]
                if (found := value(tried)) > best:
                    inner, best, better = tried, found, True
        if not better:
            step /= 2
    return best


# Elo


def test_elo_of_two_is_the_usual_one() -> None:
    """61.3 % are 80 Elo, 55.7 % are 40."""
    for elo in (-400.0, -7.5, 0.0, 40.0, 80.0, 400.0):
        assert expected_score(elo, 2) == pytest.approx(1 / (1 + 10 ** (-elo / 400)))
    assert expected_score(80, 2) == pytest.approx(0.613, abs=5e-4)
    assert expected_score(40, 2) == pytest.approx(0.557, abs=5e-4)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_elo_is_even_handed_and_can_be_read_back(seats: int) -> None:
    """No Elo is a half at any table, and who is stronger by so much gets what the other lacks."""
    assert expected_score(0, seats) == 0.5
    for elo in (-350.0, -10.0, 3.0, 120.0, 700.0):
        score = expected_score(elo, seats)
        assert score + expected_score(-elo, seats) == pytest.approx(1)
        assert elo_of(score, seats) == pytest.approx(elo, abs=1e-4)
    assert (elo_of(0, seats), elo_of(1, seats)) == (-math.inf, math.inf)
    assert (expected_score(-1e9, seats), expected_score(1e9, seats)) == (0, 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_scores_are_those_of_players_who_win_by_their_strength(seats: int) -> None:
    """Where each wins in proportion to its strength, games give the score of the formula."""
    elo, games = 150.0, 40_000
    strength, rng = 10 ** (elo / 400), random.Random(seats)

    def wins(alone: float, others: float) -> float:
        chance = alone / (alone + (seats - 1) * others)
        return sum(rng.random() < chance for _ in range(games)) / games

    score = 0.5 + (wins(strength, 1) - wins(1, strength)) / 2
    assert score == pytest.approx(expected_score(elo, seats), abs=0.01)


# The ratio


@pytest.mark.parametrize("amounts", PAIRS)
@pytest.mark.parametrize("mean", [0.5, 0.514, 0.613])
def test_the_likeliest_distribution_has_the_mean(amounts: Sequence[int], mean: float) -> None:
    """Its probabilities sum to one, its scores to the mean, and all are above nothing."""
    weights = [n or EMPTY for n in amounts]
    lean, total = tilt(ALWAYS, weights, mean), sum(weights)
    chances = [
        n / total / (1 + lean * (score - mean)) for n, score in zip(weights, ALWAYS, strict=True)
    ]
    assert min(chances) > 0
    assert sum(chances) == pytest.approx(1)
    assert sum(p * s for p, s in zip(chances, ALWAYS, strict=True)) == pytest.approx(mean)


@pytest.mark.parametrize("amounts", PAIRS)
@pytest.mark.parametrize("scores", [(0.5, 0.514), (0.5, 0.613), (0.45, 0.55)])
def test_the_ratio_is_that_of_the_best_likelihoods(
    amounts: Sequence[int], scores: tuple[float, float]
) -> None:
    """Found without the formula, by climbing."""
    weights = [n or EMPTY for n in amounts]
    slow = slow_likelihood(weights, scores[1]) - slow_likelihood(weights, scores[0])
    assert likelihood_ratio(counted(amounts), *scores) == pytest.approx(slow, abs=2e-4)


def test_the_ratio_is_even_handed() -> None:
    """Seen from the other player, and with the hypotheses exchanged, it only changes its sign."""
    one = likelihood_ratio(counted((17, 40, 63, 51, 29)), 0.48, 0.53)
    assert likelihood_ratio(counted((29, 51, 63, 40, 17)), 0.52, 0.47) == pytest.approx(one)
    assert likelihood_ratio(counted((17, 40, 63, 51, 29)), 0.53, 0.48) == pytest.approx(-one)
    assert likelihood_ratio(Counter(), 0.5, 0.5) == 0


def test_where_much_was_played_the_ratio_is_the_usual_one() -> None:
    """Near the truth it is that of a normal mean, with the variance that was found."""
    amounts = (2000, 150, 5600, 180, 2070)
    total = sum(amounts)
    mean = sum(n * s for n, s in zip(amounts, ALWAYS, strict=True)) / total
    variance = sum(n * (s - mean) ** 2 for n, s in zip(amounts, ALWAYS, strict=True)) / total
    low, high = 0.5, expected_score(10, 2)
    normal = total * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert likelihood_ratio(counted(amounts), low, high) == pytest.approx(normal, rel=0.02)


def test_other_scores_than_five_are_counted_too() -> None:
    """As tables of three and four have them; what splits a count in two changes nothing."""
    counts = Counter({0.25: 10, 0.5: 30, 0.75: 14, 0.625: 9, 0.375: 4})
    assert likelihood_ratio(counts, 0.5, 0.52) > 0
    assert likelihood_ratio(counts, 0.5, 0.52) == pytest.approx(
        likelihood_ratio(Counter({1 - s: n for s, n in counts.items()}), 0.5, 0.48)
    )


def test_limits_are_walds() -> None:
    """Five in a hundred each way: plus and minus log 19."""
    assert Bounds().limits() == pytest.approx((-math.log(19), math.log(19)))
    low, high = Bounds(alpha=0.01, beta=0.1).limits()
    assert (low, high) == pytest.approx((math.log(0.1 / 0.99), math.log(0.9 / 0.01)))


def test_superiority() -> None:
    """1.96 errors above a half are 97.5 %."""
    assert superiority(0.5, 0.1) == 0.5
    assert superiority(0.5 + 1.959964 * 0.01, 0.01) == pytest.approx(0.975, abs=1e-6)


# Errors


def leaning(shape: Sequence[float], mean: float) -> list[float]:
    """A shape of outcomes, leaned so that it has a mean."""
    lean = tilt(ALWAYS, [p or EMPTY for p in shape], mean)
    found = [p / (1 + lean * (s - mean)) for p, s in zip(shape, ALWAYS, strict=True)]
    return [p / sum(found) for p in found]


def verdict(rng: random.Random, chances: Sequence[float], bounds: Bounds) -> tuple[bool, int]:
    """Draw pairs until one hypothesis is believed; whether it was H1, and after how many."""
    low, high = bounds.limits()
    scores = [expected_score(elo, 2) for elo in (bounds.elo0, bounds.elo1)]
    counts: Counter[float] = Counter()
    while True:
        counts[rng.choices(ALWAYS, chances)[0]] += 1
        ratio = likelihood_ratio(counts, *scores)
        if not low < ratio < high:
            return ratio > 0, counts.total()


@pytest.mark.parametrize("shape", SHAPES)
def test_errors_are_as_rare_as_promised(shape: Sequence[float]) -> None:
    """400 simulated gates for each hypothesis: 5 % err, and 9 % would be beyond three sigma."""
    bounds = Bounds(elo0=0, elo1=80)
    for truth, wrong in ((bounds.elo0, True), (bounds.elo1, False)):
        rng = random.Random(7)
        chances = leaning(shape, expected_score(truth, 2))
        found = [verdict(rng, chances, bounds) for _ in range(400)]
        assert sum(said == wrong for said, _ in found) <= 36, truth
        # Far fewer than a fixed number of games would need for the same errors.
        assert 20 < sum(pairs for _, pairs in found) / len(found) < 200


def test_what_is_clearly_better_is_found_soon() -> None:
    """And what is clearly worse, too."""
    rng, bounds = random.Random(1), Bounds(elo0=0, elo1=40)
    better = leaning(SHAPES[0], expected_score(150, 2))
    worse = leaning(SHAPES[0], expected_score(-150, 2))
    for chances, wanted in ((better, True), (worse, False)):
        found = [verdict(rng, chances, bounds) for _ in range(20)]
        assert all(said == wanted for said, _ in found)
        assert max(pairs for _, pairs in found) < 150
