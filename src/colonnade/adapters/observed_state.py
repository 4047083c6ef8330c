"""A position with what every seat has seen on the way to it: what OpenSpiel's states are made of.

What a row looks like to a seat, and what can be imagined from a view, is decided by each game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from colonnade.adapters.actions import refuse
from colonnade.contract.game import Game
from colonnade.contract.rng import Rng
from colonnade.contract.state import State
from colonnade.games import game as find

Rows = list[int]
Saved = tuple[str, str, Rows, list[Rows], list[tuple[str, str] | None]]

WORD = 2**32
SPECTATOR = -1  # the last watcher


class Origin:
    """A guess that the memory of its seats begins with, and what came before it in public."""

    __slots__ = ("_texts", "past", "state")

    def __init__(self, state: State, past: str) -> None:
        self.state = state
        self.past = past
        self._texts: dict[int, str] = {}

    def text(self, seat: int) -> str:
        """What a seat knew in this guess, and what everybody had seen."""
        if seat not in self._texts:
            view = msgspec.json.encode(self.state.view(seat)).decode()
            self._texts[seat] = f"seat {seat} imagined {view}\n{self.past}"
        return self._texts[seat]


class Guess(NamedTuple):
    """A position that fits a seat's view, and how it came about, as the seat saw it."""

    state: State
    history: str  # player:row, one after the other


class Witnessed:
    """A position, and the rows that each seat and a spectator saw before it.

    Seeing is put off until somebody asks: a random playout, which nobody asks about, stays fast.
    """

    __slots__ = (
        "_actors",
        "_before",
        "_guesses",
        "_legal",
        "_origins",
        "_seen",
        "_texts",
        "_told",
        "_unseen",
        "game",
        "position",
    )

    def __init__(self, game: Game, position: State, seats: int) -> None:
        self.game = game
        self.position = position
        self._legal: Rows | None = None
        self._unseen: Rows = []
        self._before = position  # where the rows not yet seen were made
        self._actors: Rows = []
        self._seen: list[Rows] = [[] for _ in range(seats + 1)]
        self._origins: list[Origin | None] = [None] * (seats + 1)
        self._texts: list[str | None] = [*(f"seat {seat}" for seat in range(seats)), "spectator"]
        self._told = [0] * (seats + 1)  # how many rows stand in each text
        self._guesses: dict[int, Guess] = {}

    # Moves

    def legal(self) -> Rows:
        """The legal rows, found once."""
        if self._legal is None:
            self._legal = self.position.legal()
        return self._legal

    def apply(self, row: int) -> None:
        """Make a move; one that is not legal is refused, and nothing is changed."""
        if row not in self.legal():
            refuse(self.position, row)
        if not self._unseen:
            self._before = self.position.copy()
        self._unseen.append(row)
        self.position.apply(row)
        self._legal = None
        self._guesses = {}

    def copy(self) -> Witnessed:
        """Make an independent twin."""
        twin = Witnessed.__new__(Witnessed)
        twin.game = self.game
        twin.position = self.position.copy()
        twin._legal = self._legal
        twin._unseen = [*self._unseen]
        twin._before = self._before.copy()
        twin._actors = [*self._actors]
        twin._seen = [[*rows] for rows in self._seen]
        twin._origins = self._origins
        twin._texts = [*self._texts]
        twin._told = [*self._told]
        twin._guesses = {}
        return twin

    # Memories

    def seen(self, watcher: int) -> Rows:
        """The rows as a seat or the spectator saw them, from the first on."""
        for row in self._unseen:
            self._actors.append(int(self._before.actor))
            for seat, rows in enumerate(self._seen[:SPECTATOR]):
                rows.append(self._before.seen(row, seat))
            self._seen[SPECTATOR].append(self._before.seen(row, None))
            self._before.apply(row)
        self._unseen = []
        return self._seen[watcher]

    def recollection(self, watcher: int) -> str:
        """All that a seat or the spectator remembers, in words: one line for each row it saw."""
        rows = self.seen(watcher)
        text, origin = self._texts[watcher], self._origins[watcher]
        if text is None:
            assert origin is not None
            text = origin.text(watcher)
        table = self.game.moves.rows
        if self._told[watcher] < len(rows):
            text += "".join([f"\n{table[row].words}" for row in rows[self._told[watcher] :]])
            self._told[watcher] = len(rows)
        self._texts[watcher] = text
        return text

    # Guesses

    def guess(self, seat: int) -> Guess:
        """The first guess of a seat, always the same, from its view and memory alone."""
        if seat not in self._guesses:
            state = self.game.imagine(self.position.view(seat), Rng(0))
            rows = self.seen(seat)
            made = zip(self._actors, rows, strict=True)
            history = ",".join([f"{actor}:{row}" for actor, row in made])
            self._guesses[seat] = Guess(state, history)
        return self._guesses[seat]

    def resampled(self, seat: int, draw: Callable[[], float]) -> Witnessed:
        """A world that looks the same to a seat, and in all else as `draw` wants it.

        What the others saw is unknown to the seat: their memories begin with what they know in
        this world, after what a spectator saw.
        """
        state = self.guess(seat).state.copy()
        state.reimagine(seat, Rng(int(draw() * WORD) << 32 | int(draw() * WORD)))
        count = len(self._seen)
        twin = Witnessed(self.game, state, count - 1)
        public = self.seen(SPECTATOR)
        origin = Origin(state.copy(), self.recollection(SPECTATOR))
        twin._actors = [*self._actors]
        twin._seen = [[*public] for _ in range(count)]
        twin._origins = [origin] * count
        twin._texts = [None] * count
        twin._told = [len(public)] * count
        twin._seen[seat] = [*self.seen(seat)]
        twin._origins[seat] = self._origins[seat]
        for watcher in (seat, SPECTATOR):
            twin._texts[watcher] = self.recollection(watcher)
        return twin

    # Copies and files

    def __deepcopy__(self, memo: dict[int, object]) -> Witnessed:
        """OpenSpiel clones its states by copying all that they hold."""
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., Witnessed], Saved]:
        """For pickling, by which OpenSpiel saves its states."""
        self.seen(SPECTATOR)
        origins = [
            None if origin is None else (origin.state.dump(), origin.past)
            for origin in self._origins
        ]
        position = self.position.dump()
        return restore, (self.game.key, position, self._actors, self._seen, origins)


def restore(
    key: str,
    position: str,
    actors: Rows,
    seen: list[Rows],
    origins: list[tuple[str, str] | None],
) -> Witnessed:
    """Make again what was pickled."""
    game = find(key)
    made = Witnessed(game, game.load(position), len(seen) - 1)
    made._actors, made._seen = actors, seen
    for watcher, saved in enumerate(origins[:SPECTATOR]):
        if saved is not None:
            origin = Origin(game.load(saved[0]), saved[1])
            made._origins[watcher], made._texts[watcher] = origin, None
            made._told[watcher] = saved[1].count("\n")
    return made
