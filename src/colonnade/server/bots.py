"""Computer players at tables: who must think now, and what becomes of a thought.

Where they think is decided in thoughts.py and ray_thoughts.py, what they think in ai/; their moves
go through the same `play` as a person's.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from hashlib import blake2b
from typing import Any, TypeVar

import msgspec

from colonnade.ai.search_player import Idea
from colonnade.contract.errors import ColonnadeError
from colonnade.server import facts
from colonnade.server.errors import StoreAway
from colonnade.server.table import DEFAULT_LEVEL, LiveTable
from colonnade.server.thoughts import Compute
from colonnade.study.analysis import Analysis

REMEMBERED = 64  # studies of games, some ten kB each
Answer = TypeVar("Answer")
log = logging.getLogger("colonnade.bots")


class Thought:
    """One decision under way."""

    def __init__(self, seat: int, ply: int) -> None:
        self.seat = seat
        self.ply = ply
        self.task: asyncio.Task[None] | None = None
        self.stop: Any = None
        self.chosen = False  # from here on it must not be cancelled: its move may be on its way

    def cancel(self) -> None:
        """Think no more about this."""
        if self.stop is not None:
            self.stop()
        if self.task is not None and not self.chosen:
            self.task.cancel()


class Bots:
    """Sees to it that every computer player on turn thinks, once."""

    def __init__(self, compute: Compute, lease: float) -> None:
        self.compute = compute
        self.lease = lease
        self.thoughts: dict[str, Thought] = {}
        self.studied: OrderedDict[bytes, Analysis] = OrderedDict()
        self.closed = False

    def look(self, table: LiveTable) -> None:
        """Begin, keep or stop the thinking at a table, as its position wants."""
        level = self.wanted(table)
        thought = self.thoughts.get(table.id)
        if thought is not None:
            if level is not None and (thought.ply, thought.seat) == (table.ply, table.actor):
                return
            thought.cancel()
            del self.thoughts[table.id]
        if level is None or self.closed:
            return
        thought = Thought(table.actor, table.ply)
        self.thoughts[table.id] = thought
        thought.task = asyncio.create_task(self.run(table, thought, level))

    def wanted(self, table: LiveTable) -> str | None:
        """The computer player that must decide now: at its seat, or for one out of time."""
        level = table.thinker()
        if level is not None or table.actor < 0 or table.head.clock is None:
            return level
        deadline = table.deadline(table.state, table.seats, table.last_time())
        late = deadline is not None and deadline <= time.time()
        return DEFAULT_LEVEL if late and table.head.clock.at_zero == "computer" else None

    async def run(self, table: LiveTable, thought: Thought, level: str) -> None:
        """Claim, think, play; whatever goes wrong is tried again by the house's round."""
        try:
            words = await self.decide(table, thought, level)
            thought.chosen = True
            if words:
                await table.play(thought.seat, thought.ply, words)
        except ColonnadeError as problem:
            log.info("a thought was dropped: %s", type(problem).__name__)
        except BrokenProcessPool:
            log.warning("the workers died; thinking again")
        finally:
            if self.thoughts.get(table.id) is thought:
                del self.thoughts[table.id]
                if not self.closed and thought.chosen is False:
                    asyncio.get_running_loop().call_later(0.2, self.look, table)

    async def decide(self, table: LiveTable, thought: Thought, level: str) -> str | None:
        """Think in another process while holding the claim; nothing if another server does."""
        store, view = table.keeper.store, table.state.view(thought.seat)
        if not await store.write(partial(self.claim, table_id=table.id)):
            thought.chosen = True  # not ours: the round looks again when the claim runs out
            return None
        raw = msgspec.json.encode(view)
        future, thought.stop = self.compute.think(table.game.key, raw, level)
        move = asyncio.wrap_future(future)
        try:
            while True:
                done, _ = await asyncio.wait([move], timeout=self.lease / 3)
                if done:
                    return move.result()
                await store.write(partial(self.claim, table_id=table.id))
        finally:
            thought.stop()

    async def hint(self, key: str, view: bytes) -> list[Idea]:
        """What a seat could play, from its view alone."""
        return await self.ask(partial(self.compute.advise, key, view))

    async def study(self, key: str, record: bytes) -> Analysis:
        """Luck and skill of a finished game; the last ones asked for are remembered."""
        mark = blake2b(record, digest_size=16).digest()
        found = self.studied.pop(mark, None)
        if found is None:
            found = await self.ask(partial(self.compute.examine, key, record))
        self.studied[mark] = found
        if len(self.studied) > REMEMBERED:
            self.studied.popitem(last=False)
        return found

    async def ask(self, begin: Callable[[], tuple[Future[Answer], Any]]) -> Answer:
        """Let somebody think for a person; workers that died are asked once more."""
        for _ in range(2):
            future, _ = begin()
            try:
                return await asyncio.wrap_future(future)
            except BrokenProcessPool:
                log.warning("the workers died; thinking again")
        raise StoreAway(seconds=1)

    def claim(self, connection: Any, table_id: str) -> bool:
        """Take or renew the right to think for a table."""
        now = time.time()
        return facts.claim(connection, table_id, now, now + self.lease)

    def close(self) -> None:
        """Stop all thinking."""
        self.closed = True
        for thought in self.thoughts.values():
            thought.cancel()
        self.compute.close()
