"""A live table: a game in progress, the log of what was told, seats and clock; one way to change.

Memory is never ahead of the store: a change is made only after its commit. Who may ask is decided
in seats.py, what may be taken back in undo.py, who is told in feed.py, who thinks in bots.py.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from difflib import get_close_matches
from functools import cache, partial
from typing import TYPE_CHECKING, Protocol

from msgspec.structs import replace
from sqlalchemy.exc import IntegrityError

from colonnade.contract.errors import BadRecord, ColonnadeError, UnknownMove
from colonnade.contract.history import History
from colonnade.contract.moves import MoveTable
from colonnade.contract.play import settle
from colonnade.contract.state import CHANCE, OVER, State
from colonnade.games import game
from colonnade.server import table_queries
from colonnade.server.appends import appended
from colonnade.server.clock import Times, goes
from colonnade.server.errors import (
    NoTable,
    NotYourTurn,
    Paused,
    StalePly,
    StoreAway,
    TableDamaged,
    TableOver,
)
from colonnade.server.facts import count, ending, paused_by, result_of
from colonnade.server.log import Log
from colonnade.server.stored import Change, Entry, Proposal, Seat, Sitter, Status, Stored
from colonnade.server.wire_types import EntryKind

if TYPE_CHECKING:
    from colonnade.server.store import Store
    from colonnade.server.tape import Tape
    from colonnade.server.watch import Watch

log = logging.getLogger("colonnade.table")
DEFAULT_LEVEL = "builder"  # who takes over where a seat resigns or a clock runs out


@cache
def all_words(table: MoveTable) -> frozenset[str]:
    """The words of every row of a game."""
    return frozenset(row.words for row in table.rows)


class Owner(Protocol):
    """What a table needs of the server it stands in."""

    store: Store
    tape: Tape
    watch: Watch
    absent: float  # seconds after which nobody need wait for who is not here

    def changed(self, table: LiveTable) -> None:
        """Hear that a table changed: tell its readers, wake its computer players."""

    def moved(self, table: LiveTable, seat: int) -> None:
        """Hear that a seat's move was stored."""

    def watched(self, table: LiveTable) -> bool:
        """Whether somebody has looked at a table within the last hour, or so."""

    def present(self, table: LiveTable) -> tuple[bool, ...]:
        """Which seats have somebody here now."""

    def doubted(self, table: LiveTable) -> None:
        """Hear that nobody knows whether a write to this table was kept."""


class LiveTable:
    """One table in memory."""

    def __init__(self, owner: Owner, stored: Stored) -> None:
        self.owner = owner
        self.lock = asyncio.Lock()
        self.head = stored.head
        self.seats = stored.seats
        self.proposal: Proposal | None = None
        self.barred: list[int] = []  # seats that were refused a wish since the last move
        self.paused = False  # by agreement: nobody moves, and no clock runs
        self.stale = False  # whether the store may know more than this memory
        self.damaged = False  # whether the log is not whole: then it can only be looked at
        self.watch = owner.watch
        self.used = self.seen = self.watch.steady()  # by the server; and when somebody last looked
        self.began = self.watch.now()  # when what the seat on turn has before it began
        found = game(self.head.game)
        if self.head.edition != found.edition:
            raise BadRecord(1, "edition", found=self.head.edition, known=found.edition)
        self.history = History(found, found.start(len(self.seats), self.head.options))
        self.log = Log()
        clock = self.head.clock
        self.times = Times(clock, len(self.seats)) if clock else None
        self.take_up(stored)

    # Reading

    @property
    def id(self) -> str:
        """The table's unguessable name."""
        return self.head.id

    @property
    def ply(self) -> int:
        """How many entries the log holds: what a client must name to add one."""
        return len(self.log)

    @property
    def state(self) -> State:
        """The position now."""
        return self.history.state

    @property
    def actor(self) -> int:
        """The seat that must decide, or OVER."""
        return OVER if self.head.finished is not None else self.history.actor

    def thinker(self) -> str | None:
        """The level of the computer player on turn, if one is."""
        if self.damaged or self.paused or self.actor < 0:
            return None
        seat = self.seats[self.actor]
        return (seat.level or DEFAULT_LEVEL) if seat.kind == "computer" else None

    def deadline(self) -> float | None:
        """When the clock of the seat on turn reaches zero, if it runs."""
        if self.times is None or self.damaged or not goes(self.actor, self.seats, self.paused):
            return None
        return self.began + self.times.left(self.actor, int(self.state.turn))

    def spent(self, now: float) -> float:
        """How much time the seat on turn has used since the last fact, if its clock runs."""
        return 0.0 if self.deadline() is None else max(0.0, now - self.began)

    def fact(self, kind: EntryKind, seat: int, now: float) -> Entry:
        """Something that happens now beside the game; what the clock on turn has used is kept."""
        return Entry(kind, seat, "", 0, self.watch.date(), self.spent(now))

    def check_turn(self, seat: int) -> None:
        """Refuse a seat that need not decide now."""
        if self.damaged:
            raise TableDamaged(table=self.id)
        if self.actor == OVER:
            raise TableOver(table=self.id)
        if self.paused:
            raise Paused()
        if self.actor != seat:
            raise NotYourTurn(seat=seat + 1, actor=self.actor + 1)

    def check_words(self, words: str) -> int:
        """The row that is meant, if it is legal; close words are looked for among the legal."""
        plain, table = " ".join(words.lower().split())[:80], self.history.game.moves
        if plain not in all_words(table):
            legal = [table.words(row) for row in self.history.legal()]
            raise UnknownMove(words=plain, close=get_close_matches(plain, legal, 3, 0.5))
        return self.history.check(plain)

    # What the store knows

    def take_up(self, stored: Stored) -> None:
        """Take up what the store knows beyond this memory."""
        for known, seat in zip(self.seats, stored.seats, strict=True):
            seat.seen = max(seat.seen, known.seen)  # what is stored of it is minutes behind
        self.head, self.seats = stored.head, stored.seats
        self.damaged = not stored.whole
        for entry in stored.log:
            try:
                self.make(entry)
            except (ColonnadeError, LookupError, ValueError):  # nobody could have made that
                self.damaged = True
                break
        if self.damaged:
            log.error("a log has a hole or a fact that cannot be: its table is closed for moves")
        self.proposal, self.barred = stored.proposal, stored.barred
        self.wind_up(self.watch.now())
        self.stale = False

    def wind_up(self, now: float) -> None:
        """Let the clock run on from what is stored: a deadline, of which some time is left."""
        deadline, actor = self.head.deadline, self.history.actor
        if self.times is None or deadline is None or actor < 0:
            self.began = now
        else:
            self.began = deadline - self.times.left(actor, int(self.state.turn))

    def make(self, entry: Entry) -> None:
        """Let something happen that is stored: the clock, the game and the log follow."""
        before = self.history.actor, int(self.state.turn)
        self.log.make(self.history, entry)
        if self.times is not None:
            count(self.times, entry, before, self.state)
        self.paused = paused_by(entry, self.paused)
        self.proposal = None
        if entry.kind == "move":
            self.barred = []

    async def refresh(self, ply: int | None = None) -> None:
        """Read the store again if it may know more; refuse a ply that is not the present one."""
        if self.stale or (ply is not None and ply != self.ply):
            await self.reload()
        if ply is not None and ply != self.ply:
            raise StalePly(ply=ply, now=self.ply)

    async def catch_up(self) -> bool:
        """Be no older than what any process has acknowledged; returns whether that was news.

        On a database of our own, we are. While the database is away nobody acknowledges anything:
        what is known can be looked at.
        """
        if self.owner.store.embedded:
            return False
        with suppress(StoreAway):
            work = partial(table_queries.read_mark, table_id=self.id)
            if await self.owner.store.read(work) != (self.ply, self.head.revision):
                async with self.lock:
                    return await self.reload()
        return False

    async def reload(self) -> bool:
        """Take up what other processes, or a write of unknown end, have stored."""
        work = partial(table_queries.read_table, table_id=self.id, since=self.ply)
        known = (self.ply, self.head.revision, self.head.finished, self.head.rematch)
        stored = await self.owner.store.read(work)
        if stored is None:  # it was too old, or its host has deleted it
            raise NoTable()
        self.take_up(stored)
        changed = known != (self.ply, self.head.revision, self.head.finished, self.head.rematch)
        if changed:
            self.owner.changed(self)
        return changed

    # Changing; who does holds the lock, so that of two at once the second sees what the first did

    async def commit(self, change: Change, after: State | None = None) -> None:
        """The one way to change: store, then make it so, then tell.

        `after` is the position that the change leads to, if it is another. Whatever goes wrong
        leaves a table that is read again before its next use.
        """
        if self.damaged:
            raise TableDamaged(table=self.id)
        seats = [change.seats.get(number, seat) for number, seat in enumerate(self.seats)]
        now = self.watch.now() if change.now is None else change.now
        status = self.status(change, self.state if after is None else after, seats, now)
        known = Status(self.head.deadline, self.head.awaits, self.head.finished, self.head.result)
        work = partial(
            table_queries.write_change,
            head=self.head,
            ply=self.ply,
            change=change,
            was=self.seats,
            status=None if status == known else status,
        )
        self.stale = True
        try:
            quick = appended(self.head, self.ply, change, status if status != known else None)
            revision = await self.owner.store.write(work, quick)
        except (IntegrityError, StalePly):
            ply = self.ply
            await self.reload()
            raise StalePly(ply=ply, now=self.ply) from None
        except StoreAway:
            self.owner.doubted(self)
            raise
        for entry in change.entries:
            self.make(entry)
        self.seats = seats
        self.proposal = None if change.refused else change.proposal or self.proposal
        if change.proposal is not None:
            self.barred = change.proposal.barred
        self.head = replace(
            self.head,
            revision=revision,
            deadline=status.deadline,
            awaits=status.awaits,
            finished=status.finished,
            result=status.result,
        )
        if change.entries or status.deadline is not None:
            self.wind_up(now)
        self.stale = False
        self.owner.changed(self)

    def status(self, change: Change, after: State, seats: list[Seat], now: float) -> Status:
        """What a change means for the clock, for computer players and for the end."""
        if self.head.finished is not None:
            return Status(finished=self.head.finished, result=self.head.result)
        result = result_of(after, seats, ending(change.entries))
        if result is not None:
            return Status(finished=self.watch.date(), result=result)
        times, paused = self.times.copy() if self.times else None, self.paused
        for entry in change.entries:
            if times is not None:
                count(times, entry, (self.history.actor, int(self.state.turn)), after)
            paused = paused_by(entry, paused)
        actor, deadline = int(after.actor), None
        if times is not None and goes(actor, seats, paused):
            # What was used until now is kept with the facts; without one the clock just runs on.
            goes_on = not change.entries and self.deadline() is not None
            deadline = (self.began if goes_on else now) + times.left(actor, int(after.turn))
        awaits = actor >= 0 and seats[actor].kind == "computer" and not paused
        return Status(deadline, awaits)

    async def play(self, seat: int, ply: int, words: str) -> None:
        """Make a seat's move, if the table is where it was thought for."""
        async with self.lock:
            await self.refresh(ply)
            await self.put(seat, words)

    async def put(self, seat: int, words: str) -> None:
        """Make a seat's move now, and what chance adds to it."""
        self.check_turn(seat)
        row = self.check_words(words)
        made = self.state.copy()
        made.apply(row)
        after, drawn = settle(made, self.owner.tape.source(self.id, self.history.draws))
        now, date, table = self.watch.now(), self.watch.date(), self.history.game.moves
        entries = [Entry("move", seat, table.words(row), 0, date, self.spent(now))]
        entries += [Entry("move", CHANCE, table.words(one), 0, date, 0.0) for one in drawn]
        await self.commit(Change(entries=entries, now=now), after)
        self.owner.moved(self, seat)

    async def change_seat(
        self,
        number: int,
        seat: Seat,
        fact: EntryKind | None = None,
        sitter: Sitter | None = None,
    ) -> None:
        """Give a seat to somebody else, or another name, link or invitation."""
        now = self.watch.now()
        entries = [] if fact is None else [self.fact(fact, number, now)]
        await self.commit(Change(entries=entries, seats={number: seat}, sitter=sitter, now=now))

    async def resign(self, seat: int) -> None:
        """Give up: with two seats the other wins, with more a computer player goes on."""
        async with self.lock:
            await self.refresh()
            if self.actor == OVER:
                raise TableOver(table=self.id)
            await self.give_up(seat)

    async def give_up(self, seat: int) -> None:
        """Let a seat resign; whoever calls holds the lock, and has looked whether it may."""
        now = replace(self.seats[seat], resigned=True)
        if len(self.seats) > 2:
            if now.kind == "device":  # a guest's: nobody's result
                now.player = None
            now.kind, now.level, now.since = "computer", DEFAULT_LEVEL, self.watch.date()
        await self.change_seat(seat, now, "resign")
