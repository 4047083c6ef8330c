"""What a host does with single tables: list them, delete one, write one to a file.

It works on the database itself, whether a server runs or not: what is stored decides, and a server
that has the table in memory is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import msgspec
from sqlalchemy import Connection, Engine, Row, func, select

from colonnade.contract import record as records
from colonnade.contract.errors import BadRecord
from colonnade.server import keeping, table_queries
from colonnade.server.copies import growing
from colonnade.server.errors import CannotExport, ManyTables, NoSuchTable, NoTable
from colonnade.server.notes import leave_notes
from colonnade.server.records import players
from colonnade.server.schema import MOVES, SEATS, TABLES
from colonnade.server.table import LiveTable

SHORTEST = 6  # letters of a name that may stand for all of it


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
        keeping.delete_tables(connection, [table_id])
    return table_id


def load(connection: Connection, table_id: str) -> LiveTable:
    """A table as its log leaves it, without a server around it: to be looked at, not played."""
    stored = table_queries.read_table(connection, table_id)
    if stored is None:
        raise NoTable()
    return LiveTable(cast("Any", None), stored)


def export_table(engine: Engine, name: str, file: Path) -> int:
    """Write a table's record to a file, with everything open; returns how many moves it has."""
    with engine.connect() as connection:
        table_id = find(connection, name)
        try:
            table = load(connection, table_id)
        except BadRecord as problem:  # of another edition of its rules
            raise CannotExport(name=table_id) from problem
    kept = records.keep(table.history, players(table), date_of(table))
    text = records.write_text(table.history.game, kept)
    if file.suffix == ".json":
        text = records.write_json(kept)
    with growing(file) as new:
        new.write_text(text, encoding="utf-8")
    return len(kept.moves)


def date_of(table: LiveTable) -> str:
    """The day a table was made."""
    return datetime.fromtimestamp(table.head.created, UTC).date().isoformat()
