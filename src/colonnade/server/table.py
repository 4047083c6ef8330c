"""A live table: a game in progress, the log of what was told, seats and clock; one way to change.

Memory is never ahead of the store: a change is made only after its commit. Who may ask is decided
in seats.py, what may be taken back in undo.py, who is told in feed.py, who thinks in bots.py.
"""

from __future__ import annotations

import asyncio
import logging
import time
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
from colonnade.contract.record import winners
from colonnade.contract.state import CHANCE, OVER, State
from colonnade.games import game
from colonnade.server import table_queries
from colonnade.server.clock import Times, deadline_of, running_since
from colonnade.server.errors import (
    NoTable,
    NotYourTurn,
    StalePly,
    StoreAway,
    TableDamaged,
    TableOver,
)
from colonnade.server.log import Log
from colonnade.server.stored import Change, Entry, Proposal, Seat, Sitter, Status, Stored
from colonnade.server.wire import Result

if TYPE_CHECKING:
    from colonnade.server.store import Store
    from colonnade.server.tape import Tape

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

    def changed(self, table: LiveTable) -> None:
        """Hear that a table changed: tell its readers, wake its computer players."""

    def watched(self, table: LiveTable) -> bool:
        """Whether somebody has looked at a table within the last hour, or so."""

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
        self.barred: list[int] = []  # seats that were refused an undo since the last move
        self.stale = False  # whether the store may know more than this memory
        self.damaged = False  # whether the log is not whole: then it can only be looked at
        self.used = self.seen = time.monotonic()  # by the server; and when a person last looked
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
        if self.damaged or self.actor < 0 or self.seats[self.actor].kind != "computer":
            return None
        return self.seats[self.actor].level or DEFAULT_LEVEL

    def deadline(self) -> float | None:
        """When the clock of the seat on turn reaches zero, if it runs."""
        if self.damaged:
            return None
        return deadline_of(self.times, self.history.actor, self.seats, self.last_time())

    def last_time(self) -> float:
        """When the last entry was stored."""
        return self.head.created if self.log.time is None else self.log.time

    def spent(self, now: float) -> float:
        """How much time the seat on turn has used, if its clock runs."""
        if self.deadline() is None:
            return 0.0
        return max(0.0, now - running_since(self.seats, self.last_time()))

    def check_turn(self, seat: int) -> None:
        """Refuse a seat that need not decide now."""
        if self.damaged:
            raise TableDamaged(table=self.id)
        if self.actor == OVER:
            raise TableOver(table=self.id)
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
        self.stale = False

    def make(self, entry: Entry) -> None:
        """Let something happen that is stored: the clock, the game and the log follow."""
        if self.times is not None and entry.spent > 0 and self.history.actor >= 0:
            self.times.charge(self.history.actor, entry.spent)
        self.log.make(self.history, entry)
        self.proposal = None
        if entry.kind == "move":
            self.barred = []

    async def refresh(self, ply: int | None = None) -> None:
        """Read the store again if it may know more; refuse a ply that is not the present one."""
        if self.stale or (ply is not None and ply != self.ply):
            await self.reload()
        if ply is not None and ply != self.ply:
            raise StalePly(ply=ply, now=self.ply)

    async def catch_up(self) -> None:
        """Be no older than what any process has acknowledged; on a database of our own, we are.

        While the database is away nobody acknowledges anything: what is known can be looked at.
        """
        if self.owner.store.embedded:
            return
        with suppress(StoreAway):
            work = partial(table_queries.read_mark, table_id=self.id)
            if await self.owner.store.read(work) != (self.ply, self.head.revision):
                async with self.lock:
                    await self.reload()

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
        status = self.status(change, self.state if after is None else after, seats)
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
            revision = await self.owner.store.write(work)
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
        self.stale = False
        self.owner.changed(self)

    def status(self, change: Change, after: State, seats: list[Seat]) -> Status:
        """What a change means for the clock, for computer players and for the end."""
        if self.head.finished is not None:
            return Status(finished=self.head.finished, result=self.head.result)
        result = result_of(after, seats)
        if result is not None:
            return Status(finished=time.time(), result=result)
        times, actor = self.times, self.history.actor
        spent = sum(entry.spent for entry in change.entries)
        if times is not None and spent and actor >= 0:
            times = times.charged(actor, spent)
        since = change.entries[-1].time if change.entries else self.last_time()
        actor = int(after.actor)
        awaits = actor >= 0 and seats[actor].kind == "computer"
        return Status(deadline_of(times, actor, seats, since), awaits)

    async def play(self, seat: int, ply: int, words: str) -> None:
        """Make a seat's move and what chance adds to it."""
        async with self.lock:
            await self.refresh(ply)
            self.check_turn(seat)
            row = self.check_words(words)
            made = self.state.copy()
            made.apply(row)
            after, drawn = settle(made, self.owner.tape.source(self.id, self.history.draws))
            now, table = time.time(), self.history.game.moves
            entries = [Entry("move", seat, table.words(row), 0, now, self.spent(now))]
            entries += [Entry("move", CHANCE, table.words(one), 0, now, 0.0) for one in drawn]
            await self.commit(Change(entries=entries), after)

    async def change_seat(
        self, number: int, seat: Seat, *entries: Entry, sitter: Sitter | None = None
    ) -> None:
        """Give a seat to somebody else, or another name, link or invitation."""
        await self.commit(Change(entries=list(entries), seats={number: seat}, sitter=sitter))

    async def resign(self, seat: int) -> None:
        """Give up: with two seats the other wins, with more a computer player goes on."""
        async with self.lock:
            await self.refresh()
            if self.actor == OVER:
                raise TableOver(table=self.id)
            now = replace(self.seats[seat], resigned=True)
            if len(self.seats) > 2:
                if now.kind == "device":  # a guest's: nobody's result
                    now.player = None
                now.kind, now.level, now.since = "computer", DEFAULT_LEVEL, time.time()
            await self.change_seat(seat, now, Entry("resign", seat, "", 0, time.time(), 0.0))


def resigned(seats: list[Seat]) -> list[int]:
    """The seats that have given up."""
    return [number for number, seat in enumerate(seats) if seat.resigned]


def result_of(state: State, seats: list[Seat]) -> Result | None:
    """How a game ended, if it did: by the rules, or with two seats by a resignation."""
    gave_up = resigned(seats)
    won = winners(state, gave_up)
    if not won:
        return None
    sources = [state.breakdown(seat) for seat in range(len(seats))]
    return Result(scores=state.scores(), winners=won, resigned=gave_up, breakdown=sources)
