"""Judges with other weights, from files such as `bench.tune` writes: what is read is checked.

What the weights mean is decided by each game's judge; the shipped ones stand in judges/.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from pathlib import Path

import msgspec

from colonnade.ai.judge import Judge
from colonnade.ai.judges import judge_of, judge_type
from colonnade.ai.judges.linear import Linear
from colonnade.contract.errors import ColonnadeError
from colonnade.contract.game import Game

KEPT = 8  # files held ready at once
LARGEST_WEIGHT = 1e6  # far beyond anything measured; sums of such still are numbers


class NoJudgeFile(ColonnadeError):
    """There is no file here, or it cannot be opened."""


class BadJudgeFile(ColonnadeError):
    """A file does not hold the weights of this game's judge."""


class JudgeWeights(msgspec.Struct, frozen=True):
    """The weights of a linear judge: of rows by stage of the game, of seats, and the spreads."""

    rows: dict[str, list[float]]
    seats: dict[str, float]
    spreads: list[float]


def judge_from_file(path: Path, game: Game) -> Judge:
    """A fresh judge of a game, with the weights of a file; what is not named weighs nothing."""
    judge = judge_of(game)
    weights = load(path, game)
    assert isinstance(judge, Linear)  # as load has seen
    for of_judge in (judge.row_weights, judge.seat_weights):
        for i in range(len(of_judge)):
            of_judge[i] = 0.0
    judge.take(msgspec.to_builtins(weights), *features(game))
    return judge


def features(game: Game) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of a judge's features, of rows and of seats; none if it has no such names."""
    found = judge_type(game.key)
    module = import_module(found.__module__) if found is not None else None
    return getattr(module, "ROW_FEATURES", ()), getattr(module, "SEAT_FEATURES", ())


def load(path: Path, game: Game) -> JudgeWeights:
    """The weights of a file, checked against the game's judge; kept while the file is the same."""
    try:
        facts = path.stat()
        return _load(path, game, facts.st_mtime_ns, facts.st_size, facts.st_ino)
    except OSError as problem:
        raise NoJudgeFile(path=str(path), problem=problem.strerror or str(problem)) from problem


@lru_cache(maxsize=KEPT)
def _load(path: Path, game: Game, *_: int) -> JudgeWeights:
    try:
        weights = msgspec.json.decode(path.read_bytes(), type=JudgeWeights)
        check(weights, game)
    except ValueError as problem:  # as msgspec's own errors are
        told = {"path": str(path), "game": game.key, "problem": str(problem)}
        raise BadJudgeFile(**told) from problem
    return weights


def check(weights: JudgeWeights, game: Game) -> None:
    """Refuse weights that this game's judge has no use for: they were measured for another."""
    rows, seats = features(game)
    judge = judge_of(game)
    if not isinstance(judge, Linear) or not rows:
        raise ValueError("the judge of this game has no weights")
    stages = len(judge.spreads)
    unknown = [*(weights.rows.keys() - set(rows)), *(weights.seats.keys() - set(seats))]
    if unknown:
        raise ValueError(f"no feature is called {', '.join(sorted(unknown))}")
    uneven = [name for name, found in weights.rows.items() if len(found) != stages]
    if uneven or len(weights.spreads) != stages:
        raise ValueError(f"{', '.join(uneven) or 'spreads'}: not {stages} stages")
    every = [*weights.seats.values(), *(one for found in weights.rows.values() for one in found)]
    if any(abs(weight) > LARGEST_WEIGHT for weight in every) or min(weights.spreads) <= 0:
        raise ValueError("weights beyond a million, or spreads that are not above 0")
