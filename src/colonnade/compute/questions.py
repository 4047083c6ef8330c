"""Questions that somebody waits for, answered in processes on this machine, each stoppable.

What is asked is any function and its arguments; batches of work that nobody waits for one by one
are places.py's. ray_questions.py asks a cluster instead.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from colonnade.compute.workers import answer, start_worker
from colonnade.contract.errors import ColonnadeError

SLOTS = 4096  # questions that can be under way or wait
END_SECONDS = 0.5  # for a worker to end by itself; an answer that is lost costs nothing
NICE = 5  # thinking gives way to the event loop
Answer = TypeVar("Answer")


class NoAnswer(ColonnadeError):
    """Too many questions wait, or the processes that were to answer died."""


class Question(NamedTuple, Generic[Answer]):
    """What was asked: its answer to come, and what takes it back."""

    answer: Future[Answer]
    stop: Callable[[], None]


class Answering(Protocol):
    """A place where questions are answered: this machine, or a cluster."""

    @property
    def size(self) -> int:
        """How many questions it can work at at once."""

    def start(self) -> None:
        """Get ready, without making anybody wait."""

    def ask(self, work: Callable[..., Answer], *args: Any) -> Question[Answer]:
        """Begin to work at an answer; never waits."""

    def close(self) -> None:
        """Stop everything."""


def ready() -> None:
    """Do nothing: the first task of a pool, so that no person waits for its imports."""


class LocalAnswers:
    """Processes on this machine."""

    def __init__(self, workers: int) -> None:
        self.workers = workers or os.cpu_count() or 1
        self.context = multiprocessing.get_context("spawn")
        self.flags = self.context.RawArray("b", SLOTS)
        self.free = deque(range(SLOTS))
        self.pool: ProcessPoolExecutor | None = None

    @property
    def size(self) -> int:
        """How many questions it can work at at once."""
        return self.workers

    def start(self) -> None:
        """Nothing to do: processes are made when they are needed."""

    def ask(self, work: Callable[..., Answer], *args: Any) -> Question[Answer]:
        """Hand work to the pool; a broken pool is made anew."""
        if not self.free:
            raise NoAnswer(seconds=1)
        slot = self.free.popleft()
        self.flags[slot] = 0
        try:
            future = self.open().submit(answer, slot, work, args)
        except BrokenProcessPool:
            self.pool = None
            future = self.open().submit(answer, slot, work, args)
        future.add_done_callback(lambda _: self.free.append(slot))

        def stop() -> None:
            # A slot whose question is done may be another's by now.
            if not future.cancel() and not future.done():
                self.flags[slot] = 1

        return Question(future, stop)

    def open(self) -> ProcessPoolExecutor:
        """The pool, made when first needed."""
        if self.pool is None:
            self.pool = ProcessPoolExecutor(
                self.workers, self.context, initializer=start_worker, initargs=(self.flags, NICE)
            )
            self.pool.submit(ready)
        return self.pool

    def close(self) -> None:
        """Stop all work and its processes."""
        for slot in range(SLOTS):
            self.flags[slot] = 1
        if self.pool is not None:
            # The pool has no public way to end workers that are in the middle of something.
            workers = list(self.pool._processes.values())
            self.pool.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.join(END_SECONDS)
                worker.terminate()
