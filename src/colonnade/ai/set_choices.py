"""Sets that are chosen piece by piece: how many ways lead on from here, and how long they are.

Tiles kept, bonus tiles picked, cards discarded and discs returned are such sets, each offered in
one order only.
"""

from __future__ import annotations

from typing import NamedTuple

from colonnade.contract.state import State

# The kinds of rows by which a set is chosen, its end included.
SET_KINDS = frozenset({"keep", "done", "pick", "discard", "dragon draw", "return", "refill"})
ENDS = frozenset({"done", "dragon draw", "refill"})


class Ways(NamedTuple):
    """How many sets can still be chosen, and among them the longest."""

    all: int
    longest: int
    length: int


NO_MORE = Ways(1, 1, 0)


def is_choosing(state: State) -> bool:
    """Whether a set is being chosen: every legal row belongs to it."""
    rows = state.table().rows
    return state.actor >= 0 and all(rows[move].kind in SET_KINDS for move in state.legal())


def ways(state: State) -> Ways:
    """Count the ways to complete the set begun; one, of no length, where none is being chosen."""
    if not is_choosing(state):
        return NO_MORE
    found = [after(state, move) for move in state.legal()]
    length = max(way.length for way in found)
    longest = sum(way.longest for way in found if way.length == length)
    return Ways(sum(way.all for way in found), longest, length)


def after(state: State, move: int) -> Ways:
    """The ways that begin with this row; a row that ends the choice adds no piece."""
    twin = state.copy()
    twin.apply(move)
    chosen = twin.turn != state.turn or twin.actor != state.actor
    rest = NO_MORE if chosen else ways(twin)
    ends = state.table().rows[move].kind in ENDS
    return Ways(rest.all, rest.longest, rest.length + (0 if ends else 1))
