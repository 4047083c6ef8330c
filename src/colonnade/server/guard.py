"""The guard in front of the application: rates, names, origins, sizes, and headers on all answers.

It reads a body whole before the application sees it, so that neither size, depth nor slowness can
hurt anything behind it.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterable, MutableMapping
from http.cookies import SimpleCookie
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec

from colonnade.contract.errors import ColonnadeError
from colonnade.locales import LANGUAGES
from colonnade.server.bot_queries import bot_device, bot_token
from colonnade.server.errors import (
    BadRequest,
    NoBot,
    NoPage,
    NoRoom,
    NotAllowed,
    NotForBots,
    TooDeep,
    TooLarge,
    TooMany,
    TooSlow,
    WrongType,
    status_of,
)
from colonnade.server.hosts import Names
from colonnade.server.lines import Line, line_of
from colonnade.server.room import Room
from colonnade.server.seats import COOKIE
from colonnade.server.settings import Settings
from colonnade.server.terms import Terms, client_of, terms_of
from colonnade.server.wire import Problem

if TYPE_CHECKING:
    from colonnade.server.hot import Hot

Scope = MutableMapping[str, Any]
BOT = "colonnade.bot"  # in a scope: who asks has shown a bot's token
WRONG = 20.0  # what a wrong token costs, in requests
CLIENTS = 10_000  # remembered for the rate limit, at most
READS = ("GET", "HEAD", "OPTIONS")


def policy(styles: Iterable[str] = (), scripts: Iterable[str] = ()) -> str:
    """What a browser may do with an answer; what stands in a document itself, by its hashes."""
    known = "".join(f" 'sha256-{style}'" for style in styles)
    run = "".join(f" 'sha256-{script}'" for script in scripts)
    return (
        f"default-src 'none'; script-src 'self'{run}; style-src 'self'{known}; "
        "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
        "worker-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )


HEADERS = (
    (b"content-security-policy", policy().encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
UNKEPT = (b"cache-control", b"no-store")  # but for the page's files, which say how long they hold


def language_of(header: str) -> str:
    """The language a client likes best of those we speak; else English."""
    best, choice = 0.0, "en"
    for part in header.split(",")[:20]:
        tag, _, weight = part.partition(";q=")
        try:
            liked = float(weight or 1)
        except ValueError:
            continue
        lang = tag.strip()[:2].lower()
        if lang in LANGUAGES and liked > best:
            best, choice = liked, lang
    return choice


def problem_body(problem: ColonnadeError, lang: str) -> bytes:
    """An error as it is sent."""
    kind = type(problem).__name__
    told = Problem(error=kind, text=problem.text(lang), fields=dict(problem.fields))
    return msgspec.json.encode(told)


def too_deep(body: bytes, most: int) -> bool:
    """Whether brackets are nested beyond a limit; those inside strings do not count."""
    depth = 0
    inside = escaped = False
    for byte in body:
        if inside:
            if escaped:
                escaped = False
            elif byte == 0x5C:
                escaped = True
            elif byte == 0x22:
                inside = False
        elif byte == 0x22:
            inside = True
        elif byte in b"[{":
            depth += 1
            if depth > most:
                return True
        elif byte in b"]}":
            depth -= 1
    return False


class Buckets:
    """How much each client may still ask: a bucket that fills at a steady rate."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.clients: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str, cost: float = 1.0) -> float:
        """Take what a request costs; returns 0, or the seconds to wait if too little is left."""
        now = time.monotonic()
        left, then = self.clients.pop(client, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.rate)
        cost = min(cost, self.burst)
        wait = 0.0 if left >= cost else (cost - left) / self.rate
        self.clients[client] = (left if wait else left - cost, now)
        if len(self.clients) > CLIENTS:
            self.clients.popitem(last=False)
        return wait

    def give(self, client: str, cost: float = 1.0) -> None:
        """Give back what a request took."""
        left, then = self.clients.get(client, (self.burst, time.monotonic()))
        self.clients[client] = (min(self.burst, left + cost), then)


class Guard:
    """An ASGI application around another."""

    def __init__(self, app: Any, settings: Settings, hot: Hot | None = None) -> None:
        self.app = app
        self.hot = hot  # what answers some calls faster
        self.limits = limits = settings.limits
        self.names = Names(settings)
        self.buckets = Buckets(limits.rate, limits.burst)
        self.feeds: dict[str, int] = {}
        self.room: Room | None = None  # of the server that it stands before

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Let a request through, or answer it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                sent = list(message.get("headers", []))
                if all(name.lower() != b"cache-control" for name, _ in sent):
                    sent.append(UNKEPT)
                own = {name.lower() for name, _ in sent}
                message["headers"] = [*sent, *(one for one in HEADERS if one[0] not in own)]
            await send(message)

        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        client = client_of(scope["client"][0]) if scope.get("client") else "-"
        call = self.hot.find(scope["method"], scope["path"]) if self.hot is not None else None
        terms = call.terms if call else terms_of(self.app, scope["method"], scope["path"])
        body = b""
        try:
            if not terms.vital:
                self.check_room(headers)
            self.check_rate(client, terms.cost)
            self.names.check(scope["headers"])
            if bot_token(headers) and scope["path"].startswith("/api/"):
                await self.let_in(scope, headers, client, terms)
            if "\0" in scope["path"]:  # no store knows a name with it, and not all can be asked
                raise NoPage()
            if scope["method"] not in READS:
                check_origin(scope, headers)
                body = await self.read_body(terms, headers, receive, line_of(scope))
                receive = replay(body, receive)
            if terms.feed:
                self.count_feed(client)
        except ColonnadeError as problem:
            await refuse(problem, headers, with_headers)
            return
        try:
            # The fast way knows the headers of all answers by heart.
            fast = call is not None and await call.way.answer(call, scope, headers, body, send)
            if not fast:
                await self.app(scope, receive, with_headers)
        finally:
            if terms.feed:
                self.uncount_feed(client)

    def check_room(self, headers: dict[bytes, str]) -> None:
        """Leave the last places to devices that are known."""
        if self.room is None or not self.room.crowded:
            return
        cookies = SimpleCookie(headers.get(b"cookie", ""))
        found = cookies.get(COOKIE)
        if found is None or self.app.state.tables.devices.read(found.value) is None:
            self.room.say()
            raise NoRoom(seconds=5)

    async def let_in(
        self, scope: Scope, headers: dict[bytes, str], client: str, terms: Terms
    ) -> None:
        """Take a bot's token for the cookie of its device: nothing behind here knows tokens."""
        tables = self.app.state.tables
        device = await bot_device(tables.store, bot_token(headers))
        if device is None:
            self.check_rate(client, WRONG)
            raise NoBot()
        if terms.people:
            raise NotForBots()
        headers[b"cookie"] = f"{COOKIE}={tables.devices.sign(device)}"
        others = [one for one in scope["headers"] if one[0].lower() != b"cookie"]
        scope["headers"] = [*others, (b"cookie", headers[b"cookie"].encode())]
        scope[BOT] = True

    def check_rate(self, client: str, cost: float) -> None:
        """Refuse a client that asks too often, or makes too much that stays."""
        wait = self.buckets.take(client, cost)
        if wait:
            raise TooMany(seconds=int(wait) + 1)

    def count_feed(self, client: str) -> None:
        """Count the open feeds of a client; there is an end to them."""
        if self.feeds.get(client, 0) >= self.limits.feeds:
            raise TooMany(seconds=5)
        self.feeds[client] = self.feeds.get(client, 0) + 1

    def uncount_feed(self, client: str) -> None:
        """Count one less."""
        self.feeds[client] -= 1
        if not self.feeds[client]:
            del self.feeds[client]

    async def read_body(
        self, terms: Terms, headers: dict[bytes, str], receive: Any, line: Line | None
    ) -> bytes:
        """Read the whole body within its limits."""
        upload = terms.upload
        most = self.limits.record if upload else self.limits.body
        if not headers.get(b"content-length", "0").isdecimal():
            raise BadRequest(why="content-length")
        if int(headers.get(b"content-length", "0")) > most:
            raise TooLarge(limit=most)
        kind = headers.get(b"content-type", "").partition(";")[0].strip().lower()
        # Most bodies come along with their heads: no clock is needed for them.
        found = None if line is None else line.body()
        body = await self.wait_for_body(receive, most) if found is None else found
        if len(body) > most:
            raise TooLarge(limit=most)
        # A type that needs no question from the browser could come from any page.
        if body and not upload and kind != "application/json":
            raise WrongType(kind=kind[:60] or "-")
        if not upload:
            check_text(body, self.limits.depth)
        return body

    async def wait_for_body(self, receive: Any, most: int) -> bytes:
        """Read a body to its end, in time, and not beyond its measure."""
        body = bytearray()
        try:
            async with asyncio.timeout(self.limits.body_seconds):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        break
                    body += message.get("body", b"")
                    if len(body) > most or not message.get("more_body", False):
                        break
        except TimeoutError:
            raise TooSlow(seconds=int(self.limits.body_seconds)) from None
        return bytes(body)


def check_text(body: bytes, depth: int) -> None:
    """Refuse a body that no decoder should see."""
    try:
        body.decode()
    except UnicodeDecodeError:
        raise BadRequest(why="UTF-8") from None
    # Most bodies have fewer brackets than may be nested: only others are looked at one by one.
    if body.count(b"[") + body.count(b"{") > depth and too_deep(body, depth):
        raise TooDeep(limit=depth)


def replay(body: bytes, receive: Any) -> Any:
    """A `receive` that gives a body once, then what comes after it."""
    given = False

    async def again() -> Any:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def check_origin(scope: Scope, headers: dict[bytes, str]) -> None:
    """Refuse a write that another site's page sends; programs without a page send no origin."""
    origin = headers.get(b"origin")
    if origin is not None:
        wanted = (scope.get("scheme", "http"), headers.get(b"host", ""))
        if origin_parts(origin) != wanted:
            raise NotAllowed()
    if headers.get(b"sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise NotAllowed()


def origin_parts(origin: str) -> tuple[str, str]:
    """Scheme and host of an origin; of nonsense, neither."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return "", ""
    return parts.scheme, parts.netloc


async def refuse(problem: ColonnadeError, headers: dict[bytes, str], send: Any) -> None:
    """Answer with an error, before the application is reached."""
    body = problem_body(problem, language_of(headers.get(b"accept-language", "")))
    sent = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    if "seconds" in problem.fields:
        sent.append((b"retry-after", str(problem.fields["seconds"]).encode()))
    status = status_of(problem)
    await send({"type": "http.response.start", "status": status, "headers": sent})
    await send({"type": "http.response.body", "body": body})
