"""A move that a device asks for: whose seat it is counts when it is written, not when it came."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, delete

from colonnade.server import table_queries
from colonnade.server.errors import NotSeated
from colonnade.server.moving import make_move
from colonnade.server.schema import HOLDERS
from colonnade.server.settings import Settings
from colonnade.server.table import LiveTable
from colonnade.server.tables import Tables
from colonnade.server.wishes import MoveWish
from tests.cli.command import PATIENCE
from tests.server.test_tables import act, first_words, new

pytestmark = pytest.mark.once
Scene = Callable[[Tables, Tables, LiveTable], Awaitable[None]]


def wish_at(table: LiveTable) -> MoveWish:
    """Any legal move, as a device asks for it."""
    return MoveWish(ply=table.ply, move=first_words(table))


def test_who_lost_the_seat_while_waiting_does_not_move(tmp_path: Path) -> None:
    """A device asks, waits for the table, and is removed meanwhile: it is nobody."""

    async def scene(tables: Tables) -> None:
        table = await new(tables)
        wish = wish_at(table)
        async with table.lock:
            asked = asyncio.create_task(make_move(tables, table.id, "anne", wish))
            for _ in range(5):  # until it waits for us
                await asyncio.sleep(0)
            await table.change_seat(0, replace(table.seats[0], devices={"phone"}))
        with pytest.raises(NotSeated):
            await asked
        assert table.ply == wish.ply
        await make_move(tables, table.id, "phone", wish)

    act(tmp_path, scene)


def on_two(data: Path, postgres: str, scene: Scene) -> None:
    """Two servers on one database in one process: neither takes notes of the other for news."""

    async def whole() -> None:
        url = postgres.replace("postgresql:", "postgresql+psycopg:")
        here, there = (Tables(Settings(data=data, database=url)) for _ in range(2))
        await here.open()
        await there.open()
        try:
            async with asyncio.timeout(PATIENCE):
                table = await new(here)
                await there.table(table.id)
                await scene(here, there, table)
        finally:
            await here.close()
            await there.close()

    asyncio.run(whole())


def remove(connection: Connection, table_id: str) -> None:
    """Take the seats of a table from their devices."""
    connection.execute(delete(HOLDERS).where(HOLDERS.c.table_id == table_id))
    table_queries.bump(connection, table_id)


def test_a_move_is_not_read_for(tmp_path: Path, postgres: str) -> None:
    """On a database that others share a move is one write; a look comes before a refusal alone."""

    async def scene(here: Tables, there: Tables, table: LiveTable) -> None:
        reads: list[float] = []
        there.store.was_read = reads.append
        for _ in range(3):
            known = await there.table(table.id)
            if known.actor == 0:
                await make_move(there, table.id, "anne", wish_at(known))
        assert known.ply > table.ply
        assert reads == []
        with pytest.raises(NotSeated):
            await make_move(there, table.id, "eve", wish_at(known))
        assert len(reads) == 1

    on_two(tmp_path, postgres, scene)


def test_who_was_removed_elsewhere_does_not_move(tmp_path: Path, postgres: str) -> None:
    """A server that has not heard of it finds out by the write, and writes nothing."""

    async def scene(here: Tables, there: Tables, table: LiveTable) -> None:
        await here.store.write(lambda connection: remove(connection, table.id))
        known = await there.table(table.id)
        assert known.seats[0].devices == {"anne"}
        with pytest.raises(NotSeated):
            await make_move(there, table.id, "anne", wish_at(known))
        assert known.seats[0].devices == set()
        await table.catch_up()
        assert table.ply == known.ply

    on_two(tmp_path, postgres, scene)


def test_what_changed_elsewhere_stops_no_move(tmp_path: Path, postgres: str) -> None:
    """A name that was changed at another server, or a move made there, is taken up first."""

    async def scene(here: Tables, there: Tables, table: LiveTable) -> None:
        async with table.lock:
            await table.change_seat(0, replace(table.seats[0], name="Anne B."))
        known = await there.table(table.id)
        await make_move(there, table.id, "anne", wish_at(known))
        assert known.seats[0].name == "Anne B."
        await table.catch_up()
        assert table.ply == known.ply
        await make_move(here, table.id, "anne", wish_at(table))
        assert table.ply > known.ply
        await make_move(there, table.id, "anne", wish_at(table))  # as its feed elsewhere told
        assert known.ply > table.ply

    on_two(tmp_path, postgres, scene)
