"""Computer players at tables: they think in other processes, from a view alone, and can be stopped.

What they think is decided in ai/; their moves go through the same `play` as a person's.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import secrets
import signal
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any, Protocol, TypeVar

import msgspec

from colonnade.ai.levels import LEVELS, STRONGEST, player
from colonnade.ai.search_player import Idea, Searcher, study
from colonnade.contract.errors import ColonnadeError
from colonnade.contract.rng import Rng
from colonnade.games import game
from colonnade.server import facts
from colonnade.server.errors import StoreAway
from colonnade.server.table import DEFAULT_LEVEL, LiveTable

SLOTS = 4096  # thoughts that can be under way or wait
LOOK_SECONDS = 0.02  # between two looks at the flag that stops a thought
END_SECONDS = 0.5  # for a worker to end by itself; a thought that is lost costs nothing
NICE = 5  # thinking gives way to the event loop
Answer = TypeVar("Answer")
log = logging.getLogger("colonnade.bots")

_flags: Any = None  # in a worker: one byte for each slot, 1 stops its thought


class Compute(Protocol):
    """A place where thoughts run; `local` is this machine, a cluster can be another."""

    def think(self, key: str, view: bytes, level: str) -> tuple[Future[str], Any]:
        """Begin a thought; returns its future move in words, and what stops it."""

    def advise(self, key: str, view: bytes) -> tuple[Future[list[Idea]], Any]:
        """Begin to think about what a person could play."""

    def close(self) -> None:
        """Stop everything."""


def start_worker(flags: Any) -> None:
    """Set up a worker: it gives way, leaves Ctrl-C to its parent, and ends when that does."""
    global _flags
    _flags = flags
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(os, "nice"):
        os.nice(NICE)
    parent = multiprocessing.parent_process()
    if parent is not None:
        # A server that is killed cannot stop its workers.
        threading.Thread(target=end_with, args=(parent,), daemon=True).start()


def end_with(parent: Any) -> None:
    """Wait for a process, and end with it."""
    parent.join()
    os._exit(1)


def ready() -> None:
    """Do nothing: the first task of a pool, so that no person waits for its imports."""


def think(key: str, raw: bytes, level: str, seed: int, slot: int) -> str:
    """Choose a move, in words, from a view; in a worker."""
    found = game(key)
    view = msgspec.json.decode(raw, type=found.view_type)
    who = player(level, found, Rng(seed))
    if _flags is not None and _flags[slot]:
        return ""
    ended = threading.Event()
    if isinstance(who, Searcher):
        threading.Thread(target=heed, args=(who, slot, ended), daemon=True).start()
    try:
        return found.moves.words(who.choose(view))
    finally:
        ended.set()


def advise(key: str, raw: bytes, level: str, seed: int, slot: int) -> list[Idea]:
    """What a level bound by time thinks of a position, best move first; in a worker."""
    found = game(key)
    view = msgspec.json.decode(raw, type=found.view_type)
    return study(found, view, LEVELS[level].budget.seconds, seed)


def heed(who: Searcher, slot: int, ended: threading.Event) -> None:
    """Stop a search once its flag is up; the search looks between its slices."""
    while not ended.wait(LOOK_SECONDS):
        if _flags is not None and _flags[slot]:
            who.stop()


class LocalCompute:
    """Processes on this machine."""

    def __init__(self, workers: int) -> None:
        self.workers = workers or os.cpu_count() or 1
        self.context = multiprocessing.get_context("spawn")
        self.flags = self.context.RawArray("b", SLOTS)
        self.free = deque(range(SLOTS))
        self.pool: ProcessPoolExecutor | None = None

    def think(self, key: str, view: bytes, level: str) -> tuple[Future[str], Any]:
        """Hand a computer player's thought to the pool."""
        return self.begin(think, key, view, level)

    def advise(self, key: str, view: bytes) -> tuple[Future[list[Idea]], Any]:
        """Hand a thought for a person to the pool; it ends by itself, within a second."""
        return self.begin(advise, key, view, STRONGEST)

    def begin(
        self, work: Callable[..., Answer], key: str, view: bytes, level: str
    ) -> tuple[Future[Answer], Any]:
        """Hand work to the pool; a broken pool is made anew."""
        if not self.free:
            raise StoreAway(seconds=1)
        slot = self.free.popleft()
        self.flags[slot] = 0
        seed = secrets.randbits(64)
        try:
            future = self.open().submit(work, key, view, level, seed, slot)
        except BrokenProcessPool:
            self.pool = None
            future = self.open().submit(work, key, view, level, seed, slot)
        future.add_done_callback(lambda _: self.free.append(slot))

        def stop() -> None:
            future.cancel()
            self.flags[slot] = 1

        return future, stop

    def open(self) -> ProcessPoolExecutor:
        """The pool, made when first needed."""
        if self.pool is None:
            self.pool = ProcessPoolExecutor(
                self.workers, self.context, initializer=start_worker, initargs=(self.flags,)
            )
            self.pool.submit(ready)
        return self.pool

    def close(self) -> None:
        """Stop all thoughts and their processes."""
        for slot in range(SLOTS):
            self.flags[slot] = 1
        if self.pool is not None:
            # The pool has no public way to end workers that are in the middle of something.
            workers = list(self.pool._processes.values())
            self.pool.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.join(END_SECONDS)
                worker.terminate()


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
        """What a seat could play, from its view alone; workers that died are asked once more."""
        for _ in range(2):
            future, _ = self.compute.advise(key, view)
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
