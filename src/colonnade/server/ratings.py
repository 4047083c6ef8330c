"""Ratings while a server runs: finished games are looked at soon, and before anybody asks.

Any process may do it, for the games of all: which of them did makes no difference (rating_log.py).
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from colonnade.server import rating_log
from colonnade.server.errors import StoreAway
from colonnade.server.table import LiveTable
from colonnade.server.tables import Tables

ROUND_SECONDS = 60.0  # after which games are looked at that another process has ended, and died
PAUSE = 0.2  # seconds between two parts: an old house may have thousands

log = logging.getLogger("colonnade.ratings")


class Ratings:
    """Sees to it that every finished game is looked at, once."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.store = tables.store
        self.ended = asyncio.Event()

    def changed(self, table: LiveTable) -> None:
        """Hear of a change of a table: its game may be over."""
        if table.head.finished is not None:
            self.ended.set()

    def heard(self, note: str | None) -> None:
        """Hear what another process did; it looks at its games itself."""

    def close(self) -> None:
        """Nobody reads here."""

    def drop_slow(self, limit: float) -> None:
        """Nobody reads here."""

    async def settle(self) -> None:
        """Look at what has ended by now, so that what is told next is true of it."""
        if await self.store.read(rating_log.is_due):
            await self.store.write(rating_log.catch_up)

    async def rounds(self) -> None:
        """Look at finished games as they come, part by part."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(ROUND_SECONDS):
                    await self.ended.wait()
            self.ended.clear()
            try:
                while await self.store.read(rating_log.is_due):
                    await self.store.write(rating_log.catch_up)
                    await asyncio.sleep(PAUSE)
            except StoreAway:
                pass
            except Exception:
                log.exception("finished games could not be looked at")
