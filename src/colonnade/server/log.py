"""The log of a live table: what happened, ply by ply, and what each watcher saw of it then.

It only ever grows: what was taken back stays told. The position that it leads to is the table's
History.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from colonnade.contract.history import History
from colonnade.server.stored import Entry

SHARED = 4096  # tuples that many plies have in common, kept once


@lru_cache(maxsize=SHARED)
def shared(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """The same tuple for equal ones: most moves look alike to all, and most bring nobody points."""
    return numbers


class Logged(NamedTuple):
    """One entry, with what can no longer be found out once the game has moved on."""

    entry: Entry
    seen: tuple[int, ...] = ()  # of a move: its row as each seat saw it, then as a spectator did
    turn: int = 0
    gains: tuple[int, ...] = ()  # points of each seat, if any changed


class Log(list[Logged]):
    """All entries of a table, a ply each."""

    def make(self, history: History, entry: Entry) -> None:
        """Let an entry happen: to the game, and then in the log."""
        if entry.kind == "move":
            self.append(self.make_move(history, entry))
            return
        if entry.kind == "undo":
            history.back_to(entry.back)
        self.append(Logged(entry))

    def make_move(self, history: History, entry: Entry) -> Logged:
        """Make a move, and note what everybody saw of it."""
        state, row = history.state, history.game.moves.number(entry.words)
        seen = tuple(state.seen(row, seat) for seat in (*range(history.seats), None))
        turn, before = int(state.turn), state.scores()
        history.append(row)
        gains = tuple(b - a for a, b in zip(before, history.state.scores(), strict=True))
        return Logged(entry, shared(seen), turn, shared(gains) if any(gains) else ())
