"""The shape of a position as numbers for a learner: named parts, one after the other.

What stands in the parts is decided by each game's tensor.py; it is written by tensor_writer.py. Not
compiled: mypyc does not keep the types of fields.
"""

from __future__ import annotations

from functools import cached_property

import msgspec

from colonnade.contract.errors import ColonnadeError


class NoTensor(ColonnadeError):
    """A game that offers no tensors was asked for one."""


class Part(msgspec.Struct, frozen=True):
    """Some entries of a tensor that belong together; each is a whole number from 0 to `highest`."""

    name: str
    size: int
    highest: int
    meaning: str


class Layout(msgspec.Struct, frozen=True, dict=True):
    """All parts of a game's tensor, in their order."""

    parts: tuple[Part, ...]

    @cached_property
    def offsets(self) -> dict[str, int]:
        """Where each part begins."""
        found: dict[str, int] = {}
        at = 0
        for part in self.parts:
            if part.name in found:
                raise ValueError(f"two parts are called {part.name}")
            found[part.name] = at
            at += part.size
        return found

    @cached_property
    def size(self) -> int:
        """How many entries a tensor has."""
        return sum(part.size for part in self.parts)

    def offset(self, name: str) -> int:
        """Where a part begins."""
        return self.offsets[name]

    def highest(self) -> list[int]:
        """The highest number of each entry: divided by it, all lie between 0 and 1."""
        return [part.highest for part in self.parts for _ in range(part.size)]


def who(seats: int, turns: int) -> tuple[Part, ...]:
    """The parts that every game begins with: whose tensor it is, and whose move."""
    return (
        Part("seat", seats, 1, "whose tensor this is, one-hot by the number of the seat"),
        Part(
            "actor",
            seats + 2,
            1,
            "who must decide, one-hot: the seats from one's own on, then chance, then nobody",
        ),
        Part("on_turn", seats, 1, "whose turn it is, one-hot from one's own seat on"),
        Part("turn", 1, turns, "the number of the turn; a later one counts as the highest"),
    )
