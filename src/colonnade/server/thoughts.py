"""Who may think next: workers are few, and shared fairly by address and by table.

Whoever has used the least goes first; of one address, the shortest thought, unless a longer one has
waited for long. What is thought is decided in bots.py and thinking.py, where in compute/.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from colonnade.ai.levels import level_of, takes_budget
from colonnade.ai.naming import parts_of, read_budget
from colonnade.compute.questions import NoAnswer

MOST = 4096  # that wait, of all together
MOST_ASKED = 64  # questions of people that wait, of one address
PATIENCE = 4.0  # a thought of a second lets shorter ones pass for so many seconds
SIMPLE_SECONDS = 0.005  # of a player that does not search
ITERATION_SECONDS = 0.001  # of one that does, about
CLIENTS = 10_000  # remembered at most


def seconds_of(level: str) -> float:
    """About how long a computer player thinks."""
    named = parts_of(level)
    if not takes_budget(named.name):
        return SIMPLE_SECONDS
    budget = read_budget(named.budget) or level_of(named.name).budget
    return budget.seconds or (budget.iterations or 0) * ITERATION_SECONDS


class Waiting:
    """One who waits for a worker."""

    def __init__(self, client: str, table: str, seconds: float, asked: bool, long: bool) -> None:
        self.client = client
        self.table = table
        self.seconds = seconds
        self.asked = asked  # by a person, who waits for the answer
        self.long = long  # whether it keeps a worker for seconds
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()


Line = list[tuple[float, int, Waiting]]


class Thoughts:
    """All who wait, and how much each address has had."""

    def __init__(self, size: Callable[[], int]) -> None:
        self.size = size  # how many may think at once
        self.lines: dict[tuple[str, bool], Line] = {}  # by address, and whether they are long
        self.waiting: Counter[str] = Counter()  # at each table
        self.asked: Counter[str] = Counter()  # by people at each address
        self.used: dict[str, float] = {}  # by each address, in seconds, counted from the least
        self.least = 0.0  # what nobody who waits is below
        self.running = 0
        self.running_long = 0
        self.count = itertools.count()
        self.closed = False

    @asynccontextmanager
    async def turn(
        self, client: str, table: str, seconds: float, asked: bool = False, long: bool = False
    ) -> AsyncIterator[None]:
        """Wait for a worker, and have it for as long as the block lasts."""
        one = Waiting(client, table, seconds, asked, long)
        self.enter(one)
        try:
            await one.ready
        except BaseException:
            if one.ready.done() and not one.ready.cancelled() and one.ready.exception() is None:
                self.release(one)
            else:
                self.leave(one)
            raise
        try:
            yield
        finally:
            self.release(one)

    def enter(self, one: Waiting) -> None:
        """Stand in line; there is an end to lines."""
        full = self.waiting.total() >= MOST or (one.asked and self.asked[one.client] >= MOST_ASKED)
        if self.closed or full:
            raise NoAnswer(seconds=2)
        now = asyncio.get_running_loop().time()
        due = now + PATIENCE * one.seconds * (1 + self.waiting[one.table])
        line = self.lines.setdefault((one.client, one.long), [])
        heapq.heappush(line, (due, next(self.count), one))
        self.waiting[one.table] += 1
        self.asked[one.client] += one.asked
        self.hand_out()

    def leave(self, one: Waiting) -> None:
        """Stand in line no more; the line itself forgets it when its turn would come."""
        for counter, key, by in ((self.waiting, one.table, 1), (self.asked, one.client, one.asked)):
            counter[key] -= by
            if not counter[key]:
                del counter[key]

    def release(self, one: Waiting) -> None:
        """Give a worker back, and it to the next."""
        self.running -= 1
        self.running_long -= one.long
        self.hand_out()

    def hand_out(self) -> None:
        """Let as many think as there are workers."""
        while self.running < self.size() and not self.closed and (one := self.next()) is not None:
            self.running += 1
            self.running_long += one.long
            self.leave(one)
            one.ready.set_result(None)

    def next(self) -> Waiting | None:
        """Who is next: whose address has had the least; of equals, the shorter thought."""
        # Long work must leave a worker to moves, where there is more than one.
        no_long = self.running_long >= max(1, self.size() - 1)
        best: tuple[float, float, str, bool] | None = None
        for (client, long), line in list(self.lines.items()):
            while line and line[0][2].ready.done():
                heapq.heappop(line)
            if not line:
                del self.lines[client, long]
            elif not (long and no_long):
                start = max(self.used.get(client, 0.0), self.least)
                key = (start, line[0][2].seconds, client, long)
                best = key if best is None else min(best, key)
        if best is None:
            return None
        start, seconds, client, long = best
        self.least = start
        self.used[client] = start + seconds
        if len(self.used) > CLIENTS:
            self.used = {name: had for name, had in self.used.items() if had > self.least}
        return heapq.heappop(self.lines[client, long])[2]

    def close(self) -> None:
        """Tell all who wait that nobody will think any more."""
        self.closed = True
        for line in self.lines.values():
            for _, _, one in line:
                if not one.ready.done():
                    one.ready.set_exception(NoAnswer(seconds=2))
        self.lines.clear()
