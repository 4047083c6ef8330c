"""Every game, seat count and set of options: what the generic suite runs over.

A new game is here as soon as it is registered; what only it can tell stands in kits.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from colonnade.contract.game import Game
from colonnade.contract.play import Walk
from colonnade.contract.rng import Rng
from colonnade.contract.state import OVER, State
from colonnade.games import games
from tests.contract.toy import TOY


class Case(NamedTuple):
    """One way to play one game."""

    game: Game
    seats: int
    options: dict[str, str]

    @property
    def name(self) -> str:
        """A name for test ids and golden files."""
        return "-".join([self.game.key, str(self.seats), *self.options.values()])

    def start(self) -> State:
        """Set up a fresh game."""
        return self.game.start(self.seats, self.options)

    def watchers(self) -> list[int | None]:
        """All who may look: every seat, and a spectator."""
        return [*range(self.seats), None]


def cases_of(game: Game) -> Iterator[Case]:
    """All seat counts and options of a game."""
    keys = [option.key for option in game.options]
    for seats in game.seats:
        for values in product(*(option.values for option in game.options)):
            yield Case(game, seats, dict(zip(keys, values, strict=True)))


REAL = [case for game in games() for case in cases_of(game)]
CASES = [*REAL, *cases_of(TOY)]


def wander(case: Case, seed: int) -> Iterator[State]:
    """Every position of one random game, the first and the last included; each may be kept."""
    state = case.start()
    walk, rng = Walk(state), Rng(seed)
    yield state.copy()
    while state.actor != OVER:
        walk.step(state, rng)
        yield state.copy()


def position(case: Case, seed: int, moves: int) -> State:
    """A position some random moves from the start, or the end if the game is shorter."""
    state = case.start()
    walk, rng = Walk(state), Rng(seed)
    while moves and state.actor != OVER:
        walk.step(state, rng)
        moves -= 1
    return state
