"""The calls of who looks after a server: whether it lives, whether it is ready, what it measures.

Whether it lives and is ready may be known by all. What it measures is for who can read its data
folder: they find the token there.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from pathlib import Path
from typing import Literal

import msgspec
from litestar import Response, get
from sqlalchemy import Connection, text

from colonnade.server.errors import NoToken, StoreAway
from colonnade.server.measures import Measures
from colonnade.server.requests import RESPONSES, Call, tables_of
from colonnade.server.settings import made_once
from colonnade.server.terms import terms

TOKEN_FILE = "metrics.token"
READY_SECONDS = 3.0  # in which a store that is well has long answered
BEARER = "bearer "
TEXT = "text/plain; version=0.0.4; charset=utf-8"


class Health(msgspec.Struct, frozen=True):
    """How a server is; who is not well answers 503 instead."""

    status: Literal["live", "ready"]


def metrics_token(data: Path) -> str:
    """The token of who may read measures; made on the first start, for its owner's eyes only."""
    return made_once(data / TOKEN_FILE, secrets.token_urlsafe(24).encode()).decode().strip()


def touch(connection: Connection) -> None:
    """Ask the store for nothing."""
    connection.execute(text("SELECT 1"))


@get("/health/live", responses=RESPONSES, opt=terms(vital=True), summary="Whether it lives")
async def live() -> Health:
    """The process answers; it need not be ended."""
    return Health("live")


@get(
    ["/health", "/health/ready"],
    responses=RESPONSES,
    opt=terms(vital=True),
    summary="Whether it is ready",
)
async def ready(request: Call) -> Health:
    """It can read and write what it keeps; 503 while it cannot, or closes."""
    tables = tables_of(request)
    if tables.closing:
        raise StoreAway(seconds=2)
    try:
        async with asyncio.timeout(READY_SECONDS):
            await tables.store.read(touch)
            await tables.store.write(touch)
    except TimeoutError:
        raise StoreAway(seconds=2) from None
    return Health("ready")


@get(
    "/metrics",
    responses=RESPONSES,
    opt=terms(vital=True),
    media_type="text/plain",
    summary="Measures",
)
async def metrics(request: Call) -> Response[bytes]:
    """What Prometheus reads, with the token in the data folder as `Authorization: Bearer`."""
    said = request.headers.get("authorization", "")
    token: str = request.app.state.metrics_token
    given = said[len(BEARER) :] if said.lower().startswith(BEARER) else ""
    if not hmac.compare_digest(given.encode(), token.encode()):
        raise NoToken(file=TOKEN_FILE)
    measures: Measures = tables_of(request).measures
    return Response(measures.told(), media_type=TEXT)


HEALTH_ROUTES = (live, ready, metrics)
