"""Several server processes behind one port: a parent that starts them and looks after them.

All of them take connections from the same socket, so that one which dies takes no caller with it
but its own; another is started in its place. What they share is the database, and what they hear
through it (hearing.py). What one process does is decided in serve.py.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import FrameType
from typing import Any

from msgspec.structs import replace

from colonnade.server import logs
from colonnade.server.errors import NeedsPostgres
from colonnade.server.settings import Settings
from colonnade.server.tables import Tables

log = logging.getLogger("colonnade.processes")
BACKLOG = 2048
STOP_SECONDS = 15.0  # for all to end in order; a little more than each gives its callers
YOUNG_SECONDS = 5.0  # a process that dies so soon after its start is not likely to fare better
MOST_YOUNG = 5  # of them, one after the other: then it is given up
SPAWN = multiprocessing.get_context("spawn")  # each has names and threads of its own


def bind(host: str, port: int) -> list[socket.socket]:
    """Sockets that listen at all that a host means, at one port."""
    found: list[socket.socket] = []
    try:
        for kind, _, _, _, place in socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        ):
            made = socket.socket(kind, socket.SOCK_STREAM)
            found.append(made)
            if os.name == "posix":  # elsewhere it would let somebody else listen there too
                made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if kind == socket.AF_INET6:
                made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            made.bind((place[0], port, *place[2:]))
            port = made.getsockname()[1]
            made.listen(BACKLOG)
            made.setblocking(False)
    except OSError:
        for made in found:
            made.close()
        raise
    return found


class Child:
    """One server process, as its parent sees it."""

    def __init__(self, settings: Settings, sockets: list[socket.socket]) -> None:
        self.pipe, theirs = SPAWN.Pipe()
        self.process: SpawnProcess = SPAWN.Process(
            target=serve_part, args=(settings, sockets, theirs), name="colonnade"
        )
        self.process.start()
        theirs.close()  # so that an end of the process is an end of the pipe
        self.began = time.monotonic()
        self.room: int | None = None  # the connections that it can hold, once it listens
        self.address = ""

    def hear(self) -> None:
        """Take what it says, if it says something."""
        with contextlib.suppress(EOFError, OSError):
            while self.room is None and self.pipe.poll():
                self.address, self.room = self.pipe.recv()

    def send(self, sign: int) -> None:
        """Send it a signal, if it still runs."""
        if self.process.is_alive() and self.process.pid is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.process.pid, sign)

    def let_go(self) -> int:
        """Forget a process that has ended; returns its exit code."""
        self.process.join()
        code = self.process.exitcode or 0
        self.pipe.close()
        self.process.close()
        return code


class Parent:
    """Keeps so many processes running until it is told to stop."""

    def __init__(self, settings: Settings, count: int, ready: Callable[[str, int], None]) -> None:
        # Thinking is shared too: all of them together have one worker for each processor.
        workers = settings.limits.workers or max(1, (os.cpu_count() or 1) // count)
        self.settings = replace(settings, limits=replace(settings.limits, workers=workers))
        self.count = count
        self.ready: Callable[[str, int], None] | None = ready  # until it was said
        self.sockets: list[socket.socket] = []
        self.children: list[Child] = []
        self.stopping = False
        self.failed = False
        self.young = 0  # processes that died soon, one after the other

    def run(self) -> int:
        """Listen, keep the processes running, end them in order; returns the exit code."""
        check_house(self.settings)
        try:
            self.sockets = bind(self.settings.host, self.settings.port)
        except OSError as problem:
            log.error("cannot listen: %s", problem)
            return 1
        woken, wake = os.pipe()
        with signals(self.stop, wake):
            try:
                while not self.stopping:
                    self.fill()
                    self.look(woken)
            finally:
                self.end()
        os.close(woken)
        os.close(wake)
        return 1 if self.failed else 0

    def fill(self) -> None:
        """Start as many processes as there should be."""
        while len(self.children) < self.count:
            self.children.append(Child(self.settings, self.sockets))

    def look(self, woken: int) -> None:
        """Wait until something happens, and see to it."""
        pipes: list[Any] = [child.pipe for child in self.children if child.room is None]
        ends: list[Any] = [child.process.sentinel for child in self.children]
        found = wait([woken, *pipes, *ends])
        if woken in found:
            os.read(woken, 64)
        for child in self.children:
            child.hear()
        for child in [child for child in self.children if child.process.sentinel in found]:
            self.children.remove(child)
            self.died(child)
        rooms = [child.room for child in self.children if child.room is not None]
        if self.ready is not None and len(rooms) == self.count:
            self.ready(self.children[0].address, sum(rooms))
            self.ready = None

    def died(self, child: Child) -> None:
        """Note the end of a process that nobody wanted; give up if it goes on like that."""
        soon = child.room is None or time.monotonic() - child.began < YOUNG_SECONDS
        code = child.let_go()
        if self.stopping:
            self.failed |= code != 0
            return
        self.young = self.young + 1 if soon else 0
        log.warning("a server process ended with code %d; another takes its place", code)
        if self.young >= MOST_YOUNG:
            log.error("%d processes ended soon after their start: giving up", self.young)
            self.stopping = self.failed = True

    def stop(self, sign: int) -> None:
        """Tell all to end in order; on a second Ctrl-C, at once."""
        again = self.stopping and sign == signal.SIGINT
        self.stopping = True
        for child in self.children:
            child.send(signal.SIGINT if again else signal.SIGTERM)

    def end(self) -> None:
        """Wait until all have ended; who does not is killed."""
        self.stop(signal.SIGTERM)
        for made in self.sockets:
            made.close()
        until = time.monotonic() + STOP_SECONDS
        for child in self.children:
            child.process.join(max(0.0, until - time.monotonic()))
            if child.process.is_alive():
                log.error("a server process does not end; it is killed")
                child.process.kill()
            self.failed |= child.let_go() != 0
        self.children.clear()


@contextlib.contextmanager
def signals(stop: Callable[[int], None], wake: int) -> Iterator[None]:
    """Hear signals; each also wakes whoever waits for something else."""

    def heard(sign: int, frame: FrameType | None) -> None:
        stop(sign)
        os.write(wake, b".")

    wanted = [signal.SIGINT, signal.SIGTERM]
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        wanted.append(signal.SIGHUP)
    before = {sign: signal.signal(sign, heard) for sign in wanted}
    try:
        yield
    finally:
        for sign, handler in before.items():
            signal.signal(sign, handler)


def check_house(settings: Settings) -> None:
    """Find out before anybody listens whether key and database can be used."""
    if settings.url.startswith("sqlite"):
        raise NeedsPostgres()
    tables = Tables(settings)
    tables.open_store()
    tables.store.close()


def serve_part(settings: Settings, sockets: list[socket.socket], pipe: Connection) -> None:
    """What one of the processes does."""
    from colonnade.server.serve import run

    if hasattr(os, "setsid"):
        os.setsid()  # a Ctrl-C is for the parent, which says it to all
    threading.Thread(target=end_with, args=(pipe,), daemon=True).start()
    raise SystemExit(run(settings, lambda *said: pipe.send(said), sockets))


def end_with(parent: Connection) -> None:
    """End in order when the parent is gone, however it went."""
    with contextlib.suppress(EOFError, OSError):
        parent.recv()
    os.kill(os.getpid(), signal.SIGTERM)


def serve_many(settings: Settings, count: int, ready: Callable[[str, int], None]) -> int:
    """Run several processes until told to stop; returns the exit code."""
    logs.set_up(settings.log)
    return Parent(settings, count, ready).run()
