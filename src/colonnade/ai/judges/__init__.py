"""The judges: what search knows of a game beyond its rules.

A game of the house has its judge in the file here that is called by its key, as `JUDGE`.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib import import_module
from importlib.util import find_spec

from colonnade.ai.judge import Judge
from colonnade.ai.judges.linear import read_data
from colonnade.contract.game import Game
from colonnade.games import own_keys


@cache
def judge_type(key: str) -> type[Judge] | None:
    """How a game is judged; None for a game without a judge."""
    name = f"{__name__}.{key}"
    if key not in own_keys() or find_spec(name) is None:
        return None
    found: type[Judge] = import_module(name).JUDGE
    return found


def judge_of(game: Game) -> Judge | None:
    """A fresh judge of a game; None for a game that has none, which is then searched without."""
    found = judge_type(game.key)
    return None if found is None else found()


def data_of(game: Game) -> str:
    """What decides the judgement of a game's judge: its data file; nothing without a judge."""
    return read_data(game.key) if judge_type(game.key) else ""


def fingerprint_of(game: Game) -> str:
    """A short name for the weights of a game's judge: with others, the same players differ."""
    data = data_of(game)
    return blake2b(data.encode(), digest_size=4).hexdigest() if data else ""
