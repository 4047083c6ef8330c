"""Every game, seat count and set of options: what the generic suite runs over.

A new game is here as soon as it is registered; what only it can tell stands in kits.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

from colonnade.contract.game import Game
from colonnade.contract.play import Walk
from colonnade.contract.rng import Rng
from colonnade.contract.state import OVER, State
from colonnade.games import game, own_keys
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


def covering(game: Game) -> list[Case]:
    """Few cases in which every two choices, seats included, meet: all of them for small games."""
    cases = list(cases_of(game))
    missing = {pair for case in cases for pair in pairs(case)}
    chosen = []
    while missing and len(cases) > 8:
        best = max(cases, key=lambda case: len(missing & pairs(case)))
        missing -= pairs(best)
        chosen.append(best)
    return chosen or cases


def pairs(case: Case) -> set[tuple[tuple[str, str], tuple[str, str]]]:
    """Every two choices of a case."""
    return set(combinations({**case.options, "seats": str(case.seats)}.items(), 2))


OWN = [game(key) for key in own_keys()]
ALL = [case for found in OWN for case in cases_of(found)]
REAL = [case for found in OWN for case in covering(found)]
CASES = [*REAL, *cases_of(TOY)]
COVERING = {found.key: covering(found)[0] for found in OWN}  # of each, the one that covers most


def wander(case: Case, seed: int) -> Iterator[State]:
    """Every position of one random game, the first and the last included; each may be kept."""
    state = case.start()
    walk, rng = Walk(state), Rng(seed)
    yield state.copy()
    while state.actor != OVER:
        walk.step(state, rng)
        yield state.copy()


def glimpses(case: Case, seed: int, count: int = 100) -> Iterator[State]:
    """Some hundred positions of a random game, spread over its length: for what takes long."""
    states = list(wander(case, seed))
    rng = Rng(seed, 99)
    for i, state in enumerate(states):
        if i in (0, len(states) - 1) or rng.below(len(states)) < count:
            yield state


def position(case: Case, seed: int, moves: int) -> State:
    """A position some random moves from the start, or the end if the game is shorter."""
    state = case.start()
    walk, rng = Walk(state), Rng(seed)
    while moves and state.actor != OVER:
        walk.step(state, rng)
        moves -= 1
    return state


def decision(case: Case, seed: int, moves: int) -> State:
    """A position in which a seat has a choice, at least some random moves from the start."""
    state = position(case, seed, moves)
    walk, rng = Walk(state), Rng(seed)
    while state.actor < 0 or len(state.legal()) < 2:
        assert state.actor != OVER, "the game ended before"
        walk.step(state, rng)
    return state
