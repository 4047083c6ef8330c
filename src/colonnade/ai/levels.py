"""Who can be asked to play: the simple players, and the named levels with their budgets.

How a searching player thinks is decided in search_player.py and search.py.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from colonnade.ai.eager import Eager
from colonnade.ai.gestures import Gestures
from colonnade.ai.greedy import Greedy
from colonnade.ai.judges import judge_of
from colonnade.ai.player import Player
from colonnade.ai.random import Random
from colonnade.ai.search_player import Budget, Searcher
from colonnade.contract.errors import ColonnadeError
from colonnade.contract.game import Game
from colonnade.contract.rng import Rng

SIMPLE: dict[str, type[Player]] = {
    "random": Random,
    "gestures": Gestures,
    "eager": Eager,
    "greedy": Greedy,
}


class Level(msgspec.Struct, frozen=True):
    """A searching player: how long it thinks, how it strays, and whether it has judgement."""

    budget: Budget
    straying: float = 0.0  # 0 takes the best; more of it, the others too
    judged: bool = True


# The levels of every game, from the gentlest to the strongest; docs/ladder.md has their measure.
LEVELS: dict[str, Level] = {
    "apprentice": Level(Budget(iterations=12), straying=5.0),
    "builder": Level(Budget(iterations=24), straying=0.6),
    "architect": Level(Budget(iterations=160)),
    "master": Level(Budget(seconds=1.0)),
}
# The same search without judgement: random games to the end. For comparison only.
PLAIN = Level(Budget(seconds=1.0), judged=False)

LEVEL_NAMES: tuple[str, ...] = tuple(LEVELS)
STRONGEST = LEVEL_NAMES[-1]
PLAYER_NAMES: tuple[str, ...] = (*SIMPLE, "plain", *LEVEL_NAMES)
MOST_SECONDS = 3600.0


class UnknownPlayer(ColonnadeError):
    """No computer player has this name."""


class BadBudget(ColonnadeError):
    """What stands behind a player's name is no budget, or the player has none."""


def check_players(specs: Sequence[str]) -> None:
    """Refuse players that do not exist, and budgets that make no sense."""
    for spec in specs:
        name, at, text = spec.partition("@")
        if name not in PLAYER_NAMES:
            raise UnknownPlayer(spec=spec, known=list(PLAYER_NAMES))
        if at and (name in SIMPLE or read_budget(text) is None):
            raise BadBudget(spec=spec, known=["plain", *LEVEL_NAMES])


def read_budget(text: str) -> Budget | None:
    """Read 0.2 as seconds and 500i as iterations for each decision; None if it is neither."""
    try:
        if text.endswith("i"):
            iterations = int(text[:-1])
            return Budget(iterations=iterations) if iterations > 0 else None
        seconds = float(text)
    except ValueError:
        return None
    if not math.isfinite(seconds) or not 0 < seconds <= MOST_SECONDS:
        return None
    return Budget(seconds=seconds)


def player(spec: str, game: Game, rng: Rng, seconds: float | None = None) -> Player:
    """Seat a player by its name, alone or with a budget: master, master@0.2, master@500i.

    `seconds` is the budget of a searching player whose name stands alone.
    """
    check_players([spec])
    name, _, text = spec.partition("@")
    if name in SIMPLE:
        return SIMPLE[name](game, rng)
    level = LEVELS.get(name, PLAIN)
    budget = read_budget(text) or level.budget
    if not text and seconds is not None:
        budget = Budget(seconds=seconds)
    judge = judge_of(game) if level.judged else None
    return Searcher(game, rng, budget, judge, level.straying)
