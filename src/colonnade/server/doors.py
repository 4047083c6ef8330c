"""Sitting down without an invitation, and who may come in at all: to free seats, and to watch.

Invitations and personal links are decided in seats.py; which tables are shown, in lobby.py.
"""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace
from sqlalchemy import Connection, update

from colonnade.server import table_queries
from colonnade.server.errors import BadRequest, NoInvitation, NoSeat, StalePly, TableOver
from colonnade.server.schema import TABLES
from colonnade.server.seats import held, plain_name, same
from colonnade.server.stored import Change, Sitter
from colonnade.server.table import LiveTable
from colonnade.server.wire_lobby import DoorsWish

TRIES = 8  # others may take the seats of a table before one's eyes; it has no more than that


def has_room(table: LiveTable) -> bool:
    """Whether somebody could still sit down."""
    return table.head.finished is None and any(seat.kind == "open" for seat in table.seats)


def invited(table: LiveTable, token: str) -> bool:
    """Whether a token opens a seat here: a free one, or one's own on another device."""
    return any(
        (seat.kind == "open" and same(token, seat.invitation))
        or (seat.taken and same(token, seat.link))
        for seat in table.seats
    )


async def sit_down(table: LiveTable, sitter: Sitter, name: str) -> int:
    """Take the next free seat; who sits here already keeps the seat, however often they ask."""
    device = sitter.device
    for _ in range(TRIES):
        async with table.lock:
            await table.refresh()
            if own := held(table, device):
                return own[0]
            if table.head.finished is not None:
                raise TableOver(table=table.id)
            if not has_room(table):
                raise NoSeat(table=table.id)
            number = next(i for i, seat in enumerate(table.seats) if seat.kind == "open")
            taken = replace(
                table.seats[number],
                kind="person",
                name=plain_name(name),
                since=table.watch.date(),
                seen=table.watch.now(),
                invitation=None,
                devices={device},
            )
            try:
                await table.commit(Change(seats={number: taken}, sitter=sitter, new=True))
            except StalePly:  # somebody was faster, at another process: look again
                continue
            return number
    raise NoSeat(table=table.id)


async def sit_down_openly(table: LiveTable, sitter: Sitter, name: str) -> int:
    """Take the next free seat of a table that is open to anybody."""
    async with table.lock:
        if table.head.opened is None:  # another process may know more
            await table.reload()
    if table.head.opened is None and not held(table, sitter.device):
        raise NoInvitation(table=table.id)
    return await sit_down(table, sitter, name)


async def set_doors(table: LiveTable, wish: DoorsWish) -> None:
    """Open a table to anybody or close it; let spectators in or not."""
    async with table.lock:
        await table.refresh()
        head, values = table.head, dict[str, object]()
        if wish.open is not None:
            if wish.open and head.finished is not None:
                raise TableOver(table=table.id)
            values["opened"] = table.watch.now() if wish.open else None
        if wish.spectators is not None:
            if head.public and not wish.spectators:
                raise BadRequest(why="spectators: a public table is there to be watched")
            values["spectators"] = wish.spectators
        if values:
            table.stale = True
            await table.owner.store.write(partial(write_doors, table_id=table.id, values=values))
            await table.reload()


def write_doors(connection: Connection, table_id: str, values: dict[str, object]) -> None:
    """Store who may come in."""
    connection.execute(update(TABLES).where(TABLES.c.id == table_id).values(values))
    table_queries.bump(connection, table_id)
    table_queries.notify(connection, table_queries.LOBBY)
