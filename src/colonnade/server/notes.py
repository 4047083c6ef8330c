"""How a host's command tells a running server which tables it has changed.

PostgreSQL carries such notes itself. Beside an embedded database lies a file with them, which the
server reads in its rounds; nothing depends on when: what is stored decides, as between processes.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path


def notes_beside(database: Path) -> Path:
    """Where notes to the server of a database are left."""
    return database.with_name(database.name + ".notes")


def leave_notes(database: Path, ids: Sequence[str]) -> None:
    """Leave a note about tables that were changed."""
    handle = os.open(notes_beside(database), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    # The server is somebody else then, and must read it.
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        owner = database.stat()
        os.fchown(handle, owner.st_uid, owner.st_gid)
    with os.fdopen(handle, "a", encoding="ascii") as file:
        file.writelines(f"{table_id}\n" for table_id in ids)


def take_notes(database: Path) -> list[str]:
    """Take all notes that were left; one that comes meanwhile is found the next time."""
    path = notes_beside(database)
    taken = path.with_name(path.name + ".taken")
    try:
        path.replace(taken)
    except FileNotFoundError:
        return []
    found = taken.read_text(encoding="ascii", errors="replace").split()
    taken.unlink()
    return found
