"""Tells people that it is their turn where turns take days, or that such a game has ended.

A notice waits a little: who is about to take a move back has done so then. It waits for the end of
quiet hours, and is dropped if it is no longer true. It is claimed before it is sent: of a server
that is killed meanwhile, one notice may be lost, and none comes twice.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import partial

import msgspec

from colonnade.contract.errors import ColonnadeError
from colonnade.contract.state import OVER
from colonnade.locales import say
from colonnade.server import notice_queries
from colonnade.server.errors import NoTable, StoreAway
from colonnade.server.names import game_name, joined, seat_name
from colonnade.server.notice_queries import Notice
from colonnade.server.push import Push, Subscription, check
from colonnade.server.quiet import Quiet, quiet_until
from colonnade.server.stored import Head
from colonnade.server.table import LiveTable
from colonnade.server.tables import Tables
from colonnade.server.wire_players import NoticesTold

DAY = 86_400.0
GRACE = 20.0  # seconds that a notice waits
ROUND_SECONDS = 5.0
SWEEP_SECONDS = 600.0  # between looks for what a process that died has not said
END = 2**31 - 1  # the turn after the last: that the game is over
MOST = 100  # notices of one round
MOST_SWEPT = 500  # tables
MOST_KNOWN = 20_000  # tables of which it is known what was said
TRIES = 6
FIRST_PAUSE, LAST_PAUSE = 30.0, 3600.0  # seconds until it is tried again: four times as long each
KEPT_SECONDS = 14 * DAY  # that a service keeps a notice for a browser that is off, at most
SAID = {"turn": "notice.turn", "over": "notice.over"}
NOWHERE = "https://localhost"  # of who runs the house, where it has no name

log = logging.getLogger("colonnade.notices")


class Payload(msgspec.Struct):
    """What the browser is told, encrypted; nothing that a spectator would not know."""

    kind: str
    table: str
    title: str
    body: str
    lang: str


def is_slow(head: Head) -> bool:
    """Whether turns take days at a table."""
    return head.clock is not None and head.clock.turn >= DAY


class Notices:
    """All notices that this process sends."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.store = tables.store
        self.watch = tables.watch
        settings = tables.settings
        contact = f"https://{settings.names[0]}" if settings.names else NOWHERE
        self.push = Push(tables.secret, contact, settings.limits.local_push)
        self.known: dict[str, tuple[int, int]] = {}  # turn and seat that were considered
        self.swept = float("-inf")
        self.sending = asyncio.Semaphore(8)

    # What is asked

    async def told(self, device: str | None) -> NoticesTold:
        """How a device and its player are told."""
        here, devices, quiet = await self.store.read(partial(notice_queries.look, device=device))
        return NoticesTold(key=self.push.public, here=here, devices=len(devices), quiet=quiet)

    async def subscribe(self, device: str | None, wish: Subscription) -> None:
        """Tell a device from now on."""
        await self.store.read(partial(notice_queries.check_player, device=device))
        check(wish, self.push.local)
        await self.store.write(partial(notice_queries.subscribe, device=device, wish=wish))

    async def unsubscribe(self, device: str | None) -> None:
        """Tell a device no more."""
        await self.store.write(partial(notice_queries.unsubscribe, device=device))

    async def set_quiet(self, device: str | None, quiet: Quiet | None) -> None:
        """Tell a player nothing at some hours."""
        await self.store.write(partial(notice_queries.set_quiet, device=device, quiet=quiet))

    # What happens

    def changed(self, table: LiveTable) -> None:
        """Hear of a change of a table."""
        if is_slow(table.head) and self.known.get(table.id) != place(table):
            self.tables.begin(self.consider(table))

    def heard(self, note: str | None) -> None:
        """Hear what another process did: it tells whom it concerns itself."""

    def close(self) -> None:
        """Nobody reads here."""

    def drop_slow(self, limit: float) -> None:
        """Nobody reads here."""

    async def consider(self, table: LiveTable) -> None:
        """Let those be told whom a position waits for, or who played a game that is over."""
        turn, actor = now = place(table)
        if len(self.known) >= MOST_KNOWN:
            self.known.clear()
        self.known[table.id] = now
        seats = told_of_end(table) if turn == END else [actor] if actor >= 0 else []
        due = self.watch.date() + GRACE
        work = partial(notice_queries.arm, table_id=table.id, seats=seats, turn=turn, due=due)
        try:
            await self.store.write(work)
        except StoreAway:
            self.known.pop(table.id, None)  # the next sweep finds it

    # Rounds

    async def rounds(self) -> None:
        """Send what is due, for as long as the server lives."""
        try:
            while True:
                try:
                    await self.sweep()
                    await self.round()
                except StoreAway:
                    pass
                except Exception:
                    log.exception("a round of notices failed")
                await asyncio.sleep(ROUND_SECONDS)
        finally:
            await self.push.close()

    async def sweep(self) -> None:
        """Now and then, find turns that a process has made and did not live to tell."""
        now = self.watch.steady()
        if now - self.swept < SWEEP_SECONDS:
            return
        first, self.swept = self.swept == float("-inf"), now
        since = self.watch.date() - (DAY if first else 2 * SWEEP_SECONDS)
        found = await self.store.read(partial(notice_queries.lately, since=since, limit=MOST_SWEPT))
        for table_id in found:
            with suppress(ColonnadeError):  # deleted meanwhile, or of another edition
                table = await self.tables.table(table_id, looking=False)
                await table.catch_up()
                if is_slow(table.head):
                    await self.consider(table)

    async def round(self) -> None:
        """Send all that is due, some at a time."""
        now = self.watch.date()
        found = await self.store.read(partial(notice_queries.due, now=now, limit=MOST))
        await asyncio.gather(*(self.one(notice) for notice in found))

    async def one(self, notice: Notice) -> None:
        """Send a notice, if it is still true and wanted now."""
        async with self.sending:
            try:
                await self.deliver(notice)
            except StoreAway:
                pass  # it is due again in the next round, or was sent
            except Exception:
                log.exception("a notice failed")

    async def deliver(self, notice: Notice) -> None:
        """Look at the table once more, claim the notice, and send it."""
        now = self.watch.date()
        until = None if notice.quiet is None else quiet_until(notice.quiet, now)
        if until is not None:
            await self.store.write(partial(notice_queries.put_off, notice=notice, until=until))
            return
        table = await self.table(notice.table_id)
        if table is None or not is_true(table, notice):
            await self.store.write(partial(notice_queries.withdraw, notice=notice))
            return
        if not await self.store.write(partial(notice_queries.claim, notice=notice)):
            return
        left = (table.deadline() or self.watch.now() + KEPT_SECONDS) - self.watch.now()
        sent = await self.push.send(
            notice.to,
            msgspec.json.encode(payload(table, notice)),
            about=notice.table_id,
            ttl=min(left, KEPT_SECONDS),
            now=now,
        )
        if sent.outcome == "gone":
            await self.store.write(partial(notice_queries.gone, notice=notice))
        elif sent.outcome == "later" and notice.tries + 1 < TRIES:
            pause = max(sent.seconds, min(FIRST_PAUSE * 4**notice.tries, LAST_PAUSE))
            await self.store.write(
                partial(notice_queries.again, notice=notice, due=self.watch.date() + pause)
            )
        elif sent.outcome != "done":
            log.warning("a push service takes no notice: %s", sent.outcome)

    async def table(self, table_id: str) -> LiveTable | None:
        """A table as all processes know it; none if it cannot be played."""
        try:
            table = await self.tables.table(table_id, looking=False)
            if await table.catch_up() or table.stale:
                async with table.lock:
                    await table.refresh()
        except StoreAway:
            raise
        except (NoTable, ColonnadeError):
            return None
        return table


def place(table: LiveTable) -> tuple[int, int]:
    """How far a table is, for those who wait: the turn, and whose it is."""
    over = table.actor == OVER
    return (END, OVER) if over else (int(table.state.turn), -1 if table.paused else table.actor)


def told_of_end(table: LiveTable) -> list[int]:
    """Who is told that a game is over: all people but who ended it."""
    facts = (table.log[ply].seat for ply in reversed(range(len(table.log))))
    last = next((seat for seat in facts if seat >= 0), None)
    return [number for number, seat in enumerate(table.seats) if seat.taken and number != last]


def is_true(table: LiveTable, notice: Notice) -> bool:
    """Whether what a notice says still holds, and its device still holds the seat."""
    seat = table.seats[notice.seat] if notice.seat < len(table.seats) else None
    if seat is None or not seat.taken or notice.device not in seat.devices:
        return False
    turn, actor = place(table)
    return turn == notice.turn and actor in (notice.seat, OVER)


def payload(table: LiveTable, notice: Notice) -> Payload:
    """What a notice says: what happened, at which table."""
    lang, kind = notice.lang, "over" if notice.turn == END else "turn"
    others = [
        seat_name(seat, number, lang)
        for number, seat in enumerate(table.seats)
        if number != notice.seat and seat.kind != "open"
    ]
    game = game_name(table.head.game, lang)
    body = say("page.line.with", lang, game=game, names=joined(others, lang)) if others else game
    return Payload(kind, table.id, say(SAID[kind], lang), body, lang)
