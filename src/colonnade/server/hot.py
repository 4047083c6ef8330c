"""The two calls that come all the time, a move and a feed, answered past the framework.

The framework has both as well (routes.py): it documents them, and it answers whatever is not plain
here, be it another spelling, a body that does not fit or any refusal. So what goes wrong is told
by one voice, and what goes well costs no more than it must. The guard stands before both.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import msgspec
from litestar import Litestar

from colonnade.server.errors import NoTable
from colonnade.server.feed import read_event_id
from colonnade.server.guard import HEADERS, UNKEPT, Scope
from colonnade.server.lines import Chorus, LineReader, line_of
from colonnade.server.moving import make_move
from colonnade.server.observed import ANSWERED, NUMBER
from colonnade.server.phrases import Talk
from colonnade.server.requests import PROBLEM, cookie_of, known_table
from colonnade.server.seats import COOKIE, may_see
from colonnade.server.tables import Tables
from colonnade.server.terms import Terms, terms_of
from colonnade.server.wishes import MoveWish

BEGINNING = "/api/tables/"
MOVES, FEED = "/moves", "/feed"
TEMPLATES = {ending: f"{BEGINNING}{{table_id}}{ending}" for ending in (MOVES, FEED)}
WISH = msgspec.json.Decoder(MoveWish)
DONE = msgspec.json.Encoder()
SINCE = re.compile(rb"since=([0-9.]{1,40})")
PLAIN_ID = re.compile(r"[0-9.]{0,40}")
JSON = (b"content-type", b"application/json")
FEED_HEAD = [(b"x-accel-buffering", b"no"), (b"content-type", b"text/event-stream; charset=utf-8")]
REST = [UNKEPT, *HEADERS]  # which the guard gives to all answers


def spelled(headers: list[tuple[bytes, bytes]]) -> bytes:
    """Headers as they are sent."""
    return b"".join([b"%b: %b\r\n" % header for header in headers])


SPELLED_REST = spelled(REST)


class HotCall(NamedTuple):
    """A call that is answered here, if nothing about it is unusual."""

    way: Hot
    ending: str
    table_id: str
    terms: Terms


class Hot:
    """Answers moves and feeds of one application."""

    def __init__(self, app: Litestar) -> None:
        self.tables: Tables = app.state.tables
        self.talk: Talk = app.state.talk
        self.chorus = Chorus()
        self.terms = {
            (method, ending): terms_of(app, method, f"{BEGINNING}x{ending}")
            for method, ending in (("POST", MOVES), ("GET", FEED))
        }

    def find(self, method: str, path: str) -> HotCall | None:
        """The call that a request means, if it is one of these and spelled plainly."""
        if not path.startswith(BEGINNING):
            return None
        table_id, slash, rest = path[len(BEGINNING) :].partition("/")
        terms = self.terms.get((method, slash + rest))
        if terms is None or not table_id:
            return None
        return HotCall(self, slash + rest, table_id, terms)

    async def answer(
        self, call: HotCall, scope: Scope, headers: dict[bytes, str], body: bytes, send: Any
    ) -> bool:
        """Answer a call; False leaves it to the framework, perhaps with what went wrong."""
        scope["path_template"] = TEMPLATES[call.ending]
        cookie = plain_cookie(headers)
        if cookie is None or len(headers) != len(scope["headers"]):  # a header came twice
            return False
        done: bytes | None = None
        reader: LineReader | None = None
        try:
            if call.ending == MOVES:
                done = await self.move(call.table_id, cookie, body)
            else:
                reader = await self.open(call.table_id, cookie, scope, headers)
        except Exception as problem:
            scope[PROBLEM] = problem
        if done is not None:
            length = (b"content-length", b"%d" % len(done))
            head = [JSON, length, *self.renewed(cookie, scope)]
            line, number = line_of(scope), scope.get(NUMBER)
            numbered = spelled([*head, number] if number else head)
            if line is not None and line.answer(numbered + SPELLED_REST, done):
                scope[ANSWERED] = 200  # nobody else has seen it
            else:
                head += REST
                await send({"type": "http.response.start", "status": 200, "headers": head})
                await send({"type": "http.response.body", "body": done})
        elif reader is not None:
            head = [*FEED_HEAD, *self.renewed(cookie, scope), *REST]
            await send({"type": "http.response.start", "status": 200, "headers": head})
            if await reader.follow(self.tables.settings.limits.heartbeat):
                await send({"type": "http.response.body", "body": b""})
        return done is not None or reader is not None

    async def move(self, table_id: str, cookie: str, body: bytes) -> bytes | None:
        """Make a move, and say so once it is saved."""
        try:
            wish = WISH.decode(body)
        except msgspec.MsgspecError:
            return None
        device = self.tables.devices.read(cookie)
        return DONE.encode(await make_move(self.tables, table_id, device, wish))

    async def open(
        self, table_id: str, cookie: str, scope: Scope, headers: dict[bytes, str]
    ) -> LineReader | None:
        """A reader on the line of this connection, if it has one."""
        line, query, last = line_of(scope), scope["query_string"], headers.get(b"last-event-id", "")
        asked = SINCE.fullmatch(query)
        if line is None or (query and not asked) or not PLAIN_ID.fullmatch(last):
            return None
        tables = self.tables
        table = await known_table(tables, table_id)
        if not may_see(table, tables.devices.read(cookie)):
            raise NoTable()
        await self.talk.fill(table)
        since = read_event_id(last or (asked[1].decode() if asked else ""))
        device = tables.devices.read(cookie)
        reader = LineReader(tables.feed(table), device, since, line, self.chorus)
        reader.closing = tables.closing
        return reader

    def renewed(self, cookie: str, scope: Scope) -> list[tuple[bytes, bytes]]:
        """The fresh cookie of a device whose own is old, as a header."""
        fresh = self.tables.devices.renewed(cookie)
        if fresh is None:
            return []
        return [(b"set-cookie", cookie_of(fresh, scope["scheme"]).to_header(header="").encode())]


def plain_cookie(headers: dict[bytes, str]) -> str | None:
    """The cookie that names a device, or "" if there is none; None if it is spelled oddly."""
    found = ""
    for part in headers.get(b"cookie", "").split(";"):
        name, _, value = part.partition("=")
        if name.strip() == COOKIE:
            found = value.strip()
    return None if '"' in found or "%" in found else found
