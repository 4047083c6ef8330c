"""Where work runs: in this process or in several; results come as they are done.

What the work is, is decided by the caller.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")


def run(
    work: Callable[[Task], Result], tasks: Iterable[Task], processes: int = 1
) -> Iterator[Result]:
    """Do every task once; with several processes, results come in any order."""
    if processes == 1:
        yield from map(work, tasks)
        return
    queue = iter(tasks)
    with ProcessPoolExecutor(processes, initializer=_leave_interrupts_alone) as pool:
        try:
            # Two tasks for each process keep it busy without holding all tasks in memory.
            pending: set[Future[Result]] = {
                pool.submit(work, task) for task in islice(queue, 2 * processes)
            }
            while pending:
                done, pending = wait(pending, return_when=FIRST_COMPLETED)
                pending |= {pool.submit(work, task) for task in islice(queue, len(done))}
                yield from (future.result() for future in done)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _leave_interrupts_alone() -> None:
    """Let Ctrl-C reach the parent alone, which then stops handing out tasks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
