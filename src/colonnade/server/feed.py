"""What each watcher is told, and the feeds that carry it as server-sent events.

Every event holds the whole view, so a reader needs the newest alone: one that falls behind skips
what it missed, and one that comes back with its last event's id gets the moves since then. The
table never waits for a reader.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import msgspec

from colonnade.contract.state import OVER
from colonnade.server.offers import offers, refusals
from colonnade.server.seats import held, watcher
from colonnade.server.table import LiveTable
from colonnade.server.wire import ProposalTold, SeatTold, TableEvent, Told

RETRY = b"retry: 1000\n\n"
HEARTBEAT = b"event: ping\ndata: {}\n\n"  # an event: browsers hide comments from their pages
CLOSING = b"event: closing\ndata: {}\n\n"


class Reader:
    """One open feed: whose it is, what it was told, and whether it keeps up."""

    def __init__(self, table: LiveTable, device: str | None, since: tuple[int, int] | None) -> None:
        self.table = table
        self.device = device
        self.wake = asyncio.Event()
        self.told = since  # ply and revision of the last event
        self.presence: tuple[bool, ...] | None = None
        self.behind: float | None = None  # since when something waits to be taken
        self.task: asyncio.Task[object] | None = None
        self.closing = False

    def call(self) -> None:
        """Say that there is something to tell; never waits."""
        if self.behind is None:
            self.behind = time.monotonic()
        self.wake.set()

    def close(self) -> None:
        """End the feed after what is being sent."""
        self.closing = True
        self.wake.set()

    def next(self) -> bytes | None:
        """The next event, if there is anything new."""
        table, self.behind = self.table, None
        now = (table.ply, table.head.revision)
        here = presence(table)
        if self.told != now:
            since = self.told[0] if self.told is not None and self.told[0] <= table.ply else 0
            self.told, self.presence = now, here
            body = event(table, self.device, since)
            return b"event: table\nid: %d.%d\ndata: %b\n\n" % (*now, body)
        if self.presence != here:
            self.presence = here
            return b"event: presence\ndata: %b\n\n" % msgspec.json.encode({"present": here})
        return None

    async def stream(self, heartbeat: float) -> AsyncIterator[bytes]:
        """Events as they come, with signs of life between them."""
        self.task = asyncio.current_task()
        self.table.readers.add(self)
        call_all(self.table)
        try:
            yield RETRY
            while not self.closing:
                self.wake.clear()
                news = self.next()
                if news is not None:
                    yield news
                    continue
                try:
                    await asyncio.wait_for(self.wake.wait(), heartbeat)
                except TimeoutError:
                    yield HEARTBEAT
            yield CLOSING
        finally:
            self.table.readers.discard(self)
            call_all(self.table)


def call_all(table: LiveTable) -> None:
    """Wake all readers of a table: something changed, perhaps who is here."""
    table.present = None
    for reader in table.readers:
        reader.call()


def presence(table: LiveTable) -> tuple[bool, ...]:
    """Which seats have a feed open at this process; computer players are always there."""
    if table.present is None:
        devices = {reader.device for reader in table.readers}
        table.present = tuple(
            seat.kind == "computer" or not devices.isdisjoint(seat.devices) for seat in table.seats
        )
    return table.present


def read_event_id(text: str | None) -> tuple[int, int] | None:
    """Read `ply.revision`; anything else is as if nothing had been told."""
    ply, dot, revision = (text or "").partition(".")
    if dot and ply.isdecimal() and revision.isdecimal() and len(ply) + len(revision) < 18:
        return int(ply), int(revision)
    return None


def event(table: LiveTable, device: str | None, since: int) -> bytes:
    """What a device is told of a table, with the facts since a ply; the same bytes for equals."""
    seat, seats = watcher(table, device), tuple(held(table, device))
    key = (seat, seats, since, presence(table))
    found = table.cache.get(key)
    if found is None:
        found = msgspec.json.encode(describe(table, seat, list(seats), since))
        table.cache[key] = found
    return found


def describe(table: LiveTable, seat: int | None, seats: list[int], since: int) -> TableEvent:
    """A table as a seat, or a spectator, may know it."""
    state, over = table.state, table.actor == OVER
    deciding = not over and seat is not None and seat == table.actor
    deadline = None if over else table.deadline(state, table.seats, table.last_time())
    return TableEvent(
        table=table.id,
        game=table.head.game,
        ply=table.ply,
        revision=table.head.revision,
        line=len(table.line),
        seat=seat,
        held=seats,
        actor=table.actor,
        moves=facts_seen(table, seat, since),
        view=msgspec.Raw(msgspec.json.encode(state.view(seat))),
        seats=seats_told(table),
        offers=offers(state) if deciding else None,
        refusals=refusals(state, seat) if deciding and seat is not None else None,
        clock=table.times.told(deadline) if table.times else None,
        proposal=proposal_told(table),
        result=table.head.result,
        reveal=msgspec.Raw(msgspec.json.encode(state.reveal())) if over else None,
        rematch=table.head.rematch,
    )


def facts_seen(table: LiveTable, seat: int | None, since: int) -> list[Told]:
    """The facts from a ply on, hidden moves veiled as this watcher saw them."""
    found = []
    place = -1 if seat is None else seat
    for ply in range(since, table.ply):
        entry = table.log[ply]
        if entry.kind == "move":
            row, (turn, gained) = table.sights[ply][place], table.gains[ply]
            words, fields = table.game.moves.words(row), table.game.moves.fields(row)
            told = Told(ply=ply, seat=entry.seat, words=words, fields=fields, turn=turn)
            if any(gained):
                told.gained = gained
            found.append(told)
        else:
            line = entry.back if entry.kind == "undo" else None
            found.append(Told(ply=ply, seat=entry.seat, kind=entry.kind, line=line))
    return found


def seats_told(table: LiveTable) -> list[SeatTold]:
    """The seats as everybody sees them."""
    here = presence(table)
    return [
        SeatTold(
            kind=seat.kind,
            name=seat.name,
            level=seat.level,
            present=here[number],
            resigned=seat.resigned,
        )
        for number, seat in enumerate(table.seats)
    ]


def proposal_told(table: LiveTable) -> ProposalTold | None:
    """The wish to undo that waits for answers."""
    wish = table.proposal
    if wish is None:
        return None
    asked = table.asked(wish.seat)
    return ProposalTold(seat=wish.seat, line=wish.back, agreed=wish.agreed, asked=asked)
