"""One server to one embedded database: a lock beside it, which says who has it.

PostgreSQL needs none: servers there tell each other what they do.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from colonnade.server.errors import SecondServer

CLOSING = "closing"
CLOSING_SECONDS = 20.0  # for a server that was told to stop, to end
LOOK_SECONDS = 0.05


class Lock:
    """The lock of one database file; it ends with its process, whatever that dies of."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.path = database.with_name(database.name + ".lock")
        self.handle: int | None = None

    def take(self) -> None:
        """Take the lock; one that is about to be free is waited for."""
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        os.fchmod(handle, 0o600)  # whatever the umask
        until = time.monotonic() + CLOSING_SECONDS
        while not locked(handle):
            said = os.pread(handle, 64, 0).decode("ascii", "replace")
            pid, _, state = said.strip().partition(" ")
            if state != CLOSING or time.monotonic() > until:
                os.close(handle)
                raise SecondServer(path=str(self.database), pid=pid or "?")
            time.sleep(LOOK_SECONDS)
        self.handle = handle
        self.say(str(os.getpid()))

    def say(self, words: str) -> None:
        """Let others read who has it, and how long it will."""
        if self.handle is not None:
            os.ftruncate(self.handle, 0)
            os.pwrite(self.handle, words.encode(), 0)

    def retire(self) -> None:
        """Say that it will soon be free."""
        self.say(f"{os.getpid()} {CLOSING}")

    def release(self) -> None:
        """Let others have it."""
        if self.handle is not None:
            self.say("")
            os.close(self.handle)
            self.handle = None


def locked(handle: int) -> bool:
    """Whether the lock is ours now."""
    try:
        import fcntl
    except ImportError:  # Windows: nobody is kept out there
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
