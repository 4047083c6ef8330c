"""Packs answers of the API that are worth it, by gzip, for clients that read it.

A table's moves repeat each other: packed, a finished table takes a tenth. What is packed can be
read from its length, where somebody else's words are in it who can have it sent again and again
and who hears how long it is (BREACH). So two kinds of answers go plain:

- feeds: a rival's new name makes the server send, beside it, a hand that is not for the rival;
- answers with a token, of an invitation or a personal link.

Their routes say so, by PLAIN. The rest is sent only when its own reader asks, and other sites
cannot make a reader's browser ask with its cookie, which is strict.
"""

from __future__ import annotations

import gzip
from functools import lru_cache
from typing import Any

from litestar.datastructures import MutableScopeHeaders
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from colonnade.server.bundle import takes_gzip

PLAIN = {"plain": True}  # the options of a route whose answers stay as they are
WORTH = 1000  # bytes: less than one packet of the network saves nothing
LEVEL = 6  # a finished table: half a millisecond; level 9 would take three times that
KEPT = 64  # answers, some kilobytes each: many watchers are told the same


@lru_cache(KEPT)
def packed(body: bytes) -> bytes:
    """An answer as it is sent; the same one again costs nothing."""
    return gzip.compress(body, LEVEL, mtime=0)


class Packing(ASGIMiddleware):
    """Around all routes: JSON that comes whole goes out packed."""

    exclude_opt_key = "plain"

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Hold the head of an answer back until its body shows what becomes of it."""
        head: Any = None

        async def send_packed(message: Any) -> None:
            nonlocal head
            if message["type"] == "http.response.start":
                head = message
                return
            if head is not None:
                start, head = head, None
                if len(message.get("body", b"")) >= WORTH and not message.get("more_body", False):
                    start, message = pack(scope, start, message)
                await send(start)
            await send(message)

        await next_app(scope, receive, send_packed)


def pack(scope: Scope, start: Any, body: Any) -> tuple[Any, Any]:
    """Head and body of an answer as this client reads it."""
    headers = MutableScopeHeaders.from_message(start)
    is_json = headers.get("content-type", "").startswith("application/json")
    if not is_json or "content-encoding" in headers:
        return start, body
    headers["vary"] = "accept-encoding"
    asked = b",".join(value for name, value in scope["headers"] if name == b"accept-encoding")
    if not takes_gzip(asked.decode("latin-1")):
        return start, body
    small = packed(body["body"])
    headers["content-encoding"] = "gzip"
    headers["content-length"] = str(len(small))
    return start, {**body, "body": small}
