"""The lobby: open tables with free seats and wishes for company, told live to whoever looks.

Each process reads them again from the store when something changed, here or elsewhere, and only
while somebody looks. Whose feed is open here is there: their wishes count, and are paired as soon
as somebody fits. How that is done is decided in pairing.py.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import partial
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, func, select

from colonnade.server import pairing, table_queries
from colonnade.server.clock import clock_set
from colonnade.server.club_queries import read_club
from colonnade.server.errors import StoreAway
from colonnade.server.feed import CLOSING, HEARTBEAT, RETRY
from colonnade.server.pairing import Wish
from colonnade.server.schema import SEATS, TABLES
from colonnade.server.stored import Head, Seat
from colonnade.server.table import LiveTable
from colonnade.server.tables import Tables
from colonnade.server.watch import Watch
from colonnade.server.wire import SeatTold
from colonnade.server.wire_lobby import ClubBrief, LobbyTold, OpenTable, Paired, Seeking

MOST = 60  # tables, the newest: nobody reads more
MOST_OF_ONE = 20  # of them, made from one address: so that none fills the list
DAY = 86_400.0
WAITS = DAY  # seconds that an open table is listed ...
WAITS_LONG = 14 * DAY  # ... and with days for a turn
SIGN_SECONDS = 4.0  # between signs of life of those who are here
WIDER_SECONDS = 0.5  # between looks whether who waits for somebody as strong takes another by now
PAUSE = 0.05  # after each reading: what comes at once is read at once
OLD = 60.0  # seconds after which what is known is read again: tables leave by their age, too
GRACE = 3.0  # seconds in which a device whose feed broke may come back

log = logging.getLogger("colonnade.lobby")


class Known(NamedTuple):
    """What stands in the lobby."""

    tables: list[tuple[Head, list[Seat]]] = []
    wishes: list[Wish] = []
    club: ClubBrief | None = None


class Lobby:
    """The lobby as this process knows it, and who looks at it."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.readers: set[LobbyReader] = set()
        self.known = Known()
        self.told = b""  # to whoever sits at none of the tables
        self.read_at = -OLD  # when it was last read
        self.stale = True
        self.dirty = asyncio.Event()

    # What changed

    def changed(self, table: LiveTable) -> None:
        """Hear of a change of a table: one that is listed, or could be."""
        head = table.head
        listed = any(known.id == head.id for known, _ in self.known.tables)
        if listed or (head.opened is not None and head.finished is None):
            self.touch()

    def heard(self, note: str | None) -> None:
        """Hear what another process did."""
        if note in (None, table_queries.LOBBY):
            self.touch()

    def touch(self) -> None:
        """Read everything again, soon."""
        self.stale = True
        self.dirty.set()

    async def refresh(self) -> None:
        """Read the lobby; wake those who look, if there is something new."""
        self.stale = False
        now = self.tables.watch.now()
        try:
            found = await self.tables.store.read(partial(read_lobby, now=now))
        except StoreAway:
            self.stale = True
            raise
        told = encode(found, None, self.tables.watch)
        same = (told, granted(found)) == (self.told, granted(self.known))
        unchanged = same and found.tables == self.known.tables
        self.known, self.told, self.read_at = found, told, time.monotonic()
        if not unchanged:
            for reader in self.readers:
                reader.call()

    async def newest(self, device: str | None) -> bytes:
        """What a device is told now, as any process has acknowledged it."""
        await self.refresh()
        return self.body(device)

    def body(self, device: str | None) -> bytes:
        """What a device is told; the same bytes for all who sit at none of the tables."""
        seated = any(device in seat.devices for _, seats in self.known.tables for seat in seats)
        return encode(self.known, device, self.tables.watch) if seated else self.told

    def paired(self, device: str | None) -> Paired | None:
        """The table that a device's wish has got."""
        for wish in self.known.wishes:
            if wish.device == device and wish.table_id is not None:
                return Paired(wish=wish.wish, table=wish.table_id)
        return None

    # Who looks

    def reader(self, device: str | None) -> LobbyReader:
        """A new reader."""
        reader = LobbyReader(self, device)
        reader.closing = self.tables.closing
        return reader

    def enter(self, reader: LobbyReader) -> None:
        """Take a reader in; a wish of its device counts again from now on."""
        self.readers.add(reader)
        if reader.device is not None:
            self.tables.begin(self.signs([reader.device]))

    def leave(self, reader: LobbyReader) -> None:
        """Let a reader go; if it does not come back soon, its device waits for nobody."""
        self.readers.discard(reader)
        if reader.device is not None and not self.tables.closing:
            self.tables.begin(self.let_go(reader.device, self.tables.watch.now()))

    async def let_go(self, device: str, left: float) -> None:
        """Forget the wish of a device that has not come back."""
        await asyncio.sleep(GRACE)
        if any(reader.device == device for reader in self.readers):
            return
        with suppress(StoreAway):
            await self.tables.store.write(partial(pairing.let_go, device=device, left=left))
            self.touch()

    def close(self) -> None:
        """Tell all readers that this server closes."""
        for reader in self.readers:
            reader.closing = True
            reader.wake.set()

    def drop_slow(self, limit: float) -> None:
        """End the feeds of readers that have not taken what they were sent."""
        for reader in list(self.readers):
            if reader.behind is not None and reader.behind < limit and reader.task is not None:
                reader.task.cancel()

    # Rounds

    async def rounds(self) -> None:
        """Read what changed, give signs of life for those who wait here, and pair them."""
        signed = time.monotonic()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(WIDER_SECONDS if self.picky() else SIGN_SECONDS):
                    await self.dirty.wait()
            self.dirty.clear()
            try:
                now = time.monotonic()
                if self.readers and (self.stale or now - self.read_at > OLD):
                    await self.refresh()
                if now - signed >= SIGN_SECONDS:
                    signed = now
                    await self.signs({r.device for r in self.readers if r.device is not None})
                await self.pair_here()
            except StoreAway:
                pass
            except Exception:
                log.exception("a round of the lobby failed")
            await asyncio.sleep(PAUSE)

    async def signs(self, devices: list[str] | set[str]) -> None:
        """Say that devices are here that wait for company, and pair those that can be."""
        waiting = [
            wish for wish in self.known.wishes if wish.device in devices and not wish.table_id
        ]
        if not waiting:
            return
        names = [wish.device for wish in waiting]
        with suppress(StoreAway):
            now = self.tables.watch.now()
            await self.tables.store.write(partial(pairing.give_sign, devices=names, now=now))
            await self.refresh()
            await self.pair_here(names)

    def picky(self) -> list[str]:
        """The devices here that wait for somebody as strong, and take others by and by."""
        now, here = self.tables.watch.now(), {reader.device for reader in self.readers}
        return [
            w.device for w in self.known.wishes if w.about and w.device in here and w.waits(now)
        ]

    async def pair_here(self, devices: list[str] | None = None) -> None:
        """Pair these devices, or those that wait for somebody as strong, where somebody fits."""
        now, wishes = self.tables.watch.now(), self.known.wishes
        names = self.picky() if devices is None else devices
        for wish in wishes:
            if wish.device in names and pairing.group_for(wish, wishes, now):
                await pairing.pair(self.tables, wish.device)
                self.touch()


class LobbyReader:
    """One who looks at the lobby: what they were told, and whether they keep up."""

    def __init__(self, lobby: Lobby, device: str | None) -> None:
        self.lobby = lobby
        self.device = device
        self.wake = asyncio.Event()
        self.told = b""
        self.paired: Paired | None = None
        self.behind: float | None = None  # since when something waits to be taken
        self.task: asyncio.Task[object] | None = None
        self.closing = False

    def call(self) -> None:
        """Say that there is something to tell; never waits."""
        if self.behind is None:
            self.behind = time.monotonic()
        self.wake.set()

    def next(self) -> bytes:
        """What is new to this reader."""
        self.behind, news = None, b""
        body, paired = self.lobby.body(self.device), self.lobby.paired(self.device)
        if body != self.told:
            self.told = body
            news += b"event: lobby\ndata: %b\n\n" % body
        if paired is not None and paired != self.paired:
            news += b"event: paired\ndata: %b\n\n" % msgspec.json.encode(paired)
        self.paired = paired
        return news

    async def stream(self, heartbeat: float) -> AsyncIterator[bytes]:
        """Events as they come, with signs of life between them."""
        self.task = asyncio.current_task()
        self.lobby.enter(self)
        try:
            yield RETRY
            while not self.closing:
                self.wake.clear()
                if news := self.next():
                    yield news
                try:
                    async with asyncio.timeout(heartbeat):
                        await self.wake.wait()
                except TimeoutError:
                    yield HEARTBEAT
            yield CLOSING
        finally:
            self.lobby.leave(self)


def granted(known: Known) -> set[tuple[str, str]]:
    """Which wishes have got their tables."""
    return {(wish.wish, wish.table_id) for wish in known.wishes if wish.table_id is not None}


def read_lobby(connection: Connection, now: float) -> Known:
    """Open tables with a free seat, the newest first, and all wishes."""
    free = select(SEATS.c.seat).where(SEATS.c.table_id == TABLES.c.id, SEATS.c.kind == "open")
    place = func.row_number().over(partition_by=TABLES.c.origin, order_by=TABLES.c.opened.desc())
    found = (
        select(TABLES, place.label("place"))
        .where(TABLES.c.opened > now - WAITS_LONG, TABLES.c.finished.is_(None), free.exists())
        .subquery()
    )
    newest = select(found).where(found.c.place <= MOST_OF_ONE).order_by(found.c.opened.desc())
    rows = connection.execute(newest.limit(2 * MOST)).mappings()
    heads = [head for row in rows if waits(head := table_queries.read_head(row), now)][:MOST]
    seats = table_queries.read_seats(connection, [head.id for head in heads])
    return Known(
        [(head, seats[head.id]) for head in heads],
        pairing.read_wishes(connection),
        club_brief(connection),
    )


def club_brief(connection: Connection) -> ClubBrief | None:
    """What everybody at home is told of the club."""
    club = read_club(connection)
    if club is None:
        return None
    said = club.announcement
    return ClubBrief(name=club.name, announcement="" if said is None else said.text)


def waits(head: Head, now: float) -> bool:
    """Whether somebody may still be waiting at an open table: longer with days for a turn."""
    slow = head.clock is not None and head.clock.turn >= DAY
    return head.opened is not None and head.opened > now - (WAITS_LONG if slow else WAITS)


def encode(known: Known, device: str | None, watch: Watch) -> bytes:
    """The lobby as a device is told."""
    now = watch.now()
    waiting = Counter(
        (wish.game, wish.seats, wish.clock) for wish in known.wishes if wish.waits(now)
    )
    told = LobbyTold(
        tables=[line(head, seats, device, watch) for head, seats in known.tables],
        seeking=[
            Seeking(game=game, seats=seats, clock=clock_set(clock), count=count)
            for (game, seats, clock), count in waiting.items()
        ],
        club=known.club,
    )
    return msgspec.json.encode(told)


def line(head: Head, seats: list[Seat], device: str | None, watch: Watch) -> OpenTable:
    """A table as the lobby shows it."""
    return OpenTable(
        id=head.id,
        game=head.game,
        options=head.options,
        clock=clock_set(head.clock),
        seats=[
            SeatTold(kind=s.kind, name=s.name, level=s.level, bot=s.bot and s.taken) for s in seats
        ],
        opened=watch.told(head.opened or 0.0),
        spectators=head.spectators,
        held=[i for i, seat in enumerate(seats) if seat.taken and device in seat.devices],
    )
