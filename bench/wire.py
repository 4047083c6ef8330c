"""Connections of the load bench: calls and feeds over raw sockets, at little cost of their own.

What is measured runs in other processes, so the one that asks must not be what ends a run.
"""

from __future__ import annotations

import asyncio
import time
from typing import cast
from urllib.parse import urlsplit

import msgspec

BODY_AT = b"\r\n\r\n"


def place_of(address: str) -> tuple[str, int]:
    """Host and port of an address."""
    parts = urlsplit(address)
    return parts.hostname or "127.0.0.1", parts.port or 80


def request(method: str, path: str, host: str, cookie: str = "", body: bytes = b"") -> bytes:
    """A request as bytes."""
    head = f"{method} {path} HTTP/1.1\r\nhost: {host}\r\n"
    if body:
        head += f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
    if cookie:
        head += f"cookie: {cookie}\r\n"
    return f"{head}\r\n".encode() + body


class Answer(msgspec.Struct):
    """What came back."""

    status: int
    head: bytes
    body: bytes

    def cookie(self) -> str:
        """The cookie that it gives, if it does."""
        for line in self.head.decode("latin-1").split("\r\n"):
            name, _, value = line.partition(": ")
            if name.lower() == "set-cookie":
                return value.partition(";")[0]
        return ""


class Calls(asyncio.Protocol):
    """One kept connection for calls, one after the other."""

    def __init__(self) -> None:
        self.place = ("", 0)
        self.buffer = b""
        self.waiting: asyncio.Future[Answer] | None = None
        self.transport: asyncio.Transport | None = None

    @classmethod
    async def to(cls, address: str) -> Calls:
        """Connect."""
        made = cls()
        made.place = place_of(address)
        await made.connect()
        return made

    async def connect(self) -> None:
        """Connect, or connect again: a server hangs up on who is silent for long."""
        host, port = self.place
        await asyncio.get_running_loop().create_connection(lambda: self, host, port)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the way to write."""
        self.transport = cast("asyncio.Transport", transport)  # uvloop's own is no subclass

    def data_received(self, data: bytes) -> None:
        """Hand over an answer that is whole."""
        self.buffer += data
        at = self.buffer.find(BODY_AT)
        if at < 0:
            return
        head = self.buffer[:at]
        mark = head.lower().find(b"content-length: ")
        length = int(head[mark + 16 :].split(b"\r\n", 1)[0]) if mark >= 0 else 0
        end = at + 4 + length
        if len(self.buffer) >= end and self.waiting is not None:
            body, self.buffer = self.buffer[at + 4 : end], self.buffer[end:]
            waiting, self.waiting = self.waiting, None
            if not waiting.done():
                waiting.set_result(Answer(int(head[9:12]), head, body))

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell who waits."""
        self.transport = None
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_exception(ConnectionError("the server hung up"))

    async def call(self, sent: bytes) -> Answer:
        """Ask, and wait for the answer."""
        if self.transport is None:
            await self.connect()
        assert self.transport is not None
        self.waiting = asyncio.get_running_loop().create_future()
        self.transport.write(sent)
        return await self.waiting

    def close(self) -> None:
        """Hang up."""
        if self.transport is not None:
            self.transport.close()


class Feed(asyncio.Protocol):
    """One open feed: its newest event, undecoded, when each ply was heard, and how much came."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.event = b""  # the JSON of the newest
        self.ply = -1
        self.heard_at = 0.0
        self.bytes = 0
        self.events = 0
        self.waiting: list[tuple[int, asyncio.Future[float]]] = []
        self.transport: asyncio.Transport | None = None

    @classmethod
    async def to(cls, address: str, path: str, cookie: str) -> Feed:
        """Connect and ask for a feed."""
        host, port = place_of(address)
        _, made = await asyncio.get_running_loop().create_connection(cls, host, port)
        assert made.transport is not None
        made.transport.write(request("GET", path, f"{host}:{port}", cookie))
        return made

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the way to hang up."""
        self.transport = cast("asyncio.Transport", transport)  # uvloop's own is no subclass

    def data_received(self, data: bytes) -> None:
        """Read the newest whole event: each is one chunk, and its JSON has no line break."""
        self.bytes += len(data)
        self.parts.append(data)
        if b"\n\n" not in data and not data.endswith((b"\n", b"\r")):
            return
        text = b"".join(self.parts)
        end = text.rfind(b"\n\n")
        if end < 0:
            return
        self.parts = [text[end + 2 :]]
        at = text.rfind(b"event: table\nid: ", 0, end)
        if at < 0:
            return
        stop = text.index(b"\n\n", at)
        mark, _, found = text[at + 17 : stop].partition(b"\ndata: ")
        self.event, self.ply, self.heard_at = found, int(mark.partition(b".")[0]), now()
        self.events += 1
        if self.waiting:
            self.call_waiting()

    def call_waiting(self) -> None:
        """Wake who waits for a ply that is there now."""
        left = []
        for ply, future in self.waiting:
            if self.ply < ply:
                left.append((ply, future))
            elif not future.done():
                future.set_result(self.heard_at)
        self.waiting = left

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell who waits."""
        for _, future in self.waiting:
            if not future.done():
                future.set_exception(ConnectionError("the server ended a feed"))

    async def reach(self, ply: int) -> float:
        """Wait until the feed has told of a ply; returns when it did."""
        if self.ply >= ply:
            return self.heard_at
        future: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self.waiting.append((ply, future))
        return await future

    def close(self) -> None:
        """Hang up."""
        if self.transport is not None:
            self.transport.close()


def now() -> float:
    """The time by which lags are counted."""
    return time.perf_counter()
