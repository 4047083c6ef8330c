"""What a host does with a whole house: copy it, restore it, move it to another database.

The commands in cli/ know this module and serve.py, and none of the others. How rows are copied and
compared stands in copies.py; the host's work on single tables, in host_tables.py.
"""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import msgspec
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, make_url, select, text
from sqlalchemy.exc import DBAPIError

from colonnade.build import VERSION
from colonnade.contract.errors import ColonnadeError
from colonnade.server import copies
from colonnade.server.copies import About, Progress
from colonnade.server.errors import BadFolder, DamagedDatabase, NewerSchema, StoreAway
from colonnade.server.facts import result_of
from colonnade.server.host_ratings import check_ratings as check_ratings
from colonnade.server.host_ratings import list_ratings as list_ratings
from colonnade.server.host_ratings import recompute_ratings as recompute_ratings
from colonnade.server.host_tables import close_table as close_table
from colonnade.server.host_tables import delete_table as delete_table
from colonnade.server.host_tables import export_table as export_table
from colonnade.server.host_tables import list_tables as list_tables
from colonnade.server.host_tables import load
from colonnade.server.house_errors import (
    BadCopy,
    HouseThere,
    NoHouse,
    OlderSchema,
    OtherKey,
    StillServed,
    Unwritable,
)
from colonnade.server.lock import Lock
from colonnade.server.opening import check, make_engine, migrate, migration_steps
from colonnade.server.schema import TABLES
from colonnade.server.settings import KEY_FILE, Settings, signing_key
from colonnade.server.settings import make_settings as make_settings
from colonnade.server.store import RETRY_SECONDS
from colonnade.server.table_queries import CHANNEL


class Summary(msgspec.Struct, frozen=True):
    """What was copied, in numbers for people."""

    tables: int
    moves: int
    records: int
    key: bool = False  # whether the signing key is with it
    replayed: int = 0  # games that were played once more, to their last position
    outdated: int = 0  # of another edition of their rules, which nobody can play here
    damaged: int = 0  # logs with a hole, here as there


def summed(parts: dict[str, int], **more: Any) -> Summary:
    """The numbers that people care for."""
    return Summary(parts["tables"], parts["moves"], parts["uploads"], **more)


@contextmanager
def opened(url: str) -> Iterator[Engine]:
    """A database for as long as it is needed; that it is away is said in one sentence."""
    engine = make_engine(url, "BEGIN", 2, 0, ask_first=False)
    try:
        yield engine
    except DBAPIError as problem:
        if isinstance(problem.orig, sqlite3.DatabaseError) and not isinstance(
            problem.orig, sqlite3.OperationalError
        ):
            raise DamagedDatabase(path=str(engine.url.database)) from None
        raise StoreAway(seconds=RETRY_SECONDS) from None
    finally:
        engine.dispose()


def embedded_file(url: str) -> Path | None:
    """The file of an embedded database."""
    return Path(make_url(url).database or "") if url.startswith("sqlite") else None


def check_there(url: str) -> None:
    """Refuse a house that does not exist: to look for it must not make one."""
    path = embedded_file(url)
    if path is not None and not (path.is_file() and path.stat().st_size):
        raise NoHouse(path=str(path))


def check_schema(connection: Connection) -> None:
    """Refuse a database that is not of this version's schema."""
    steps, found = migration_steps(), MigrationContext.configure(connection).get_current_revision()
    newest = steps.get_current_head()
    if found == newest:
        return
    if found is not None and found not in known_steps(steps):
        raise NewerSchema(found=found, known=newest or "-")
    raise OlderSchema(found=found or "-", known=newest or "-")


def known_steps(steps: ScriptDirectory) -> set[str]:
    """The schema's steps that this version knows."""
    return {step.revision for step in steps.walk_revisions()}


@contextmanager
def looking(settings: Settings) -> Iterator[Engine]:
    """The database of a house that exists, and is of this version; a server may run meanwhile."""
    check_there(settings.url)
    with opened(settings.url) as engine:
        with engine.connect() as connection:
            check_schema(connection)
        yield engine


# Backup


def back_up(settings: Settings, file: Path, with_key: bool, progress: Progress) -> Summary:
    """Copy a house to a file, as of one moment, while it is being played in."""
    check_there(settings.url)
    key = read_key(settings) if with_key else None
    with copies.growing(file) as new:
        source = embedded_file(settings.url)
        try:
            if source is not None:
                copies.copy_file(source, new, progress)
        except sqlite3.OperationalError as problem:  # no room, or not ours to read
            raise Unwritable(path=str(file), problem=str(problem)) from None
        except sqlite3.DatabaseError:
            raise DamagedDatabase(path=str(source)) from None
        with opened(f"sqlite:///{new}") as engine:
            migrate(engine)  # a copy may be of a server of before that still runs
            check(engine)
            if source is None:
                with (
                    opened(settings.url) as there,
                    copies.snapshot(there) as old,
                    engine.begin() as made,
                ):
                    check_schema(old)
                    copies.copy_rows(old, made, progress)
            with engine.connect() as connection:
                parts = copies.parts_of(connection)
        plain_file(new)
        about = About(copies.FORMAT, VERSION, time.time(), parts, key.hex() if key else None)
        copies.write_about(new, about)
    counted = {name: part.rows for name, part in parts.items()}
    return summed(counted, key=key is not None)


def read_key(settings: Settings) -> bytes:
    """The signing key of a house; to look for it must not make one."""
    path = settings.data / KEY_FILE
    if not path.is_file():
        raise NoHouse(path=str(path))
    return signing_key(settings.data)


def plain_file(path: Path) -> None:
    """Let a copy be one file alone, without a journal beside it."""
    connection = sqlite3.connect(path)
    try:
        connection.execute("PRAGMA journal_mode=DELETE")
    finally:
        connection.close()


# Restore


def restore(settings: Settings, file: Path, progress: Progress) -> Summary:
    """Make a house of a copy, where there is none yet; nothing is there until all of it is."""
    about = copies.read_about(file)
    check_key(settings, about)
    path = embedded_file(settings.url)
    make_folder(settings.data)
    if path is not None:
        make_folder(path.parent)
        with locked(path), copies.growing(path) as new:
            unpack(file, new, about, progress)
            keep_key(settings, about)
    else:
        with tempfile.TemporaryDirectory(prefix="colonnade-") as folder:
            unpack(file, new := Path(folder, "house.db"), about, lambda done, of: None)
            with opened(settings.url) as target, opened(f"sqlite:///{new}") as source:
                fill(source, target, progress)
        keep_key(settings, about)
    counted = {name: part.rows for name, part in about.parts.items()}
    return summed(counted, key=about.key is not None)


def unpack(file: Path, new: Path, about: About, progress: Progress) -> None:
    """Make a database of a copy, and see that it is what was copied."""
    try:
        copies.copy_file(file, new, progress)
    except sqlite3.DatabaseError as problem:
        raise BadCopy(path=str(file), why=str(problem)[:80]) from None
    with opened(f"sqlite:///{new}") as engine:
        with engine.connect() as connection:
            found = MigrationContext.configure(connection).get_current_revision() or "-"
            if found not in known_steps(migration_steps()):
                raise NewerSchema(found=found, known=migration_steps().get_current_head() or "-")
            copies.check_parts(connection, about.parts, file)
        engine.dispose()
        copies.forget_about(new)
        migrate(engine)
        check(engine)
    plain_file(new)


def fill(source: Engine, target: Engine, progress: Progress) -> None:
    """Copy all rows to an empty database and compare them, in one transaction."""
    migrate(target)
    with copies.snapshot(source) as old, target.begin() as new:
        if target.dialect.name == "postgresql":
            check_quiet(new)
        if not copies.is_empty(new):
            raise HouseThere()
        copies.copy_rows(old, new, progress)
        copies.check_same(old, new)


def check_quiet(connection: Connection) -> None:
    """Refuse a shared database that a server listens to."""
    listening = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        " AND pid <> pg_backend_pid() AND query = :query"
    )
    if connection.execute(listening, {"query": f"LISTEN {CHANNEL}"}).scalar_one():
        raise StillServed()


def make_folder(path: Path) -> None:
    """Make the data folder, for its owner's eyes only."""
    try:
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as problem:
        raise BadFolder(path=str(path), problem=problem.strerror or str(problem)) from problem


def check_key(settings: Settings, about: About) -> None:
    """Refuse a copy whose key is not the one that lies here: one of both would be lost."""
    path = settings.data / KEY_FILE
    if about.key is not None and path.exists() and path.read_bytes().hex() != about.key:
        raise OtherKey(path=str(path))


def keep_key(settings: Settings, about: About) -> None:
    """Put the key of a copy in its place."""
    path = settings.data / KEY_FILE
    if about.key is not None and not path.exists():
        with copies.growing(path) as new:
            new.write_bytes(bytes.fromhex(about.key))


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Have an embedded database for oneself: nobody serves it meanwhile."""
    lock = Lock(path)
    try:
        lock.take()
    except OSError as problem:
        raise BadFolder(path=str(path), problem=problem.strerror or str(problem)) from problem
    try:
        yield
    finally:
        lock.release()


# Moving house


def move_house(settings: Settings, to: str, progress: Progress) -> Summary:
    """Copy a house that nobody serves to an empty database, compare all of it, play it once more.

    The old database stays as it is.
    """
    target_url = house_at(settings, to).url
    check_there(settings.url)
    if target_url == settings.url:
        raise HouseThere()
    source, target = embedded_file(settings.url), embedded_file(target_url)
    with locked(source) if source is not None else nullcontext(), opened(settings.url) as old:
        with old.connect() as connection:
            if source is None:
                check_quiet(connection)
            check_schema(connection)
        if target is None:
            with opened(target_url) as new:
                fill(old, new, progress)
                return replayed(new, progress)
        make_folder(target.parent)
        with locked(target), copies.growing(target) as place:
            with opened(f"sqlite:///{place}") as new:
                fill(old, new, progress)
                found = replayed(new, progress)
            plain_file(place)
        return found


def replayed(engine: Engine, progress: Progress) -> Summary:
    """Play all games of a house once more, from their logs, and count what comes of it."""
    good = outdated = damaged = 0
    with copies.snapshot(engine) as connection:
        counted = copies.count_rows(connection)
        ids = list(connection.execute(select(TABLES.c.id)).scalars())
        for done, table_id in enumerate(ids, 1):
            try:
                table = load(connection, table_id)
            except (ColonnadeError, LookupError, ValueError):
                outdated += 1
                continue
            ended, head = result_of(table.state, table.seats), table.head
            told = head.result if head.result is not None and head.result.ended is None else None
            torn = table.damaged or (None not in (ended, told) and ended != told)
            damaged, good = damaged + torn, good + (not torn)
            progress(done, len(ids))
    return summed(counted, replayed=good, outdated=outdated, damaged=damaged)


def house_at(settings: Settings, database: str) -> Settings:
    """The same house at another database."""
    return msgspec.structs.replace(settings, database=database)


def served_by(settings: Settings) -> list[str]:
    """The words that start a server in this house, after it has moved."""
    words = ["colonnade", "serve", "--data", str(settings.data)]
    return words + (["--database", settings.database] if settings.database else [])
