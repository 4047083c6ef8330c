"""How much is kept, and for how long: ceilings for an address and for the house, and what goes.

The host sets both, in `Limits`. Without a rule nothing is ever deleted.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from sqlalchemy import Connection, and_, delete, exists, func, select, update
from sqlalchemy import Table as Rows

from colonnade.server.errors import HouseFull, OwnFull
from colonnade.server.league_tables import drop_tables
from colonnade.server.schema import (
    CODES,
    DEVICES,
    HOLDERS,
    MOVES,
    NOTICES,
    PHRASES,
    PLAYERS,
    PROPOSALS,
    SEATS,
    STUDIES,
    TABLES,
    UPLOADS,
)
from colonnade.server.settings import Limits
from colonnade.server.table_queries import bump_all

DAY = 86_400.0
AT_ONCE = 200  # tables deleted in one transaction: nobody waits for long
SWEEP_SECONDS = 600.0


def check_ceiling(connection: Connection, rows: Rows, origin: str, limits: Limits) -> None:
    """Refuse one more row where there are too many of one address or in all."""
    own, house = {
        TABLES.name: (limits.own_tables, limits.house_tables),
        UPLOADS.name: (limits.own_records, limits.house_records),
        PLAYERS.name: (limits.own_players, limits.house_players),
    }[rows.name]
    if own:
        counted = select(func.count()).select_from(rows).where(rows.c.origin == origin)
        if connection.execute(counted).scalar_one() >= own:
            raise OwnFull(most=own)
    # To count all rows would take long; to look whether there is one so far back does not.
    if house:
        beyond = select(rows.c.id).order_by(rows.c.id).offset(house - 1).limit(1)
        if connection.execute(beyond).first() is not None:
            raise HouseFull(most=house)


def sweep(connection: Connection, limits: Limits, now: float) -> list[str]:
    """Delete what the host's rule says, a part at a time; returns the tables that went."""
    if limits.keep_records_days:
        old = UPLOADS.c.created < now - limits.keep_records_days * DAY
        connection.execute(delete(UPLOADS).where(old))
    if not limits.keep_days:
        return []
    last = (
        select(MOVES.c.time)
        .where(MOVES.c.table_id == TABLES.c.id)
        .order_by(MOVES.c.ply.desc())
        .limit(1)
        .scalar_subquery()
    )
    until = now - limits.keep_days * DAY
    found = connection.execute(
        select(TABLES.c.id)
        .where(TABLES.c.created < until, func.coalesce(last, TABLES.c.created) < until)
        .limit(AT_ONCE)
    )
    gone = list(found.scalars())
    delete_tables(connection, gone)
    return gone


def delete_tables(connection: Connection, ids: Sequence[str]) -> None:
    """Delete tables with all that belongs to them."""
    if ids:
        drop_tables(connection, ids)
        connection.execute(update(TABLES).where(TABLES.c.rematch.in_(ids)).values(rematch=None))
        for rows in (NOTICES, STUDIES, PHRASES, CODES, PROPOSALS, MOVES, HOLDERS, SEATS):
            connection.execute(delete(rows).where(rows.c.table_id.in_(ids)))
        connection.execute(delete(TABLES).where(TABLES.c.id.in_(ids)))


def sweep_names(connection: Connection, before: float) -> list[str]:
    """Let finished tables forget their people, a part at a time; returns the tables."""
    held = exists().where(HOLDERS.c.table_id == TABLES.c.id)
    people = SEATS.c.kind.in_(("person", "device"))
    known = (SEATS.c.name != "") | SEATS.c.player.is_not(None)
    named = exists().where(and_(SEATS.c.table_id == TABLES.c.id, people, known))
    old = select(TABLES.c.id).where(TABLES.c.finished < before, held | named)
    ids = list(connection.execute(old.limit(AT_ONCE)).scalars())
    connection.execute(delete(HOLDERS).where(HOLDERS.c.table_id.in_(ids)))
    here = SEATS.c.table_id.in_(ids) & people
    connection.execute(update(SEATS).where(here).values(name="", player=None, link=None))
    bump_all(connection, ids)
    return ids


def away_since(connection: Connection, before: float) -> list[str]:
    """Of players none of whose devices has come since a time, one device each; a part of them."""
    last = func.max(DEVICES.c.seen)
    found = select(func.min(DEVICES.c.id)).group_by(DEVICES.c.player).having(last < before)
    return list(connection.execute(found.limit(AT_ONCE)).scalars())


class Sweeper:
    """Says when it is time to look for what is too old."""

    def __init__(self, limits: Limits) -> None:
        self.wanted = any(
            (
                limits.keep_days,
                limits.keep_records_days,
                limits.keep_names_days,
                limits.keep_players_days,
            )
        )
        self.next = 0.0

    def due(self) -> bool:
        """Whether it is time; a part that was full has a next one at once."""
        return self.wanted and time.monotonic() >= self.next

    def done(self, gone: int) -> None:
        """Have swept so many tables away."""
        self.next = time.monotonic() + (0.0 if gone == AT_ONCE else SWEEP_SECONDS)
