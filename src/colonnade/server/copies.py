"""Copies of whole houses: rows from one database to another, and what proves them the same.

A copy in a file is a database of SQLite's, whatever it was made from; what a house is made of is
said by schema.py. Who asks for copies, and where they go, is decided in house.py.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import sqlite3
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, String, Table, delete, func, insert, select, text

from colonnade.server.house_errors import BadCopy, CopyDiffers, FileThere, Unwritable
from colonnade.server.schema import METADATA

FORMAT = "colonnade house 1"
ABOUT = "colonnade_copy"  # the one table of a copy that no house has
BATCH = 1000  # rows at a time
PAGES = 512  # of the embedded database at a time: two MB
FURNITURE = frozenset(("house",))  # what a server leaves where nobody has played yet
Progress = Callable[[int, int], None]  # how much is done, and of how much


class Part(msgspec.Struct, frozen=True):
    """What is known of one table of a copy: enough to tell whether it is still the same."""

    columns: tuple[str, ...]
    key: tuple[str, ...]
    rows: int
    sha256: str


class About(msgspec.Struct, frozen=True):
    """What a copy says of itself, written last: a copy without it is none."""

    format: str
    version: str  # of the program that made it
    made: float
    parts: dict[str, Part]
    key: str | None = None  # the signing key in hexadecimal digits, unless it was left out


def key_of(table: Table) -> tuple[str, ...]:
    """The columns by which rows are told apart."""
    return tuple(str(column.name) for column in table.primary_key)


def raw_rows(
    connection: Connection, name: str, columns: Sequence[str], key: Sequence[str]
) -> Generator[bytes, None, None]:
    """All rows of a table as bytes that are the same on every database, in the same order."""
    words = {c.name for c in METADATA.tables[name].c if isinstance(c.type, String)}
    plain = ' COLLATE "C"' if connection.dialect.name == "postgresql" else ""
    order = ", ".join(f"{column}{plain if column in words else ''}" for column in key)
    asked = text(f"SELECT {', '.join(columns)} FROM {name} ORDER BY {order}")
    with connection.execution_options(yield_per=BATCH).execute(asked) as found:
        for row in found:
            yield msgspec.json.encode([int(v) if isinstance(v, bool) else v for v in row])


def part_of(rows: Iterator[bytes], columns: Sequence[str], key: Sequence[str]) -> Part:
    """What is to be known of the rows of one table."""
    count, digest = 0, hashlib.sha256()
    for row in rows:
        count += 1
        digest.update(row + b"\n")
    return Part(tuple(columns), tuple(key), count, digest.hexdigest())


def parts_of(connection: Connection) -> dict[str, Part]:
    """What is to be known of all tables."""
    found = {}
    for table in METADATA.sorted_tables:
        columns, key = tuple(str(column.name) for column in table.c), key_of(table)
        found[str(table.name)] = part_of(
            raw_rows(connection, table.name, columns, key), columns, key
        )
    return found


def check_parts(connection: Connection, parts: dict[str, Part], path: Path) -> None:
    """Refuse a copy whose rows are not those that were copied."""
    for name, said in parts.items():
        if name not in METADATA.tables:
            continue  # of a newer version, which is refused elsewhere
        found = part_of(raw_rows(connection, name, said.columns, said.key), said.columns, said.key)
        if found != said:
            raise BadCopy(path=str(path), why=f"{name}: {found.rows}/{said.rows}")


def count_rows(connection: Connection) -> dict[str, int]:
    """How many rows each table has."""
    return {
        table.name: int(connection.execute(select(func.count()).select_from(table)).scalar_one())
        for table in METADATA.sorted_tables
    }


def is_empty(connection: Connection) -> bool:
    """Whether nobody has ever played here."""
    return all(
        connection.execute(select(table).limit(1)).first() is None
        for table in METADATA.sorted_tables
        if table.name not in FURNITURE
    )


def copy_rows(source: Connection, target: Connection, progress: Progress) -> None:
    """Copy all rows, those first that others refer to."""
    total, done = sum(count_rows(source).values()), 0
    for name in FURNITURE & METADATA.tables.keys():
        target.execute(delete(METADATA.tables[name]))
    for table in METADATA.sorted_tables:
        found = source.execution_options(yield_per=BATCH).execute(select(table)).mappings()
        for rows in found.partitions(BATCH):
            target.execute(insert(table), [dict(row) for row in rows])
            done += len(rows)
            progress(done, total)


def check_same(source: Connection, target: Connection) -> None:
    """Refuse two houses that are not the same in every row: each fact of each log is compared."""
    for table in METADATA.sorted_tables:
        columns, key = tuple(str(column.name) for column in table.c), key_of(table)
        with (
            closing(raw_rows(source, table.name, columns, key)) as these,
            closing(raw_rows(target, table.name, columns, key)) as those,
        ):
            if any(one != other for one, other in zip_longest(these, those)):
                raise CopyDiffers(part=table.name)


# Files: written beside their place, and in it only once they are whole


@contextmanager
def growing(path: Path) -> Iterator[Path]:
    """A place beside a file, for its owner's eyes only; what is there at the end becomes the file.

    A file that is there already is never replaced, even if it came meanwhile.
    """
    if path.exists() or path.is_symlink():
        raise FileThere(path=str(path))
    new = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        made = os.open(new, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            os.fchmod(made, 0o600)  # whatever the umask
        finally:
            os.close(made)
        yield new
        with new.open("rb") as file:
            os.fsync(file.fileno())
        appear(new, path)
    except FileExistsError:
        raise FileThere(path=str(path)) from None
    except OSError as problem:
        raise Unwritable(path=str(path), problem=problem.strerror or str(problem)) from problem
    finally:
        for leftover in (new, *(new.with_name(new.name + end) for end in ("-wal", "-shm"))):
            with contextlib.suppress(OSError):
                leftover.unlink(missing_ok=True)


def appear(new: Path, path: Path) -> None:
    """Give a whole file its name, unless somebody has it."""
    try:
        os.link(new, path)
    except FileExistsError:
        raise
    except OSError:  # a disk without links, as many sticks are: take the name first
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        new.replace(path)


def copy_file(source: Path, target: Path, progress: Progress) -> None:
    """Copy an embedded database as of one moment, while others write to it."""
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True)) as old,
        closing(sqlite3.connect(target)) as new,
    ):
        # Whoever reads already sees nothing new: the copy need not begin again at each move.
        old.execute("PRAGMA busy_timeout=10000")
        old.execute("BEGIN")
        old.execute("SELECT count(*) FROM sqlite_master").fetchone()
        old.backup(new, pages=PAGES, progress=lambda _, left, all_: progress(all_ - left, all_))
        new.execute("PRAGMA journal_mode=DELETE")  # one file, without others beside it


def write_about(path: Path, about: About) -> None:
    """Say what a copy is: its last words."""
    with closing(sqlite3.connect(path)) as file:
        file.execute(f"CREATE TABLE {ABOUT} (about TEXT NOT NULL)")
        file.execute(f"INSERT INTO {ABOUT} VALUES (?)", [msgspec.json.encode(about).decode()])
        file.commit()


def read_about(path: Path) -> About:
    """What a copy says of itself; refuses what is none, or is not whole."""
    if not path.is_file():
        raise BadCopy(path=str(path), why="-")
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as file:
            found: Any = file.execute(f"SELECT about FROM {ABOUT}").fetchone()
            said = file.execute("PRAGMA quick_check(1)").fetchone()
        about = msgspec.json.decode(found[0], type=About)
    except (sqlite3.Error, msgspec.MsgspecError, TypeError) as problem:
        raise BadCopy(path=str(path), why=str(problem)[:80]) from None
    if about.format != FORMAT:
        raise BadCopy(path=str(path), why=about.format[:80])
    if said != ("ok",):
        raise BadCopy(path=str(path), why="quick_check")
    return about


def forget_about(path: Path) -> None:
    """Make a house of a copy."""
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA secure_delete=ON")  # the key was in it
        file.execute(f"DROP TABLE {ABOUT}")
        file.commit()


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """A connection that sees one moment, however long it reads."""
    if engine.dialect.name == "postgresql":
        engine = engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
    with engine.connect() as connection:
        yield connection
