"""The one loop that plays a game out: asks who must decide, draws for chance, tells who listens.

Players get views and veiled rows only; the history stays here and with observers, who belong to
whoever runs the game. Who plays, and what is made of it, is decided by the caller.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from colonnade.ai.player import Player
from colonnade.contract.errors import ColonnadeError
from colonnade.contract.history import History
from colonnade.contract.play import SHOWN, Source, draw
from colonnade.contract.state import CHANCE, OVER


class IllegalChoice(ColonnadeError):
    """A computer player chose a row that is not legal: its code is wrong, and so is the run."""


class Seated(NamedTuple):
    """A player at its seat, and the name it was asked for by."""

    name: str
    player: Player


class Observer:
    """Sees a whole game as it is played; each method may be left as it is."""

    def before(self, history: History, row: int) -> None:
        """A row was chosen or drawn, and will be made now."""

    def made(self, history: History, row: int) -> None:
        """A row was made."""

    def over(self, history: History) -> None:
        """The game has ended."""


class GameLoop:
    """Plays one history, move by move or to its end."""

    def __init__(
        self,
        history: History,
        table: Sequence[Seated],
        chance: Source,
        observers: Sequence[Observer] = (),
        number: int = 0,
    ) -> None:
        self.history = history
        self.table = table
        self.chance = chance
        self.observers = observers
        self.number = number  # of the game among others, for errors
        # Veiling a row takes time: it is done for players that listen, which the simple ones don't.
        self.listening = [
            (seat, seated.player) for seat, seated in enumerate(table) if seated.player.listens()
        ]

    def play(self) -> History:
        """Play until the game is over."""
        while self.history.actor != OVER:
            self.step()
        for observer in self.observers:
            observer.over(self.history)
        return self.history

    def step(self) -> int:
        """One row of whoever must make it; returns it."""
        history = self.history
        state = history.state
        row = draw(state, self.chance) if state.actor == CHANCE else self.ask()
        for seat, player in self.listening:
            player.watch(state.seen(row, seat))
        for observer in self.observers:
            observer.before(history, row)
        history.append(row)
        for observer in self.observers:
            observer.made(history, row)
        return row

    def ask(self) -> int:
        """What the seat that must decide chooses, by its view alone."""
        history = self.history
        seated = self.table[history.actor]
        row = int(seated.player.choose(history.state.view(history.actor)))
        if row not in history.legal():
            raise self.illegal(seated.name, row)
        return row

    def take_back(self, ply: int) -> None:
        """Go back to an earlier position: what players have watched since no longer holds."""
        self.history.back_to(ply)
        for _, player in self.listening:
            player.forget()

    def illegal(self, name: str, row: int) -> IllegalChoice:
        """The error that names who chose what, and where to find the position again."""
        game = self.history.game
        words = game.moves.words(row) if 0 <= row < len(game.moves) else str(row)
        return IllegalChoice(
            player=name,
            game=game.key,
            deal=str(self.number),
            turn=str(self.history.state.turn),
            words=words,
            legal=[game.moves.words(other) for other in self.history.legal()[:SHOWN]],
        )
