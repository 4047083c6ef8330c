"""Limits belong to the route that answers: no spelling of an address walks around them."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from colonnade.server.app import create_app, guarded
from colonnade.server.guard import Guard
from colonnade.server.settings import make_settings
from colonnade.server.terms import Terms, client_of
from tests.cli.command import PATIENCE
from tests.server.conftest import Starter
from tests.server.running import Running
from tests.server.test_conflicts import refused

pytestmark = pytest.mark.once
# Every route that is not treated as usual.
SPECIAL = {
    ("POST", "/api/tables"): Terms(cost=4.0),
    ("GET", "/api/tables/{table_id}/feed"): Terms(feed=True),
    ("POST", "/api/tables/{table_id}/hint"): Terms(cost=20.0),
    ("POST", "/api/tables/{table_id}/rematch"): Terms(cost=4.0),
    ("POST", "/api/tables/{table_id}/other_game"): Terms(cost=4.0),
    ("POST", "/api/tables/{table_id}/code"): Terms(cost=4.0),
    ("POST", "/api/tables/{table_id}/phrases"): Terms(cost=2.0),
    ("GET", "/api/lobby"): Terms(cost=2.0),
    ("GET", "/api/lobby/feed"): Terms(feed=True),
    ("POST", "/api/pairing"): Terms(cost=4.0),
    ("POST", "/api/codes"): Terms(cost=4.0),
    ("POST", "/api/records"): Terms(cost=60.0, upload=True),
    ("POST", "/api/records/{record_id}/hint"): Terms(cost=20.0),
    ("POST", "/api/records/{record_id}/line"): Terms(cost=4.0),
    ("POST", "/api/records/{record_id}/analysis"): Terms(cost=60.0),
    ("POST", "/api/records/{record_id}/try"): Terms(cost=10.0),
    ("POST", "/api/records/{record_id}/play_on"): Terms(cost=8.0),
    ("PATCH", "/api/me"): Terms(cost=4.0),
    ("DELETE", "/api/me"): Terms(cost=20.0),
    ("POST", "/api/me/alone"): Terms(cost=4.0),
    ("GET", "/api/me/export"): Terms(cost=60.0),
    ("POST", "/api/me/devices"): Terms(cost=20.0),
    ("POST", "/api/me/links"): Terms(cost=20.0),
    ("POST", "/api/me/links/look"): Terms(cost=20.0),
    ("POST", "/api/me/recovery"): Terms(cost=20.0),
    ("POST", "/api/me/bots"): Terms(cost=20.0),
    ("POST", "/api/me/bots/{mark}/token"): Terms(cost=4.0),
    ("DELETE", "/api/me/bots/{mark}"): Terms(cost=20.0),
    ("GET", "/api/me/statistics"): Terms(cost=8.0),
    ("GET", "/api/players/{player_id}"): Terms(cost=4.0),
    ("GET", "/api/ratings"): Terms(cost=4.0),
    ("GET", "/api/tables/{table_id}/rating"): Terms(cost=2.0),
    ("GET", "/api/club"): Terms(cost=2.0),
    ("POST", "/api/club/look"): Terms(cost=4.0),
    ("POST", "/api/club/members"): Terms(cost=4.0),
    ("POST", "/api/club/invitations"): Terms(cost=4.0),
    ("POST", "/api/club/leagues"): Terms(cost=4.0),
    ("POST", "/api/club/leagues/{league_id}/games"): Terms(cost=4.0),
    ("GET", "/api/club/server"): Terms(cost=2.0),
    ("POST", "/api/club/copies"): Terms(cost=20.0),
    ("GET", "/api/club/tables"): Terms(cost=4.0),
    ("PUT", "/api/me/notices"): Terms(cost=4.0),
    ("PUT", "/api/me/notices/quiet"): Terms(cost=4.0),
    ("GET", "/preview/{lang}/{kind}/{name}"): Terms(cost=10.0),
    ("HEAD", "/preview/{lang}/{kind}/{name}"): Terms(cost=10.0),
}
# As the framework gets them: by then %2f is a slash.
SPELLINGS = ("{0}", "{0}/", "/{0}", "{0}//", "///{0}///")


class Spy:
    """The application that a guard keeps: it notes what comes through and answers nothing."""

    def __init__(self, guard: Guard) -> None:
        self.guard, self.taken, self.feeds = guard, 0.0, 0
        self.most = 0
        guard.buckets.take = self.take  # type: ignore[method-assign]
        guard.count_feed = self.feed  # type: ignore[method-assign, assignment]
        guard.read_body = self.body  # type: ignore[method-assign, assignment]

    def take(self, client: str, cost: float = 1.0) -> float:
        """Note what a request costs."""
        self.taken = cost
        return 0.0

    def feed(self, *_: Any) -> None:
        """Note that it was taken for a feed."""
        self.feeds = 1
        raise asyncio.CancelledError  # far enough

    async def body(self, terms: Terms, *_: Any) -> Any:
        """Note how its body would be read."""
        self.most = int(terms.upload)
        raise asyncio.CancelledError  # far enough

    async def ask(self, method: str, path: str) -> Terms:
        """How the guard treats a request."""
        self.feeds = self.most = 0
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "headers": [(b"host", b"localhost")],
            "client": ("192.0.2.7", 1),
            "query_string": b"",
        }
        try:
            async with asyncio.timeout(PATIENCE):
                await self.guard(scope, never, never)
        except asyncio.CancelledError:
            pass
        except Exception:  # what the application makes of it is not the question
            pass
        return Terms(cost=self.taken, upload=bool(self.most), feed=bool(self.feeds))


async def never(*_: Any) -> Any:
    """Nobody is there to send or to hear."""
    raise ConnectionError


@pytest.fixture(scope="module")
def guard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guard]:
    """A guard before a real application that is not opened."""
    settings = make_settings(data=tmp_path_factory.mktemp("guard"))
    app = create_app(settings)
    yield guarded(app, settings)
    app.state.tables.store.close()


def test_every_route_in_every_spelling(guard: Guard) -> None:
    """What a route costs, how its body is read and whether it is a feed: the same by any name."""
    spy = Spy(guard)
    asked = {}
    for route in guard.app.routes:
        path = re.sub(r"{(\w+)(:\w+)?}", r"{\1}", route.path)
        real = re.sub(r"{(seat|step)}", "0", path).replace("{name}", "x.png")
        real = re.sub(r"{\w+}", "x", real)
        for method in {*getattr(route, "methods", ()), "POST"}:
            found = {asyncio.run(spy.ask(method, one.format(real))) for one in SPELLINGS}
            assert len(found) == 1, (method, path, found)
            asked[(method, path)] = found.pop()
    assert len(asked) > 40
    assert {key: found for key, found in asked.items() if found != Terms()} == SPECIAL


@pytest.mark.parametrize(
    "path", ["/api/records/", "//api/records", "/api%2frecords", "/api/records"]
)
def test_spellings_over_the_wire(server: Running, path: str) -> None:
    """An upload is one by any name: it is read as a file, not as JSON."""
    found = refused(server.client().post, path, b" " * 70_000)
    assert (found.status, found.kind) == (400, "BadRecord")


@pytest.mark.parametrize("path", ["/feed/", "//feed", "%2ffeed"])
def test_feeds_are_counted_by_any_name(starter: Starter, path: str) -> None:
    """A second feed is refused however its address is spelled."""
    running = starter(feeds=1)
    anne = running.client()
    table = anne.make("pagoda", "me", "open")["id"]
    feed = anne.feed(table)
    assert refused(anne.get, f"/api/tables/{table}{path}").kind == "TooMany"
    feed.close()


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("fe80::1%eth0", "fe80::2", True),
        ("unix", "unix", True),
        ("unix", "other", False),
    ],
)
def test_one_network_is_one_client(one: str, other: str, same: bool) -> None:
    """Of IPv6 a house has a /64: all its addresses share one bucket."""
    assert (client_of(one) == client_of(other)) is same


def test_addresses_of_one_network_share_their_limit(starter: Starter) -> None:
    """Over the wire too: a fresh address of the same network buys nothing."""
    running = starter(rate=0.001, burst=5.0)
    anne = running.client()
    for number in range(5):
        anne.get("/api/games", x_forwarded_for=f"2001:db8::{number + 1}")
    assert refused(anne.get, "/api/games", x_forwarded_for="2001:db8::7").kind == "TooMany"
    anne.get("/api/games", x_forwarded_for="2001:db8:0:1::7")


@pytest.mark.parametrize("store", ["embedded", "postgresql"])
def test_no_name_has_a_zero_byte(
    starter: Starter, request: pytest.FixtureRequest, store: str
) -> None:
    """404 on both stores, wherever a name may stand."""
    database = "" if store == "embedded" else request.getfixturevalue("postgres")
    running = starter(database)
    anne = running.client()
    for path in ("/api/tables/%00", "/api/records/a%00b", "/table/%00", "/api/tables/%00/feed"):
        assert refused(anne.get, path).status == 404
    wish = {"ply": 0, "move": "x"}
    assert refused(anne.post, "/api/tables/%00/moves", wish).status == 404
    assert "failed" not in running.log()


@pytest.mark.parametrize("pieces", [1, 3])
def test_large_heads_are_refused_in_one_piece(server: Running, pieces: int) -> None:
    """40 kB of headers are refused, whether they come at once or bit by bit; 20 kB are read."""
    for size, status in ((40_000, b" 400 "), (20_000, b" 200 ")):
        with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as raw:
            line = b"x-more: " + b"y" * (size // 10) + b"\r\n"
            head = b"GET /api/games HTTP/1.1\r\nhost: localhost\r\n" + line * 10 + b"\r\n"
            step = len(head) // pieces + 1
            try:
                for start in range(0, len(head), step):
                    raw.sendall(head[start : start + step])
                answer = raw.recv(4096)
            except (ConnectionResetError, BrokenPipeError):
                answer = b" 400 "  # cut off while it was still being sent
        assert status in answer[:20]
