"""Connections that hold up others are cut off, where uvicorn would wait for ever.

That is a head that comes too slowly or too large, and a reader that takes nothing of what it is
sent. Bodies are the guard's concern, in guard.py: no request reaches it without a whole head.
"""

from __future__ import annotations

import asyncio
import socket

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from colonnade.server.lines import LINE, Listener
from colonnade.server.room import Room

FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nretry-after: 5\r\n"
    b"connection: close\r\n\r\n"
)
HEAD_BYTES = 32 * 1024
# By itself the system keeps megabytes for a reader that takes nothing, as if all were well.
SEND_BYTES = 64 * 1024


class Straight:
    """The line of one request: what uvicorn does for any application, done at once for ours.

    It looks at each header of each answer and wakes a task for each part of a body; we know what
    we send. tests/server/test_hot.py compares what both send.
    """

    __slots__ = ("cycle", "protocol")

    def __init__(self, protocol: HeadGuard) -> None:
        self.protocol = protocol
        self.cycle = protocol.cycle  # a further request may wait behind this one

    @property
    def paused(self) -> bool:
        """Whether more is on its way than there is room for."""
        return self.protocol.flow.write_paused

    def listen(self, listener: Listener | None) -> None:
        """Say who hears what becomes of the line."""
        self.protocol.listener = listener

    def write(self, data: bytes) -> None:
        """Send a part of a body whose length nobody knows; never waits."""
        self.protocol.transport.write(b"%x\r\n%b\r\n" % (len(data), data))

    def cut(self) -> None:
        """Hang up at once; to close would mean to wait until the rest is sent."""
        self.protocol.transport.abort()

    def body(self) -> bytes | None:
        """The body of the request, if all of it is there."""
        cycle = self.cycle
        if cycle.more_body or cycle.disconnected:
            return None
        found, cycle.body = bytes(cycle.body), bytearray()
        cycle.message_event.clear()
        return found

    def answer(self, head: bytes, body: bytes) -> bool:
        """Send a whole answer, if there is room; its head says how long the body is."""
        cycle, transport = self.cycle, self.protocol.transport
        if cycle.disconnected or self.paused:
            return cycle.disconnected
        cycle.response_started = cycle.response_complete = True
        end = b"\r\n" if cycle.keep_alive else b"connection: close\r\n\r\n"
        transport.write(b"HTTP/1.1 200 OK\r\n" + head + end + body)
        cycle.message_event.set()
        if not cycle.keep_alive:
            transport.close()
        cycle.on_response()
        return True


class HeadGuard(HttpToolsProtocol):
    """Uvicorn's protocol with a clock and a measure for heads, and a clock for readers."""

    silence = 10.0  # seconds for the first line and all headers
    room: Room | None = None
    patience = 45.0  # seconds in which a reader must take something of what it was sent

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Expect a head from the beginning on."""
        super().connection_made(transport)
        self.size = self.measured = 0
        self.expecting = True  # a head, or the rest of one
        self.timer: asyncio.TimerHandle | None = None
        self.stalled: asyncio.TimerHandle | None = None
        self.listener: Listener | None = None
        transport.get_extra_info("socket").setsockopt(
            socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES
        )
        self.refused = self.room is not None and self.room.full
        if self.room is not None and self.refused:
            self.room.say()
            if self.room.beyond:
                self.turn_away()
                return
        self.expect_head()

    def turn_away(self) -> None:
        """Say that there is no room, and hang up."""
        self.transport.write(FULL)
        self.transport.close()

    def expect_head(self) -> None:
        """Begin to count."""
        if self.timer is None:
            self.size = 0
            self.timer = self.loop.call_later(self.silence, self.transport.abort)

    def stop_counting(self) -> None:
        """A head is there, or nobody is."""
        self.expecting = False
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def on_url(self, url: bytes) -> None:
        """Measure the address, which is part of the head."""
        super().on_url(url)
        self.measure(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        """Measure a header, also of a head that comes whole, in one piece."""
        super().on_header(name, value)
        self.measure(len(name) + len(value))

    def measure(self, more: int) -> None:
        """Refuse a head beyond its measure; the parser goes no further."""
        self.measured += more
        if self.measured > HEAD_BYTES:
            raise ValueError("a head that is too large")  # answered with 400, and the end

    def data_received(self, data: bytes) -> None:
        """Read; what still belongs to a head must not grow beyond its measure."""
        if self.refused:  # heard first: who hangs up on unread words takes its own back
            self.turn_away()
            return
        super().data_received(data)
        if self.expecting:  # most heads come whole: they need no clock
            self.expect_head()
            self.size += len(data)
            if self.size > HEAD_BYTES:
                self.transport.abort()

    def on_message_begin(self) -> None:
        """Expect the head of a further request on the same connection."""
        super().on_message_begin()
        self.expecting = True
        self.measured = 0

    def on_headers_complete(self) -> None:
        """Let the request go on."""
        self.stop_counting()
        super().on_headers_complete()  # the application begins in the next turn of the loop
        self.scope["extensions"] = {LINE: Straight(self)}  # type: ignore[dict-item]  # no dict

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave no clock behind."""
        self.stop_counting()
        self.stop_waiting()
        if self.listener is not None:
            self.listener.hang_up()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Begin to wait for a reader: more is on its way than there is room for."""
        super().pause_writing()
        self.wait_for_reader()

    def wait_for_reader(self) -> None:
        """Look again after a while how much is left to send."""
        self.stop_waiting()
        left = self.transport.get_write_buffer_size()
        self.stalled = self.loop.call_later(self.patience, self.look_at_reader, left)

    def look_at_reader(self, left: int) -> None:
        """Wait on for a reader that has taken something; cut off one that has not."""
        if self.transport.get_write_buffer_size() < left:
            self.wait_for_reader()
        else:
            self.transport.abort()  # to close it would mean to wait until the rest is sent

    def resume_writing(self) -> None:
        """Go on: the reader has made room."""
        self.stop_waiting()
        super().resume_writing()
        if self.listener is not None:
            self.listener.rouse()

    def stop_waiting(self) -> None:
        """The reader reads, or is gone."""
        if self.stalled is not None:
            self.stalled.cancel()
            self.stalled = None
