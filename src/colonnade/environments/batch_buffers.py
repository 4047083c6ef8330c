"""What a batch of games shares with the outside: its buffers, the actions it is given, its errors.

Knows nothing of numpy: batch.py is compiled where that is not installed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from librt.vecs import vec
from mypy_extensions import i64

from colonnade.contract.errors import ColonnadeError
from colonnade.contract.moves import MoveTable
from colonnade.contract.play import SHOWN
from colonnade.contract.state import State
from colonnade.contract.tensor import Layout, NoTensor


class WrongActions(ColonnadeError):
    """The actions for a batch are not one whole number for each of its games."""


class IllegalAction(ColonnadeError):
    """An action for one game of a batch is not legal there."""


class WrongCount(ColonnadeError):
    """A batch was asked for with no game in it."""


def layout_of(state: State) -> Layout:
    """The layout of a position's tensors, if its game has one."""
    try:
        return state.tensor_layout()
    except NotImplementedError:
        raise NoTensor(game=state.view(None).game) from None


def shaped(
    numbers: memoryview, items: Literal["h", "B", "q", "d"], *shape: int
) -> memoryview[int] | memoryview[float]:
    """The same numbers in rows; empty ones stay as they are, having no rows."""
    if 0 in shape:
        return numbers
    return numbers.cast("B").cast(items, shape)


def read_actions(actions: Iterable[int], count: int) -> vec[i64]:
    """One row for each game, from any array or list of whole numbers."""
    try:
        chosen = vec[i64](actions)
    except (TypeError, ValueError, OverflowError):
        raise WrongActions(count=count) from None
    if len(chosen) != count:
        raise WrongActions(count=count)
    return chosen


def illegal(table: MoveTable, state: State, slot: int, action: int) -> IllegalAction:
    """The error that names the game, the action and what is legal there."""
    words = table.words(action) if 0 <= action < len(table) else str(action)
    legal = state.legal()
    offered = [table.words(row) for row in legal[:SHOWN]]
    if len(legal) > SHOWN:
        offered.append("…")
    return IllegalAction(slot=slot, words=words, count=len(legal), legal=offered)
