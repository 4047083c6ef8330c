"""Who is at which table by another process that shares the database.

Each process says which seats have a feed open with it: when that changes, and all of it to whoever
begins to hear. What a process said holds for as long as it gives signs of life. What is done about
who is away is decided in absence.py.
"""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from colonnade.server.errors import StoreAway
from colonnade.server.hearing import ALIVE, ALL, ASK, SOME
from colonnade.server.seats import note_seen
from colonnade.server.table_queries import MOST_NOTED, PROCESS, say
from colonnade.server.watch import BEAT_SECONDS

if TYPE_CHECKING:
    from colonnade.server.tables import Tables

GATHER_SECONDS = 0.1  # in which changes of several tables become one note
SILENT_SECONDS = 3 * BEAT_SECONDS  # after which a process has died


class Neighbours:
    """What the other processes have said, and what they were told; seats are bits of a number."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.alone = tables.store.embedded
        self.there: dict[str, dict[str, int]] = {}  # seats by process and table
        self.heard_at: dict[str, float] = {}  # the last sign of each process
        self.told: dict[str, int] = {}  # what the others know of this one
        self.new: dict[str, int] = {}  # what they do not know yet
        self.lost = False  # whether something that was said did not go out

    # Saying

    def tell(self, table_id: str, seats: int) -> None:
        """Let the others know who is here, if they do not."""
        if self.alone or self.new.get(table_id, self.told.get(table_id, 0)) == seats:
            return
        if not self.new:
            asyncio.get_running_loop().call_later(GATHER_SECONDS, self._send)
        self.new[table_id] = seats

    def _send(self) -> None:
        """Send what is new."""
        if not self.tables.closing:
            self.tables.begin(self.send(SOME))

    async def send(self, sign: str) -> None:
        """Tell what is new, or all of it."""
        new, self.new = self.new, {}
        self.told = {key: seats for key, seats in (self.told | new).items() if seats}
        self.lost = not await self.say(notes_of(sign, self.told if sign == ALL else new))

    async def ask(self) -> None:
        """Ask the others for all of it."""
        await self.say([ASK])

    async def say(self, said: list[str]) -> bool:
        """Say something; returns whether it went out."""
        with contextlib.suppress(StoreAway):
            await self.tables.store.write(partial(say_all, said=said))
            return True
        return False

    async def repeat(self) -> None:
        """Say all of it again if something was lost."""
        if self.lost:
            await self.send(ALL)

    def alive(self) -> str:
        """A sign of life; the last one takes back whatever was said."""
        return ALL if self.tables.closing else ALIVE

    # Hearing

    def seats(self, table_id: str) -> int:
        """The seats of a table whose people are with other processes."""
        found = 0
        for known in self.there.values():
            found |= known.get(table_id, 0)
        return found

    def heard(self, process: str, said: str) -> None:
        """Take up what another process said of who is there."""
        sign, rest = said[0], said[1:].split()
        self.heard_at[process] = self.tables.watch.steady()
        if sign == ASK:
            self.tables.begin(self.send(ALL))
            return
        known = self.there.setdefault(process, {})
        changed: set[str] = set()
        if sign == ALL:
            changed.update(known)
            known.clear()
        for one in rest:
            table_id, _, seats = one.partition(":")
            changed.add(table_id)
            known[table_id] = int(seats)
            if not known[table_id]:
                del known[table_id]
        self.show(changed)

    def expire(self) -> None:
        """Forget processes that have given no sign of life for a while."""
        now = self.tables.watch.steady()
        for process, heard in list(self.heard_at.items()):
            if now - heard > SILENT_SECONDS:
                del self.heard_at[process]
                self.show(self.there.pop(process, {}))

    def show(self, changed: set[str] | dict[str, int]) -> None:
        """Let the readers of tables know who is there now."""
        for table_id in list(changed):
            feed = self.tables.feeds.get(table_id)
            if feed is not None:
                was, now = feed.elsewhere, self.seats(table_id)
                gone = [seat for seat in range(len(feed.table.seats)) if was & ~now & 1 << seat]
                note_seen(feed.table, gone)
                feed.set_elsewhere(now)


def notes_of(sign: str, seats: dict[str, int]) -> list[str]:
    """What is said of seats, in notes that are short enough."""
    said = [f"{table_id}:{here}" for table_id, here in sorted(seats.items())]
    parts = [said[i : i + MOST_NOTED] for i in range(0, len(said), MOST_NOTED)] or [[]]
    signs = [sign] + [SOME] * (len(parts) - 1)
    return [one + " ".join(part) for one, part in zip(signs, parts, strict=True)]


def say_all(connection: Connection, said: list[str]) -> None:
    """Say something to the other processes."""
    for one in said:
        say(connection, f"{PROCESS} {one}")
