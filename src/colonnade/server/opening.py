"""How a database is opened: connections, who may read its files, whether it is whole, its steps.

What is done with it then is decided in store.py.
"""

from __future__ import annotations

import os
from importlib.resources import files
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.pool import QueuePool

from colonnade.server.errors import BadFolder, DamagedDatabase, EmptiedDatabase, NewerSchema
from colonnade.server.lock import Lock
from colonnade.server.schema import METADATA

BUSY_MILLISECONDS = 5000
# A reader elsewhere, as a backup, lets the journal grow; once it has gone, it shrinks to this.
JOURNAL_BYTES = 8 * 1024 * 1024
MIGRATION_LOCK = 7_318_402  # any number, the same in every process that shares a database


def make_engine(url: str, begin: str, size: int, pages: int, ask_first: bool) -> Engine:
    """An engine whose connections may be tried before use; SQLite's begin as told."""
    if not url.startswith("sqlite"):
        return create_engine(
            url,
            pool_size=size,
            max_overflow=0,
            pool_pre_ping=ask_first,
            hide_parameters=True,  # they hold names and marks that belong in no log
            connect_args={"connect_timeout": 5},
        )
    engine = create_engine(
        url,
        poolclass=QueuePool,
        pool_size=size,
        max_overflow=0,
        pool_reset_on_return="rollback",
        hide_parameters=True,
        connect_args={"check_same_thread": False, "timeout": BUSY_MILLISECONDS / 1000},
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # so that the driver begins nothing on its own
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            f"busy_timeout={BUSY_MILLISECONDS}",
            "foreign_keys=ON",
            f"journal_size_limit={JOURNAL_BYTES}",
        ):
            connection.execute(f"PRAGMA {pragma}")
        if pages:
            connection.execute(f"PRAGMA max_page_count={pages}")

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def prepare(lock: Lock) -> None:
    """Have the embedded database for this process alone, and for its owner's eyes only."""
    path = lock.database
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock.take()
        if path.exists() and not path.stat().st_size:
            raise EmptiedDatabase(path=str(path))
        made = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            os.fchmod(made, 0o600)  # whatever the umask; SQLite gives the files beside it the same
        finally:
            os.close(made)
    except OSError as problem:
        raise BadFolder(path=str(path), problem=problem.strerror or str(problem)) from problem


def check(engine: Engine) -> None:
    """Refuse a database that lacks something, or cannot be read to its end."""
    missing = set(METADATA.tables) - set(inspect(engine).get_table_names())
    if engine.dialect.name == "sqlite":
        with engine.connect() as connection:
            said = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
        missing |= set() if said == "ok" else {str(said)}
    if missing:
        raise DamagedDatabase(path=str(engine.url.database))


def migration_config() -> Config:
    """Where the steps of the schema are."""
    config = Config()
    config.set_main_option("script_location", str(files("colonnade.server") / "migrations"))
    return config


def migration_steps() -> ScriptDirectory:
    """The steps of the schema that this version knows."""
    return ScriptDirectory.from_config(migration_config())


def migrate(engine: Engine) -> None:
    """Run the steps that are missing, in one transaction; of several processes one does it."""
    config, steps = migration_config(), migration_steps()
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
        found = MigrationContext.configure(connection).get_current_revision()
        if found is not None and found not in {step.revision for step in steps.walk_revisions()}:
            raise NewerSchema(found=found, known=steps.get_current_head() or "-")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
