"""The fast way of moves and feeds answers as the framework does: byte for byte, in every case."""

from __future__ import annotations

import http.client
import json
import time
from contextlib import closing
from typing import Any

import pytest

from colonnade.server.seats import Devices
from colonnade.server.settings import signing_key
from tests.cli.command import PATIENCE
from tests.server.client import Client
from tests.server.running import Running

pytestmark = pytest.mark.once
# Spelled plainly, and so that the framework answers.
WAYS = ("/api/tables/{0}", "//api/tables/{0}")
JSON = {"content-type": "application/json"}
ANY = {"ply": 4, "move": "draw red hand"}
Answer = tuple[int, list[tuple[str, str]], bytes]


def ask(client: Client, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
    """Status, headers and body of an answer; of a feed, its first two events."""
    with closing(http.client.HTTPConnection(client.host, timeout=PATIENCE)) as connection:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        if answer.status == 200 and method == "GET":
            found = b"".join(answer.readline() for _ in range(6))
            answer.close()
        else:
            found = answer.read()
        sent = [header for header in answer.getheaders() if header[0] != "x-request-id"]
        return answer.status, sent, found


def both(client: Client, method: str, ending: str, body: Any, **headers: str) -> Answer:
    """Ask in both ways; returns the one answer."""
    table = client.make("pagoda", "me", "device")["id"]
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    sent = {"cookie": client.cookie}
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    found = [ask(client, method, way.format(table) + ending, raw, sent) for way in WAYS]
    assert found[0] == found[1]
    return found[0]


@pytest.mark.parametrize(
    ("body", "status", "error"),
    [
        (b"", 400, "BadRequest"),
        (b"{", 400, "BadRequest"),
        (b"[]", 400, "BadRequest"),
        ({"ply": 4}, 400, "BadRequest"),
        ({"ply": "4", "move": "x"}, 400, "UnknownMove"),  # which it reads as a number
        ({"ply": -1, "move": "x"}, 400, "BadRequest"),
        ({"ply": 4, "move": "x" * 2000}, 400, "BadRequest"),
        (ANY | {"more": 1}, 400, "BadRequest"),
        (ANY | {"seat": 9}, 400, "BadRequest"),
        ({"ply": 4, "move": "walk on water"}, 400, "UnknownMove"),
        (ANY | {"ply": 3}, 409, "StalePly"),
        (ANY | {"seat": 1}, 409, "NotYourTurn"),
        ({"ply": 4, "move": "column 5 blue rice blue hand hand"}, 409, "IllegalMove"),
    ],
)
def test_refusals_of_moves(server: Running, body: Any, status: int, error: str) -> None:
    """Everything that can be wrong with a move, in both languages."""
    client = server.client()
    client.make("pagoda", "me", "device")
    for lang in ("en", "fr"):
        found = both(client, "POST", "/moves", body, accept_language=lang, **JSON)
        assert (found[0], json.loads(found[2])["error"]) == (status, error)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"content-type": "text/plain"}, 415),
        ({"origin": "https://elsewhere.example"} | JSON, 403),
        ({"host": "elsewhere.example"} | JSON, 421),
        ({"cookie": "colonnade_device=nobody"} | JSON, 403),
        ({"cookie": ""} | JSON, 403),
        ({"cookie": 'colonnade_device="quoted%20"; a=b'} | JSON, 403),
    ],
)
def test_refusals_of_the_guard(server: Running, headers: dict[str, str], status: int) -> None:
    """Types, origins, names and devices."""
    client = server.client()
    client.make("pagoda", "me", "device")
    assert both(client, "POST", "/moves", ANY, **headers)[0] == status


def test_what_nobody_has(server: Running) -> None:
    """A table that is not there, and a method that is not meant."""
    client = server.client()
    for ending, method, status in (
        ("/moves", "POST", 404),
        ("/feed", "GET", 404),
        ("/moves", "GET", 405),
        ("/feed", "POST", 405),
        ("/moves/more", "POST", 405),
    ):
        wish = b"" if method == "GET" else body(ANY)
        found = [ask(client, method, way.format("x") + ending, wish, JSON) for way in WAYS]
        assert found[0] == found[1]
        assert found[0][0] in (status, 404), ending


def test_moves_that_are_made(server: Running) -> None:
    """The same head and the same shape; the move is there for everybody."""
    client = server.client()
    table = client.make("pagoda", "me", "device")["id"]
    found = []
    for way in WAYS:
        seen = client.look(table)
        wish = {"ply": seen["ply"], "move": seen["offers"][0]["words"]}
        sent = {"cookie": f"a=b; {client.cookie}"} | JSON
        found.append(ask(client, "POST", way.format(table) + "/moves", body(wish), sent))
        told = json.loads(found[-1][2])
        assert told == {"ply": client.look(table)["ply"], "revision": 0}
    assert found[0][:2] == found[1][:2]


def body(wish: Any) -> bytes:
    """A wish as it is sent."""
    return json.dumps(wish).encode()


@pytest.mark.parametrize(
    ("query", "last"),
    [
        ("", ""),
        ("?since=2.0", ""),
        ("?since=2.0", "3.0"),
        ("?since=9999.0", ""),
        ("?since=x", ""),
        ("?since=", ""),
        ("?other=1", ""),
        ("", "4.0"),
        ("", "x" * 30),
        ("", "4.0.0"),
    ],
)
def test_feeds_begin_alike(server: Running, query: str, last: str) -> None:
    """The same head, and the same first event for the same place."""
    client = server.client()
    table = client.make("pagoda", "me", "device")["id"]
    sent = {"cookie": client.cookie} | ({"last-event-id": last} if last else {})
    if last == "4.0":  # nothing is new: then there is no event to wait for
        sent["last-event-id"] = "3.0"
    found = [ask(client, "GET", way.format(table) + f"/feed{query}", b"", sent) for way in WAYS]
    assert found[0] == found[1]
    assert b"event: table\nid: 4.0\n" in found[0][2]


@pytest.mark.parametrize(
    "query", ["?since=" + "1" * 41, "?since=1.0&since=2.0", "?since=%31.0", "?%73ince=1.0"]
)
def test_feeds_that_are_asked_for_oddly(server: Running, query: str) -> None:
    """Whatever the framework makes of it, the fast way does not know better."""
    client = server.client()
    table = client.make("pagoda", "me", "device")["id"]
    sent = {"cookie": client.cookie}
    found = [ask(client, "GET", way.format(table) + f"/feed{query}", b"", sent) for way in WAYS]
    assert found[0] == found[1]


def test_old_cookies_are_renewed_both_ways(server: Running) -> None:
    """A device that comes back after a month gets a fresh cookie with a move and with a feed."""
    client = server.client()
    table = client.make("pagoda", "me", "device")["id"]
    devices = Devices(signing_key(server.data))
    device = devices.read(client.cookie.partition("=")[2])
    old = devices.signer.sign(f"{device}:{int(time.time() // 86400) - 60}").decode()
    sent = {"cookie": f"colonnade_device={old}"} | JSON
    for way in WAYS:
        seen = client.look(table)
        wish = {"ply": seen["ply"], "move": seen["offers"][0]["words"]}
        moved = ask(client, "POST", way.format(table) + "/moves", body(wish), sent)
        followed = ask(client, "GET", way.format(table) + "/feed", b"", sent)
        for status, headers, _ in (moved, followed):
            assert status == 200
            assert dict(headers)["set-cookie"].startswith("colonnade_device=")
            assert "httponly" in dict(headers)["set-cookie"].lower()
