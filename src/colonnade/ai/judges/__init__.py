"""The judges: what search knows of a game beyond its rules.

A game of the house has its judge in the file here that is called by its key, as `JUDGE`; judges of
other packages come by entry points of the group `colonnade.judges`, named by their game's key.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from colonnade.ai.judge import Judge
from colonnade.ai.judges.linear import read_data
from colonnade.contract.extensions import BadExtension, extensions, tell
from colonnade.contract.game import Game
from colonnade.games import own_keys

GROUP: Final = "colonnade.judges"


@cache
def judge_type(key: str) -> type[Judge] | None:
    """How a game is judged; None for a game without a judge."""
    name = f"{__name__}.{key}"
    if key not in own_keys():
        return extra_judge(key)
    if find_spec(name) is None:
        return None
    found: type[Judge] = import_module(name).JUDGE
    return found


def extra_judge(key: str) -> type[Judge] | None:
    """The judge of another package; one that cannot be used is left out, and the log is told."""
    offered = extensions(GROUP, own_keys()).get(key)
    if offered is None:
        return None
    try:
        found = offered.load()
        if not isinstance(found, type) or not issubclass(found, Judge):
            raise offered.refused("kind", found=repr(found), wanted=Judge.__name__)
        found()
    except BadExtension as problem:
        tell(problem)
        return None
    except Exception as problem:
        tell(offered.broken(problem))
        return None
    return found


def judge_of(game: Game) -> Judge | None:
    """A fresh judge of a game; None for a game that has none, which is then searched without."""
    found = judge_type(game.key)
    return None if found is None else found()


def data_of(game: Game) -> str:
    """What decides a judge's judgement, its data file or its package; nothing without a judge."""
    if judge_type(game.key) is None:
        return ""
    if game.key in own_keys():
        return read_data(game.key)
    offered = extensions(GROUP, own_keys())[game.key]
    return f"{offered.package} {offered.point.value}"


def fingerprint_of(game: Game) -> str:
    """A short name for the weights of a game's judge: with others, the same players differ."""
    data = data_of(game)
    return blake2b(data.encode(), digest_size=4).hexdigest() if data else ""
