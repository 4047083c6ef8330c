"""A live table: the stored facts folded into a position, and the writes that add to them.

Memory is never ahead of the store: a fact is folded in only after its commit. Who may ask is
decided in seats.py, who is told in feed.py, who thinks in bots.py.
"""

from __future__ import annotations

import asyncio
import time
from difflib import get_close_matches
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Protocol

from msgspec.structs import replace
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from colonnade.contract.errors import BadRecord, UnknownMove
from colonnade.contract.moves import MoveTable
from colonnade.contract.play import advance
from colonnade.contract.rng import SystemRng
from colonnade.contract.state import CHANCE, OVER, State
from colonnade.games import game
from colonnade.server import table_queries
from colonnade.server.clock import Times, deadline_of, running_since
from colonnade.server.errors import CannotUndo, NotYourTurn, StalePly, StoreAway, TableOver
from colonnade.server.table_queries import Entry, Proposal, Seat, Stored
from colonnade.server.wire import Result

if TYPE_CHECKING:
    from colonnade.server.feed import Reader
    from colonnade.server.store import Store

DEFAULT_LEVEL = "builder"  # who takes over where a seat resigns or a clock runs out


@cache
def all_words(table: MoveTable) -> frozenset[str]:
    """The words of every row of a game."""
    return frozenset(row.words for row in table.rows)


def check_words(state: State, words: str) -> None:
    """Refuse words of no row; close ones are looked for among the legal, which are few."""
    plain = " ".join(words.lower().split())[:80]
    if plain not in all_words(state.table()):
        legal = [state.table().words(row) for row in state.legal()]
        raise UnknownMove(words=plain, close=get_close_matches(plain, legal, 3, 0.5))


class Owner(Protocol):
    """What a table needs of the server it stands in."""

    store: Store

    def changed(self, table: LiveTable) -> None:
        """Hear that a table changed: tell its readers, wake its computer players."""

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
        self.readers: set[Reader] = set()
        self.present: tuple[bool, ...] | None = None  # seats with a reader, until that changes
        self.cache: dict[object, bytes] = {}  # events as they were sent, until something changes
        self.stale = False  # whether the store may know more than this memory
        self.used = time.monotonic()
        self.game = game(self.head.game)
        if self.head.edition != self.game.edition:
            cause = {"found": self.head.edition, "known": self.game.edition}
            raise BadRecord(1, "edition", **cause)
        self.log: list[Entry] = []
        self.line: list[int] = []  # the rows that lead to the position
        self.sights: list[tuple[int, ...]] = []  # of each move of the log: by seat, then spectator
        self.gains: list[tuple[int, list[int]]] = []  # of each fact: its turn, and points by seat
        self.start = self.game.start(len(self.seats), self.head.options)
        self.state = self.start.copy()
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
        """How many facts the log holds: what a client must name to add one."""
        return len(self.log)

    @property
    def actor(self) -> int:
        """The seat that must decide, or OVER."""
        return OVER if self.head.finished is not None else int(self.state.actor)

    def thinker(self) -> str | None:
        """The level of the computer player on turn, if one is."""
        if self.actor < 0 or self.seats[self.actor].kind != "computer":
            return None
        return self.seats[self.actor].level or DEFAULT_LEVEL

    def deadline(self, state: State, seats: list[Seat], since: float) -> float | None:
        """When the clock of the seat on turn reaches zero, if it runs."""
        return deadline_of(self.times, int(state.actor), seats, since)

    def last_time(self) -> float:
        """When the last fact was stored."""
        return self.log[-1].time if self.log else self.head.created

    # Folding

    def take_up(self, stored: Stored) -> None:
        """Fold in what the store knows beyond this memory."""
        self.head, self.seats = stored.head, stored.seats
        for entry in stored.log:
            self.fold(entry)
        self.proposal = stored.proposal
        self.stale = False

    def fold(self, entry: Entry) -> None:
        """Make one fact part of the position."""
        if self.times is not None and entry.spent > 0 and self.state.actor >= 0:
            self.times.charge(int(self.state.actor), entry.spent)
        sight: tuple[int, ...] = ()
        turn, before = int(self.state.turn), self.state.scores()
        if entry.kind == "move":
            move = self.game.moves.number(entry.words)
            seats = len(self.seats)
            sight = tuple(self.state.seen(move, seat) for seat in (*range(seats), None))
            self.state.apply(move)
            self.line.append(move)
        elif entry.kind == "undo":
            self.line = self.line[: entry.back]
            self.state = self.position(entry.back)
        self.log.append(entry)
        self.sights.append(sight)
        now = self.state.scores()
        self.gains.append((turn, [b - a for a, b in zip(before, now, strict=True)]))
        self.proposal = None

    def position(self, length: int) -> State:
        """The position after the first moves of the line."""
        state = self.start.copy()
        for move in self.line[:length]:
            state.apply(move)
        return state

    async def refresh(self, ply: int | None = None) -> None:
        """Read the store again if it may know more; refuse a ply that is not the present one."""
        if self.stale or (ply is not None and ply != self.ply):
            await self.reload()
        if ply is not None and ply != self.ply:
            raise StalePly(ply=ply, now=self.ply)

    async def reload(self) -> bool:
        """Fold in what other processes, or a write of unknown end, have stored."""
        work = partial(table_queries.read_table, table_id=self.id, since=self.ply)
        known = (self.ply, self.head.revision, self.head.finished, self.head.rematch)
        stored = await self.owner.store.read(work)
        assert stored is not None, "tables are never deleted"
        self.take_up(stored)
        changed = known != (self.ply, self.head.revision, self.head.finished, self.head.rematch)
        if changed:
            self.owner.changed(self)
        return changed

    # Writing; each holds the lock, so that of two at once the second sees what the first did

    async def play(self, seat: int, ply: int, words: str) -> None:
        """Make a seat's move and what chance adds to it, store them, then tell."""
        async with self.lock:
            await self.refresh(ply)
            self.check_turn(seat)
            state = self.state
            check_words(state, words)
            after, rows = advance(state, words, SystemRng())
            now = time.time()
            entries = []
            for i, row in enumerate(rows):
                mover, spent = (seat, self.spent(now)) if i == 0 else (CHANCE, 0.0)
                entries.append(Entry("move", mover, state.table().words(row), 0, now, spent))
            await self.append(entries, after, self.seats)

    def check_turn(self, seat: int) -> None:
        """Refuse a seat that need not decide now."""
        if self.actor == OVER:
            raise TableOver(table=self.id)
        if self.actor != seat:
            raise NotYourTurn(seat=seat + 1, actor=self.actor + 1)

    def spent(self, now: float) -> float:
        """How much time the seat on turn has used, if its clock runs."""
        if self.deadline(self.state, self.seats, self.last_time()) is None:
            return 0.0
        return max(0.0, now - running_since(self.seats, self.last_time()))

    async def append(self, entries: list[Entry], after: State, seats: list[Seat]) -> None:
        """Store facts, and only then fold them in."""
        spare = [entry.spent for entry in entries if entry.spent]
        marks = self.marks(after, seats, entries, sum(spare))
        same = {"deadline": self.head.deadline, "awaits": self.head.awaits} == marks
        change = {} if same else marks
        work = partial(
            table_queries.append, table_id=self.id, ply=self.ply, log=entries, marks=change
        )
        await self.commit(work)
        for entry in entries:
            self.fold(entry)
        self.head.deadline, self.head.awaits = marks["deadline"], marks["awaits"]
        self.head.finished = marks.get("finished")
        self.head.result = self.result(after, seats) if self.head.finished else None
        self.stale = False
        self.owner.changed(self)

    async def commit(self, work: Any) -> Any:
        """Write; whatever goes wrong leaves a table that is read again before its next use."""
        self.stale = True
        try:
            return await self.owner.store.write(work)
        except IntegrityError:
            ply = self.ply
            await self.reload()
            raise StalePly(ply=ply, now=self.ply) from None
        except StoreAway:
            self.owner.doubted(self)
            raise

    def marks(
        self, after: State, seats: list[Seat], log: list[Entry], spent: float
    ) -> dict[str, Any]:
        """What facts mean for the clock, for computer players and for the end."""
        actor = int(after.actor)
        result = self.result(after, seats)
        if result is not None:
            now = time.time()
            return {
                "deadline": None,
                "awaits": False,
                "finished": now,
                "result": table_queries.packed(result),
            }
        deadline = self.deadline_after(after, seats, log, spent)
        return {"deadline": deadline, "awaits": actor >= 0 and seats[actor].kind == "computer"}

    def deadline_after(
        self, after: State, seats: list[Seat], log: list[Entry], spent: float
    ) -> float | None:
        """The deadline once these facts are folded in."""
        times, actor = self.times, int(self.state.actor)
        if times is not None and spent and actor >= 0:
            times = times.charged(actor, spent)
        since = log[-1].time if log else self.last_time()
        return deadline_of(times, int(after.actor), seats, since)

    def result(self, after: State, seats: list[Seat]) -> Result | None:
        """How the game ended, if it did: by the rules, or with two seats by a resignation."""
        resigned = [number for number, seat in enumerate(seats) if seat.resigned]
        if after.actor == OVER:
            winners = after.winners()
        elif resigned and len(seats) == 2:
            winners = [1 - resigned[0]]
        else:
            return None
        sources = [after.breakdown(seat) for seat in range(len(seats))]
        return Result(scores=after.scores(), winners=winners, resigned=resigned, breakdown=sources)

    async def resign(self, seat: int) -> None:
        """Give up: with two seats the other wins, with more a computer player goes on."""
        async with self.lock:
            await self.refresh()
            if self.actor == OVER:
                raise TableOver(table=self.id)
            was = self.seats[seat]
            now = replace(was, resigned=True)
            if len(self.seats) > 2:
                now.kind, now.level, now.since = "computer", DEFAULT_LEVEL, time.time()
            seats = [*self.seats[:seat], now, *self.seats[seat + 1 :]]
            entry = Entry("resign", seat, "", 0, time.time(), 0.0)
            marks = self.marks(self.state, seats, [entry], 0.0)

            def work(connection: Connection) -> None:
                table_queries.write_entries(connection, self.id, self.ply, [entry])
                if not table_queries.change_seat(connection, self.id, seat, now, was, marks):
                    raise StalePly(ply=self.ply, now=self.ply)

            await self.commit(work)
            await self.reload()

    # Undoing

    def free_line(self, seat: int) -> int:
        """The shortest line that a seat can go back to without asking: its own last moves."""
        length = len(self.line)
        owners = self.owners()
        while length and owners[length - 1] == seat:
            length -= 1
        return length

    def owners(self) -> list[int]:
        """Who made each move of the line."""
        made: list[int] = []
        for entry in self.log:
            if entry.kind == "move":
                made.append(entry.seat)
            elif entry.kind == "undo":
                made = made[: entry.back]
        return made

    def asked(self, seat: int) -> list[int]:
        """The seats that must agree: people elsewhere; computer players always do."""
        mine = self.seats[seat].devices
        return [
            number
            for number, other in enumerate(self.seats)
            if number != seat and other.taken and not other.devices & mine
        ]

    async def undo(self, seat: int, ply: int, line: int | None) -> bool:
        """Take moves back, or ask the others; returns whether it is done."""
        async with self.lock:
            await self.refresh(ply)
            if self.actor == OVER:
                raise TableOver(table=self.id)
            back = self.target(seat, line)
            if back >= self.free_line(seat) or not self.asked(seat):
                await self.go_back(seat, back)
                return True
            await self.keep_wish(Proposal(ply, seat, back, []))
            return False

    def target(self, seat: int, line: int | None) -> int:
        """The length to go back to: as asked, or before the seat's last move."""
        owners = self.owners()
        if line is None:
            own = [i for i, owner in enumerate(owners) if owner == seat]
            if not own:
                raise CannotUndo(line=0)
            return own[-1]
        # Only where a seat decides: in the middle of draws there is nothing to choose.
        if line >= len(owners) or owners[line] == CHANCE:
            raise CannotUndo(line=line)
        return line

    async def go_back(self, seat: int, back: int) -> None:
        """Store that moves were taken back; they stay in the log."""
        now = time.time()
        entry = Entry("undo", seat, "", back, now, self.spent(now))
        await self.append([entry], self.position(back), self.seats)

    async def keep_wish(self, wish: Proposal, refused: bool = False) -> None:
        """Store a wish to undo, or its answers, and tell."""
        work = partial(table_queries.write_proposal, table_id=self.id, wish=wish, refused=refused)
        self.head.revision = await self.commit(work)
        self.proposal = None if refused else wish
        self.stale = False
        self.owner.changed(self)

    async def answer_undo(self, seats: list[int], ply: int, agree: bool) -> bool:
        """Answer a wish to undo for the seats of a device; returns whether it is done."""
        async with self.lock:
            await self.refresh(ply)
            wish = self.proposal
            if wish is None or not set(seats) & {*self.asked(wish.seat), wish.seat}:
                raise CannotUndo(line=len(self.line))
            if not agree:
                await self.keep_wish(wish, refused=True)
                return False
            agreed = sorted({*wish.agreed, *(set(seats) & set(self.asked(wish.seat)))})
            if set(self.asked(wish.seat)) <= set(agreed):
                await self.go_back(wish.seat, wish.back)
                return True
            await self.keep_wish(Proposal(ply, wish.seat, wish.back, agreed))
            return False
