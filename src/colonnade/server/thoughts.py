"""Where computer players think: in processes on this machine, from a view alone, and stoppable.

What they think is decided in ai/, who thinks when in bots.py; ray_thoughts.py has the cluster.
"""

from __future__ import annotations

import multiprocessing
import os
import secrets
import signal
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol, TypeVar

import msgspec

from colonnade import build
from colonnade.ai.levels import LEVELS, STRONGEST, player
from colonnade.ai.search_player import Idea, Searcher, study
from colonnade.contract.record import Record
from colonnade.contract.rng import Rng
from colonnade.games import game
from colonnade.server.errors import StoreAway
from colonnade.study.analysis import Analysis, analyse

SLOTS = 4096  # thoughts that can be under way or wait
LOOK_SECONDS = 0.02  # between two looks at the flag that stops a thought
END_SECONDS = 0.5  # for a worker to end by itself; a thought that is lost costs nothing
NICE = 5  # thinking gives way to the event loop
# About each decision of a game that is studied: seconds in all, in either build.
STUDY_THOUGHTS = 150 if build.kind() == "compiled" else 10
Answer = TypeVar("Answer")

_flags: Any = None  # in a worker: one byte for each slot, 1 stops its thought


class Compute(Protocol):
    """A place where thoughts run: this machine, or a cluster."""

    def start(self) -> None:
        """Get ready, without making anybody wait."""

    def think(self, key: str, view: bytes, level: str) -> tuple[Future[str], Any]:
        """Begin a thought; returns its future move in words, and what stops it."""

    def advise(self, key: str, view: bytes) -> tuple[Future[list[Idea]], Any]:
        """Begin to think about what a person could play."""

    def examine(self, key: str, record: bytes) -> tuple[Future[Analysis], Any]:
        """Begin to look at all decisions of a finished game."""

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


def examine(key: str, raw: bytes, level: str, seed: int, slot: int) -> Analysis:
    """What was luck and what was choice in a finished game; the same whoever asks, in a worker."""
    return analyse(game(key), msgspec.json.decode(raw, type=Record), STUDY_THOUGHTS)


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

    def start(self) -> None:
        """Nothing to do: processes are made when they are needed."""

    def think(self, key: str, view: bytes, level: str) -> tuple[Future[str], Any]:
        """Hand a computer player's thought to the pool."""
        return self.begin(think, key, view, level)

    def advise(self, key: str, view: bytes) -> tuple[Future[list[Idea]], Any]:
        """Hand a thought for a person to the pool; it ends by itself, within a second."""
        return self.begin(advise, key, view, STRONGEST)

    def examine(self, key: str, record: bytes) -> tuple[Future[Analysis], Any]:
        """Hand a finished game to the pool; that takes a few seconds."""
        return self.begin(examine, key, record, STRONGEST)

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
