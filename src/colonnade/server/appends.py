"""Facts appended by the driver itself, those of many tables in one statement.

Almost all that a server writes are moves. For them the usual way (table_queries.py) spends more
time on making, wrapping and counting statements than the database on running them. Here a group of
moves is a few prepared statements of the driver. What does not fit makes the group fail as a whole;
it is then written in the usual way, which finds out whose fault it was (store.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from colonnade.server.errors import StalePly
from colonnade.server.hearing import Added, notes_of
from colonnade.server.schema import MOVES, TABLES
from colonnade.server.store import Quick
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
    """The statements of one driver, by how it marks what is filled in."""

    def __init__(self, mark: str) -> None:
        row = f"({', '.join([mark] * len(ENTRY_COLUMNS))})"
        start = f"INSERT INTO {MOVES.name} ({', '.join(ENTRY_COLUMNS)}) VALUES "
        counts = [1 << i for i in range(MOST_ROWS.bit_length())]
        self.add = {count: start + ", ".join([row] * count) for count in counts}
        given = ", ".join(f"{name} = {mark}" for name in STATUS_COLUMNS)
        self.status = f"UPDATE {TABLES.name} SET {given} WHERE id = {mark}"

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


SQLITE = Statements("?")
POSTGRES = Statements("%s")
# How many tables still have the revision that is known of them.
SAME = (
    f"SELECT count(*) FROM {TABLES.name} JOIN unnest(%s::text[], %s::int[]) AS known (id, revision)"
    " USING (id, revision)"
)


def append_sqlite(connection: Any, items: Sequence[Append]) -> list[int]:
    """Begin, and write a group; returns the revisions, which stay."""
    cursor = connection.cursor()
    cursor.execute("BEGIN IMMEDIATE")
    SQLITE.run(cursor, items)
    return [item.added.revision for item in items]


def append_postgres(connection: Any, items: Sequence[Append]) -> list[int]:
    """Write a group, and tell the other processes; all of it on one way to the database and back.

    Seats may have changed at another process, and with them who may move: then nothing is written.
    """
    known = [(item.added.table_id, item.added.revision) for item in items]
    cursor = connection.cursor()
    with connection.pipeline():
        POSTGRES.run(cursor, items)
        for note in notes_of(item.added for item in items):
            cursor.execute("SELECT pg_notify(%s, %s)", (CHANNEL, note))
        cursor.execute(SAME, ([one for one, _ in known], [revision for _, revision in known]))
        (same,) = cursor.fetchone()
    if same < len(set(known)):
        raise StalePly(ply=0, now=0)
    return [revision for _, revision in known]


def quick_for(url: str) -> Quick:
    """The way of a database."""
    return append_sqlite if url.startswith("sqlite") else append_postgres
