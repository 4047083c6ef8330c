"""The commands of a host about a whole house: copy it, restore it, move it to another database.

What they do is decided in server/house.py; only its public face is used here.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from colonnade.cli.common import Lang, progress_bar, said, unreadable
from colonnade.cli.serve import NEEDED, NoServer
from colonnade.cli.speech import console, tell

if TYPE_CHECKING:
    from collections.abc import Iterator

Database = Annotated[str, said("database")]
Data = Annotated[Path | None, said("data")]


def house_settings(database: str, data: Path | None) -> Any:
    """Where a house is, as a server would find it."""
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise NoServer(missing=missing)
    # Loaded here: no other command should wait for a database's modules.
    from colonnade.server.house import make_settings

    return make_settings(database=database, data=data)


@contextmanager
def showing(key: str) -> Iterator[Callable[[int, int], None]]:
    """A bar for long work, which is told how much is done."""
    bar = progress_bar()
    bar.disable = not bar.console.is_terminal  # where nobody looks, its place stays empty
    with bar:
        task = bar.add_task(tell(key), total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def size_of(path: Path) -> str:
    """A file's size in MB, as people read it."""
    return f"{path.stat().st_size / 1e6:,.1f}"


def run_backup(
    file: Path,
    /,
    *,
    database: Database = "",
    data: Data = None,
    key: Annotated[bool, said("backup_key")] = True,
    lang: Lang = None,
) -> int:
    """Copy the house to a file while it is being played in."""
    settings = house_settings(database, data)
    from colonnade.server.house import back_up

    with showing("house.copying") as progress:
        done = back_up(settings, file, key, progress)
    fields = {"tables": done.tables, "moves": done.moves, "records": done.records}
    console().print(tell("backup.done", path=str(file), size=size_of(file), **fields))
    console().print(tell("backup.key" if done.key else "backup.no_key"))
    return 0


def run_restore(
    file: Path, /, *, database: Database = "", data: Data = None, lang: Lang = None
) -> int:
    """Make a house of a copy, where there is none."""
    if not file.exists():
        raise unreadable(file, FileNotFoundError())
    settings = house_settings(database, data)
    from colonnade.server.house import restore, served_by

    with showing("house.copying") as progress:
        done = restore(settings, file, progress)
    fields = {"tables": done.tables, "moves": done.moves, "records": done.records}
    console().print(tell("restore.done", **fields))
    if not done.key:
        console().print(tell("restore.no_key", path=str(settings.data)))
    console().print(tell("house.start", command=shlex.join(served_by(settings))))
    return 0


def run_move_house(
    *,
    to: Annotated[str, said("move_to")],
    database: Annotated[str, said("move_from"), Parameter(name="--from")] = "",
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Copy the house to another database, and compare all of it."""
    settings = house_settings(database, data)
    from colonnade.server.house import house_at, move_house, served_by

    with showing("house.copying") as progress:
        done = move_house(settings, to, progress)
    fields = {"tables": done.tables, "moves": done.moves, "records": done.records}
    console().print(tell("move.done", **fields))
    console().print(tell("move.replayed", count=done.replayed))
    if done.outdated:
        console().print(tell("move.outdated", count=done.outdated))
    if done.damaged:
        console().print(tell("move.damaged", count=done.damaged))
    console().print(tell("house.start", command=shlex.join(served_by(house_at(settings, to)))))
    return 0
