"""All live tables of this process, and the rounds that look after them.

A table is loaded when somebody asks for it and forgotten when nobody has for a while.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Any

from sqlalchemy import Connection

from colonnade.compute.ray_questions import answering
from colonnade.contract.errors import ColonnadeError
from colonnade.games import all_games
from colonnade.server import hearing, keeping, round_queries, table_queries
from colonnade.server.absence import Presences
from colonnade.server.appends import quick_for
from colonnade.server.bots import Bots
from colonnade.server.errors import KeyMissing, NoTable, StoreAway
from colonnade.server.feed import Beside, Feed, Reader
from colonnade.server.forgetting import sweep
from colonnade.server.measures import Measures
from colonnade.server.neighbours import Neighbours, say_all
from colonnade.server.notes import take_notes
from colonnade.server.origins import Origins
from colonnade.server.sealed import Sealer
from colonnade.server.seats import Devices
from colonnade.server.settings import KEY_FILE, Settings, signing_key
from colonnade.server.store import Store
from colonnade.server.table import LiveTable
from colonnade.server.tape import Tape
from colonnade.server.watch import BEAT_SECONDS, REST_SECONDS, Watch, beat

ROUND_SECONDS = 1.0
LONG_LOG = 1000  # facts; games have some hundred
MEND_SECONDS = 0.5
log = logging.getLogger("colonnade.tables")


class Tables:
    """Everything one server process keeps in memory."""

    def __init__(self, settings: Settings, watch: Watch | None = None) -> None:
        self.settings = settings
        self.watch = Watch() if watch is None else watch
        self.absent = settings.limits.absent
        self.presences = Presences(self.absent)
        self.store = Store(
            settings.url, settings.limits.pages, table_queries.send_notes, quick_for(settings.url)
        )
        self.first_start = not (settings.data / KEY_FILE).exists()
        self.secret = secret = signing_key(settings.data)
        self.devices = Devices(secret)
        self.tape = Tape(secret)
        self.origins = Origins(secret)
        self.sealer = Sealer(secret)
        self.beside: list[Beside] = []
        self.bots = Bots(
            answering(settings.compute, settings.limits.workers),
            settings.limits.lease,
            self.watch,
        )
        self.live: dict[str, LiveTable] = {}
        self.feeds: dict[str, Feed] = {}
        self.loading: dict[str, asyncio.Task[LiveTable]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.closing = False
        self.closed = False  # in order, to the end
        self.editions = [(found.key, found.edition) for found in all_games()]
        self.sweeper = keeping.Sweeper(settings.limits)
        self.place = ""  # how far the rounds have come
        self.rested = self.watch.steady()  # since the time was stored last
        self.left_alone: set[str] = set()  # tables that cannot be looked after, told once
        self.neighbours = Neighbours(self)
        self.measures = Measures(self)
        self.store.written, self.store.was_read = self.measures.written, self.measures.read

    def open_store(self) -> None:
        """Open the store, if it fits the key: a new key would take everybody's seats away."""
        self.store.open()
        if self.first_start and not self.settings.new_key:
            with self.store.reading.connect() as connection:
                known = round_queries.has_holders(connection)
            if known:
                self.store.close()
                (self.settings.data / KEY_FILE).unlink()
                raise KeyMissing(path=str(self.settings.data / KEY_FILE))

    async def open(self) -> None:
        """Open the store and begin the rounds."""
        if not self.store.thread.is_alive():
            await asyncio.to_thread(self.open_store)
        await self.beat(first=True)
        self.bots.compute.start()
        outdated = await self.store.read(
            partial(round_queries.count_outdated, editions=self.editions)
        )
        if outdated:
            log.warning("tables of another edition of their rules, which rest: %d", outdated)
        self.begin(self.rounds())
        self.begin(self.beats())
        if not self.store.embedded:
            self.begin(hearing.listen(self))

    async def close(self) -> None:
        """End the feeds, the thinking and the rounds; then finish what is being written."""
        self.retire()
        for task in list(self.tasks):
            task.cancel()
        with contextlib.suppress(StoreAway, TimeoutError):
            async with asyncio.timeout(BEAT_SECONDS):
                await self.beat()
        try:
            await asyncio.to_thread(self.bots.close)
        finally:  # whatever else goes wrong, what was acknowledged is on the disk
            await asyncio.to_thread(self.store.close)
        self.closed = True

    def retire(self) -> None:
        """Say to all who read or wait that this server closes; nobody thinks from here on."""
        self.bots.retire()
        self.close_feeds()
        if self.store.lock is not None:
            self.store.lock.retire()

    def begin(self, work: Any) -> None:
        """Run something beside everything else, until the server closes."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    # Tables

    async def table(self, table_id: str, looking: bool = True) -> LiveTable:
        """A table by its id, from memory or from the store; perhaps because a person looks."""
        found = self.live.get(table_id)
        if found is None:
            task = self.loading.get(table_id)
            if task is None:
                task = asyncio.create_task(self.load(table_id))
                self.loading[table_id] = task
                task.add_done_callback(lambda _: self.loading.pop(table_id, None))
            found = await asyncio.shield(task)
        found.used = self.watch.steady()
        if looking:
            awake, found.seen = self.watched(found), found.used
            if not awake:
                self.bots.look(found)
        return found

    async def newest(self, table_id: str) -> LiveTable:
        """A table by its id, with all that any process has acknowledged."""
        table = await self.table(table_id)
        await table.catch_up()
        return table

    def watched(self, table: LiveTable) -> bool:
        """Whether somebody reads a table here, or has looked at it within a while."""
        if self.feed(table).readers:
            return True
        return self.watch.steady() - table.seen < self.settings.limits.unwatched

    async def load(self, table_id: str) -> LiveTable:
        """Replay a table from the store."""
        stored = await self.store.read(partial(table_queries.read_table, table_id=table_id))
        if stored is None:
            raise NoTable()
        # A long log takes long to follow: the loop goes on meanwhile.
        if len(stored.log) > LONG_LOG:
            table = await asyncio.to_thread(LiveTable, self, stored)
        else:
            table = LiveTable(self, stored)
        self.live[table_id] = table
        self.forget_some()
        self.bots.look(table)
        return table

    def forget_some(self) -> None:
        """Keep memory bounded: tables at rest leave, the longest unused first."""
        spare = len(self.live) - self.settings.limits.tables
        if spare > 0:
            idle = [
                table
                for table in self.live.values()
                if not self.feed(table).readers
                and not table.lock.locked()
                and table.id not in self.bots.deciding
            ]
            idle.sort(key=lambda table: table.used)
            for table in idle[:-1][: spare + self.settings.limits.tables // 10]:
                del self.live[table.id]
                self.feeds.pop(table.id, None)

    def changed(self, table: LiveTable) -> None:
        """Tell the readers of a table, and its computer players."""
        self.feed(table).changed()
        self.bots.look(table)
        for other in self.beside:
            other.changed(table)

    def moved(self, table: LiveTable, seat: int) -> None:
        """Count a move that was stored."""
        by = "computer" if table.seats[seat].kind == "computer" else "person"
        self.measures.moved(table.head.game, by)

    def doubted(self, table: LiveTable) -> None:
        """Read a table again as soon as the store is back."""
        if not self.closing:
            self.begin(self.mend(table))

    async def mend(self, table: LiveTable) -> None:
        """Try to read a table until it is known again."""
        while table.stale and not self.closing:
            await asyncio.sleep(MEND_SECONDS)
            with contextlib.suppress(ColonnadeError):
                async with table.lock:
                    await table.refresh()

    # Feeds

    def feed(self, table: LiveTable) -> Feed:
        """The feed of a table: who reads it, and what they are told."""
        found = self.feeds.get(table.id)
        if found is None or found.table is not table:
            found = self.feeds[table.id] = Feed(table, self.measures.lagged)
            if not self.store.embedded:
                found.elsewhere = self.neighbours.seats(table.id)
                found.tell = partial(self.neighbours.tell, table.id)
        return found

    def reader(self, table: LiveTable, device: str | None, since: tuple[int, int] | None) -> Reader:
        """A new reader of a table's feed."""
        reader = Reader(self.feed(table), device, since)
        reader.closing = self.closing
        return reader

    def close_feeds(self) -> None:
        """Tell all readers that this server closes; they come back to the next one."""
        self.closing = True
        for feed in self.feeds.values():
            feed.close()
        for other in self.beside:
            other.close()

    # Time

    async def beats(self) -> None:
        """Store the time of the house, and who was here meanwhile."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            await self.try_out(self.beat_if_needed)

    async def beat_if_needed(self) -> None:
        """Store the time often while it counts: a clock runs, or others share this database."""
        resting = self.watch.steady() - self.rested < REST_SECONDS and self.store.embedded
        if resting and not await self.store.read(round_queries.clocks_run):
            return
        self.rested = self.watch.steady()
        await self.beat()

    async def beat(self, first: bool = False) -> None:
        """Store how far the time of the house has come, and go on from where it is."""
        now, date, process = self.watch.now(), self.watch.date(), table_queries.PROCESS

        def tell(connection: Connection) -> float:
            say_all(connection, [self.neighbours.alive()])
            return beat(connection, now=now, date=date, process=process, first=first)

        self.watch.wind(await self.store.write(tell), first)
        await self.neighbours.repeat()
        if seen := self.presences.news(self.live.values(), self.watch.now()):
            await self.store.write(partial(round_queries.write_seen, seen=seen))

    def present(self, table: LiveTable) -> tuple[bool, ...]:
        """Which seats of a table have somebody here."""
        return self.feed(table).presence()

    # Rounds

    async def rounds(self) -> None:
        """Once a second: clocks at zero, thoughts that nobody has, readers that do not read."""
        while True:
            await asyncio.sleep(ROUND_SECONDS)
            self.drop_slow_readers()
            self.neighbours.expire()
            for part in (self.take_notes, self.round, self.sweep):
                await self.try_out(part)

    async def try_out(self, part: Callable[[], Awaitable[None]]) -> None:
        """Do a part of what comes again and again: whatever goes wrong, it will come again."""
        try:
            await part()
        except StoreAway:
            pass
        except Exception:
            log.exception("a round failed")

    async def sweep(self) -> None:
        """Let go what is older than the host keeps, now and then."""
        if self.sweeper.due():
            await sweep(self)

    async def take_notes(self) -> None:
        """Read again which tables the host has changed; on a shared database `listen` hears it."""
        if self.store.lock is not None:
            for table_id in take_notes(self.store.lock.database):
                await self.hear(table_id)

    def drop(self, gone: Iterable[str]) -> None:
        """Forget tables that were deleted, and end their feeds."""
        for table_id in gone:
            feed = self.feeds.pop(table_id, None)
            self.live.pop(table_id, None)
            for reader in list(feed.readers) if feed else ():
                reader.close()

    async def reread(self, changed: Iterable[str]) -> None:
        """Read tables again whose seats were changed for a player, not for a table.

        Until that is done nobody uses what is known of them.
        """
        known = [self.live[table_id] for table_id in changed if table_id in self.live]
        for table in known:
            table.stale = True
        for table in known:
            await self.hear(table.id)

    async def round(self) -> None:
        """Look after the next tables that want it."""
        now, unwatched = self.watch.now(), self.settings.limits.unwatched
        work = partial(round_queries.overdue, now=now, after=self.place, editions=self.editions)
        found = await self.store.read(work)
        self.place = found[-1].id if len(found) == round_queries.ROUND else ""
        for one in found:
            try:
                if one.id in self.live or not one.rests(now, unwatched):
                    await self.look_after(one)
            except (ColonnadeError, LookupError, ValueError) as problem:  # of this table alone
                if one.id not in self.left_alone:
                    log.warning("a table was left alone: %s", type(problem).__name__)
                self.left_alone.add(one.id)
            except Exception:
                log.exception("a round failed")

    async def look_after(self, found: round_queries.Overdue) -> None:
        """Wake the computer player of a table, or do what was agreed for its clock."""
        known = self.live.get(found.id)
        table = known or await self.table(found.id, looking=False)
        if known is None:  # nobody has looked since this server began: the store tells when
            table.seen = self.watch.steady() - max(0.0, self.watch.now() - found.seen)
        self.bots.look(table)
        await self.time_out(table)

    def drop_slow_readers(self) -> None:
        """End the feeds of readers that have not taken what they were sent."""
        limit = time.monotonic() - self.settings.limits.patience
        for feed in self.feeds.values():
            feed.drop_slow(limit)
        for other in self.beside:
            other.drop_slow(limit)

    async def time_out(self, table: LiveTable) -> None:
        """Do what was agreed for a clock at zero."""
        async with table.lock:  # whoever moves meanwhile comes before it, or too late
            await table.refresh()
            deadline, clock = table.deadline(), table.head.clock
            if deadline is None or clock is None or deadline > self.watch.now():
                return
            if clock.at_zero == "resign":
                await table.give_up(table.actor)
                return
        self.bots.look(table)

    # Other processes

    async def hear(self, table_id: str) -> None:
        """Read a table again that another process has changed."""
        for other in self.beside:
            other.heard(table_id)
        table = self.live.get(table_id)
        if table is not None:
            try:
                async with table.lock:
                    await table.reload()
            except NoTable:
                self.drop([table_id])
            except StoreAway:
                pass
