"""Facts appended by the driver itself, those of many tables in one statement.

Almost all that a server writes are moves. For them the usual way (table_queries.py) spends more
time on making, wrapping and counting statements than the database on running them. Here a group of
moves is a few prepared statements of the driver. What does not fit makes the group fail as a whole;
it is then written in the usual way, which finds out whose fault it was (store.py).
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Boolean, Float, Integer, String, Table, Text

from colonnade.server.errors import StalePly
from colonnade.server.hearing import Added, notes_of
from colonnade.server.schema import MOVES, TABLES
from colonnade.server.store import Doubtful, Quick
from colonnade.server.stored import Change, Head, Status
from colonnade.server.table_queries import CHANNEL, ENTRY_COLUMNS, STATUS_COLUMNS, packed

MOST_ROWS = 64  # of one statement


class Append(NamedTuple):
    """What a change adds to a log, ready for the driver."""

    rows: list[tuple[Any, ...]]
    status: tuple[Any, ...] | None  # of the table, if it changes; its id comes last
    added: Added  # the same, as other processes hear of it


def appended(head: Head, ply: int, change: Change, status: Status | None) -> Append | None:
    """A change as rows, if it only adds to the log."""
    if not change.entries or change != Change(entries=change.entries, now=change.now):
        return None
    entries = enumerate(change.entries)
    rows = [(head.id, ply + i, *msgspec.structs.astuple(entry)) for i, entry in entries]
    told = None
    if status is not None:
        *plain, result = msgspec.structs.astuple(status)
        told = (*plain, packed(result), head.id)
    return Append(rows, told, Added(head.id, ply, head.revision, change.entries, status))


def sizes(count: int) -> Iterator[int]:
    """A number of rows in powers of two, so that few different statements are ever prepared."""
    while count > 0:
        size = min(MOST_ROWS, 1 << (count.bit_length() - 1))
        yield size
        count -= size


class Statements:
    """The statements of SQLite's driver."""

    def __init__(self) -> None:
        row = f"({', '.join('?' * len(ENTRY_COLUMNS))})"
        start = f"INSERT INTO {MOVES.name} ({', '.join(ENTRY_COLUMNS)}) VALUES "
        counts = [1 << i for i in range(MOST_ROWS.bit_length())]
        self.add = {count: start + ", ".join([row] * count) for count in counts}
        given = ", ".join(f"{name} = ?" for name in STATUS_COLUMNS)
        self.status = f"UPDATE {TABLES.name} SET {given} WHERE id = ?"

    def run(self, cursor: Any, items: Sequence[Append]) -> None:
        """Write what all of them add."""
        rows = [row for item in items for row in item.rows]
        first = 0
        for size in sizes(len(rows)):
            part = rows[first : first + size]
            cursor.execute(self.add[size], [value for row in part for value in row])
            first += size
        for item in items:
            if item.status is not None:
                cursor.execute(self.status, item.status)


SQLITE = Statements()


def append_sqlite(connection: Any, items: Sequence[Append]) -> list[int]:
    """Begin, and write a group; returns the revisions, which stay."""
    cursor = connection.cursor()
    cursor.execute("BEGIN IMMEDIATE")
    SQLITE.run(cursor, items)
    return [item.added.revision for item in items]


def shape(table: Table, columns: Sequence[str]) -> str:
    """Columns with their types, as PostgreSQL reads them from JSON."""
    kinds = {String: "text", Text: "text", Integer: "int", Float: "float8", Boolean: "bool"}
    return ", ".join(f"{name} {kinds[type(table.c[name].type)]}" for name in columns)


# All of a group in one statement, which is a transaction of its own: one way there and back. Seats
# may have changed at another process, and with them who may move: then nothing is written or told.
POSTGRES = f"""
WITH known AS (SELECT * FROM json_to_recordset(%s) AS x (id text, revision int)),
same AS (
    SELECT count(*) = (SELECT count(*) FROM known) AS ok
    FROM {TABLES.name} JOIN known USING (id, revision)
),
added AS (
    INSERT INTO {MOVES.name} ({", ".join(ENTRY_COLUMNS)})
    SELECT {", ".join(ENTRY_COLUMNS)}
    FROM json_to_recordset(%s) AS x ({shape(MOVES, ENTRY_COLUMNS)})
    WHERE (SELECT ok FROM same)
),
told AS (
    UPDATE {TABLES.name} SET {", ".join(f"{name} = x.{name}" for name in STATUS_COLUMNS)}
    FROM json_to_recordset(%s) AS x (id text, {shape(TABLES, STATUS_COLUMNS)})
    WHERE {TABLES.name}.id = x.id AND (SELECT ok FROM same)
)
SELECT ok, (
    SELECT count(pg_notify('{CHANNEL}', note)) FROM json_array_elements_text(%s) AS note WHERE ok
) FROM same
"""


def append_postgres(connection: Any, items: Sequence[Append]) -> list[int]:
    """Write a group, commit it and tell the other processes; returns the revisions."""
    known = [{"id": item.added.table_id, "revision": item.added.revision} for item in items]
    rows = [dict(zip(ENTRY_COLUMNS, row, strict=True)) for item in items for row in item.rows]
    changed = (*STATUS_COLUMNS, "id")
    status = [dict(zip(changed, item.status, strict=True)) for item in items if item.status]
    told = [known, rows, status, notes_of(item.added for item in items)]
    connection.autocommit = True
    try:
        found = connection.execute(POSTGRES, [as_json(part) for part in told], prepare=True)
        (ok, _) = found.fetchone()
    except Exception as problem:
        if getattr(problem, "sqlstate", None):  # the database has said no
            raise
        raise Doubtful() from problem
    finally:
        with contextlib.suppress(Exception):  # of a connection that broke
            connection.autocommit = False
    if not ok:
        raise StalePly(ply=0, now=0)
    return [item.added.revision for item in items]


def as_json(part: Any) -> str:
    """What PostgreSQL reads as JSON."""
    return msgspec.json.encode(part).decode()


def quick_for(url: str) -> Quick:
    """The way of a database."""
    return append_sqlite if url.startswith("sqlite") else append_postgres
