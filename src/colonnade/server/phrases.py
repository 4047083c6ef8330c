"""Set phrases said at a table: stored, the newest few, and told to its readers in every process.

Clients send and hear a key; each reader's page says it in the reader's language. There is no way
to send words of one's own.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from colonnade.server import table_queries
from colonnade.server.errors import NoTable, StoreAway, TooMany
from colonnade.server.guard import Buckets
from colonnade.server.schema import PHRASES
from colonnade.server.table import LiveTable
from colonnade.server.tables import Tables
from colonnade.server.wire_lobby import Said
from colonnade.server.wire_types import Phrase

KEPT = 20  # of a table
RATE, BURST = 0.2, 4.0  # phrases a second that a device may say, in the long run and at once
NOTE = "said:"  # before a table's name, in what processes tell each other
TRIES = 5  # two may say something at once, at two processes


class Talk:
    """What is said at all tables of this process."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.buckets = Buckets(RATE, BURST)

    async def say(self, table: LiveTable, seat: int, device: str, phrase: Phrase) -> Said:
        """Say something, if it is not too often; all who look at the table hear it."""
        wait = self.buckets.take(device)
        if wait:
            raise TooMany(seconds=int(wait) + 1)
        now = self.tables.watch.date()
        for last in [False] * TRIES + [True]:
            try:
                work = partial(write, table_id=table.id, seat=seat, phrase=phrase, now=now)
                said = await self.tables.store.write(work)
                break
            except IntegrityError:  # another process has taken the number
                if last:
                    raise StoreAway(seconds=1) from None
        await self.read(table)
        return said

    async def fill(self, table: LiveTable) -> list[Said]:
        """Let a table's feed know what was said, unless it does; news come by themselves."""
        known = self.tables.feed(table).said
        return await self.read(table) if known is None else known

    async def read(self, table: LiveTable) -> list[Said]:
        """Read what was said; the table's readers are told what is new to them."""
        found = await self.tables.store.read(partial(read, table_id=table.id))
        feed = self.tables.feed(table)
        if found != feed.said:
            feed.said = found
            feed.call_all()
        return found

    def changed(self, table: LiveTable) -> None:
        """Hear of a table that changed: nothing was said by that."""

    def heard(self, note: str | None) -> None:
        """Hear what another process did; None is whatever may have happened."""
        live = self.tables.live
        if note is None:
            for table in list(live.values()):
                if self.tables.feed(table).readers:
                    self.tables.begin(self.refresh(table))
        elif note.startswith(NOTE) and (table := live.get(note.removeprefix(NOTE))):  # type: ignore[assignment]
            self.tables.begin(self.refresh(table))

    async def refresh(self, table: LiveTable) -> None:
        """Read again what was said, if it can be."""
        with suppress(StoreAway, NoTable):
            await self.read(table)

    def close(self) -> None:
        """Nobody reads here: phrases go with the feeds of tables."""

    def drop_slow(self, limit: float) -> None:
        """Nobody reads here."""


def write(connection: Connection, table_id: str, seat: int, phrase: Phrase, now: float) -> Said:
    """Store a phrase with the next number; of older ones the newest stay."""
    here = PHRASES.c.table_id == table_id
    last = connection.execute(select(func.max(PHRASES.c.number)).where(here)).scalar() or 0
    said = Said(number=last + 1, seat=seat, phrase=phrase, time=now)
    connection.execute(
        insert(PHRASES).values(
            table_id=table_id, number=said.number, seat=seat, phrase=phrase, time=now
        )
    )
    connection.execute(delete(PHRASES).where(here, PHRASES.c.number <= said.number - KEPT))
    table_queries.notify(connection, NOTE + table_id)
    return said


def read(connection: Connection, table_id: str) -> list[Said]:
    """What was said at a table, the oldest first."""
    rows = connection.execute(
        select(PHRASES.c.number, PHRASES.c.seat, PHRASES.c.phrase, PHRASES.c.time)
        .where(PHRASES.c.table_id == table_id)
        .order_by(PHRASES.c.number)
    )
    return [Said(number=r.number, seat=r.seat, phrase=r.phrase, time=r.time) for r in rows]
