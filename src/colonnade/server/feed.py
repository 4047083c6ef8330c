"""Feeds: who reads a table, and what each is told, as server-sent events.

Every event holds the whole view, so a reader needs the newest alone: one that falls behind skips
what it missed, and one that comes back with its last event's id gets the moves since then. The
table never waits for a reader. What an event holds is decided in telling.py.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import Protocol

import msgspec

from colonnade.server.absence import returns
from colonnade.server.seats import eyes, held, may_see, note_seen
from colonnade.server.table import LiveTable
from colonnade.server.telling import Shared, describe
from colonnade.server.wire_lobby import Said

ENCODER = msgspec.json.Encoder()
RETRY = b"retry: 1000\n\n"
HEARTBEAT = b"event: ping\ndata: {}\n\n"  # an event: browsers hide comments from their pages
KEPT_EVENTS = 2  # for each kind of watcher
KEPT_BYTES = 1024 * 1024  # of one table: a seat's event takes some ten kB
CLOSING = b"event: closing\ndata: {}\n\n"
GONE = b"event: gone\ndata: {}\n\n"  # the table is no longer for these eyes


class Sent:
    """Events as they were sent, kept while equals wait for the same: few, and of bounded size."""

    def __init__(self) -> None:
        self.events: dict[tuple[int | None, ...], list[tuple[int, bytes]]] = {}
        self.size = 0  # in bytes

    def get(self, watcher: tuple[int | None, ...], since: int) -> bytes | None:
        """What such a watcher was told of the log since a ply."""
        for known, event in self.events.get(watcher, ()):
            if known == since:
                return event
        return None

    def keep(self, watcher: tuple[int | None, ...], since: int, event: bytes) -> None:
        """Keep an event: who follows knows the last ply, who comes knows none; others are rare."""
        kept = self.events.setdefault(watcher, [])
        kept.append((since, event))
        self.size += len(event)
        while len(kept) > KEPT_EVENTS:
            self.size -= len(kept.pop(0)[1])
        if self.size > KEPT_BYTES:
            self.clear()

    def clear(self) -> None:
        """Forget all of them."""
        self.events.clear()
        self.size = 0


class Feed:
    """All readers of a table, who is here, and what was told since the last change."""

    def __init__(
        self, table: LiveTable, lagged: Callable[[float], None] = lambda seconds: None
    ) -> None:
        self.table = table
        self.readers: set[Follower] = set()
        self.lagged = lagged  # hears how long a reader waited for its news
        self._devices: Counter[str | None] = Counter()  # of the readers
        self._present: tuple[bool, ...] | None = None  # seats with a reader, until that changes
        self.elsewhere = 0  # seats with a reader at another process, as bits
        self.tell: Callable[[int], None] | None = None  # hears of those with one here
        self.waiting = 0  # readers that have not yet taken what is new
        self._cache = Sent()
        self._shared = Shared()  # what equals and others are told alike
        self.said: list[Said] | None = None  # the newest phrases, once phrases.py has read them

    def changed(self) -> None:
        """Hear that there is something to tell."""
        self.forget()
        self.call_all()

    def forget(self) -> None:
        """Forget what was told."""
        self._cache.clear()
        self._shared = Shared()

    def call_all(self) -> None:
        """Wake all readers: something changed, perhaps who is here."""
        self._present = None
        if self.tell is not None:
            self.tell(self.here())
        for reader in self.readers:
            reader.call()

    def enter(self, reader: Follower) -> None:
        """Take a reader in; the others hear of it only if a seat is there now that was not."""
        before = self.presence()
        self.readers.add(reader)
        self._devices[reader.device] += 1
        self.tell_presence(before)
        reader.call()

    def leave(self, reader: Follower) -> None:
        """Let a reader go."""
        before = self.presence()
        self.readers.discard(reader)
        self._devices[reader.device] -= 1
        if not self._devices[reader.device]:
            del self._devices[reader.device]
        reader.take()
        self.table.seen = self.table.watch.steady()
        note_seen(self.table, held(self.table, reader.device))
        self.tell_presence(before)

    def drop_slow(self, limit: float) -> None:
        """End the feeds of readers that have been behind since before a moment."""
        for reader in list(self.readers):
            if reader.behind is not None and reader.behind < limit:
                reader.drop()

    def close(self) -> None:
        """Tell all readers that this server closes."""
        for reader in list(self.readers):
            reader.close()

    def set_elsewhere(self, seats: int) -> None:
        """Hear which seats have somebody at another process."""
        before, self.elsewhere = self.presence(), seats
        self.tell_presence(before)

    def tell_presence(self, before: tuple[bool, ...]) -> None:
        """Wake all readers if somebody came to a seat, or left one."""
        self._present = None
        if self.tell is not None:
            self.tell(self.here())
        if self.presence() != before:
            self.forget()
            self.call_all()

    def here(self) -> int:
        """The seats that have a feed open at this process, as bits."""
        if not self._devices:
            return 0
        here = (not self._devices.keys().isdisjoint(seat.devices) for seat in self.table.seats)
        return sum(1 << number for number, one in enumerate(here) if one)

    def presence(self) -> tuple[bool, ...]:
        """Which seats have a feed open at any process; computer players are always there."""
        if self._present is None:
            here = self.here() | self.elsewhere
            self._present = tuple(
                seat.kind == "computer" or bool(here & 1 << number)
                for number, seat in enumerate(self.table.seats)
            )
        return self._present

    def event(self, device: str | None, since: int) -> bytes:
        """What a device is told, with the log since a ply; the same bytes for equals."""
        table, here = self.table, self.presence()
        seats = held(table, device)
        seat, kept = eyes(seats, table.actor), returns(table, device)
        note_seen(table, seats)
        watcher = (seat, *seats, *(~one for one in kept))
        found = self._cache.get(watcher, since)
        if found is None:
            told = describe(table, seat, seats, since, here, self._shared, kept)
            found = ENCODER.encode(told)
            if self.waiting:
                self._cache.keep(watcher, since, found)
        if not self.waiting:  # a table at rest keeps nothing
            self.forget()
        return found


class Beside(Protocol):
    """What else a server tells of, beside single tables: it hears of every change."""

    def changed(self, table: LiveTable) -> None:
        """Hear of a change of a table that is in memory here."""

    def heard(self, note: str | None) -> None:
        """Hear what another process did; None is whatever may have happened."""

    def close(self) -> None:
        """Tell its readers that this server closes."""

    def drop_slow(self, limit: float) -> None:
        """End the feeds of readers that have been behind since before a moment."""


class Follower:
    """One open feed: whose it is, what it was told, and whether it keeps up."""

    def __init__(self, feed: Feed, device: str | None, since: tuple[int, int] | None) -> None:
        self.feed = feed
        self.device = device
        self.told = since  # ply and revision of the last event
        self.presence: tuple[bool, ...] | None = None
        self.heard = 0  # number of the last phrase that was told
        self.behind: float | None = None  # since when something waits to be taken
        self.closing = False

    def rouse(self) -> None:
        """See to it that what is new will be told, or that the feed ends; never waits."""
        raise NotImplementedError

    def drop(self) -> None:
        """End the feed of somebody who takes nothing."""
        raise NotImplementedError

    def call(self) -> None:
        """Say that there is something to tell."""
        if self.behind is None:
            self.behind = time.monotonic()
            self.feed.waiting += 1
        self.rouse()

    def take(self) -> None:
        """Have taken what was new, or be gone."""
        if self.behind is not None:
            self.behind = None
            self.feed.waiting -= 1

    def close(self) -> None:
        """End the feed after what is being sent."""
        self.closing = True
        self.rouse()

    def next(self) -> bytes | None:
        """The next event, if there is anything new."""
        if self.behind is not None:
            self.feed.lagged(time.monotonic() - self.behind)
        self.take()
        table = self.feed.table
        if not may_see(table, self.device):
            self.close()
            return GONE
        now = (table.ply, table.head.revision)
        here = self.feed.presence()
        if self.told != now:
            since = self.told[0] if self.told is not None and self.told[0] <= table.ply else 0
            self.told, self.presence = now, here
            if self.unheard():
                self.rouse()  # phrases come after it
            body = self.feed.event(self.device, since)
            return b"event: table\nid: %d.%d\ndata: %b\n\n" % (*now, body)
        if self.presence != here:
            self.presence = here
            if self.unheard():
                self.rouse()
            return b"event: presence\ndata: %b\n\n" % msgspec.json.encode({"present": here})
        if news := self.unheard():
            self.heard = news[-1].number
            return b"event: said\ndata: %b\n\n" % msgspec.json.encode({"said": news})
        return None

    def unheard(self) -> list[Said]:
        """The phrases that were not told yet."""
        said = self.feed.said
        if not said or said[-1].number <= self.heard:
            return []
        return [one for one in said if one.number > self.heard]

    def time(self) -> bytes:
        """What time it is at a table with a clock: other clocks differ, and read its deadlines."""
        watch = self.feed.table.watch
        if self.feed.table.times is None:
            return b""
        return b'event: time\ndata: {"now":%.3f}\n\n' % watch.told(watch.now())


class Reader(Follower):
    """A feed that is a stream, for any server: a task of its own waits for what comes."""

    def __init__(self, feed: Feed, device: str | None, since: tuple[int, int] | None) -> None:
        super().__init__(feed, device, since)
        self.wake = asyncio.Event()
        self.task: asyncio.Task[object] | None = None
        self.late = False  # whether nothing was told for so long that a sign of life is due

    def rouse(self) -> None:
        """Wake the task."""
        self.wake.set()

    def drop(self) -> None:
        """End the task."""
        if self.task is not None:
            self.task.cancel()

    def beat(self) -> None:
        """Wake the reader for a sign of life."""
        self.late = True
        self.wake.set()

    async def stream(self, heartbeat: float) -> AsyncIterator[bytes]:
        """Events as they come, with signs of life between them."""
        self.task, loop = asyncio.current_task(), asyncio.get_running_loop()
        self.feed.enter(self)
        timer: asyncio.TimerHandle | None = None
        try:
            yield RETRY + self.time()
            while not self.closing:
                self.wake.clear()
                if timer is not None:
                    timer.cancel()
                news = self.next()
                if news is not None:
                    yield news
                elif self.late:
                    yield HEARTBEAT
                # A timer of its own: waiting with a limit would begin a task for each event.
                self.late = False
                timer = loop.call_later(heartbeat, self.beat)
                await self.wake.wait()
            yield CLOSING
        finally:
            if timer is not None:
                timer.cancel()
            self.feed.leave(self)


def read_event_id(text: str | None) -> tuple[int, int] | None:
    """Read `ply.revision`; anything else is as if nothing had been told."""
    ply, dot, revision = (text or "").partition(".")
    if dot and ply.isdecimal() and revision.isdecimal() and len(ply) + len(revision) < 18:
        return int(ply), int(revision)
    return None
