"""Computer players at tables: who must think now, and what becomes of a thought.

What they are asked stands in thinking.py, where they think is decided in compute/; their moves go
through the same `play` as a person's.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from hashlib import blake2b
from typing import Any, NamedTuple, TypeVar

import msgspec

from colonnade.ai.plans import Plan
from colonnade.compute.questions import Answering, NoAnswer
from colonnade.contract.errors import ColonnadeError
from colonnade.server import round_queries, thinking
from colonnade.server.table import DEFAULT_LEVEL, LiveTable
from colonnade.server.thoughts import Thoughts, seconds_of
from colonnade.server.watch import Watch
from colonnade.study.analysis import Analysis
from colonnade.study.retry import Weighed

REMEMBERED = 64  # analyses of games, some ten kB each
HINT, TRY, ANALYSIS = 1.0, 1.5, 4.0  # seconds that people's questions take, about
Answer = TypeVar("Answer")
log = logging.getLogger("colonnade.bots")


class Asker(NamedTuple):
    """Who asks: from where, and about which table or record."""

    client: str
    place: str


class Deciding:
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

    def __init__(self, compute: Answering, lease: float, watch: Watch) -> None:
        self.compute = compute
        self.lease = lease
        self.watch = watch
        self.thoughts = Thoughts(lambda: compute.size)
        self.answers: set[asyncio.Future[Any]] = set()  # that people wait for
        self.deciding: dict[str, Deciding] = {}
        self.analysed: OrderedDict[bytes, Analysis] = OrderedDict()
        self.closed = False

    def look(self, table: LiveTable) -> None:
        """Begin, keep or stop the thinking at a table, as its position wants."""
        level = self.wanted(table)
        thought = self.deciding.get(table.id)
        if thought is not None:
            if level is not None and (thought.ply, thought.seat) == (table.ply, table.actor):
                return
            thought.cancel()
            del self.deciding[table.id]
        if level is None or self.closed:
            return
        thought = Deciding(table.actor, table.ply)
        self.deciding[table.id] = thought
        thought.task = asyncio.create_task(self.run(table, thought, level))

    def wanted(self, table: LiveTable) -> str | None:
        """The computer player that must decide now: at its seat, or for one out of time.

        Where nobody has looked for long, nobody thinks until somebody does.
        """
        if not table.owner.watched(table):
            return None
        level = table.thinker()
        if level is not None or table.actor < 0 or table.head.clock is None:
            return level
        deadline = table.deadline()
        late = deadline is not None and deadline <= table.watch.now()
        return DEFAULT_LEVEL if late and table.head.clock.at_zero == "computer" else None

    async def run(self, table: LiveTable, thought: Deciding, level: str) -> None:
        """Claim, think, play; whatever goes wrong is tried again by the server's round."""
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
            if self.deciding.get(table.id) is thought:
                del self.deciding[table.id]
                if not self.closed and thought.chosen is False:
                    asyncio.get_running_loop().call_later(0.2, self.look, table)

    async def decide(self, table: LiveTable, thought: Deciding, level: str) -> str | None:
        """Think in another process, once one is free; nothing if another server does."""
        client = table.head.origin or table.id
        async with self.thoughts.turn(client, table.id, seconds_of(level)):
            if not await self.claimed(table):
                thought.chosen = True  # not ours: the round looks again when the claim runs out
                return None
            return await self.choose(table, thought, level)

    async def claimed(self, table: LiveTable) -> bool:
        """Take the right to think for a table; one that is refused may have moved on."""
        if table.owner.store.embedded:  # which belongs to this process alone
            return True
        if await table.owner.store.write(partial(self.claim, table_id=table.id)):
            return True
        async with table.lock:
            await table.reload()
        return False

    async def choose(self, table: LiveTable, thought: Deciding, level: str) -> str | None:
        """Let a worker choose, and keep the claim for as long as it takes."""
        store, raw = table.owner.store, msgspec.json.encode(table.state.view(thought.seat))
        future, thought.stop = self.compute.ask(
            thinking.choose, table.head.game, raw, level, secrets.randbits(64)
        )
        move = asyncio.wrap_future(future)
        try:
            while True:
                done, _ = await asyncio.wait([move], timeout=self.lease / 3)
                if done:
                    return move.result()
                if not store.embedded:
                    await store.write(partial(self.claim, table_id=table.id))
        finally:
            thought.stop()

    async def hint(self, asker: Asker, key: str, view: bytes) -> list[Plan]:
        """What a seat could do with its turn, from its view alone."""
        return await self.ask(asker, HINT, thinking.hint, key, view, secrets.randbits(64))

    async def analyse(self, asker: Asker, key: str, record: bytes) -> Analysis:
        """Luck and skill of a finished game; the last ones asked for are remembered."""
        mark = blake2b(record, digest_size=16).digest()
        found = self.analysed.pop(mark, None)
        if found is None:
            found = await self.ask(asker, ANALYSIS, thinking.analyse, key, record)
        self.analysed[mark] = found
        if len(self.analysed) > REMEMBERED:
            self.analysed.popitem(last=False)
        return found

    async def weigh(
        self, asker: Asker, key: str, record: bytes, at: int, made: list[int], better: list[int]
    ) -> Weighed:
        """A turn of a finished game, made once more, beside a better one."""
        return await self.ask(asker, TRY, thinking.weigh_turn, key, record, at, made, better)

    async def ask(
        self, asker: Asker, seconds: float, work: Callable[..., Answer], *args: Any
    ) -> Answer:
        """Let somebody think for a person; workers that died are asked once more."""
        long = seconds >= ANALYSIS
        async with self.thoughts.turn(asker.client, asker.place, seconds, asked=True, long=long):
            for _ in range(2):
                future, stop = self.compute.ask(work, *args)
                answer = asyncio.wrap_future(future)
                self.answers.add(answer)
                try:
                    return await answer
                except BrokenProcessPool:
                    log.warning("the workers died; thinking again")
                except asyncio.CancelledError:
                    task = asyncio.current_task()
                    if not self.closed or (task is not None and task.cancelling()):
                        raise
                    break  # this server closes
                finally:
                    self.answers.discard(answer)
                    stop()
        raise NoAnswer(seconds=2)

    def claim(self, connection: Any, table_id: str) -> bool:
        """Take or renew the right to think for a table."""
        now = self.watch.now()
        return round_queries.claim(connection, table_id, now, now + self.lease)

    def retire(self) -> None:
        """Think no more, and say so to all who wait; on the loop that they wait on."""
        self.closed = True
        self.thoughts.close()
        for thought in list(self.deciding.values()):
            thought.cancel()
        for answer in list(self.answers):
            answer.cancel()

    def close(self) -> None:
        """End the workers; may run in a thread, once all thinking has retired."""
        self.compute.close()
