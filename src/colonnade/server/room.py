"""How many connections there is room for: open files, less what the server itself needs.

Strangers leave a part of the room to devices that are known; when all of it is taken, who comes is
told so. Who is cut off for being slow is decided in connections.py.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Collection

from colonnade.server.settings import Limits

MOST_FILES = 65_536  # more than one process can serve
OWN_FILES = 160  # for the store, the workers' pipes, the page's files, what libraries open
FILES_OF_WORKER = 4
POLITE = 64  # connections beyond the room that are still heard, so that they can be answered
KNOWN_PART = 0.2  # of the room, kept for devices that are known
SAY_SECONDS = 10.0  # between two lines in the log
log = logging.getLogger("colonnade.room")


def raise_files() -> int:
    """Let this process have as many open files as it may; returns how many."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        except (OSError, ValueError):  # a system may promise more than it gives
            pass
    return MOST_FILES if soft == resource.RLIM_INFINITY else min(soft, MOST_FILES)


class Room:
    """The room of one server."""

    def __init__(self, limits: Limits, files: int, workers: int) -> None:
        most = max(16, files - OWN_FILES - POLITE - FILES_OF_WORKER * workers)
        self.size = min(most, limits.connections) if limits.connections else most
        self.open: Collection[object] = ()  # the connections there are
        self._said = -SAY_SECONDS

    @property
    def full(self) -> bool:
        """Whether nobody more can be served."""
        return len(self.open) > self.size

    @property
    def crowded(self) -> bool:
        """Whether what is left is for those who are known."""
        return len(self.open) > self.size * (1 - KNOWN_PART)

    @property
    def beyond(self) -> bool:
        """Whether nobody more can even be heard."""
        return len(self.open) > self.size + POLITE

    def say(self) -> None:
        """Tell the host, now and then."""
        now = time.monotonic()
        if now - self._said >= SAY_SECONDS:
            self._said = now
            log.warning(
                "no room: %d of %d connections are open; some are answered 503",
                len(self.open),
                self.size,
            )
