"""Questions to a Ray cluster: a messenger process speaks to Ray, and this machine steps in for it.

Ray ends a process that has lost its cluster, so the server itself never joins one: it talks to a
messenger by a pipe, and starts another when that one falls silent. Meanwhile this machine answers,
as it does without a cluster; what was under way there is begun again here. How a cluster is joined
is decided in ray_cluster.py.
"""

from __future__ import annotations

import contextlib
import itertools
import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, NamedTuple

from colonnade.compute.places import LOCAL
from colonnade.compute.questions import NICE, Answer, Answering, LocalAnswers, Question
from colonnade.compute.ray_cluster import (
    NoCluster,
    address_of,
    check_stamp,
    first_line,
    joined,
    knock,
    stamp,
)
from colonnade.contract.errors import ColonnadeError

RETRIES = 3  # of a question whose worker dies, before this machine takes it over
JOIN_SECONDS = 120.0  # for a cluster to be joined and checked
BEAT_SECONDS = 1.0  # between two signs of life
POLITE_SECONDS = 2.0  # for a worker to stop thinking; then it is ended, and Ray starts another
SILENCE_SECONDS = 12.0  # after which a messenger is given up
FIRST_WAIT, LONGEST_WAIT = 2.0, 15.0  # seconds before a cluster that is away is tried again
END_SECONDS = 4.0  # for a messenger to leave its cluster by itself
log = logging.getLogger("colonnade.bots")


class Call(NamedTuple):
    """What is asked: a function, and what it is given."""

    work: Callable[..., Any]
    args: tuple[Any, ...]


def answering(compute: str, workers: int) -> Answering:
    """The place for questions that a setting names, with so many processes of this machine."""
    near = LocalAnswers(workers)
    return near if compute == LOCAL else RayAnswers(compute, near)


class Away(Exception):
    """The cluster cannot be used now; the text says why."""


# In a worker of the cluster


def reply(wanted: str, asked: Call) -> Any:
    """Answer, if this worker is like the server; Ray can interrupt it between two slices."""
    check_stamp(socket.gethostname(), stamp(), wanted)
    return asked.work(*asked.args)


# In the messenger


def carry(pipe: Connection, place: str, processes: int) -> None:
    """Join the cluster and serve the pipe until either is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when to end
    if hasattr(os, "setsid"):
        os.setsid()
        os.nice(NICE)
    try:
        with joined(place, processes) as cluster:
            Messenger(pipe, cluster.ray).serve()
    except Exception as problem:  # whatever it is, the server thinks by itself and tries again
        with contextlib.suppress(OSError):
            pipe.send(("away", 0, first_line(problem)))


class Messenger:
    """Hands questions to Ray, answers to the server, and says every second that all is well."""

    def __init__(self, pipe: Connection, ray: Any) -> None:
        self.pipe = pipe
        self.ray = ray
        self.remote = ray.remote(reply).options(num_cpus=1, max_retries=RETRIES)
        self.asked: dict[int, Any] = {}
        self.stopping: dict[int, tuple[Any, float]] = {}  # called back, and how long that may take
        self.sending = threading.Lock()
        self.ended = threading.Event()

    def serve(self) -> None:
        """Ask the cluster for a sign of life until the server is gone; it may hang, we need not."""
        threading.Thread(target=self.hear, daemon=True).start()
        while not self.ended.wait(BEAT_SECONDS):
            self.send("beat", 0, int(self.ray.cluster_resources().get("CPU", 0)))
            self.insist()

    def hear(self) -> None:
        """Take questions, and orders to stop, as they come."""
        with contextlib.suppress(EOFError, OSError):
            while True:
                number, question = self.pipe.recv()
                if question is None:
                    self.stop(number)
                else:
                    self.ask(number, question)
        self.ended.set()
        time.sleep(END_SECONDS)
        os._exit(1)  # a cluster that hangs is left without a farewell

    def ask(self, number: int, question: Call) -> None:
        """Begin a thought, and wait for it elsewhere."""
        try:
            reference = self.remote.remote(stamp(), question)
        except Exception as problem:  # whatever fails there is thought again here
            self.send("away", number, first_line(problem))
            return
        self.asked[number] = reference
        reference.future().add_done_callback(lambda done: self.tell(number, done))

    def stop(self, number: int) -> None:
        """Call a thought back."""
        reference = self.asked.pop(number, None)
        if reference is not None:
            self.stopping[number] = (reference, time.monotonic() + POLITE_SECONDS)
            with contextlib.suppress(Exception):  # it may have ended, or its worker
                self.ray.cancel(reference)

    def insist(self) -> None:
        """End workers that think on: an interrupt can come at a moment that swallows it."""
        for number, (reference, until) in list(self.stopping.items()):
            if time.monotonic() > until and self.stopping.pop(number, None) is not None:
                with contextlib.suppress(Exception):
                    self.ray.cancel(reference, force=True)

    def tell(self, number: int, done: Future[Any]) -> None:
        """Pass on what came of a thought, unless it was stopped."""
        self.stopping.pop(number, None)
        if self.asked.pop(number, None) is None:
            return
        problem = done.exception()
        if problem is None:
            self.send("answer", number, done.result())
        elif isinstance(problem, self.ray.exceptions.RayTaskError):
            self.send("failed", number, first_line(problem.cause))
        else:
            self.send("away", number, first_line(problem))

    def send(self, kind: str, number: int, content: object) -> None:
        """Speak to the server, one thread at a time."""
        try:
            with self.sending:
                self.pipe.send((kind, number, content))
        except OSError:
            self.ended.set()


# In the server


class RayAnswers:
    """A cluster as the server sees it, with this machine behind it."""

    def __init__(self, place: str, near: LocalAnswers) -> None:
        self.place = place
        self.near = near
        self.asked: dict[int, tuple[Call, Future[Any]]] = {}  # under way on the cluster
        self.stops: dict[int, Any] = {}  # of thoughts that this machine has taken over
        self.numbers = itertools.count(1)
        self.lock = threading.RLock()  # over the two above, the outbox and the local pool
        self.outbox: SimpleQueue[tuple[int, Call | None] | None] | None = None
        self.closing = threading.Event()
        self.attendant = threading.Thread(target=self.look_after, name="ray", daemon=True)
        self.joined_at: float | None = None
        self.said = ""
        self.processors = 0  # of the cluster, as it last said

    @property
    def size(self) -> int:
        """How many questions it can work at at once, there or here."""
        return self.near.workers if self.outbox is None else max(1, self.processors)

    def start(self) -> None:
        """Begin to look for the cluster."""
        self.attendant.start()

    def ask(self, work: Callable[..., Answer], *args: Any) -> Question[Answer]:
        """Ask the cluster if it is there, else this machine; never waits for either."""
        number, future, question = next(self.numbers), Future[Answer](), Call(work, args)
        with self.lock:
            if self.outbox is not None:
                self.asked[number] = (question, future)
                self.outbox.put((number, question))
            else:
                self.think_here(number, question, future)
        return Question(future, lambda: self.stop(number, future))

    def stop(self, number: int, future: Future[Any]) -> None:
        """Think no more about this, wherever it is thought."""
        future.cancel()
        with self.lock:
            if self.asked.pop(number, None) is not None and self.outbox is not None:
                self.outbox.put((number, None))
            if (stop_here := self.stops.pop(number, None)) is not None:
                stop_here()

    def think_here(self, number: int, question: Call, future: Future[Any]) -> None:
        """Let this machine think."""
        try:
            found, self.stops[number] = self.near.ask(question.work, *question.args)
        except ColonnadeError as problem:
            settle(future, None, problem)
            return

        def pass_on(done: Future[Any]) -> None:
            self.stops.pop(number, None)
            if done.cancelled():
                future.cancel()
            else:
                problem = done.exception()
                settle(future, None if problem else done.result(), problem)

        found.add_done_callback(pass_on)

    # The messenger's attendant, in a thread of its own

    def look_after(self) -> None:
        """Have a messenger for as long as the server runs; wait longer each time one fails."""
        wait = FIRST_WAIT
        while not self.closing.is_set():
            joined_at = self.attend()
            stayed = joined_at is not None and time.monotonic() - joined_at > LONGEST_WAIT
            wait = FIRST_WAIT if stayed else min(2 * wait, LONGEST_WAIT)
            self.closing.wait(wait)

    def attend(self) -> float | None:
        """Send a messenger and listen to it until it fails; returns when it had its cluster."""
        try:
            knock(address_of(self.place))  # spares a process that would find out the same
        except NoCluster as problem:
            self.step_in(problem.text())
            return None
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        words = (there, self.place, self.near.workers)
        messenger = context.Process(target=carry, args=words, daemon=True)
        messenger.start()
        there.close()
        self.joined_at = None
        try:
            self.listen(here)
        except Away as problem:
            self.step_in(str(problem))
        except (EOFError, OSError):
            self.step_in("its messenger died")
        finally:
            here.close()
            messenger.join(END_SECONDS if self.closing.is_set() else 0)
            messenger.kill()
            messenger.join()
        return self.joined_at

    def listen(self, pipe: Connection) -> None:
        """Hear answers and signs of life; raises when there is nothing more to hear."""
        until = time.monotonic() + JOIN_SECONDS
        while not self.closing.is_set():
            if not pipe.poll(BEAT_SECONDS / 4):
                if time.monotonic() > until:
                    raise Away("it does not answer")
                continue
            kind, number, content = pipe.recv()
            until = time.monotonic() + SILENCE_SECONDS
            if kind == "away":
                raise Away(content)
            if kind == "beat":
                self.heard(pipe, content)
            else:
                self.answered(number, kind, content)

    def heard(self, pipe: Connection, processors: int) -> None:
        """Use the cluster from its first sign of life on, as long as it has processors."""
        self.processors = processors
        if processors and self.outbox is None:
            with self.lock:
                self.outbox = SimpleQueue()
            threading.Thread(target=post, args=(pipe, self.outbox), daemon=True).start()
            self.joined_at = time.monotonic()
            self.say(f"computer players think at {self.place} now")
        elif not processors:
            self.step_in("it has no processors")

    def answered(self, number: int, kind: str, content: Any) -> None:
        """Pass an answer on; a thought that went wrong there may say here what is the matter."""
        with self.lock:
            question, future = self.asked.pop(number, (None, None))
            if question is None or future is None:
                return
            if kind == "failed":
                log.warning("a thought failed at %s: %s", self.place, content)
                self.think_here(number, question, future)
                return
        settle(future, content, None)

    def step_in(self, why: str) -> None:
        """Think here from now on, about what is under way as well."""
        with self.lock:
            if self.outbox is not None:
                for number in self.asked:
                    self.outbox.put((number, None))
                self.outbox.put(None)
                self.outbox = None
            if not self.closing.is_set():
                self.say(f"{self.place} is away; computer players think here: {why}")
                for number, (question, future) in self.asked.items():
                    self.think_here(number, question, future)
            self.asked.clear()

    def say(self, line: str) -> None:
        """Tell the host, once for each change."""
        if line != self.said:
            log.warning("%s", line)
        self.said = line

    def close(self) -> None:
        """Stop everything, here and there."""
        self.closing.set()
        if self.attendant.is_alive():
            self.attendant.join(2 * END_SECONDS)
        self.near.close()


def post(pipe: Connection, outbox: SimpleQueue[tuple[int, Call | None] | None]) -> None:
    """Send what is in an outbox: the event loop must never wait for a pipe."""
    with contextlib.suppress(OSError):
        while (letter := outbox.get()) is not None:
            pipe.send(letter)


def settle(future: Future[Any], answer: object, problem: BaseException | None) -> None:
    """Give a future its answer, unless nobody waits for it any more."""
    if future.set_running_or_notify_cancel():
        if problem is not None:
            future.set_exception(problem)
        else:
            future.set_result(answer)
