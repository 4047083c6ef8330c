"""The store alone: group commit, jobs that fail alone, migrations that match the schema."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, func, insert, select, text
from sqlalchemy.exc import IntegrityError

from colonnade.server.errors import StoreAway
from colonnade.server.opening import migrate, migration_steps
from colonnade.server.schema import METADATA, UPLOADS
from colonnade.server.store import Store

pytestmark = pytest.mark.once


@pytest.fixture(params=["embedded", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A fresh store of each kind."""
    if request.param == "embedded":
        url = f"sqlite:///{tmp_path / 'x.db'}"
    else:
        url = request.getfixturevalue("postgres").replace("postgresql:", "postgresql+psycopg:")
    made = Store(url)
    made.open()
    yield made
    made.close()


def keep(name: str) -> Any:
    """A job that stores one row."""
    values = {"id": name, "device": "d", "game": "g", "created": 1.0, "record": "{}"}

    def work(connection: Connection) -> str:
        connection.execute(insert(UPLOADS).values(values))
        return name

    return work


def count(connection: Connection) -> int:
    """How many rows there are."""
    return int(connection.execute(select(func.count()).select_from(UPLOADS)).scalar_one())


def test_many_jobs_share_commits(store: Store) -> None:
    """A hundred jobs need a few commits; of twins one fails, and nobody else."""

    async def scene() -> list[Any]:
        jobs = [store.write(keep(str(number % 90))) for number in range(100)]
        return await asyncio.gather(*jobs, return_exceptions=True)

    answers = asyncio.run(scene())
    failed = [answer for answer in answers if isinstance(answer, BaseException)]
    assert len(failed) == 10
    assert all(isinstance(problem, IntegrityError) for problem in failed)
    assert asyncio.run(store.read(count)) == 90
    assert store.commits < 50


def test_a_job_that_breaks_the_transaction_breaks_nobody_else(store: Store) -> None:
    """Work that the database cannot do fails alone, though it was in one group with others."""

    def broken(connection: Connection) -> None:
        connection.execute(text("SELECT * FROM nowhere"))

    async def scene() -> list[Any]:
        jobs = [store.write(keep("a")), store.write(broken), store.write(keep("b"))]
        return await asyncio.gather(*jobs, return_exceptions=True)

    first, second, third = asyncio.run(scene())
    assert (first, third) == ("a", "b")
    assert isinstance(second, StoreAway)
    assert asyncio.run(store.read(count)) == 2


def test_a_mistake_of_ours_is_not_kept(store: Store) -> None:
    """A job that raises anything leaves nothing behind, and the writer goes on."""

    def wrong(connection: Connection) -> None:
        keep("c")(connection)
        raise ZeroDivisionError

    async def scene() -> None:
        with pytest.raises(StoreAway):
            await store.write(wrong)
        assert await store.write(keep("d")) == "d"
        assert await store.read(count) == 1

    asyncio.run(scene())


def test_closing_finishes_what_waits(store: Store) -> None:
    """Jobs handed in before the end are committed; later ones are refused."""

    async def scene() -> None:
        jobs = [asyncio.ensure_future(store.write(keep(str(number)))) for number in range(20)]
        await asyncio.sleep(0)
        await asyncio.to_thread(store.close)
        assert await asyncio.gather(*jobs) == [str(number) for number in range(20)]
        with pytest.raises(StoreAway):
            await store.write(keep("late"))
        with pytest.raises(StoreAway):
            await store.read(count)

    asyncio.run(scene())


def test_migrations_make_the_schema(store: Store) -> None:
    """What the steps make is what schema.py says; running them again changes nothing."""
    migrate(store.writing)
    with store.writing.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, METADATA) == []
        assert context.get_current_revision() == migration_steps().get_current_head()


def test_the_embedded_database_is_durable(tmp_path: Path) -> None:
    """Write-ahead log and full synchronization, on the connection that writes."""
    store = Store(f"sqlite:///{tmp_path / 'x.db'}")
    store.open()

    def pragmas(connection: Connection) -> tuple[Any, Any]:
        return (
            connection.exec_driver_sql("PRAGMA journal_mode").scalar(),
            connection.exec_driver_sql("PRAGMA synchronous").scalar(),
        )

    assert asyncio.run(store.write(pragmas)) == ("wal", 2)
    store.close()
    engine = create_engine(f"sqlite:///{tmp_path / 'x.db'}")
    with engine.connect() as connection:
        assert count(connection) == 0
    engine.dispose()
