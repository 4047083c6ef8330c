"""Moves written by the driver itself: the same as the usual way, alone and in groups."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from colonnade.server import appends, table_queries
from colonnade.server.appends import MOST_ROWS, Append, quick_for, sizes
from colonnade.server.schema import MOVES, TABLES
from colonnade.server.store import Store
from colonnade.server.stored import Change, Entry, Head, Proposal, Seat, Status, Stored
from colonnade.server.tables import Tables
from colonnade.server.wire import Result
from tests.server.test_tables import act, first_words, new

pytestmark = pytest.mark.once


def test_moves_take_the_fast_way(tmp_path: Path) -> None:
    """What people and chance do is written by the driver; the rest in the usual way."""

    async def scene(tables: Tables) -> None:
        table = await new(tables)
        quick, seen = tables.store.quick, []
        assert quick is not None

        def spy(driver: Any, items: list[Append]) -> list[int]:
            seen.extend(items)
            return quick(driver, items)

        tables.store.quick = spy
        ply = table.ply
        for _ in range(6):
            await table.play(table.actor, table.ply, first_words(table))
        rows = [row for item in seen for row in item.rows]
        assert [row[1] for row in rows] == list(range(ply, table.ply))
        assert len(seen) == 6
        await table.resign(0)
        assert len(seen) == 6

    act(tmp_path, scene)


def test_only_additions_to_the_log() -> None:
    """Whatever else a change does is not for the driver."""
    head = Head("t", "pagoda", "1", {}, False, "", 1.0)
    entry = Entry("move", 0, "x", 0, 1.0, 0.0)
    found = appends.appended(head, 7, Change(entries=[entry]), None)
    assert found is not None
    assert (found.rows[0][:2], found.status) == (("t", 7), None)
    ended = Status(finished=2.0, result=Result(scores=[1], winners=[0]))
    found = appends.appended(head, 7, Change(entries=[entry], now=3.0), ended)
    assert found is not None
    assert found.status is not None
    assert (found.status[2], found.status[-1]) == (2.0, "t")
    for other in (
        Change(),
        Change(entries=[entry], seats={0: Seat(kind="open")}),
        Change(entries=[entry], proposal=Proposal(7, 0, 3, [])),
    ):
        assert appends.appended(head, 7, other, None) is None


def test_rows_in_powers_of_two() -> None:
    """All of them, in few different statements."""
    for count in range(300):
        found = list(sizes(count))
        assert sum(found) == count
        assert all(size & (size - 1) == 0 and size <= MOST_ROWS for size in found)


@pytest.fixture(params=["embedded", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database of each kind."""
    if request.param == "embedded":
        return f"sqlite:///{tmp_path / 'x.db'}"
    found: str = request.getfixturevalue("postgres")
    return found.replace("postgresql:", "postgresql+psycopg:")


def test_both_ways_write_the_same(url: str) -> None:
    """Rows and status, byte for byte; a ply that is there refuses one table and no other."""
    store = Store(url, quick=quick_for(url))
    store.open()
    entries = [Entry("move", i % 3 - 1, f"m{i}", 0, 5.0 + i, 0.25 * i) for i in range(90)]
    status = Status(deadline=9.5, awaits=True, result=Result(scores=[3, 4], winners=[1]))
    heads = [Head(name, "pagoda", "1", {}, False, "", 1.0) for name in ("a", "b", "c")]

    def write(head: Head, ply: int, quickly: bool) -> Any:
        change = Change(entries=entries)

        def work(connection: Any) -> int:
            return table_queries.write_change(connection, head, ply, change, [], status)

        item = appends.appended(head, ply, change, status) if quickly else None
        return store.write(work, item)

    def stored(connection: Any) -> list[list[Any]]:
        found = []
        for head in heads:
            here = MOVES.c.table_id == head.id
            rows = connection.execute(select(MOVES).where(here).order_by(MOVES.c.ply))
            one = connection.execute(select(TABLES).where(TABLES.c.id == head.id))
            found.append([tuple(row)[1:] for row in (*rows, *one)])
        return found

    async def scene() -> None:
        for head in heads:
            table = Stored(head, [], [], None)
            await store.write(partial(table_queries.write_table, stored=table))
        assert await write(heads[0], 0, quickly=False) == 0
        assert await write(heads[1], 0, quickly=True) == 0
        first, second, third = await store.read(stored)
        assert first == second
        assert len(third) == 1
        again = await asyncio.gather(
            write(heads[0], 90, quickly=True),
            write(heads[1], 0, quickly=True),
            write(heads[2], 0, quickly=True),
            return_exceptions=True,
        )
        assert (again[0], again[2]) == (0, 0)
        assert isinstance(again[1], IntegrityError)
        first, second, third = await store.read(stored)
        assert (len(first), len(second)) == (181, 91)
        assert second == third

    asyncio.run(scene())
    store.close()
