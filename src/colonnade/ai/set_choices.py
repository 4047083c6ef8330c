"""Sets that are chosen piece by piece: how many ways lead on from here, and how long they are.

Tiles kept, bonus tiles picked, cards discarded and discs returned are such sets, each offered in
one order only. Which kinds of rows choose one, and which end it, the game says.
"""

from __future__ import annotations

from typing import NamedTuple

from colonnade.contract.game import Game
from colonnade.contract.state import State


class Ways(NamedTuple):
    """How many sets can still be chosen, and among them the longest."""

    all: int
    longest: int
    length: int


NO_MORE = Ways(1, 1, 0)


def is_choosing(game: Game, state: State) -> bool:
    """Whether a set is being chosen: every legal row belongs to it."""
    if not game.set_kinds or state.actor < 0:
        return False
    rows = game.moves.rows
    return all(rows[move].kind in game.set_kinds for move in state.legal())


def ways(game: Game, state: State) -> Ways:
    """Count the ways to complete the set begun; one, of no length, where none is being chosen."""
    if not is_choosing(game, state):
        return NO_MORE
    found = [after(game, state, move) for move in state.legal()]
    length = max(way.length for way in found)
    longest = sum(way.longest for way in found if way.length == length)
    return Ways(sum(way.all for way in found), longest, length)


def after(game: Game, state: State, move: int) -> Ways:
    """The ways that begin with this row; a row that ends the choice adds no piece."""
    twin = state.copy()
    twin.apply(move)
    chosen = twin.turn != state.turn or twin.actor != state.actor
    rest = NO_MORE if chosen else ways(game, twin)
    ends = game.moves.rows[move].kind in game.set_ends
    return Ways(rest.all, rest.longest, rest.length + (0 if ends else 1))
