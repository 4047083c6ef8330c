"""Feeds written straight to their connections: the way that almost every event takes.

A stream wakes a task for each reader, and each event passes through half a dozen functions of
others. Here whoever changes a table has all its readers told in one go. The lines are those of our
own server (connections.py); where there are none, feeds are streams and tell the same (feed.py).
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Protocol

from colonnade.server.feed import CLOSING, HEARTBEAT, RETRY, Feed, Follower

log = logging.getLogger("colonnade.lines")
LINE = "colonnade.line"  # among the extensions of a request's scope


class Listener(Protocol):
    """Who wants to know what becomes of a line."""

    def rouse(self) -> None:
        """Hear that there is room again."""

    def hang_up(self) -> None:
        """Hear that nobody is there any more."""


class Line(Protocol):
    """The connection of a request, which our own server lends (connections.py)."""

    @property
    def paused(self) -> bool:
        """Whether more is on its way than there is room for."""

    def listen(self, listener: Listener | None) -> None:
        """Say who hears what becomes of the line."""

    def write(self, data: bytes) -> None:
        """Send a part of a body; never waits."""

    def cut(self) -> None:
        """Hang up at once."""

    def body(self) -> bytes | None:
        """The body of the request, if all of it is there."""

    def answer(self, head: bytes, body: bytes) -> bool:
        """Send a whole answer, if there is room."""


def line_of(scope: Any) -> Line | None:
    """The line of a request, if its server has one."""
    found: Line | None = (scope.get("extensions") or {}).get(LINE)
    return found


class Chorus:
    """All readers of a server that have something to say: they speak in the next turn of the loop.

    One call for all of them, since to be called costs as much as to speak.
    """

    def __init__(self) -> None:
        self.waiting: list[LineReader] = []

    def add(self, reader: LineReader) -> None:
        """Let a reader speak soon."""
        if not self.waiting:
            asyncio.get_running_loop().call_soon(self.speak)
        self.waiting.append(reader)

    def speak(self) -> None:
        """Let all who wait speak; what goes wrong with one is no matter of the others."""
        waiting, self.waiting = self.waiting, []
        for reader in waiting:
            try:
                reader.speak()
            except Exception:
                log.exception("a feed failed")
                reader.drop()


class LineReader(Follower):
    """A feed with a line of its own: what is new is written in the next turn of the loop."""

    def __init__(
        self,
        feed: Feed,
        device: str | None,
        since: tuple[int, int] | None,
        line: Line,
        chorus: Chorus,
    ) -> None:
        super().__init__(feed, device, since)
        self.line = line
        self.chorus = chorus
        self.loop = asyncio.get_running_loop()
        self.ended: asyncio.Future[bool] = self.loop.create_future()  # is somebody still there?
        self.roused = False  # whether it will speak in the next turn of the loop
        self.spoke = 0.0  # when something was sent last, by the loop's clock

    async def follow(self, heartbeat: float) -> bool:
        """Tell until one of both goes; returns whether somebody is there to hear of the end."""
        self.line.listen(self)
        self.send(RETRY + self.time())
        self.feed.enter(self)
        beating = Beating(self, heartbeat)
        try:
            return await self.ended
        finally:
            beating.stop()
            self.line.listen(None)
            self.feed.leave(self)

    def send(self, data: bytes) -> None:
        """Write, and remember when."""
        self.spoke = self.loop.time()
        self.line.write(data)

    def rouse(self) -> None:
        """Speak soon: once, however much happens until then."""
        if not self.roused:
            self.roused = True
            self.chorus.add(self)

    def speak(self) -> None:
        """Send what is new, if there is room; else the line says when there is."""
        self.roused = False
        if self.ended.done() or self.line.paused:
            return
        if self.closing:
            self.send(CLOSING)
            self.ended.set_result(True)
            return
        news = self.next()
        if news is not None:
            self.send(news)

    def hang_up(self) -> None:
        """Hear that nobody is there any more."""
        if not self.ended.done():
            self.ended.set_result(False)

    def drop(self) -> None:
        """Cut off somebody who takes nothing."""
        self.line.cut()
        self.hang_up()


class Beating:
    """Signs of life on a line where nothing else was said for so long."""

    def __init__(self, reader: LineReader, seconds: float) -> None:
        self.reader = reader
        self.seconds = seconds
        self.timer = reader.loop.call_later(seconds, self.look)

    def look(self) -> None:
        """Give a sign if one is due, and look again: no event need set a clock."""
        reader = self.reader
        left = reader.spoke + self.seconds - reader.loop.time()
        if left <= 0:
            left = self.seconds
            if not reader.line.paused:
                reader.send(HEARTBEAT)
        self.timer = reader.loop.call_later(left, self.look)

    def stop(self) -> None:
        """Give no more."""
        self.timer.cancel()
