"""Numbers of this process over the last hour, one for each minute: what a host looks at.

In memory alone: after a start the hour begins anew.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

import msgspec

from colonnade.server.wire_club import Gauge

if TYPE_CHECKING:
    from colonnade.server.tables import Tables

MINUTE = 60.0
HOUR = 60  # minutes


class Sample(msgspec.Struct, frozen=True):
    """What was counted in one minute, or stood at its end."""

    tables: float
    moves: float  # in a second
    thinking: float


class Gauges:
    """The last hour."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.samples: deque[Sample] = deque(maxlen=HOUR)
        self.moves = 0  # when the last sample was taken
        self.at = tables.watch.steady()

    async def rounds(self) -> None:
        """Take a sample each minute."""
        while True:
            await asyncio.sleep(MINUTE)
            self.sample()

    def sample(self) -> None:
        """Note how it is now, and begin to count anew."""
        self.samples.append(self.now())
        self.moves, self.at = self.tables.measures.moves, self.tables.watch.steady()

    def now(self) -> Sample:
        """How it is now; moves since the last sample was taken."""
        moves = self.tables.measures.moves - self.moves
        seconds = max(1.0, self.tables.watch.steady() - self.at)
        thinking = self.tables.bots.thoughts.waiting.total()
        return Sample(float(len(self.tables.live)), moves / seconds, float(thinking))

    def gauge(self, name: str) -> Gauge:
        """A number now and over the last hour."""
        now = getattr(self.now(), name)
        return Gauge(now=now, hour=[*(getattr(one, name) for one in self.samples), now])
