"""The database: one writer that commits for many at once, and readers beside it.

What is written is decided by whoever hands in a job; a job's answer comes only after the commit.
How a database is opened, and brought up to date, is decided in opening.py.
"""

from __future__ import annotations

import asyncio
import contextlib
import enum
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from colonnade.contract.errors import ColonnadeError
from colonnade.server.errors import DamagedDatabase, StoreAway
from colonnade.server.lock import Lock
from colonnade.server.opening import check, make_engine, migrate, prepare

Answer = TypeVar("Answer")
Work = Callable[[Connection], Answer]
# Writes items by the driver's own connection and returns their answers; it may leave the commit to
# the store, and says Doubtful if nobody knows whether its own was kept.
Quick = Callable[[Any, list[Any]], list[Any]]

READERS = 4
GROUP = 256  # jobs committed together, at most: so that the first need not wait for too many
RETRY_SECONDS = 2  # what a client is told to wait when the database is away

REFUSALS = (IntegrityError, ColonnadeError)  # what a job may raise for itself alone

log = logging.getLogger("colonnade.store")


class Job:
    """Work to do in the writer's transaction, and the place where its answer will be."""

    def __init__(self, work: Work[Any], item: Any = None) -> None:
        self.work = work
        self.item = item  # the same for the driver itself
        self.loop = asyncio.get_running_loop()
        self.done: asyncio.Future[Any] = self.loop.create_future()
        self.answer: Any = None
        self.problem: BaseException | None = None

    def run(self, connection: Connection, careful: bool) -> None:
        """Do the work; behind a savepoint, what it refuses is undone for this job alone."""
        self.problem = None
        if not careful:
            self.answer = self.work(connection)
            return
        try:
            with connection.begin_nested():
                self.answer = self.work(connection)
        except REFUSALS as problem:
            self.problem = problem

    def settle(self) -> None:
        """Hand over the answer, now that it is true; on the loop of whoever waits."""
        if self.done.done():  # they stopped waiting
            return
        if self.problem is not None:
            self.done.set_exception(self.problem)
        else:
            self.done.set_result(self.answer)


def settle_all(jobs: list[Job]) -> None:
    """Hand over the answers of a group."""
    for job in jobs:
        job.settle()


class Store:
    """One database: `write` and `read` take a function of a connection."""

    def __init__(
        self,
        url: str,
        pages: int = 0,
        before_commit: Callable[[Connection], None] = lambda connection: None,
        quick: Quick | None = None,
    ) -> None:
        self.url = url
        self.quick = quick
        self.before_commit = before_commit  # the last work of every transaction
        self.embedded = url.startswith("sqlite")
        # The writer finds out by itself that a connection died: it tries again. Asking first would
        # cost a round trip for every group.
        self.writing = make_engine(url, "BEGIN IMMEDIATE", 1, pages, ask_first=False)
        self.reading = make_engine(url, "BEGIN", READERS, pages, ask_first=True)
        self.jobs: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._new: list[Job] = []  # which the writer does not have yet
        self.readers = ThreadPoolExecutor(READERS, thread_name_prefix="colonnade-read")
        self.thread = threading.Thread(target=self._serve, name="colonnade-write", daemon=True)
        self.closed = False
        self.commits = 0
        # Hear how long each write, and each read, took.
        self.written: Callable[[float], None] = lambda seconds: None
        self.was_read: Callable[[float], None] = lambda seconds: None
        self.lock = Lock(Path(self.writing.url.database or ":memory:")) if self.embedded else None
        self._writer: Connection | None = None  # the writer's own, as long as it works

    def open(self) -> None:
        """Bring the schema up to date and begin to write."""
        try:
            if self.lock is not None:
                prepare(self.lock)
            migrate(self.writing)
            check(self.writing)
        except DBAPIError as problem:
            self.close()
            if self.embedded and type(problem.orig) is sqlite3.DatabaseError:  # not a lack of room
                raise DamagedDatabase(path=str(self.writing.url.database)) from None
            log.error("the database cannot be opened: %s", type(problem).__name__)
            raise StoreAway(seconds=RETRY_SECONDS) from None
        except (ColonnadeError, SQLAlchemyError):
            self.close()
            raise
        self.thread.start()

    def close(self) -> None:
        """Finish what is waiting, then let go."""
        if not self.closed:
            self.closed = True
            if self.thread.is_alive():
                self._hand_over()
                self.jobs.put(None)
                self.thread.join()
            self.readers.shutdown()
            self.writing.dispose()
            self.reading.dispose()
            if self.lock is not None:
                self.lock.release()

    async def write(self, work: Work[Answer], item: Any = None) -> Answer:
        """Do work in the next transaction; returns only once it is committed.

        An item for `quick` does the same as the work, only faster.
        """
        if self.closed:
            raise StoreAway(seconds=RETRY_SECONDS)
        job, began = Job(work, item), time.perf_counter()
        # All jobs of one turn of the loop go to the writer together: to wake it is what costs.
        if not self._new or self._new[0].loop is not job.loop:
            job.loop.call_soon(self._hand_over)
        self._new.append(job)
        try:
            answer: Answer = await job.done
        finally:
            self.written(time.perf_counter() - began)
        return answer

    def waiting(self) -> int:
        """How many groups of writes wait for the writer."""
        return self.jobs.qsize() + bool(self._new)

    def _hand_over(self) -> None:
        """Give the writer all that is new."""
        jobs, self._new = self._new, []
        if jobs:
            self.jobs.put(jobs)

    async def read(self, work: Work[Answer]) -> Answer:
        """Look something up, beside the writer."""
        if self.closed:
            raise StoreAway(seconds=RETRY_SECONDS)
        began = time.perf_counter()
        try:
            return await asyncio.get_running_loop().run_in_executor(self.readers, self._read, work)
        finally:
            self.was_read(time.perf_counter() - began)

    def _read(self, work: Work[Answer]) -> Answer:
        """Read once; on a connection that has died meanwhile, once more on a fresh one."""
        for last in (False, True):
            try:
                with self.reading.connect() as connection:
                    return work(connection)
            except SQLAlchemyError as problem:
                if last:
                    log.error("reading failed: %s", type(problem).__name__)
        raise StoreAway(seconds=RETRY_SECONDS)

    def _serve(self) -> None:
        """Take all jobs that wait, commit them together, answer; until told to end."""
        ending = False
        while not ending:
            found = self.jobs.get()
            group: list[Job] = []
            while True:
                ending = ending or found is None
                group += found or ()
                if len(group) >= GROUP or self.jobs.empty():
                    break
                found = self.jobs.get()
            for first in range(0, len(group), GROUP):
                self._commit(group[first : first + GROUP])
        self._let_go()

    def _commit(self, jobs: list[Job]) -> None:
        """Commit a group: quickly or all as one, else each behind a savepoint, else each alone.

        As long as nothing was kept, all can be repeated. Savepoints for jobs that are well would
        cost as much as the jobs.
        """
        if self.quick is not None and all(job.item is not None for job in jobs):
            phase, problem = self._hurry(self.quick, jobs)
            if problem is None or phase is Phase.COMMIT:
                answer(jobs, problem)
                return
        for careful in (False, True):
            phase, problem = self._attempt(jobs, careful)
            if problem is None or phase is not Phase.WORK:
                answer(jobs, problem)
                return
        # Processes waited for each other, the connection died, or one job is too large for the
        # disk: the others need not suffer.
        for i, job in enumerate(jobs):
            phase, problem = self._attempt([job], True)
            if phase is Phase.CONNECT:  # nobody is there: no use in asking for each job
                answer(jobs[i:], problem)
                return
            answer([job], problem)

    def _hurry(self, quick: Quick, jobs: list[Job]) -> tuple[Phase, Exception | None]:
        """Write the items of a group by the driver, in one transaction; else as `_attempt`."""
        phase = Phase.CONNECT
        try:
            connection = self._writer = self._writer or self.writing.connect()
            driver: Any = connection.connection.driver_connection
            phase = Phase.WORK
            for job, found in zip(jobs, quick(driver, [job.item for job in jobs]), strict=True):
                job.answer = found
            phase = Phase.COMMIT
            driver.commit()
            self.commits += 1
        except Exception as problem:
            if isinstance(problem, Doubtful):
                phase = Phase.COMMIT
            if phase is Phase.COMMIT:
                log.error("writing failed: %s", type(problem.__cause__ or problem).__name__)
            if phase is not Phase.CONNECT:
                connection.invalidate()  # and with it whatever was begun
            self._let_go()
            return phase, problem
        return phase, None

    def _attempt(self, jobs: list[Job], careful: bool) -> tuple[Phase, Exception | None]:
        """Run jobs in one transaction; returns how far it came, and what went wrong.

        A careful attempt undoes what refuses itself, and goes on with the other jobs.
        """
        phase = Phase.CONNECT
        try:
            # Kept between groups: to fetch it from the pool and give it back would cost as much as
            # the work.
            connection = self._writer = self._writer or self.writing.connect()
            phase = Phase.WORK
            for job in jobs:
                job.run(connection, careful)
            # Whether a commit that fails was kept is not known: nobody is told that it was, and
            # the tables concerned are read again before anything else is done with them.
            self.before_commit(connection)
            phase = Phase.COMMIT
            connection.commit()
            self.commits += 1
        except Exception as problem:
            if not isinstance(problem, REFUSALS):
                log.error("writing failed: %s", type(problem).__name__)
            self._let_go()
            return phase, problem
        return phase, None

    def _let_go(self) -> None:
        """Give back the writer's connection, and with it whatever was begun."""
        connection, self._writer = self._writer, None
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError):  # it is gone already
                connection.close()


class Doubtful(Exception):
    """Nobody knows whether something was kept."""


class Phase(enum.Enum):
    """How far a transaction came."""

    CONNECT = 1
    WORK = 2
    COMMIT = 3


def answer(jobs: list[Job], problem: Exception | None) -> None:
    """Tell those who wait: done or refused, or that nothing was acknowledged."""
    if problem is not None:
        for job in jobs:
            job.problem = StoreAway(seconds=RETRY_SECONDS)
    for loop in {job.loop for job in jobs}:
        ready = [job for job in jobs if job.loop is loop]
        # One call for a whole group: waking is what costs.
        with contextlib.suppress(RuntimeError):  # the loop has ended: nobody waits there
            loop.call_soon_threadsafe(settle_all, ready)
