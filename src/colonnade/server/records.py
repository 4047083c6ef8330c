"""Records over the wire: of a table, whole or as a seat saw it, and uploaded ones to be replayed.

What a record is, and whether it is true, is decided in contract/record.py.
"""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime
from functools import partial

import msgspec
from sqlalchemy import Connection, insert, select

from colonnade.contract import record as records
from colonnade.contract.history import History
from colonnade.contract.record import Players, Record
from colonnade.contract.state import OVER, State
from colonnade.games import game
from colonnade.server.errors import BadRequest, NoRecord, TableOpen
from colonnade.server.feed import facts_seen
from colonnade.server.schema import UPLOADS
from colonnade.server.seats import new_id
from colonnade.server.table import LiveTable
from colonnade.server.tables import Tables
from colonnade.server.wire import (
    AnalysisTold,
    Line,
    LineMove,
    Replayed,
    StepTold,
    Uploaded,
)
from colonnade.study.analysis import Analysis


def names(table: LiveTable) -> list[str]:
    """The names for a record; a seat without one goes by its number."""
    return [seat.name or seat.level or str(i) for i, seat in enumerate(table.seats, 1)]


def whole_record(table: LiveTable) -> Record:
    """The record of a table: the line that was played, without what was taken back."""
    date = datetime.fromtimestamp(table.head.created, UTC).date().isoformat()
    history = History(table.game, table.start, table.line)
    return records.keep(history, Players(names(table)), date)


def seen_record(table: LiveTable, seat: int | None) -> Record:
    """A record of what one watcher has seen so far: hidden moves stay veiled."""
    line: list[str] = []
    for told in facts_seen(table, seat, 0):
        if told.kind == "move":
            line.append(told.words)
        elif told.line is not None:
            line = line[: told.line]
    date = datetime.fromtimestamp(table.head.created, UTC).date().isoformat()
    return Record(
        game=table.game.key,
        edition=table.game.edition,
        seats=len(table.seats),
        names=names(table),
        options=dict(table.head.options),
        date=date,
        scores=table.state.scores(),
        moves=line,
    )


def record_of(table: LiveTable, seat: int | None) -> Record:
    """Everything once the game is over; before, what this watcher has seen."""
    return whole_record(table) if table.actor == OVER else seen_record(table, seat)


def check(raw: bytes) -> Record:
    """Read and verify an uploaded record."""
    loaded = records.read(raw)
    records.verify(game(loaded.record.game), loaded)
    return loaded.record


async def keep_upload(tables: Tables, raw: bytes, device: str) -> Uploaded:
    """Verify a record, store it, and say by which id it can be replayed."""
    record = await asyncio.to_thread(check, raw)
    values = {
        "id": new_id(),
        "device": device,
        "game": record.game,
        "created": time.time(),
        "record": msgspec.json.encode(record).decode(),
    }
    await tables.store.write(lambda connection: connection.execute(insert(UPLOADS).values(values)))
    return Uploaded(id=str(values["id"]), game=record.game, moves=len(record.moves))


def read_upload(connection: Connection, upload_id: str) -> Record:
    """Find an uploaded record."""
    found = connection.execute(select(UPLOADS.c.record).where(UPLOADS.c.id == upload_id)).scalar()
    if found is None:
        raise NoRecord()
    return msgspec.json.decode(found, type=Record)


async def upload(tables: Tables, upload_id: str) -> Record:
    """An uploaded record by its id."""
    return await tables.store.read(partial(read_upload, upload_id=upload_id))


def finished_record(table: LiveTable) -> Record:
    """The record of a table whose game has ended: before, it would tell what is hidden."""
    if table.actor != OVER:
        raise TableOpen(table=table.id)
    return whole_record(table)


def position(record: Record, at: int) -> State:
    """The position after so many moves of a record; past its end, the last."""
    found = game(record.game)
    state: State = found.start(record.seats, record.options)
    for words in record.moves[:at]:
        state.apply(found.moves.number(words))
    return state


def replayed(record: Record, at: int, seat: int | None = None) -> Replayed:
    """A position of a record: as a seat saw it, or with everything open."""
    if seat is not None and seat >= record.seats:
        raise BadRequest(why=f"seat: there are {record.seats}, counted from 0")
    at = min(at, len(record.moves))
    state = position(record, at)
    return Replayed(
        game=record.game,
        at=at,
        moves=len(record.moves),
        actor=int(state.actor),
        next=record.moves[at] if at < len(record.moves) else None,
        scores=state.scores(),
        view=msgspec.Raw(msgspec.json.encode(state.reveal() if seat is None else state.view(seat))),
    )


def line(record: Record) -> Line:
    """All moves of a record, each with its turn and the scores after it."""
    found = game(record.game)
    state: State = found.start(record.seats, record.options)
    moves = []
    for words in record.moves:
        row = found.moves.number(words)
        seat, turn = int(state.actor), int(state.turn)
        state.apply(row)
        moves.append(
            LineMove(
                seat=seat,
                words=words,
                fields=found.moves.fields(row),
                turn=turn,
                scores=state.scores(),
            )
        )
    return Line(
        game=record.game,
        seats=record.seats,
        names=record.names,
        options=record.options,
        date=record.date,
        winners=record.winners,
        moves=moves,
    )


def question(record: Record, at: int) -> bytes | None:
    """What the seat that must decide in a position sees of it; nothing where nobody decides."""
    state = position(record, at)
    if state.actor < 0:
        return None
    return msgspec.json.encode(state.view(int(state.actor)))


def analysis_told(record: Record, found: Analysis) -> AnalysisTold:
    """An analysis for the wire: moves in words, no more digits than mean something."""
    moves = game(record.game).moves
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
            )
            for step in found.steps
        ],
        end=short(found.end),
        luck=short([found.luck(seat) for seat in range(record.seats)]),
        lost=short([found.lost(seat) for seat in range(record.seats)]),
        turning_points=[step.at for step in found.turning_points()],
    )


def short(parts: list[float]) -> list[float]:
    """Chances to a hundredth of a point."""
    return [round(part, 4) for part in parts]
