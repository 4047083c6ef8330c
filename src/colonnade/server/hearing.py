"""What the processes that share a PostgreSQL hear from each other.

A note names tables that have changed: whoever has one of them in memory reads it again. Moves come
along in their notes, so that nobody need read them: between processes, too, a move is one write. A
note that does not fit what is known here is a hint to read: what is stored decides, never what was
heard.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import asdict, replace

from colonnade.server.stored import Entry, Status, Stored
from colonnade.server.table_queries import CHANNEL, PROCESS, notes

if TYPE_CHECKING:
    from colonnade.server.table import LiveTable
    from colonnade.server.tables import Tables

log = logging.getLogger("colonnade.hearing")
MOST_BYTES = 7000  # of a note: PostgreSQL carries less than 8,000
# How notes on who is there begin (neighbours.py): all, what is new, a sign of life, a question.
PRESENCE = ALL, SOME, ALIVE, ASK = "=", "+", "~", "?"
AGAIN_SECONDS = 0.5  # before a database that fell silent is asked again


class Added(msgspec.Struct, array_like=True):
    """What a change added to a log, and the table's status if that changed with it."""

    table_id: str
    ply: int
    revision: int
    entries: list[Entry]
    status: Status | None = None


ENCODER = msgspec.json.Encoder()
ADDED = msgspec.json.Decoder(list[Added])


def notes_of(added: Iterable[Added]) -> list[str]:
    """Notes that carry moves; of what is too long for one, notes that only name its table."""
    found: list[str] = []
    part: list[bytes] = []
    long, size = [], 0
    for one in added:
        told = ENCODER.encode(one)
        if len(told) > MOST_BYTES:
            long.append(one.table_id)
            continue
        if size + len(told) > MOST_BYTES:
            found.append(carrying(part))
            part, size = [], 0
        part.append(told)
        size += len(told) + 1
    if part:
        found.append(carrying(part))
    return found + notes(long)


def carrying(part: list[bytes]) -> str:
    """One note with moves."""
    return f"{PROCESS} [{b','.join(part).decode()}]"


async def listen(tables: Tables) -> None:
    """Hear for as long as the server lives."""
    import psycopg

    url = tables.store.writing.url.set(drivername="postgresql")
    address = url.render_as_string(hide_password=False)
    while True:
        try:
            connection = await psycopg.AsyncConnection.connect(address, autocommit=True)
            async with connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                # Whatever was said while nobody listened is in the store, or is asked for.
                await tables.neighbours.ask()
                for other in tables.beside:
                    other.heard(None)
                for table in list(tables.live.values()):
                    await tables.hear(table.id)
                async for note in connection.notifies():
                    take(tables, note.payload)
        except (psycopg.Error, OSError) as problem:
            log.warning("the database does not speak: %s", type(problem).__name__)
        except Exception:  # of a note that is not ours, perhaps: all is looked at again
            log.exception("a note was not understood")
        await asyncio.sleep(AGAIN_SECONDS)


def take(tables: Tables, note: str) -> None:
    """Take a note up; one's own says nothing new."""
    process, _, said = note.partition(" ")
    if process == PROCESS:
        return
    if said.startswith(PRESENCE):
        tables.neighbours.heard(process, said)
        return
    if not said.startswith("["):
        for table_id in said.split():
            tables.begin(tables.hear(table_id))
        return
    for one in ADDED.decode(said):
        table = tables.live.get(one.table_id)
        if table is not None and table.ply >= one.ply + len(one.entries) and not table.stale:
            continue  # somebody has looked meanwhile
        if table is None or not fits(table, one):
            tables.begin(tables.hear(one.table_id))
            continue
        for other in tables.beside:
            other.heard(one.table_id)
        follow(table, one)


def fits(table: LiveTable, added: Added) -> bool:
    """Whether a table is just where another process went on, and nobody is busy with it here."""
    here = (table.ply, table.head.revision)
    return here == (added.ply, added.revision) and not (table.stale or table.lock.locked())


def follow(table: LiveTable, added: Added) -> None:
    """Let happen here what has happened elsewhere, as if it had been read."""
    status = {} if added.status is None else asdict(added.status)
    moved = any(entry.kind == "move" for entry in added.entries)
    table.take_up(
        Stored(
            replace(table.head, **status),
            table.seats,
            added.entries,
            None,
            [] if moved else table.barred,
            not table.damaged,
        )
    )
    table.owner.changed(table)
