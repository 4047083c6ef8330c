"""Around everything that answers: each request gets a number, is counted, and may be logged.

What is counted is decided in measures.py, how it is written in logs.py.
"""

from __future__ import annotations

import itertools
import secrets
import time
from collections.abc import MutableMapping
from typing import Any

from colonnade.server.logs import REQUEST, note_request
from colonnade.server.measures import METHODS, NO_ROUTE, Measures

HEADER = b"x-request-id"
PROCESS, COUNT = secrets.token_hex(4), itertools.count(1)  # numbers that no other process has
NUMBER = "colonnade.number"  # in a request's scope: its number, as a header
ANSWERED = "colonnade.answered"  # the status of an answer that was written past all others
FEED = "/feed"  # how the route of answers that never end does


class Observed:
    """An ASGI application around another."""

    def __init__(self, app: Any, measures: Measures) -> None:
        self.app = app
        self.measures = measures

    async def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        """Let a request through, and note what became of it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        number, status, began = f"{PROCESS}-{next(COUNT):x}", 0, time.perf_counter()
        header = scope[NUMBER] = (HEADER, number.encode())

        async def noting(message: MutableMapping[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), header]
            await send(message)

        before = REQUEST.set(number)
        try:
            await self.app(scope, receive, noting)
        finally:
            route = scope.get("path_template") or NO_ROUTE
            status = scope.get(ANSWERED, status)
            method = scope["method"] if scope["method"] in METHODS else "other"
            seconds = time.perf_counter() - began
            self.measures.answered(method, route, status, seconds, route.endswith(FEED))
            note_request(method, route, status, began)
            REQUEST.reset(before)
