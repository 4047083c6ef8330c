"""The log of a live table: what happened, ply by ply, and what each watcher saw of it then.

It only ever grows: what was taken back stays told, and is marked. The position that it leads to is
the table's History. A server holds thousands of these, so a ply takes some bytes, not some objects.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, get_args

import msgspec

from colonnade.contract.history import History
from colonnade.contract.state import CHANCE, State
from colonnade.server.stored import Entry
from colonnade.server.wire_types import EntryKind

KINDS: tuple[EntryKind, ...] = get_args(EntryKind)
KIND, TAKEN, DRAWN = 15, 16, 32  # parts of an entry's byte: its kind, and what else is true of it
SHARED_EVENTS = 2048  # some hundred bytes each


class Sight(NamedTuple):
    """What was to be seen of a move; seats first, then a spectator."""

    seen: tuple[int, ...] = ()  # its row as each saw it
    things: tuple[tuple[str, ...], ...] = ()  # that a seat's move touched, as each saw it
    gains: tuple[int, ...] = ()  # points of each seat, if any changed


class Sights:
    """Sights that come again and again, each kept once and known by its number."""

    def __init__(self) -> None:
        self.values = [Sight()]
        self._numbers = {Sight(): 0}
        self._lock = threading.Lock()  # long logs are followed in threads

    def number(self, sight: Sight) -> int:
        """The number of a sight."""
        found = self._numbers.get(sight)
        if found is None:
            with self._lock:
                found = self._numbers.setdefault(sight, len(self.values))
                if found == len(self.values):
                    self.values.append(sight)
        return found


SIGHTS = Sights()  # for all tables together: how rows look, bring and touch is the same everywhere


class Logged(NamedTuple):
    """One entry, with what can no longer be found out once the game has moved on."""

    kind: EntryKind
    seat: int
    turn: int
    sight: Sight  # of a move
    events: bytes  # of a move: what it brought about, as JSON; b"" is nothing
    back: int  # of an undo: how many moves are left
    drawn: bool  # of an undo: whether what was taken back had shown something
    taken: bool  # whether it is no longer part of the game


class Log:
    """All entries of a table, a ply each."""

    def __init__(self) -> None:
        self.time: float | None = None  # of the last entry
        self._kinds = bytearray()
        self._seats = array("b")
        self._turns = array("H")
        self._sights = array("I")
        # What few entries have. Gains beside events are as various as games: nothing shares them.
        self._events: dict[int, tuple[tuple[int, ...], bytes]] = {}
        self._backs: dict[int, int] = {}

    def __len__(self) -> int:
        """How many entries there are."""
        return len(self._kinds)

    def __getitem__(self, ply: int) -> Logged:
        """The entry of a ply."""
        flags, sight, events = self._kinds[ply], SIGHTS.values[self._sights[ply]], b""
        if ply in self._events:
            gains, events = self._events[ply]
            sight = sight._replace(gains=gains)
        return Logged(
            KINDS[flags & KIND],
            self._seats[ply],
            self._turns[ply],
            sight,
            events,
            self._backs.get(ply, 0),
            bool(flags & DRAWN),
            bool(flags & TAKEN),
        )

    def since(self, ply: int) -> Iterator[tuple[int, Logged]]:
        """The entries from a ply on, each with its ply."""
        return ((place, self[place]) for place in range(ply, len(self)))

    def told(self, since: int, most: int) -> Sequence[int]:
        """The plies from one on; of more than can be told, old ones only if they still count."""
        if len(self) - since <= most:
            return range(since, len(self))
        recent, kinds = len(self) - most, self._kinds
        old = [ply for ply in range(since, recent) if not kinds[ply] & TAKEN]
        return [*old[-most:], *range(recent, len(self))]

    def kept(self, ply: int) -> int:
        """Of the entries before a ply that were part of the game then, those before this still are.

        Taking back shortens a game from its end, so that one number says it.
        """
        while ply and self._kinds[ply - 1] & TAKEN:
            ply -= 1
        return ply

    def make(self, history: History, entry: Entry) -> None:
        """Let an entry happen: to the game, and then in the log."""
        turn, flags, sight = int(history.state.turn), KINDS.index(entry.kind), 0
        if entry.kind == "move":
            sight = self._make_move(history, history.game.moves.number(entry.words))
        elif entry.kind == "undo":
            flags |= self._take_back(history, entry.back, entry.seat)
            self._backs[len(self)] = entry.back
        self.time = entry.time
        self._kinds.append(flags)
        self._seats.append(entry.seat)
        self._turns.append(turn)
        self._sights.append(sight)

    def _make_move(self, history: History, row: int) -> int:
        """Make a row; returns the number of its sight."""
        before = history.state.copy()
        watchers = (*range(history.seats), None)
        seen = tuple([int(before.seen(row, watcher)) for watcher in watchers])
        things = touched(before, seen) if before.actor >= 0 else ()
        history.append(row)
        after = history.state
        gains = tuple([b - a for a, b in zip(before.scores(), after.scores(), strict=True)])
        if not any(gains):
            gains = ()
        events = before.events(row, after)
        if events:
            self._events[len(self)] = gains, shared(msgspec.json.encode(events))
            gains = ()
        return SIGHTS.number(Sight(seen, things, gains))

    def _take_back(self, history: History, back: int, seat: int) -> int:
        """Take back all moves but the first ones; returns what is to be said of it.

        What only undoes a seat's own moves is no part of the game's story: it marks itself. One
        that goes past another undo, or leads to the same position, tells for it too.
        """
        actors = [history.actor_at(ply) for ply in range(back, len(history))]
        told = 0 if any(actor != seat for actor in actors) else TAKEN
        if CHANCE in actors:
            told |= DRAWN
        left, ply, undo = len(actors), len(self), KINDS.index("undo")
        history.back_to(back)
        while ply and (left or self._kinds[ply - 1] & KIND == undo):
            ply -= 1
            flags = self._kinds[ply]
            if not flags & (KIND | TAKEN):  # a move that still counted
                left -= 1
            elif flags & (KIND | TAKEN) == undo:
                told = (told | flags & DRAWN) & ~TAKEN
            self._kinds[ply] = flags | TAKEN
        return told


def touched(state: State, seen: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
    """The things of a row, as each watcher saw it; found once where all saw the same."""
    first = state.touches(seen[0]).things
    if seen.count(seen[0]) == len(seen):
        return (first,) * len(seen)
    found = {row: state.touches(row).things for row in set(seen)}
    return tuple([found[row] for row in seen])


@lru_cache(maxsize=SHARED_EVENTS)
def shared(events: bytes) -> bytes:
    """The same bytes for the same events of many tables, as long as they come often."""
    return events
