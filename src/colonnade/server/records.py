"""Records: of finished tables and uploaded ones, which are the same thing once they are found.

A record comes with its game, so that nothing is read, checked or folded again to look at a
position. What a record is, and whether it is true, is decided in contract/record.py.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, insert, select

from colonnade.contract import record as records
from colonnade.contract.history import History
from colonnade.contract.moves import MoveTable
from colonnade.contract.record import Kinds, Players, Record
from colonnade.contract.state import OVER, State
from colonnade.games import game
from colonnade.server.errors import BadRequest, NoRecord, NoTable, TableOpen
from colonnade.server.facts import resigned
from colonnade.server.keeping import check_ceiling
from colonnade.server.plans import moves_told as moves_of_plan
from colonnade.server.plans import reasons_told
from colonnade.server.schema import UPLOADS
from colonnade.server.seats import may_see, new_id
from colonnade.server.stored import Head, Seat
from colonnade.server.table import LiveTable
from colonnade.server.tables import Tables
from colonnade.server.telling import MOST_NEWS
from colonnade.server.wire import (
    AnalysisTold,
    MomentTold,
    MoveTold,
    RecordTold,
    Replayed,
    StepTold,
    Told,
    Uploaded,
)
from colonnade.study.analysis import Analysis
from colonnade.study.moments import Moment, moments

MOST_LETTERS = 80  # of a name, a date or a level in an uploaded record
REMEMBERED = 64  # uploads, some ten kB each


class Kept(NamedTuple):
    """A record, and the game that it is the record of."""

    record: Record
    history: History


def players(head: Head, seats: Sequence[Seat]) -> Players:
    """Who sits at a table; a seat without a name goes by its level or its number."""
    kinds: list[Kinds] = [
        "person" if seat.taken else "computer" if seat.kind == "computer" else "open"
        for seat in seats
    ]
    return Players(
        names=[seat.name or seat.level or str(i) for i, seat in enumerate(seats, 1)],
        kinds=kinds,
        levels=[seat.level or "" for seat in seats] if "computer" in kinds else [],
        resigned=resigned(list(seats)),
        ended=head.result.ended if head.result else None,
    )


def date_of(head: Head) -> str:
    """The day on which a table was made, as records tell it."""
    return datetime.fromtimestamp(head.created, UTC).date().isoformat()


def record_of(table: LiveTable, seat: int | None) -> Record:
    """Everything once the game is over; before, what this watcher has seen, draws still veiled."""
    whole = records.keep(table.history, players(table.head, table.seats), date_of(table.head))
    if table.actor == OVER:
        return whole
    words = table.history.game.moves.words
    return msgspec.structs.replace(
        whole, moves=[words(row) for row in table.history.seen(seat)], winners=[]
    )


class Records:
    """All records of a server: of tables whose game has ended, and uploaded ones."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._uploads: OrderedDict[str, Kept] = OrderedDict()  # those asked for last

    async def find(self, record_id: str, device: str | None) -> Kept:
        """A record by its id, if it is for the eyes of a device."""
        try:
            table = await self.tables.newest(record_id)
        except NoTable:
            return await self.upload(record_id)
        if not may_see(table, device):
            raise NoRecord()
        if table.actor != OVER:
            raise TableOpen(table=table.id)  # it would tell what is hidden
        return Kept(record_of(table, None), table.history)

    async def upload(self, upload_id: str) -> Kept:
        """An uploaded record by its id; the last ones asked for are remembered."""
        found = self._uploads.pop(upload_id, None)
        if found is None:
            found = await self.tables.store.read(partial(read_upload, upload_id=upload_id))
        self._uploads[upload_id] = found
        if len(self._uploads) > REMEMBERED:
            self._uploads.popitem(last=False)
        return found

    def forget_uploads(self) -> None:
        """Remember no upload: some were deleted."""
        self._uploads.clear()

    async def keep(self, raw: bytes, device: str, origin: str) -> Uploaded:
        """Verify a record, store it, and say by which id it can be replayed."""
        record = await asyncio.to_thread(check, raw)
        limits = self.tables.settings.limits
        values = {
            "id": new_id(),
            "device": device,
            "game": record.game,
            "created": self.tables.watch.date(),
            "record": msgspec.json.encode(record).decode(),
            "origin": origin,
        }

        def add(connection: Connection) -> None:
            check_ceiling(connection, UPLOADS, origin, limits)
            connection.execute(insert(UPLOADS).values(values))

        await self.tables.store.write(add)
        return Uploaded(id=str(values["id"]), game=record.game, moves=len(record.moves))


def check(raw: bytes) -> Record:
    """Read and verify an uploaded record."""
    loaded = records.read(raw)
    check_words(loaded.record)
    records.verify(game(loaded.record.game), loaded)
    return loaded.record


def check_words(record: Record) -> None:
    """Refuse names and dates that nobody could read: too long, or with signs that are none."""
    fields = {"names": record.names, "date": [record.date], "levels": record.levels}
    for field, words in fields.items():
        for word in words:
            if len(word) > MOST_LETTERS or not word.isprintable():
                raise BadRequest(why=f"{field}: at most {MOST_LETTERS} letters, all to be seen")


def read_upload(connection: Connection, upload_id: str) -> Kept:
    """Find an uploaded record; it was verified when it came."""
    found = connection.execute(select(UPLOADS.c.record).where(UPLOADS.c.id == upload_id)).scalar()
    if found is None:
        raise NoRecord()
    record = msgspec.json.decode(found, type=Record)
    return Kept(record, records.history(game(record.game), record))


# Looking at them; what follows may run in a thread, since a record does not change


def position(kept: Kept, at: int) -> State:
    """The position after so many moves of a record; past its end, the last."""
    return kept.history.at(min(at, len(kept.history)))


def replayed(kept: Kept, at: int, seat: int | None = None, since: int | None = None) -> Replayed:
    """A position of a record: as a seat saw it, or with everything open."""
    record, at = kept.record, min(at, len(kept.history))
    if seat is not None and seat >= record.seats:
        raise BadRequest(why=f"seat: there are {record.seats}, counted from 0")
    state = position(kept, at)
    return Replayed(
        game=record.game,
        at=at,
        moves=len(record.moves),
        actor=int(state.actor),
        next=record.moves[at] if at < len(record.moves) else None,
        scores=state.scores(),
        view=msgspec.Raw(msgspec.json.encode(state.reveal() if seat is None else state.view(seat))),
        facts=[] if since is None else facts_between(kept.history, since, at, seat),
    )


def rests(kept: Kept) -> list[Replayed]:
    """The positions where a replay rests: all in which a seat decides, and the last one."""
    size = len(kept.history)
    stops = [ply for ply in range(size) if kept.history.actor_at(ply) >= 0] + [size]
    return [
        replayed(kept, at, since=since)
        for since, at in zip([stops[0], *stops], stops, strict=False)
    ]


def tried(kept: Kept, at: int, moves: list[str], seat: int | None = None) -> list[Replayed]:
    """The positions after each of some moves from a position of a record, which stays as it is."""
    record, first = kept.record, min(at, len(kept.history))
    line = kept.history.branch(first)
    for move in moves:
        line.push(move)
    made = msgspec.structs.replace(record, moves=record.moves[:first] + line.words()[first:])
    there = Kept(made, line)
    return [replayed(there, ply, seat, ply - 1) for ply in range(first + 1, len(line) + 1)]


def facts_between(history: History, first: int, last: int, seat: int | None) -> list[Told]:
    """The moves between two positions, as a seat saw them or all open, with what travelled."""
    moves, found, opened = history.game.moves, [], seat is None
    rows, walk = history.rows, history.walk(min(first, last))
    state = next(walk)  # lent: it goes along with the walk
    for ply in range(first, last):
        row = rows[ply] if opened else state.seen(rows[ply], seat)
        told = Told(ply=ply, seat=history.actor_at(ply), turn=int(state.turn))
        told.words, told.fields = moves.words(row), moves.fields(row)
        told.things = list(state.touches(row).things) if told.seat >= 0 else []
        told.moved = state.moved(row, seat, opened) if last - first <= MOST_NEWS else []
        before = state.copy()
        next(walk)
        gains = [b - a for a, b in zip(before.scores(), state.scores(), strict=True)]
        told.gained = gains if any(gains) else []
        told.events = list(before.events(rows[ply], state))
        found.append(told)
    return found


def moves_told(kept: Kept) -> RecordTold:
    """All moves of a record, each with its turn, the scores after it and what it brought about."""
    record, history = kept
    table, moves, walk = history.game.moves, [], history.walk()
    state = next(walk)  # lent: it goes along with the walk
    for actor, row in zip(history.actors, history.rows, strict=True):
        before = state.copy()
        next(walk)
        told = MoveTold(
            seat=actor,
            words=table.words(row),
            fields=table.fields(row),
            turn=int(before.turn),
            scores=state.scores(),
            things=list(before.touches(row).things) if actor >= 0 else [],
            events=list(before.events(row, state)),
        )
        moves.append(told)
    return RecordTold(
        game=record.game,
        seats=record.seats,
        names=record.names,
        options=record.options,
        date=record.date,
        winners=record.winners,
        moves=moves,
        kinds=record.kinds,
        levels=record.levels,
        resigned=record.resigned,
        ended=record.ended,
    )


def analysis_told(kept: Kept, found: Analysis) -> AnalysisTold:
    """An analysis for the wire: moves in words, no more digits than mean something."""
    seats, moves = range(kept.record.seats), kept.history.game.moves
    best = {step.at: step.best for step in found.steps}
    things = {
        at: list(state.touches(best[at]).things)
        for at, state in enumerate(kept.history.walk())
        if at in best
    }
    return AnalysisTold(
        steps=[
            StepTold(
                at=step.at,
                seat=step.seat,
                best=moves.words(step.best),
                fields=moves.fields(step.best),
                chances=short(step.chances),
                lost=short(step.lost),
                luck=short(step.luck),
                things=things[step.at],
                reasons=reasons_told(step.reasons),
                line=moves_of_plan(moves, step.line),
                exact=step.exact,
            )
            for step in found.steps
        ],
        end=short(ended(kept.record) or found.end),
        luck=short([found.luck(seat) for seat in seats]),
        lost=short([found.lost(seat) for seat in seats]),
        turning_points=[step.at for step in found.turning_points()],
        moments=[moment_told(moves, one) for one in moments(kept.history.game, found)],
    )


def ended(record: Record) -> list[float]:
    """Each seat's part of the win by the result, a resignation's too; nothing without one."""
    count = len(record.winners)
    return [(seat in record.winners) / count for seat in range(record.seats)] if count else []


def moment_told(table: MoveTable, one: Moment) -> MomentTold:
    """A turn to learn from, for the wire."""
    return MomentTold(
        at=one.at,
        seat=one.seat,
        turn=one.turn,
        played=moves_of_plan(table, one.played),
        better=moves_of_plan(table, one.better),
        reasons=reasons_told(one.reasons),
        cost=round(one.cost, 4),
        lesson=one.lesson,
    )


def short(parts: list[float]) -> list[float]:
    """Chances to a hundredth of a point."""
    return [round(part, 4) for part in parts]
