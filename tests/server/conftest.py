"""Servers for tests: one that all share, and a PostgreSQL cluster of our own."""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.running import Postgres, Running, find_postgres

Starter = Callable[..., Running]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server on an embedded database, shared by all tests that do not break it."""
    running = Running(tmp_path_factory.mktemp("shared") / "data")
    yield running
    assert running.stop() == 0


@pytest.fixture
def starter(tmp_path: Path) -> Iterator[Starter]:
    """Starts servers that a test may break; whatever still runs at its end is killed."""
    started: list[Running] = []

    def start(database: str = "", name: str = "data", **more: Any) -> Running:
        started.append(Running(tmp_path / name, database, **more))
        return started[-1]

    yield start
    for running in started:
        if running.process.poll() is None:
            running.kill()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Postgres]:
    """A PostgreSQL cluster of our own, in a folder that its user can reach."""
    programs = find_postgres()
    if programs is None:
        missing = "PostgreSQL's programs (initdb, pg_ctl) are not on this machine"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    with tempfile.TemporaryDirectory(prefix="colonnade-pg-") as folder:
        os.chmod(folder, 0o755)
        (home := Path(folder, "pg")).mkdir()
        running = Postgres(programs, home)
        yield running
        running.stop()


@pytest.fixture
def postgres(cluster: Postgres) -> str:
    """The address of a fresh PostgreSQL database."""
    return cluster.make(f"test_{secrets.token_hex(4)}")
