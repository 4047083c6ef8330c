"""The game every folder under games/ offers as its GAME constant.

How a position behaves is decided by its State; how a game is found, by games/__init__.py.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, Generic, NamedTuple, TypeVar, cast

from colonnade.contract.checks import shown
from colonnade.contract.errors import WrongSeats
from colonnade.contract.moves import MoveTable
from colonnade.contract.options import Option, complete
from colonnade.contract.rng import Rng
from colonnade.contract.state import State
from colonnade.contract.statistics import Statistic
from colonnade.contract.tensor import Layout, NoTensor
from colonnade.contract.view import View

S = TypeVar("S", bound=State)  # the states of one game
UNPROVEN: Final = 2000  # of each: the contract's tests allow 4,000 moves, whatever the game proves


class Bounds(NamedTuple):
    """The most decisions, and the most draws, of one game."""

    decisions: int
    draws: int

    @property
    def moves(self) -> int:
        """The most moves of both kinds."""
        return self.decisions + self.draws


class Game:
    """One game: its data, and the three ways to come by a state.

    A game says whatever others would have to know of it; what it does not say has a default here.
    """

    key: str
    seats: range
    options: tuple[Option, ...]
    moves: MoveTable
    edition: str  # changes when the same moves no longer give the same game
    view_type: type[View]
    colors: tuple[str, ...] = ()  # of its pieces: a picture shows each by its first letter
    perfect_information: bool = False  # whether nothing is hidden but what chance has yet to draw
    # Kinds of rows, for players that know no more of a game: those that choose a set piece by
    # piece, each set in one order only; those of them that end it and add no piece; and those that
    # do nothing, or nothing good.
    set_kinds: frozenset[str] = frozenset()
    set_ends: frozenset[str] = frozenset()
    idle_kinds: frozenset[str] = frozenset()
    statistics: tuple[Statistic, ...] = ()  # without them, each kind of row has a line
    # Of its table, as patterns: what lessons may point at beside the things of moves and refusals.
    parts: tuple[str, ...] = ()

    def start(self, seats: int | None = None, choices: Mapping[str, str] | None = None) -> State:
        """Set up a game, after checking seats and choices; None stands for the usual ones."""
        seats = self.seats[0] if seats is None else seats
        if type(seats) is not int or seats not in self.seats:
            raise WrongSeats(game=self.key, seats=shown(seats), known=list(self.seats))
        choices = {} if choices is None else choices
        return self.set_up(seats, complete(self.options, choices))

    def set_up(self, seats: int, choices: Mapping[str, str]) -> State:
        """Set up a game whose seats and choices are known to exist."""
        raise NotImplementedError

    def load(self, text: str) -> State:
        """Read what State.dump wrote."""
        raise NotImplementedError

    def imagine(self, view: View, rng: Rng) -> State:
        """Make a full state that fits a view, from the view alone."""
        raise NotImplementedError

    def picture(self, view: View) -> str:
        """Draw what a view knows as plain text; the words are the notation's own."""
        raise NotImplementedError

    def parse(self, picture: str) -> State:
        """Read the picture of a view that hides nothing."""
        raise NotImplementedError

    def folder(self) -> Traversable:
        """Where the game's own files are, such as its rules for people."""
        name = type(self).__module__
        return files(sys.modules[name].__package__ or name)

    def bounds(self, seats: int) -> Bounds:
        """How long a game of so many seats can be; games write what their rules prove."""
        return Bounds(UNPROVEN, UNPROVEN)

    def layout(self, seats: int) -> Layout:
        """The parts of a tensor for so many seats, whatever the options; NoTensor if there is none.

        Games write State.tensor_layout and State.fill_tensor, or neither.
        """
        try:
            return self.start(seats).tensor_layout()
        except NotImplementedError:
            raise NoTensor(game=self.key) from None


class GameOf(Game, Generic[S]):
    """A game that says of which type its states are, so that type checkers know its views too."""

    def start(self, seats: int | None = None, choices: Mapping[str, str] | None = None) -> S:
        """Set up a game, as every game does."""
        return cast(S, super().start(seats, choices))
