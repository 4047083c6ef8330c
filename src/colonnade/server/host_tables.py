"""What a host does with single tables: list them, end a game, delete one, write one to a file.

It works on the database itself, whether a server runs or not: what is stored decides, and a server
that has the table in memory is told.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import msgspec
from sqlalchemy import Connection, Engine, Row, func, select, update
from sqlalchemy.exc import IntegrityError

from colonnade.contract import record as records
from colonnade.contract.errors import BadRecord
from colonnade.contract.state import CHANCE
from colonnade.server import keeping, rating_log, table_queries
from colonnade.server.copies import growing
from colonnade.server.errors import NoTable, StoreAway, TableOver
from colonnade.server.facts import result_of
from colonnade.server.house_errors import CannotExport, ManyTables, NoSuchTable
from colonnade.server.notes import leave_notes
from colonnade.server.records import date_of, players
from colonnade.server.schema import MOVES, SEATS, TABLES
from colonnade.server.stored import Change, Entry, Status
from colonnade.server.table import LiveTable
from colonnade.server.watch import Watch

SHORTEST = 6  # letters of a name that may stand for all of it
TRIES = 5  # to end a game in which somebody moves


class Listed(msgspec.Struct, frozen=True):
    """A line of the host's list."""

    id: str
    game: str
    created: float
    last: float  # when something last happened
    finished: float | None
    public: bool
    seats: list[str]  # names of people, levels of computer players; empty is a free seat
    facts: int  # how long its log is


def list_tables(engine: Engine, most: int, running: bool) -> tuple[list[Listed], int]:
    """The tables where something happened last, first; and how many there are in all."""
    log = (
        select(MOVES.c.table_id, func.max(MOVES.c.time).label("last"), func.count().label("facts"))
        .group_by(MOVES.c.table_id)
        .subquery()
    )
    last = func.coalesce(log.c.last, TABLES.c.created)
    query = select(TABLES, last.label("last"), func.coalesce(log.c.facts, 0).label("facts"))
    query = query.outerjoin(log, log.c.table_id == TABLES.c.id)
    counted = select(func.count()).select_from(TABLES)
    if running:
        query = query.where(TABLES.c.finished.is_(None))
        counted = counted.where(TABLES.c.finished.is_(None))
    with engine.connect() as connection:
        total = int(connection.execute(counted).scalar_one())
        rows = connection.execute(query.order_by(last.desc(), TABLES.c.id).limit(most)).all()
        seats = seats_of(connection, [row.id for row in rows])
    return [line(row, seats.get(row.id, [])) for row in rows], total


def seats_of(connection: Connection, ids: list[str]) -> dict[str, list[str]]:
    """Who sits at tables, in words."""
    found: dict[str, list[str]] = {}
    rows = connection.execute(
        select(SEATS).where(SEATS.c.table_id.in_(ids)).order_by(SEATS.c.table_id, SEATS.c.seat)
    )
    for row in rows:
        free = row.kind == "open"
        found.setdefault(row.table_id, []).append(
            "" if free else row.name or row.level or str(row.seat + 1)
        )
    return found


def line(row: Row[Any], seats: list[str]) -> Listed:
    """A row of the list."""
    return Listed(
        id=row.id,
        game=row.game,
        created=row.created,
        last=row.last,
        finished=row.finished,
        public=bool(row.public),
        seats=seats,
        facts=row.facts,
    )


def find(connection: Connection, name: str) -> str:
    """The one table of a name, or of its first letters."""
    found = list(connection.execute(select(TABLES.c.id).where(TABLES.c.id == name)).scalars())
    if not found and len(name) >= SHORTEST:
        begins = TABLES.c.id.startswith(name, autoescape=True)
        rows = connection.execute(select(TABLES.c.id).where(begins).limit(3)).scalars()
        found = [one for one in rows if one.startswith(name)]  # SQLite does not mind capitals
    if not found:
        raise NoSuchTable(name=name, least=SHORTEST)
    if len(found) > 1:
        raise ManyTables(name=name)
    return str(found[0])


@contextmanager
def changing(engine: Engine, table_id: str) -> Iterator[Connection]:
    """Change a table in one transaction; servers hear of it."""
    with engine.begin() as connection:
        yield connection
        table_queries.notify(connection, table_id)
        table_queries.send_notes(connection)
    if engine.dialect.name == "sqlite":
        leave_notes(Path(engine.url.database or ""), [table_id])


def delete_table(engine: Engine, name: str) -> str:
    """Delete a table with all that belongs to it."""
    with engine.connect() as connection:
        table_id = find(connection, name)
    with changing(engine, table_id) as connection:
        rating_log.withdraw(connection, [table_id], "no_result")
        keeping.delete_tables(connection, [table_id])
    return table_id


class Onlooker:
    """In place of a server, for tables that are only looked at."""

    def __init__(self) -> None:
        self.watch = Watch()


def close_table(engine: Engine, name: str) -> str:
    """End a table's game without a result: a fact of its log, as if all had agreed to it."""
    with engine.connect() as connection:
        table_id = find(connection, name)
    for last in (False,) * (TRIES - 1) + (True,):
        try:
            with changing(engine, table_id) as connection:
                end_game(connection, table_id)
            break
        except IntegrityError:  # somebody has moved at this very moment
            if last:
                raise StoreAway(seconds=1) from None
    return table_id


def end_game(connection: Connection, table_id: str) -> None:
    """Write the end of a game; of one that cannot be followed, that it is over."""
    ended = time.time()
    try:
        table = load(connection, table_id)
    except (BadRecord, LookupError, ValueError):  # of another edition of its rules
        table = None
    if table is None or table.damaged:
        over = update(TABLES).where(TABLES.c.id == table_id, TABLES.c.finished.is_(None))
        connection.execute(over.values(finished=ended, deadline=None, awaits=False))
        table_queries.bump(connection, table_id)
        return
    if table.head.finished is not None:
        raise TableOver(table=table_id)
    entry = Entry("abandon", CHANCE, "", 0, ended, 0.0)
    result = result_of(table.state, table.seats, "abandon")
    status = Status(finished=ended, result=result)
    change = Change(entries=[entry])
    table_queries.write_change(connection, table.head, table.ply, change, table.seats, status)


def load(connection: Connection, table_id: str) -> LiveTable:
    """A table as its log leaves it, without a server around it: to be looked at, not played."""
    stored = table_queries.read_table(connection, table_id)
    if stored is None:
        raise NoTable()
    return LiveTable(cast("Any", Onlooker()), stored)


def export_table(engine: Engine, name: str, file: Path) -> int:
    """Write a table's record to a file, with everything open; returns how many moves it has."""
    with engine.connect() as connection:
        table_id = find(connection, name)
        try:
            table = load(connection, table_id)
        except BadRecord as problem:  # of another edition of its rules
            raise CannotExport(name=table_id) from problem
    kept = records.keep(table.history, players(table.head, table.seats), date_of(table.head))
    text = records.write_text(table.history.game, kept)
    if file.suffix == ".json":
        text = records.write_json(kept)
    with growing(file) as new:
        new.write_text(text, encoding="utf-8")
    return len(kept.moves)
