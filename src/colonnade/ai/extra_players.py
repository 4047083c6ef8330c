"""Players of other packages, by entry points of the group `colonnade.players`.

An entry is anything that is called with a game and a generator and gives a `Player`: a class of
players, or a function that seats one. Their names are used as those of levels.py are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from colonnade.ai.player import Player
from colonnade.contract.extensions import Extension, extensions
from colonnade.contract.game import Game
from colonnade.contract.rng import Rng

GROUP: Final = "colonnade.players"


def extra_players(taken: tuple[str, ...]) -> dict[str, Extension]:
    """The players of other packages by their names."""
    return extensions(GROUP, taken)


def load_player(offered: Extension) -> Callable[[Game, Rng], object]:
    """What seats such a player."""
    found = offered.load()
    if not callable(found):
        raise offered.refused("kind", found=type(found).__name__, wanted=Player.__name__)
    return cast(Callable[[Game, Rng], object], found)


def seat(offered: Extension, game: Game, rng: Rng) -> Player:
    """Seat such a player; one that cannot be seated is refused with its package's name."""
    make = load_player(offered)
    try:
        found = make(game, rng)
    except Exception as problem:
        raise offered.broken(problem) from problem
    if not isinstance(found, Player):
        raise offered.refused("kind", found=type(found).__name__, wanted=Player.__name__)
    return found
