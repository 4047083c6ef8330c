"""One game at a table that others sit at: the position, the chance that moves it, what seats see.

The rules are decided by the game. How seats take turns in a library's own way stands in
pettingzoo.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from secrets import randbits
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from colonnade import pictures
from colonnade.adapters.actions import refuse
from colonnade.contract.game import Game
from colonnade.contract.play import draw
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE, OVER
from colonnade.environments.tensors import legal_mask, observe
from colonnade.games import game as find

Saved = tuple[str, int, dict[str, str], int | None, int, str, tuple[int, int, int, int]]

SEED_BITS = 64  # what a generator takes


class Observation(TypedDict):
    """What a seat gets: its tensor, and a 1 for each row that it can choose now."""

    observation: NDArray[np.int16]
    action_mask: NDArray[np.int8]


class Sitting:
    """Games one after the other; the seed decides chance, each game has a stream of its own."""

    def __init__(self, key: str, seats: int | None, options: Mapping[str, str] | None) -> None:
        self.game: Game = find(key)
        self.first = self.game.start(seats, options)
        self.state = self.first
        self.seats = len(self.first.scores())
        self.rows = len(self.game.moves)
        self.size = self.game.layout(self.seats).size
        self.seed: int | None = None
        self.stream = 0
        self.chance = Rng(0)

    def begin(self, seed: int | None) -> None:
        """Begin a game: the first of a new seed, or the next one of the seed there is."""
        if seed is not None or self.seed is None:
            self.seed = randbits(SEED_BITS) if seed is None else seed
            self.stream = 0
        else:
            self.stream += 1
        self.chance = Rng(self.seed, self.stream)
        self.state = self.first.copy()
        self.settle()

    def move(self, row: int) -> None:
        """Make the move of the seat that must decide, and draw; an illegal one is refused."""
        if not self.allows(row):
            refuse(self.state, row)
        self.state.apply(row)
        self.settle()

    def allows(self, row: int) -> bool:
        """Whether a row is legal now."""
        return row in self.state.legal()

    def settle(self) -> None:
        """Draw until a seat must decide or the game is over."""
        while self.state.actor == CHANCE:
            self.state.apply(draw(self.state, self.chance))

    def over(self) -> bool:
        """Whether the game is over."""
        return self.state.actor == OVER

    def observation(self, seat: int, asked: bool) -> Observation:
        """What a seat knows; nothing to choose from unless it is asked."""
        mask = np.zeros(self.rows, np.int8)
        if asked:
            legal_mask(self.state, mask.data)
        entries = np.empty(self.size, np.int16)
        observe(self.state, seat, entries.data)
        return {"observation": entries, "action_mask": mask}

    def picture(self) -> str:
        """The table as plain text, as a spectator sees it; after the end, all cards open."""
        return self.game.picture(self.state.reveal() if self.over() else self.state.view(None))

    def drawing(self) -> str:
        """The same as SVG."""
        return pictures.draw(self.state.reveal() if self.over() else self.state.view(None))

    def __reduce__(self) -> tuple[Callable[..., Sitting], Saved]:
        """For pickling and copying: the position as its line, the generator as its numbers."""
        view, rng = self.first.view(None), self.chance
        numbers = (int(rng.a), int(rng.b), int(rng.c), int(rng.counter))
        position = self.state.dump()
        return restore, (
            view.game,
            view.seats,
            view.options,
            self.seed,
            self.stream,
            position,
            numbers,
        )


def restore(
    key: str,
    seats: int,
    options: dict[str, str],
    seed: int | None,
    stream: int,
    position: str,
    numbers: tuple[int, int, int, int],
) -> Sitting:
    """Take up again what was saved."""
    sitting = Sitting(key, seats, options)
    sitting.seed, sitting.stream = seed, stream
    sitting.state = sitting.game.load(position)
    rng = sitting.chance
    rng.a, rng.b, rng.c, rng.counter = numbers
    return sitting
