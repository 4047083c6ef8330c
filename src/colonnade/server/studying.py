"""Luck and skill of finished games, for statistics: found once for each game, a game at a time.

To find them takes seconds of a worker, so they are found when somebody wants to see them, one after
the other beside everything else, and kept. How a game is looked at is decided in study/.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial

import msgspec
from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from colonnade.contract.errors import ColonnadeError
from colonnade.contract.state import OVER
from colonnade.server.bots import Asker
from colonnade.server.records import record_of
from colonnade.server.schema import STUDIES, TABLES
from colonnade.server.tables import Tables
from colonnade.study.analysis import Analysis

MOST = 200  # games that wait, of all players together
ASKER = "statistics"  # all of it shares the workers as one address would
SHORT = 1.0  # seconds to wait before the next, so that nobody else has to

log = logging.getLogger("colonnade.studying")


class Studies:
    """Games to be looked at, and the one who does it."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.waiting: dict[str, None] = {}  # in the order in which they were asked for
        self.hopeless: set[str] = set()  # of another edition, or torn
        self.wanted = asyncio.Event()

    def want(self, table_ids: Iterable[str]) -> int:
        """Have games looked at, soon; returns how many of them will be."""
        found = 0
        for table_id in table_ids:
            if table_id in self.hopeless:
                continue
            if table_id in self.waiting or len(self.waiting) < MOST:
                self.waiting.setdefault(table_id)
                found += 1
        if self.waiting:
            self.wanted.set()
        return found

    async def keep(self, table_id: str, found: Analysis) -> None:
        """Keep what was found of a game, if it is one of a table and not kept already."""
        with suppress(IntegrityError):  # another process was as quick
            await self.tables.store.write(partial(write, table_id=table_id, found=found))

    async def rounds(self) -> None:
        """Look at one game after the other."""
        while True:
            await self.wanted.wait()
            while self.waiting:
                table_id = next(iter(self.waiting))
                try:
                    await self.look_at(table_id)
                except ColonnadeError as problem:  # busy, away, or of another edition
                    log.info("a game was not looked at: %s", type(problem).__name__)
                    self.hopeless.add(table_id)
                except Exception:
                    log.exception("a game could not be looked at")
                    self.hopeless.add(table_id)
                finally:
                    self.waiting.pop(table_id, None)
                await asyncio.sleep(SHORT)
            self.wanted.clear()

    async def look_at(self, table_id: str) -> None:
        """Find the luck of one game, unless it is known by now."""
        if await self.tables.store.read(partial(read, table_ids=[table_id])):
            return
        table = await self.tables.table(table_id, looking=False)
        if table.actor != OVER:
            return
        raw = msgspec.json.encode(record_of(table, None))
        asker = Asker(ASKER, table_id)
        await self.keep(table_id, await self.tables.bots.analyse(asker, table.head.game, raw))


def read(
    connection: Connection, table_ids: Sequence[str]
) -> dict[tuple[str, int], tuple[float, float]]:
    """Luck and what was lost by choice, by table and seat."""
    rows = connection.execute(select(STUDIES).where(STUDIES.c.table_id.in_(table_ids)))
    return {(row.table_id, row.seat): (row.luck, row.lost) for row in rows}


def write(connection: Connection, table_id: str, found: Analysis) -> None:
    """Keep what was found of every seat; of uploaded records nothing is kept."""
    here = select(TABLES.c.id).where(TABLES.c.id == table_id, TABLES.c.finished.is_not(None))
    if connection.execute(here).first() is None or read(connection, [table_id]):
        return
    rows = [
        {"table_id": table_id, "seat": seat, "luck": found.luck(seat), "lost": found.lost(seat)}
        for seat in range(len(found.end))
    ]
    connection.execute(insert(STUDIES), rows)
