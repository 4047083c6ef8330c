"""What OpenSpiel may be shown of a position: strings and tensors for one seat, or for nobody.

They come from views, tensors of views and rows as they were seen; what those hold is decided by
each game. Both of OpenSpiel's ways to ask, old and new, end here.
"""

from __future__ import annotations

from typing import Protocol

import msgspec
import numpy as np
import pyspiel
from numpy.typing import NDArray

from colonnade.adapters.observed_state import SPECTATOR, Witnessed
from colonnade.contract.game import Game
from colonnade.environments.tensors import observe

Tensor = NDArray[np.float32]

HISTORY = "history"


class HasBoard(Protocol):
    """A state of this adapter."""

    board: Witnessed


def make_observer(
    game: Game, seats: int, length: int, kind: pyspiel.IIGObservationType
) -> SeatObserver | PublicObserver | None:
    """The observer of a kind: what one seat knows, or what everybody does. There are no others.

    None is OpenSpiel's answer where a kind is not offered: views are built from nothing, so what a
    seat alone knows cannot be told apart from the rest, and nobody sees all hands.
    """
    if not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
        return None
    if kind.private_info == pyspiel.PrivateInfoType.NONE:
        return PublicObserver(kind.perfect_recall)
    return SeatObserver(game, seats, length if kind.perfect_recall else 0)


class SeatObserver:
    """What a seat knows now; with `length`, also the rows it has seen, at most so many.

    The tensor is the game's own, each entry from 0 to 1, its parts by name in `dict`. The part
    `history` has for each row seen, the first one first, its number plus one divided by the number
    of rows in the table; 0 stands for a row not yet made.
    """

    def __init__(self, game: Game, seats: int, length: int) -> None:
        layout = game.layout(seats)
        self.length = length
        self.rows = len(game.moves)
        self.tensor: Tensor = np.zeros(layout.size + length, np.float32)
        self.now = self.tensor[: layout.size]
        self.dict: dict[str, Tensor] = {
            part.name: self.tensor[layout.offset(part.name) :][: part.size] for part in layout.parts
        }
        if length:
            self.dict[HISTORY] = self.tensor[layout.size :]

    def set_from(self, state: HasBoard, player: int) -> None:
        """Fill the tensor with what a seat knows."""
        board = state.board
        observe(board.position, player, self.now.data, scaled=True)
        if self.length:
            history = self.dict[HISTORY]
            history.fill(0)
            seen = board.seen(player)[-self.length :]
            history[: len(seen)] = (np.array(seen, np.float32) + 1) / self.rows

    def string_from(self, state: HasBoard, player: int) -> str:
        """A seat's view as JSON; with recall, the rows it saw in words."""
        if self.length:
            return state.board.recollection(player)
        return msgspec.json.encode(state.board.position.view(player)).decode()


class PublicObserver:
    """What a spectator knows, whoever asks, in words alone: tensors belong to seats."""

    def __init__(self, recall: bool) -> None:
        self.recall = recall
        self.tensor = None
        self.dict: dict[str, Tensor] = {}

    def set_from(self, state: HasBoard, player: int) -> None:
        """Fill nothing."""

    def string_from(self, state: HasBoard, player: int) -> str:
        """A spectator's view as JSON; with recall, the rows it saw in words."""
        board = state.board
        if self.recall:
            return board.recollection(SPECTATOR)
        return msgspec.json.encode(board.position.view(None)).decode()
