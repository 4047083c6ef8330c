"""The guard: sizes, depth, encodings, slowness, origins, rates, headers, cookies, the key."""

from __future__ import annotations

import asyncio
import json
import socket
import stat
import time
from typing import Any

import pytest
import uvicorn

from colonnade.server.connections import HeadGuard
from colonnade.server.guard import Buckets, language_of, too_deep
from colonnade.server.settings import signing_key
from tests.cli.command import PATIENCE
from tests.server.client import Refused
from tests.server.conftest import Starter
from tests.server.running import Running, wait_for
from tests.server.test_conflicts import refused

pytestmark = pytest.mark.once
WISH = {"game": "pagoda", "seats": [{"kind": "me"}, {"kind": "open"}]}
WRITES = ("/api/tables", "/api/records", "/api/tables/x/moves", "/api/tables/x/seats/0/resign")


def test_large_bodies_are_cut_off(server: Running) -> None:
    """By their announced length at once, and by what really comes."""
    anne = server.client()
    found = refused(anne.post, "/api/tables", b" " * 70_000, content_type="application/json")
    assert (found.status, found.kind) == (413, "TooLarge")
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as raw:
        head = b"POST /api/records HTTP/1.1\r\nhost: localhost\r\n"
        raw.sendall(head + b"content-length: 524289\r\n\r\n")
        assert b" 413 " in raw.recv(4096).splitlines()[0]
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as raw:
        raw.sendall(
            b"POST /api/tables HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
            b"transfer-encoding: chunked\r\n\r\n"
        )
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            pour(raw, b"1000\r\n" + b" " * 4096 + b"\r\n")


def pour(raw: socket.socket, part: bytes) -> None:
    """Send the same again and again."""
    for _ in range(4000):
        raw.sendall(part)


def test_deep_bodies_are_refused(server: Running) -> None:
    """Brackets inside strings do not count."""
    assert too_deep(b"[" * 33, 32)
    assert not too_deep(b"[" * 32 + b"]" * 32, 32)
    assert not too_deep(json.dumps({"a": '[[[["\\"[['}).encode(), 2)
    found = refused(
        server.client().post, "/api/tables", b"[" * 5000, content_type="application/json"
    )
    assert (found.status, found.kind) == (400, "TooDeep")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe{",
        b'{"game": "\xff"}',
        b"null",
        b"3",
        "{}".encode("utf-16"),
        b'{"a":NaN}',
    ],
)
def test_bodies_that_are_no_json(server: Running, body: bytes) -> None:
    """Wrong text, wrong encoding, wrong shape: 400, and the server lives."""
    found = refused(server.client().post, "/api/tables", body, content_type="application/json")
    assert (found.status, found.kind) == (400, "BadRequest")


def test_types_that_any_page_could_send(server: Running) -> None:
    """A form or plain text is no JSON, whatever it contains."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        raw = json.dumps(WISH).encode()
        found = refused(server.client().post, "/api/tables", raw, content_type=kind)
        assert (found.status, found.kind) == (415, "WrongType")


def test_slow_bodies_are_cut_off(starter: Starter) -> None:
    """A body that never comes to its end is not waited for."""
    running = starter(body_seconds=0.2)
    with socket.create_connection(("127.0.0.1", running.port), PATIENCE) as raw:
        raw.sendall(
            b"POST /api/tables HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
            b"content-length: 100\r\n\r\n{"
        )
        answer = raw.recv(4096)
        assert b" 408 " in answer.splitlines()[0]
    assert running.client().get("/api/games")


def test_large_heads_are_cut_off(server: Running) -> None:
    """A head that grows and grows ends the connection."""
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as raw:
        raw.sendall(b"GET /api/games HTTP/1.1\r\nhost: localhost\r\n")
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            pour(raw, b"x-more: " + b"y" * 4000 + b"\r\n")


def test_slow_heads_are_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who connects and does not finish a head is not waited for; who does, is left in peace."""
    guards: list[HeadGuard] = []
    clocks: list[Any] = []

    async def scene() -> list[bytes]:
        class Known(HeadGuard):
            def connection_made(self, transport: Any) -> None:
                super().connection_made(transport)
                guards.append(self)

        async def app(scope: Any, receive: Any, send: Any) -> None:
            clocks.append(guards[-1].timer)  # what would cut it off
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body", "body": b""})

        config = uvicorn.Config(app, port=0, http=Known, lifespan="off", log_config=None)
        server = uvicorn.Server(config)
        task = asyncio.create_task(server._serve())
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        found = []
        whole = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"
        for head, seconds in ((b"", 0.1), (b"GET / HT", 0.1), (whole, PATIENCE)):
            monkeypatch.setattr(HeadGuard, "silence", seconds)
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(head)
            try:
                found.append(await asyncio.wait_for(reader.read(12), PATIENCE))
            except ConnectionResetError:
                found.append(b"")
            writer.close()
        server.should_exit = True
        await task
        return found

    assert asyncio.run(scene()) == [b"", b"", b"HTTP/1.1 204"]
    assert clocks == [None]


@pytest.mark.parametrize("path", WRITES)
def test_writes_of_other_sites_are_refused(server: Running, path: str) -> None:
    """An origin that is not ours, and what browsers say about cross-site requests."""
    anne = server.client()
    for headers in (
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
        {"origin": "http://["},
        {"origin": server.address.replace("http", "https")},
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
    ):
        found = refused(anne.post, path, WISH, **headers)
        assert (found.status, found.kind) == (403, "NotAllowed")


def test_our_own_page_may_write(server: Running) -> None:
    """The same origin passes."""
    anne = server.client()
    fine = {"origin": server.address, "sec_fetch_site": "same-origin"}
    assert anne.post("/api/tables", WISH, **fine)["id"]


def test_rate_limit(starter: Starter) -> None:
    """A client that asks too often is told when to come back; then it may."""
    running = starter(rate=1.0, burst=5.0)
    anne = running.client()
    for _ in range(5):
        anne.get("/api/games")
    # However slow this machine is, it asks more often than once a second.
    found = refused(lambda: [anne.get("/api/games") for _ in range(1000)])
    assert (found.status, found.kind) == (429, "TooMany")
    assert found.headers["retry-after"] == "1"
    told = time.monotonic()
    wait_for(lambda: time.monotonic() > told + 1)
    anne.get("/api/games")


def test_feeds_of_one_client_are_counted(starter: Starter) -> None:
    """Too many open feeds are refused; a closed one makes room."""
    running = starter(feeds=2)
    anne = running.client()
    table = anne.make("pagoda", "me", "open")["id"]
    feeds = [anne.feed(table) for _ in range(2)]
    assert refused(running.client().feed, table).kind == "TooMany"
    feeds[0].close()

    def room() -> bool:
        try:
            anne.feed(table).close()
        except Refused:
            return False
        return True

    wait_for(room)
    feeds[1].close()


def test_buckets_forget_old_clients() -> None:
    """Memory stays bounded however many clients there are."""
    buckets = Buckets(0.001, 2.0)
    for number in range(10_050):
        assert buckets.take(str(number)) == 0
    assert len(buckets.clients) == 10_000
    assert buckets.take("10049") == 0
    assert buckets.take("10049") > 0
    assert Buckets(1.0, 5.0).take("x", 20.0) == 0  # no request costs more than there can be


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/nothing", "/api/docs", "/table/x"])
def test_headers_on_every_answer(server: Running, path: str) -> None:
    """Errors have them too; no page loads anything from elsewhere."""
    anne = server.client()
    try:
        body = anne.get(path)
    except Refused:
        body = ""
    policy = anne.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert anne.headers["x-content-type-options"] == "nosniff"
    assert anne.headers["referrer-policy"] == "no-referrer"
    assert anne.headers["cache-control"] == "no-store"
    assert "server" not in anne.headers
    assert "<script" not in str(body)
    assert "https://" not in str(body)


def test_pages_speak_two_languages(server: Running) -> None:
    """The front page says what is here."""
    assert "The server runs" in server.client().get("/")
    assert "Le serveur tourne" in server.client().get("/", accept_language="fr")
    assert language_of("fr;q=x, xx, en;q=0.1") == "en"


def test_cookies(server: Running) -> None:
    """Http-only, same-site, signed, for a year; secure where the connection is."""
    anne = server.client()
    anne.make("pagoda", "me", "open")
    flags = {flag.strip().lower() for flag in anne.set_cookie.split(";")[1:]}
    assert {"httponly", "samesite=strict", "path=/"} <= flags
    assert any(flag.startswith("max-age=") for flag in flags)
    assert "secure" not in flags
    anne.set_cookie = ""
    anne.make("pagoda", "me", "open")
    assert anne.set_cookie == ""
    ben = server.client()
    ben.post("/api/tables", WISH, x_forwarded_proto="https")
    assert "secure" in ben.set_cookie.lower()


def test_the_key_is_for_its_owner(server: Running, tmp_path: Any) -> None:
    """Made once, with owner-only rights, never logged."""
    path = server.data / "signing.key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(server.data.stat().st_mode) == 0o700
    assert path.read_bytes().hex() not in server.log()
    first = signing_key(tmp_path / "new")
    assert len(first) == 32
    assert signing_key(tmp_path / "new") == first
    assert [item.name for item in (tmp_path / "new").iterdir()] == ["signing.key"]


def test_unknown_addresses_and_methods(server: Running) -> None:
    """Typed errors, too."""
    anne = server.client()
    assert refused(anne.get, "/api/nothing").kind == "NoPage"
    found = refused(anne.call, "DELETE", "/api/tables")
    assert (found.status, found.kind) == (405, "NoMethod")
