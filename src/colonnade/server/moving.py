"""A move that a device asks for: the same by the framework and past it.

Whether it is legal and how it is stored is decided in table.py.
"""

from __future__ import annotations

from colonnade.server.requests import known_table
from colonnade.server.seats import mine
from colonnade.server.tables import Tables
from colonnade.server.wire import Done
from colonnade.server.wishes import MoveWish


async def make_move(tables: Tables, table_id: str, device: str | None, wish: MoveWish) -> Done:
    """Make a move, and say so once it is saved.

    Others may have moved at another process, or the device that asks may have been removed there.
    """
    table = await known_table(tables, table_id)
    await table.play(mine(table, device, wish.seat), wish.ply, wish.move)
    return Done(ply=table.ply, revision=table.head.revision)
