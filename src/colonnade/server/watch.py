"""The time of a house: it runs while a server does, and no wall clock can bend it.

Within a process a steady clock counts. What it came to is stored now and then, and the next process
goes on from there: hours in which no server ran are nobody's. The wall clock only dates things, for
people to read. All that is counted (clocks, leases, who is away) is counted in this time.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import Connection, func, insert, select, update

from colonnade.server.schema import HOUSE

BEAT_SECONDS = 5.0  # between two looks at what is stored, while a clock runs or others share it
REST_SECONDS = 60.0  # and while nothing depends on it: a disk may sleep
MOST_MISSED = 3 * BEAT_SECONDS  # that may have passed since another process told its time
SAME_SECONDS = 1.0  # by which house and wall clock may differ and still be the same


class Watch:
    """One process's sense of time, which tests can bend."""

    def __init__(
        self,
        steady: Callable[[], float] = time.monotonic,
        date: Callable[[], float] = time.time,
    ) -> None:
        self.steady = steady
        self.date = date  # seconds since 1970, to be read by people: nothing is counted by it
        self._start = date() - steady()
        self._ahead = self._start  # of the steady clock

    def now(self) -> float:
        """Seconds of the house."""
        return self._ahead + self.steady()

    def told(self, moment: float) -> float:
        """A moment of the house as a date, as the wall clock stood when this process began."""
        return max(0.0, moment + (self._start - self._ahead))

    def wind(self, now: float, first: bool = False) -> None:
        """Go on from a time that the house has reached; back only before anything was counted."""
        ahead = now - self.steady()
        if abs(ahead - self._start) < SAME_SECONDS:
            ahead = self._start  # then dates that were told stay as they were
        self._ahead = ahead if first else max(self._ahead, ahead)


def beat(connection: Connection, now: float, date: float, process: str, first: bool) -> float:
    """Store how far the time has come, and learn how far others have; returns the later of both.

    A process that begins goes on from what is stored. Dates tell only how long ago that was, within
    narrow bounds: by a wall clock that was set nobody loses more than some seconds.
    """
    if connection.dialect.name == "postgresql":  # the same wall clock for all who share it
        date = float(
            connection.execute(select(func.extract("epoch", func.clock_timestamp()))).scalar_one()
        )
    known = connection.execute(select(HOUSE).with_for_update()).first()
    if known is None:
        connection.execute(insert(HOUSE).values(id=0, time=now, date=date, process=process))
        return now
    if first or known.process != process:
        there = known.time + min(max(0.0, date - known.date), MOST_MISSED)
        now = there if first else max(now, there)
    connection.execute(update(HOUSE).values(time=now, date=date, process=process))
    return now
