"""What a game's judge makes of two lines: by which of its features one is better than the other.

Weights are measured (judges/), so they say what counts in points. Only the planning seat's own
features are asked for: they need nothing that is hidden from it. What is said of them, each game's
file decides.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from colonnade.ai.judges import judge_type
from colonnade.ai.judges.linear import Linear
from colonnade.ai.reasons.line import Line


class Contribution(NamedTuple):
    """What a feature is worth after one line more than after another, and its amounts."""

    points: float
    here: int
    there: int


@cache
def linear_judge(key: str) -> Linear | None:
    """The judge of a game, if its judgement is a sum of weighted features."""
    found = judge_type(key)
    judge = None if found is None else found()
    return judge if isinstance(judge, Linear) else None


def contributions(line: Line, other: Line, features: tuple[int, ...]) -> list[Contribution]:
    """Some features of the planning seat after both lines; none without such a judge."""
    judge = linear_judge(line.game.key)
    if judge is None:
        return []
    here = judge.seat_features(line.after, line.seat)
    there = judge.seat_features(other.after, line.seat)
    return [
        Contribution(judge.seat_weights[i] * (here[i] - there[i]), int(here[i]), int(there[i]))
        for i in features
    ]


def weight_of(key: str, feature: int) -> float:
    """What one of a feature is worth to a judge, in points."""
    judge = linear_judge(key)
    return 0.0 if judge is None else float(judge.seat_weights[feature])
