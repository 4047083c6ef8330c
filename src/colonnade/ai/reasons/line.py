"""What reasons are made of and made from: a reason, and a line with its positions.

Which reasons there are, each game's file decides.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from colonnade.contract.game import Game
from colonnade.contract.moves import Row
from colonnade.contract.state import State


class Reason(msgspec.Struct, frozen=True):
    """A true sentence about a line: its locale key and fields, and the things it speaks of."""

    reason: str
    fields: dict[str, str | int] = {}
    things: tuple[str, ...] = ()
    weight: float = 0.0  # how telling it is, about in points
    topic: str = ""  # a plan gives one reason of a topic: gain, prevent, risk, prepare, how

    def mark(self) -> Hashable:
        """What makes two reasons the same sentence."""
        return self.reason, tuple(sorted(self.fields.items()))


class Step(NamedTuple):
    """A row of a line, what it brings its mover, and the position that it is made from."""

    row: int
    points: int
    things: tuple[str, ...]
    before: State


class Line:
    """What one seat does from a position on, as another, or itself, could see it."""

    def __init__(
        self,
        game: Game,
        seat: int,
        eyes: int,
        start: State,
        steps: list[Step],
        after: State,
        ends_turn: bool,
    ) -> None:
        self.game = game
        self.seat = seat
        self.eyes = eyes
        self.start = start
        self.steps = steps
        self.after = after
        self.ends_turn = ends_turn

    @property
    def points(self) -> int:
        """What the whole line brings its mover."""
        return sum(step.points for step in self.steps)

    @property
    def rows(self) -> list[int]:
        """Its rows."""
        return [step.row for step in self.steps]

    @cached_property
    def moves(self) -> list[tuple[Row, Step]]:
        """Its rows with what each brings."""
        return [(self.game.moves.rows[step.row], step) for step in self.steps]

    @cached_property
    def seen(self) -> Any:
        """The position before it, as far as it is known."""
        return self.start.view(self.eyes)

    @cached_property
    def left(self) -> Any:
        """The position after it, as far as it is known."""
        return self.after.view(self.eyes)

    def seen_at(self, step: Step) -> Any:
        """The position before one of its rows, as far as it is known."""
        return step.before.view(self.eyes)

    @cached_property
    def forced(self) -> bool:
        """Whether there was never anything to choose."""
        return all(len(step.before.legal()) == 1 for step in self.steps)
