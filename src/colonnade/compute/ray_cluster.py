"""Work on Ray: joins a cluster or starts one, checks its workers, and hands out tasks in bundles.

When this is used is decided in places.py. Nothing here knows what the work is. Work has no side
effects, so what a dead worker was doing is simply done again by another; Ray sees to that, and a
result is counted when the one reference to its bundle is read, so never twice.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from itertools import islice
from time import perf_counter
from typing import Any, TypeVar

from colonnade import build
from colonnade.compute.places import ADDRESS, RAY
from colonnade.contract.errors import ColonnadeError

ANSWER_SECONDS = 5.0  # for something to listen at an address
CHECK_SECONDS = 60.0  # for every machine to say what it runs: it starts a process for that
# For each client a cluster starts a process, and Ray 2.60 forks it beside gRPC's threads: now and
# then it dies at once ("epoll_wait error: Bad file descriptor" in its log). The next one lives.
JOINS = 4
RETRIES = 8  # of one bundle whose workers die, before the work itself is to blame
AHEAD = 2  # bundles for each processor: one in work, one on its way
BUNDLE_SECONDS = 0.1  # so that handing out (some ms) costs little, and the last ones end together
GROWTH = 4  # of bundles at most, from one to the next
LARGEST_BUNDLE = 1000  # tasks
STORE_BYTES = 256 * 2**20  # shared memory of a Ray of our own; results are small
QUIET = {"logging_level": "ERROR", "log_to_driver": False}

Task = TypeVar("Task")
Result = TypeVar("Result")


class NoCluster(ColonnadeError):
    """No Ray cluster could be joined or started, or it has nothing to compute with."""


class OtherBuild(ColonnadeError):
    """A worker runs another version or build of this program, or does not have it."""


class LostWork(ColonnadeError):
    """The cluster failed for good: the same work lost worker after worker, or all is gone."""


# In workers


def stamp() -> str:
    """Version and build of the program in this process."""
    return f"{build.VERSION} {build.kind()}"


def perform(
    wanted: str, work: Callable[[Task], Result], tasks: list[Task]
) -> tuple[list[Result], float]:
    """Do a bundle, if this worker is like the program that asks; returns the seconds too."""
    # Each time, since a machine may join a cluster at any time.
    check_stamp(socket.gethostname(), stamp(), wanted)
    began = perf_counter()
    results = [work(task) for task in tasks]
    return results, perf_counter() - began


def check_stamp(machine: str, found: str, wanted: str) -> None:
    """Refuse a worker that could play other games, or play them at another speed."""
    if found != wanted:
        raise OtherBuild(machine=machine, found=found, wanted=wanted)


# Joining


@contextmanager
def joined(compute: str, processes: int | None = None) -> Iterator[Cluster]:
    """Join or start a cluster and check it; whoever has joined one already goes on with it."""
    ray = import_module("ray")
    ours = not ray.is_initialized()
    if ours:
        join(ray, compute, processes)
    try:
        check_workers(ray)
        yield Cluster(ray, compute, processes, stays=not ours)
    finally:
        if ours:
            ray.shutdown()


def join(ray: Any, compute: str, processes: int | None) -> None:
    """Join the cluster at an address, or start one here where there is none."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # what people compute is their own
    address = address_of(compute)
    knock(address)
    for left in reversed(range(JOINS)):
        try:
            if address:
                ray.init(address, **QUIET)
            else:
                size = {"num_cpus": processes, "object_store_memory": STORE_BYTES}
                ray.init("local", include_dashboard=False, **size, **QUIET)
            return
        except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as problem:
            ray.shutdown()
            if not (left and isinstance(problem, ConnectionAbortedError)):
                told = first_line(problem)
                raise NoCluster(address=address or compute, problem=told) from problem


def address_of(compute: str) -> str:
    """Where a cluster is to be joined; empty if there is none yet."""
    return os.environ.get("RAY_ADDRESS", "") if compute == RAY else compute


def knock(address: str) -> None:
    """Find out soon that nobody listens; Ray itself would try for minutes."""
    found = ADDRESS.fullmatch(address)
    if found is None:  # no address, or a word of Ray's own such as `auto`
        return
    try:
        place = (found["host"].strip("[]"), int(found["port"]))
        socket.create_connection(place, ANSWER_SECONDS).close()
    except (OSError, OverflowError) as problem:
        raise NoCluster(address=address, problem=first_line(problem)) from problem


def check_workers(ray: Any) -> None:
    """Ask every machine of the cluster which program its workers run."""
    affinity = import_module("ray.util.scheduling_strategies").NodeAffinitySchedulingStrategy
    asked = {
        ray.remote(stamp)
        .options(num_cpus=0, scheduling_strategy=affinity(node["NodeID"], soft=False))
        .remote(): node["NodeManagerHostname"]
        for node in ray.nodes()
        if node["Alive"] and node["Resources"].get("CPU")
    }
    for reference, machine in asked.items():
        try:
            found = ray.get(reference, timeout=CHECK_SECONDS)
        except ray.exceptions.RayTaskError as problem:  # no such module there
            found = first_line(problem.cause)
        except ray.exceptions.GetTimeoutError as problem:
            raise NoCluster(address=machine, problem=first_line(problem)) from problem
        except ray.exceptions.RayError:
            continue  # the machine has left meanwhile
        check_stamp(machine, found, stamp())


def first_line(problem: object) -> str:
    """What a problem says, without the traces that may follow."""
    lines = [line.strip() for line in str(problem).splitlines() if line.strip()]
    told = 2 if lines and lines[0].endswith(":") else 1
    return " ".join(lines[:told]).rstrip(".") or type(problem).__name__


# Working


class Cluster:
    """A cluster that was joined: how many tasks it does at once, and the doing."""

    def __init__(self, ray: Any, compute: str, processes: int | None, stays: bool) -> None:
        self.ray = ray
        self.stays = stays  # whether somebody goes on with it when the work is over
        processors = int(ray.cluster_resources().get("CPU", 0))
        if not processors:
            raise NoCluster(address=compute, problem="CPU 0")
        self.size = processes or processors
        # All that is handed out may run at once, unless there are too few processors for it.
        self.ahead = self.size if self.size < processors else max(self.size, AHEAD * processors)
        self.bundle = 1  # tasks that go together, as their speed allows

    def run(
        self, work: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Generator[Result, None, None]:
        """Do every task once; what is handed out when the run is stopped is not finished."""
        queue = iter(tasks)
        remote = self.ray.remote(perform).options(num_cpus=1, max_retries=RETRIES)
        pending: list[Any] = []
        try:
            while True:
                while len(pending) < self.ahead and (bundle := list(islice(queue, self.bundle))):
                    pending.append(remote.remote(stamp(), work, bundle))
                if not pending:
                    return
                done, pending = self.ray.wait(pending, num_returns=1)
                yield from self.fetch(done[0])
        finally:
            # Leaving the cluster ends our workers. To cancel as well would be no help, and Ray 2.60
            # aborts the whole process if a result arrives while its task is being cancelled.
            if self.stays:
                for reference in pending:
                    with suppress(Exception):  # the cluster may be what failed
                        self.ray.cancel(reference)

    def fetch(self, reference: Any) -> list[Any]:
        """The results of a bundle; its time decides how large the next ones are."""
        errors = self.ray.exceptions
        try:
            results, seconds = self.ray.get(reference)
        except errors.RayTaskError as problem:
            raise problem.cause from problem  # as if the work had failed here
        except (errors.RayError, ConnectionError) as problem:
            raise LostWork(problem=first_line(problem)) from problem
        fitting = int(BUNDLE_SECONDS * len(results) / max(seconds, 1e-6))
        self.bundle = max(1, min(fitting, GROWTH * self.bundle, LARGEST_BUNDLE))
        return list(results)
