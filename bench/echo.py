"""A bare ASGI application: the least that any server on this machine and these libraries can cost.

`POST /echo` gives its body back. `GET /feed` follows, and `POST /tell` sends every follower of a
number as many bytes as the call asks for, as a move tells three feeds. bench/load.py runs it by
uvicorn, and by Granian where that is installed.
"""

from __future__ import annotations

import asyncio
import importlib
import sys
from collections import defaultdict
from typing import Any

import uvicorn
import uvloop

FOLLOWERS: dict[bytes, list[asyncio.Queue[bytes]]] = defaultdict(list)
JSON = [(b"content-type", b"application/json")]


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """The whole application."""
    if scope["type"] != "http":
        return
    if scope["method"] == "GET":
        await follow(scope["query_string"], send)
        return
    body = (await receive())["body"]
    if scope["path"] == "/tell":
        number, _, size = body.partition(b" ")
        event = b"event: table\nid: %b.0\ndata: %b\n\n" % (size, b"x" * int(size))
        for queue in FOLLOWERS[number]:
            queue.put_nowait(event)
    headers = [*JSON, (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def follow(number: bytes, send: Any) -> None:
    """Send what is told, for as long as somebody reads."""
    queue: asyncio.Queue[bytes] = asyncio.Queue()
    FOLLOWERS[number].append(queue)
    headers = [(b"content-type", b"text/event-stream")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"retry: 1000\n\n", "more_body": True})
    while True:
        event = await queue.get()
        await send({"type": "http.response.body", "body": event, "more_body": True})


def by_uvicorn(port: int) -> None:
    """Serve as Colonnade does."""
    uvicorn.run(
        echo,
        port=port,
        http="httptools",
        log_level="error",
        access_log=False,
        server_header=False,
        date_header=False,
        lifespan="off",
        ws="none",
        timeout_graceful_shutdown=1,
    )


def by_granian(port: int) -> None:
    """Serve by Granian, in this process, where somebody has installed it to compare."""
    embedded = importlib.import_module("granian.server.embed")
    server = embedded.Server(echo, address="127.0.0.1", port=port, interface="asginl")
    uvloop.run(server.serve())


if __name__ == "__main__":
    (by_granian if "granian" in sys.argv else by_uvicorn)(int(sys.argv[1]))
