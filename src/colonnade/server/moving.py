"""A move that a device asks for: the same by the framework and past it.

Whether it is legal and how it is stored is decided in table.py.
"""

from __future__ import annotations

from colonnade.contract.errors import ColonnadeError
from colonnade.server.errors import StoreAway
from colonnade.server.seats import mine
from colonnade.server.table import LiveTable
from colonnade.server.tables import Tables
from colonnade.server.wire import Done
from colonnade.server.wishes import MoveWish


async def make_move(tables: Tables, table_id: str, device: str | None, wish: MoveWish) -> Done:
    """Make a move, and say so once it is saved.

    On a database that others share, what is known here may be old. Whether it is, the write itself
    finds out, and nobody is refused before another look: so no move must wait for a read.
    """
    table = await tables.table(table_id)
    while True:
        known = mark(table)
        try:
            await play(table, device, wish)
        except StoreAway:
            raise  # whether it was kept is not known: that is for who asked to find out
        except ColonnadeError:
            await table.catch_up()
            if known == mark(table):
                raise
        else:
            return Done(ply=table.ply, revision=table.head.revision)


async def play(table: LiveTable, device: str | None, wish: MoveWish) -> None:
    """Make a device's move at a table as it is known here.

    Whose seat it is must be found while the table is held: the write refuses what was decided by
    seats of another revision, and would know nothing of a look at them from before the wait.
    """
    async with table.lock:
        await table.refresh(wish.ply)
        await table.put(mine(table, device, wish.seat), wish.move)


def mark(table: LiveTable) -> tuple[int, int]:
    """How far a table is, as it is known here."""
    return table.ply, table.head.revision
