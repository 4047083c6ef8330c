"""The log of a live table: what happened, ply by ply, and what each watcher saw of it then.

It only ever grows: what was taken back stays told. The position that it leads to is the table's
History. A server holds thousands of these, so a ply takes some bytes, not some objects.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Generic, NamedTuple, TypeVar

from colonnade.contract.history import History
from colonnade.contract.state import State
from colonnade.server.stored import Entry
from colonnade.server.wire import EntryKind

KINDS: tuple[EntryKind, ...] = ("move", "undo", "resign")


Part = TypeVar("Part", int, tuple[str, ...])


class Distinct(Generic[Part]):
    """Tuples that come again and again, each kept once and known by its number."""

    def __init__(self) -> None:
        self.values: list[tuple[Part, ...]] = [()]
        self._numbers: dict[tuple[Part, ...], int] = {(): 0}

    def number(self, value: tuple[Part, ...]) -> int:
        """The number of a tuple."""
        found = self._numbers.setdefault(value, len(self.values))
        if found == len(self.values):
            self.values.append(value)
        return found


# For all tables together: how rows look, what they bring and touch is the same everywhere.
SIGHTS, GAINS = Distinct[int](), Distinct[int]()
THINGS = Distinct[tuple[str, ...]]()


class Logged(NamedTuple):
    """One entry, with what can no longer be found out once the game has moved on."""

    kind: EntryKind
    seat: int
    back: int  # of an undo: how many moves are left
    seen: tuple[int, ...]  # of a move: its row as each seat saw it, then as a spectator did
    turn: int
    gains: tuple[int, ...]  # points of each seat, if any changed
    things: tuple[tuple[str, ...], ...]  # that a seat's move touched, as each saw it


class Log:
    """All entries of a table, a ply each."""

    def __init__(self) -> None:
        self.time: float | None = None  # of the last entry
        self._kinds = bytearray()
        self._seats = array("b")
        self._backs = array("H")
        self._seen = array("I")
        self._turns = array("H")
        self._gains = array("I")
        self._things = array("I")

    def __len__(self) -> int:
        """How many entries there are."""
        return len(self._kinds)

    def __getitem__(self, ply: int) -> Logged:
        """The entry of a ply."""
        return Logged(
            KINDS[self._kinds[ply]],
            self._seats[ply],
            self._backs[ply],
            SIGHTS.values[self._seen[ply]],
            self._turns[ply],
            GAINS.values[self._gains[ply]],
            THINGS.values[self._things[ply]],
        )

    def since(self, ply: int) -> Iterator[tuple[int, Logged]]:
        """The entries from a ply on, each with its ply."""
        return ((place, self[place]) for place in range(ply, len(self)))

    def make(self, history: History, entry: Entry) -> None:
        """Let an entry happen: to the game, and then in the log."""
        state, row = history.state, -1
        turn, before = int(state.turn), state.scores()
        seen: tuple[int, ...] = ()
        things: tuple[tuple[str, ...], ...] = ()
        if entry.kind == "move":
            row = history.game.moves.number(entry.words)
            seen = tuple(int(state.seen(row, seat)) for seat in (*range(history.seats), None))
            things = touched(state, seen) if state.actor >= 0 else ()
            history.append(row)
        elif entry.kind == "undo":
            history.back_to(entry.back)
        now = history.state.scores() if row >= 0 else before
        gains = tuple(b - a for a, b in zip(before, now, strict=True))
        self.time = entry.time
        self._kinds.append(KINDS.index(entry.kind))
        self._seats.append(entry.seat)
        self._backs.append(entry.back)
        self._seen.append(SIGHTS.number(seen))
        self._turns.append(turn)
        self._gains.append(GAINS.number(gains) if any(gains) else 0)
        self._things.append(THINGS.number(things))


def touched(state: State, seen: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
    """The things of a row, as each watcher saw it; found once where all saw the same."""
    found = {row: state.touches(row).things for row in set(seen)}
    return tuple(found[row] for row in seen)
