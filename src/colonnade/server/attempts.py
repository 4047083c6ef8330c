"""How often one address may be wrong about links and words: some times at once, then seldom.

Only what was wrong counts. Each link has a limit of its own beside this, in link_queries.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from colonnade.server.errors import NoWayIn, TooMany
from colonnade.server.guard import Buckets

PER_SECOND = 1 / 60


class Attempts:
    """The tries of all addresses at this process."""

    def __init__(self, most: int) -> None:
        self.buckets = Buckets(PER_SECOND, float(most))

    @contextmanager
    def one(self, origin: str) -> Iterator[None]:
        """Count a try before it is made: many at once are many. A good one costs nothing."""
        wait = self.buckets.take(origin)
        if wait:
            raise TooMany(seconds=int(wait) + 1)
        try:
            yield
        except NoWayIn:
            raise
        except BaseException:
            self.buckets.give(origin)
            raise
        self.buckets.give(origin)
