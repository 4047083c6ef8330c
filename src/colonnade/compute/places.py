"""Where work runs: in this process, in several, or on Ray; results come as they are done.

What the work is, is decided by the caller; how a cluster is joined and used, in ray_cluster.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import islice
from typing import Protocol, TypeVar

from colonnade.compute.workers import start_worker
from colonnade.contract.errors import ColonnadeError

LOCAL = "local"
RAY = "ray"  # the cluster that RAY_ADDRESS names, or one of our own on this machine
CLIENT = "ray://"  # a cluster this machine is no part of
ADDRESS = re.compile(r"(ray://)?(?P<host>\[[0-9A-Fa-f:.]+\]|[\w.-]+):(?P<port>\d{1,5})")

Task = TypeVar("Task")
Result = TypeVar("Result")


class BadCompute(ColonnadeError):
    """No place to compute is called so."""


class NoRay(ColonnadeError):
    """Ray was asked for, but is not installed, or not the part that speaks to a cluster."""


class Place(Protocol):
    """Somewhere to compute, ready for use."""

    size: int  # tasks done at once

    def run(
        self, work: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Generator[Result, None, None]:
        """Do every task once, and give the results in any order."""


def check_compute(compute: str) -> None:
    """Refuse a place that cannot be used, before any work begins."""
    if compute == LOCAL:
        return
    if compute != RAY and ADDRESS.fullmatch(compute) is None:
        raise BadCompute(compute=compute)
    needed = ("ray", "grpc") if compute.startswith(CLIENT) else ("ray",)
    if any(find_spec(name) is None for name in needed):
        raise NoRay(compute=compute)


def run(
    work: Callable[[Task], Result],
    tasks: Iterable[Task],
    processes: int | None = 1,
    compute: str = LOCAL,
) -> Generator[Result, None, None]:
    """Do every task once; with several processes, results come in any order.

    Without a number of processes it is one here, and on a cluster one for each of its processors.
    """
    with opened(compute, processes) as place:
        yield from place.run(work, tasks)


@contextmanager
def opened(compute: str = LOCAL, processes: int | None = None) -> Iterator[Place]:
    """Make a place ready, and leave nothing running there in the end."""
    check_compute(compute)
    if compute == LOCAL:
        yield Here(processes or 1)
        return
    # Takes a while, and is an extra.
    from colonnade.compute.ray_cluster import joined

    with joined(compute, processes) as cluster:
        yield cluster


class Here:
    """The machine that this runs on, with one process or several."""

    def __init__(self, size: int) -> None:
        self.size = size

    def run(
        self, work: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Generator[Result, None, None]:
        """Do every task once."""
        if self.size == 1:
            yield from map(work, tasks)
            return
        queue = iter(tasks)
        with ProcessPoolExecutor(self.size, initializer=start_worker) as pool:
            try:
                # Two tasks for each process keep it busy without holding all tasks in memory.
                pending: set[Future[Result]] = {
                    pool.submit(work, task) for task in islice(queue, 2 * self.size)
                }
                while pending:
                    done, pending = wait(pending, return_when=FIRST_COMPLETED)
                    pending |= {pool.submit(work, task) for task in islice(queue, len(done))}
                    yield from (future.result() for future in done)
            finally:
                pool.shutdown(wait=True, cancel_futures=True)
