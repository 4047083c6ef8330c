"""What the rounds of a server ask of all tables: which want looking after, and who thinks for them.

What is stored of one table is decided in table_queries.py; when a round comes, in tables.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, bindparam, func, select, tuple_, update

from colonnade.server.schema import HOLDERS, SEATS, TABLES
from colonnade.server.stored import Clock
from colonnade.server.table_queries import PROCESS

ROUND = 1000  # tables that one round asks for: most of many rest, and cost nothing more


class Overdue(NamedTuple):
    """A table that wants looking after."""

    id: str
    seen: float  # when one of its people was last here
    ends: bool  # whether a clock has run out, and its seat then resigns

    def rests(self, now: float, unwatched: float) -> bool:
        """Whether nobody would think at it, nor anything else be done: it need not be loaded.

        Who looks at it has it loaded. There may be thousands of these, at each round.
        """
        return not self.ends and now - self.seen >= unwatched


def claim(connection: Connection, table_id: str, now: float, until: float) -> bool:
    """Take or keep the right to think for a table; False while another process has it."""
    free = (TABLES.c.claimed_by == PROCESS) | (func.coalesce(TABLES.c.claimed_until, 0.0) < now)
    taken = connection.execute(
        update(TABLES)
        .where(TABLES.c.id == table_id, free)
        .values(claimed_by=PROCESS, claimed_until=until)
    )
    return taken.rowcount == 1


def overdue(
    connection: Connection, now: float, after: str, editions: Sequence[tuple[str, str]]
) -> list[Overdue]:
    """Tables whose clock has run out, or where a computer player must decide and nobody thinks.

    A part of them, from a name on, so that none can hide the others; of known editions alone.
    """
    waits: ColumnElement[bool] = TABLES.c.awaits.is_(True)
    if connection.dialect.name != "sqlite":
        waits &= func.coalesce(TABLES.c.claimed_until, 0.0) < now
    last = select(func.max(SEATS.c.seen)).where(SEATS.c.table_id == TABLES.c.id).scalar_subquery()
    found = connection.execute(
        select(TABLES.c.id, last, TABLES.c.deadline, TABLES.c.clock)
        .where(TABLES.c.id > after, tuple_(TABLES.c.game, TABLES.c.edition).in_(editions))
        .where((TABLES.c.deadline < now) | waits)
        .order_by(TABLES.c.id)
        .limit(ROUND)
    )
    return [
        Overdue(table_id, seen or 0.0, deadline is not None and deadline < now and resigns(clock))
        for table_id, seen, deadline, clock in found
    ]


def resigns(clock: str | None) -> bool:
    """Whether a seat resigns when a clock, as it is stored, has run out."""
    return bool(clock) and msgspec.json.decode(clock or "", type=Clock).at_zero == "resign"


def clocks_run(connection: Connection) -> bool:
    """Whether anybody's clock runs at any table."""
    running = select(TABLES.c.id).where(TABLES.c.deadline.is_not(None)).limit(1)
    return connection.execute(running).first() is not None


def write_seen(connection: Connection, seen: Sequence[dict[str, Any]]) -> None:
    """Keep when people were last at their seats; told by `table`, `number` and `time`."""
    later = (
        update(SEATS)
        .where(SEATS.c.table_id == bindparam("table"), SEATS.c.seat == bindparam("number"))
        .where(SEATS.c.seen < bindparam("time"))
        .values(seen=bindparam("time"))
    )
    connection.execute(later, list(seen))


def has_holders(connection: Connection) -> bool:
    """Whether any device holds a seat."""
    return connection.execute(select(HOLDERS.c.device).limit(1)).first() is not None


def count_outdated(connection: Connection, editions: Sequence[tuple[str, str]]) -> int:
    """How many running tables are of an edition of their rules that this server does not know."""
    known = tuple_(TABLES.c.game, TABLES.c.edition).in_(editions)
    counted = select(func.count()).where(TABLES.c.finished.is_(None), ~known)
    return int(connection.execute(counted).scalar_one())
