"""What is for the hosts of a club alone: how the server is, copies of the house, ending games.

Copies lie in the data folder, the newest few; they hold the signing key, as the folder does.
"""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import msgspec
from sqlalchemy import Connection, func, select, text
from sqlalchemy.exc import IntegrityError

from colonnade.build import VERSION
from colonnade.contract.errors import ColonnadeError
from colonnade.locales import say
from colonnade.server import host_tables, table_queries
from colonnade.server.club_queries import need_host
from colonnade.server.copies import Progress
from colonnade.server.errors import CopyRuns, StalePly, StoreAway
from colonnade.server.gauges import Gauges
from colonnade.server.house import back_up, embedded_file, make_folder
from colonnade.server.schema import TABLES
from colonnade.server.tables import Tables
from colonnade.server.wire_club import CopyProgress, CopyTold, HostTable, ServerTold

FOLDER = "copies"
SUFFIX = ".colonnade"
KEPT = 14
MOST_TABLES = 100
LITTLE = 0.05  # of a disk that is left: then it is time to look
CROWD = 20  # thoughts that wait: then people wait, too
STALE = 7 * 86_400.0  # seconds after which a copy is an old one
TELL_SECONDS = 0.2


class HostPage:
    """All that the calls of hosts share."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.settings = tables.settings
        self.gauges = Gauges(tables)
        self.copying = False

    async def check(self, device: str | None) -> None:
        """Refuse whoever is no host."""
        await self.tables.store.read(partial(need_host, device=device))

    # How it is

    async def told(self, device: str | None) -> ServerTold:
        """How the server is."""
        playing, size = await self.tables.store.read(partial(count, device=device))
        data, file = self.settings.data, embedded_file(self.settings.url)
        usage, found = await asyncio.to_thread(lambda: (shutil.disk_usage(data), self.copies()))
        told = ServerTold(
            version=VERSION,
            tables=self.gauges.gauge("tables"),
            playing=playing,
            moves=self.gauges.gauge("moves"),
            thinking=self.gauges.gauge("thinking"),
            workers=self.tables.bots.thoughts.size(),
            disk=size if file is None else size_of(file),
            free=usage.free,
            copies=found,
            warnings=[],
        )
        if usage.free < LITTLE * usage.total:
            told.warnings.append("disk")
        if told.thinking.now > CROWD:
            told.warnings.append("thinking")
        if not found or time.time() - found[0].made > STALE:
            told.warnings.append("copy")
        return told

    # Copies

    def copies(self) -> list[CopyTold]:
        """The copies that lie here, the newest first."""
        found = []
        for path in (self.settings.data / FOLDER).glob(f"*{SUFFIX}"):
            with suppress(OSError):
                about = path.stat()
                found.append(CopyTold(name=path.name, made=about.st_mtime, bytes=about.st_size))
        return sorted(found, key=lambda one: (one.made, one.name), reverse=True)

    async def copy(self, device: str | None, lang: str) -> AsyncIterator[bytes]:
        """Begin to copy the house; what comes are lines of JSON, the last with the copy."""
        await self.check(device)
        if self.copying:
            raise CopyRuns()
        self.copying = True
        return self.lines(lang)

    async def lines(self, lang: str) -> AsyncIterator[bytes]:
        """Make a copy, and say how far it is; whoever hangs up does not stop it."""
        far = CopyProgress()

        def progress(done: int, of: int) -> None:
            far.done, far.of = done, of

        work = asyncio.ensure_future(asyncio.to_thread(self.write_copy, progress))
        work.add_done_callback(self.copied)
        while not work.done():
            yield line(far)
            await asyncio.wait({work}, timeout=TELL_SECONDS)
        problem = work.exception()
        if problem is None:
            far.copy = work.result()
        elif isinstance(problem, ColonnadeError):
            far.problem = problem.text(lang)
        else:
            far.problem = say("error.ServerFault", lang)
        yield line(far)

    def copied(self, work: asyncio.Future[CopyTold]) -> None:
        """Be ready for the next copy."""
        self.copying = False
        if not work.cancelled():
            work.exception()  # it was told, or nobody stayed to hear it

    def write_copy(self, progress: Progress) -> CopyTold:
        """Write a copy, and let the oldest go."""
        folder = self.settings.data / FOLDER
        make_folder(folder)
        path = folder / f"house-{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}{SUFFIX}"
        back_up(self.settings, path, True, progress)
        found = self.copies()
        for old in found[KEPT:]:
            (folder / old.name).unlink(missing_ok=True)
        return next(one for one in found if one.name == path.name)

    # Games

    async def running(self, device: str | None) -> list[HostTable]:
        """The games that go on, those first where something happened last."""
        await self.check(device)
        found, _ = await asyncio.to_thread(
            host_tables.list_tables, self.tables.store.reading, MOST_TABLES, True
        )
        return [
            HostTable(
                id=one.id,
                game=one.game,
                created=one.created,
                last=one.last,
                public=one.public,
                seats=one.seats,
            )
            for one in found
        ]

    async def close(self, device: str | None, table_id: str) -> None:
        """End a game without a result, as a fact of its log."""
        for _ in range(host_tables.TRIES):
            table = await self.tables.newest(table_id)
            async with table.lock:
                try:
                    await self.tables.store.write(
                        partial(end_game, device=device, table_id=table_id)
                    )
                except (IntegrityError, StalePly):  # somebody has moved at this very moment
                    continue
            await self.tables.reread([table_id])
            return
        raise StoreAway(seconds=1)


def line(far: CopyProgress) -> bytes:
    """A line of what is told meanwhile."""
    return msgspec.json.encode(far) + b"\n"


def end_game(connection: Connection, device: str | None, table_id: str) -> None:
    """Write the end of a game, for a host."""
    need_host(connection, device)
    host_tables.end_game(connection, table_id)
    table_queries.notify(connection, table_id)


def count(connection: Connection, device: str | None) -> tuple[int, int]:
    """How many games go on, and how many bytes a shared database takes; for a host."""
    need_host(connection, device)
    running = select(func.count()).select_from(TABLES).where(TABLES.c.finished.is_(None))
    size = 0
    if connection.dialect.name == "postgresql":
        size = connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one()
    return int(connection.execute(running).scalar_one()), int(size)


def size_of(file: Path) -> int:
    """The bytes of an embedded database, with what lies beside it."""
    total = 0
    for path in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
        with suppress(OSError):
            total += path.stat().st_size
    return total
