"""All live tables, in this process: memory bounds, slow readers, cancelled writes, twins."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from colonnade.server import seats
from colonnade.server.errors import NoTable, StalePly, StoreAway
from colonnade.server.feed import Feed
from colonnade.server.settings import Limits, Settings
from colonnade.server.stored import Sitter
from colonnade.server.table import LiveTable
from colonnade.server.table_setup import make_table
from colonnade.server.tables import Tables
from colonnade.server.wishes import SeatWish, TableWish
from tests.cli.command import PATIENCE

pytestmark = pytest.mark.once
WISH = TableWish(game="pagoda", seats=[SeatWish(kind="me"), SeatWish(kind="open")])
Scene = Callable[[Tables], Awaitable[None]]


def act(data: Path, scene: Scene, **limits: Any) -> None:
    """Open the tables, play a scene in it, close it."""

    async def whole() -> None:
        tables = Tables(Settings(data=data, limits=Limits(**limits)))
        await tables.open()
        try:
            async with asyncio.timeout(PATIENCE):
                await scene(tables)
        finally:
            await tables.close()

    asyncio.run(whole())


async def new(tables: Tables) -> LiveTable:
    """A table with one person."""
    table, _ = await make_table(tables, WISH, Sitter("anne", "en", "here"))
    return table


def first_words(table: LiveTable) -> str:
    """Any legal move."""
    return table.history.game.moves.words(table.history.legal()[0])


def test_memory_is_bounded(tmp_path: Path) -> None:
    """Tables at rest are forgotten, and loaded again as they were."""

    async def scene(tables: Tables) -> None:
        made = [await new(tables) for _ in range(12)]
        assert len(tables.live) <= 4
        for table in made:
            again = await tables.table(table.id)
            assert again.state.dump() == table.state.dump()
            assert Feed(again).event("anne", 0) == Feed(table).event("anne", 0)
        with pytest.raises(NoTable):
            await tables.table("nowhere")

    act(tmp_path, scene, tables=3)


def test_a_reader_that_takes_nothing_is_dropped(tmp_path: Path) -> None:
    """Its task ends; nobody who moves has waited for it."""

    async def scene(tables: Tables) -> None:
        table = await new(tables)
        reader = tables.reader(table, None, None)

        async def stuck() -> None:
            async for _ in reader.stream(PATIENCE):
                if reader.told is not None:
                    await asyncio.sleep(PATIENCE)  # as a send to a full socket would

        task = asyncio.create_task(stuck())
        while reader.told is None:
            await asyncio.sleep(0.01)
        await table.play(0, table.ply, first_words(table))
        assert reader in reader.feed.readers
        while not task.done():
            tables.drop_slow_readers()
            await asyncio.sleep(0.01)
        with pytest.raises(asyncio.CancelledError):
            await task
        # The stream itself is closed by the loop's clean-up of generators.
        while reader in reader.feed.readers:
            await asyncio.sleep(0.01)
        reader.close()

    act(tmp_path, scene, patience=0.2)


def test_a_write_whose_client_left_is_found_again(tmp_path: Path) -> None:
    """A cancelled request leaves a table that reads the store before its next answer."""

    async def scene(tables: Tables) -> None:
        table = await new(tables)
        ply = table.ply
        task = asyncio.create_task(table.play(0, ply, first_words(table)))
        while not table.stale:
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert table.ply == ply  # memory is never ahead of what is known to be stored
        assert table.stale
        await tables.store.write(lambda connection: None)  # the writer has done what it was given
        async with table.lock:
            await table.refresh()
        assert table.ply > ply
        with pytest.raises(StalePly):
            await table.play(0, ply, first_words(table))

    act(tmp_path, scene)


def test_two_houses_on_one_file_make_no_twins(tmp_path: Path) -> None:
    """A second process on the embedded database is refused a ply that is taken."""

    async def scene(tables: Tables) -> None:
        other = Tables(Settings(data=tmp_path))
        other.store.lock = None  # as where a system knows no locks
        await other.open()
        try:
            table = await new(tables)
            twin = await other.table(table.id)
            ply, words = table.ply, first_words(table)
            results = await asyncio.gather(
                table.play(0, ply, words), twin.play(0, ply, words), return_exceptions=True
            )
            lost = [result for result in results if result is not None]
            assert [type(result) for result in lost] == [StalePly]
            with pytest.raises(StalePly):
                await twin.play(0, ply, words)
            async with table.lock:
                await table.reload()
            assert table.state.dump() == twin.state.dump()
        finally:
            await other.close()

    act(tmp_path, scene)


def test_a_store_that_is_away_is_mended(tmp_path: Path) -> None:
    """A failed commit leaves memory behind, not ahead; the server reads the table again."""

    async def scene(tables: Tables) -> None:
        table = await new(tables)
        ply, words, reads = table.ply, first_words(table), tables.store.read
        write = tables.store.write

        async def fail(work: Any, item: Any = None) -> Any:
            await write(work, item)  # kept, but nobody can know
            raise StoreAway(seconds=1)

        tables.store.write = fail  # type: ignore[method-assign]
        with pytest.raises(StoreAway):
            await table.play(0, ply, words)
        tables.store.write = write  # type: ignore[method-assign]
        assert table.ply == ply
        while table.stale:
            await asyncio.sleep(0.05)
        assert table.ply > ply
        assert tables.store.read == reads

    act(tmp_path, scene)


def test_who_shares_a_device_sees_one_hand(tmp_path: Path) -> None:
    """Through whose eyes a device looks depends on its seats and on the turn."""

    async def scene(tables: Tables) -> None:
        kinds = [SeatWish(kind="me"), SeatWish(kind="device"), SeatWish(kind="open")]
        wish = TableWish(game="seven_steps", seats=kinds)
        table, tokens = await make_table(tables, wish, Sitter("a", "en", "here"))
        await seats.join(table, Sitter("b", "en", "here"), tokens[2], "Ben")
        assert seats.watcher(table, "a") == table.actor == 0
        assert seats.watcher(table, "b") == 2
        assert seats.watcher(table, "c") is None
        assert seats.watcher(table, None) is None
        table.state.actor = 2
        assert seats.watcher(table, "a") is None

    act(tmp_path, scene)
