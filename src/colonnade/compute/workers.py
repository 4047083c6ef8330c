"""How a process that works for another begins and ends; and how its work hears that it may stop.

What is worked at is decided by the caller; places.py hands out batches, questions.py questions.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

LOOK_SECONDS = 0.02  # between two looks at the flag that stops a question
Answer = TypeVar("Answer")

_flags: Any = None  # in a worker that can be stopped: one byte for each slot, 1 stops its question
_slot = 0  # of the question that this worker is at


def start_worker(flags: Any = None, nice: int = 0) -> None:
    """Set up a worker: it leaves Ctrl-C to its parent, ends when that does, and may give way."""
    global _flags
    _flags = flags
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    parent = multiprocessing.parent_process()
    if parent is not None:
        # A parent that is killed cannot stop its workers.
        threading.Thread(target=end_with, args=(parent,), daemon=True).start()


def end_with(parent: Any) -> None:
    """Wait for a process, and end with it."""
    parent.join()
    os._exit(1)


def answer(slot: int, work: Callable[..., Answer], args: tuple[Any, ...]) -> Answer:
    """Do the work of a question that waits in a slot."""
    global _slot
    _slot = slot
    return work(*args)


def stopped() -> bool:
    """Whether nobody waits any more for what this worker is at; on a cluster, Ray interrupts it."""
    return _flags is not None and bool(_flags[_slot])


@contextmanager
def on_stop(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop`, from another thread, once nobody waits for this work any more."""
    if _flags is None:
        yield
        return
    ended = threading.Event()

    def look() -> None:
        while not ended.wait(LOOK_SECONDS):
            if stopped():
                stop()

    threading.Thread(target=look, daemon=True).start()
    try:
        yield
    finally:
        ended.set()
