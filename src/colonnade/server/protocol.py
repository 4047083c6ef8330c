"""Connections whose heads come too slowly or too large are cut off; uvicorn would wait for ever.

Bodies are the guard's concern, in limits.py: no request reaches it without a whole head.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 10.0  # for the first line and all headers
HEAD_BYTES = 32 * 1024


class HeadGuard(HttpToolsProtocol):
    """Uvicorn's protocol with a clock and a measure for heads."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Expect a head from the beginning on."""
        super().connection_made(transport)
        self.size = 0
        self.timer: asyncio.TimerHandle | None = None
        self.expect_head()

    def expect_head(self) -> None:
        """Begin to count."""
        if self.timer is None:
            self.size = 0
            self.timer = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def stop_counting(self) -> None:
        """A head is there, or nobody is."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def data_received(self, data: bytes) -> None:
        """Read; what still belongs to a head must not grow beyond its measure."""
        super().data_received(data)
        if self.timer is not None:
            self.size += len(data)
            if self.size > HEAD_BYTES:
                self.transport.abort()

    def on_message_begin(self) -> None:
        """Expect the head of a further request on the same connection."""
        super().on_message_begin()
        self.expect_head()

    def on_headers_complete(self) -> None:
        """Let the request go on."""
        self.stop_counting()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave no clock behind."""
        self.stop_counting()
        super().connection_lost(exc)
