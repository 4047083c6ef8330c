"""Answers of the API packed by gzip: for whom, which, and which never."""

from __future__ import annotations

import gzip
import random
from http.client import HTTPConnection, HTTPMessage

import pytest

from colonnade.server.lesson_routes import LESSON_ROUTES
from colonnade.server.packing import PLAIN, WORTH
from colonnade.server.record_routes import RECORD_ROUTES
from colonnade.server.routes import ROUTES
from colonnade.server.seat_routes import SEAT_ROUTES
from tests.cli.command import PATIENCE
from tests.server.client import Client, play_out
from tests.server.running import Running

pytestmark = pytest.mark.once
WITH_TOKENS = ("Invitation", "TableMade", "Left")  # shapes that may carry one


@pytest.fixture(scope="module")
def ended(server: Running) -> tuple[Client, str]:
    """A finished table of two people on one device."""
    anne = server.client()
    table: str = anne.make("pagoda", "me", "device", options={"length": "fast"})["id"]
    play_out({0: anne, 1: anne}, table, random.Random(2))
    return anne, table


def ask(client: Client, path: str, accept: str) -> tuple[HTTPMessage, bytes]:
    """Headers and body of an answer as they come."""
    connection = HTTPConnection(client.host, timeout=PATIENCE)
    connection.request("GET", path, headers={"cookie": client.cookie, "accept-encoding": accept})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    assert answer.status == 200
    return answer.headers, body


@pytest.mark.parametrize("what", ["/api/tables/{}", "/api/records/{}", "/api/records/{}/moves"])
def test_a_finished_table_takes_a_fraction(ended: tuple[Client, str], what: str) -> None:
    """The same words for all, packed for those who read it, and the same bytes each time."""
    client, table = ended
    path = what.format(table)
    headers, plain = ask(client, path, "identity")
    assert "content-encoding" not in headers
    assert headers["vary"] == "accept-encoding"
    packed = set()
    for accept in ("gzip", "br, gzip;q=0.5", "GZIP, deflate", "*"):
        headers, body = ask(client, path, accept)
        assert headers.get_all("content-encoding") == ["gzip"]
        assert headers.get_all("content-length") == [str(len(body))]
        assert headers.get_all("vary") == ["accept-encoding"]
        assert headers.get_all("cache-control") == ["no-store"]
        assert gzip.decompress(body) == plain
        assert len(body) < len(plain) / 4
        packed.add(body)
    assert len(packed) == 1
    for accept in ("", "br", "gzip;q=0, identity"):
        headers, body = ask(client, path, accept)
        assert "content-encoding" not in headers
        assert body == plain


def test_little_answers_stay_as_they_are(server: Running) -> None:
    """One packet is one packet."""
    headers, body = ask(server.client(), "/api/mine", "gzip")
    assert len(body) < WORTH
    assert "content-encoding" not in headers
    assert "vary" not in headers


def test_a_feed_is_never_packed(ended: tuple[Client, str]) -> None:
    """Another's name and one's own hand are in it, and both decide when it is sent."""
    client, table = ended
    connection = HTTPConnection(client.host, timeout=PATIENCE)
    connection.request("GET", f"/api/tables/{table}/feed", headers={"accept-encoding": "gzip"})
    answer = connection.getresponse()
    assert "content-encoding" not in answer.headers
    assert answer.readline() == b"retry: 1000\n"
    connection.close()


def test_tokens_are_never_packed(server: Running) -> None:
    """Every route whose answer may hold one says so, and a long answer of one comes plain."""
    routes = (*ROUTES, *SEAT_ROUTES, *RECORD_ROUTES, *LESSON_ROUTES)
    carriers = [
        route
        for route in routes
        if any(name in str(route.fn.__annotations__["return"]) for name in WITH_TOKENS)
    ]
    assert len(carriers) == 6
    assert all(route.opt.items() >= PLAIN.items() for route in carriers)
    anne = server.client()
    seats = [{"kind": "me", "name": "A" * 40}, *[{"kind": "open"}] * 3]
    anne.post("/api/tables", {"game": "seven_steps", "seats": seats}, accept_encoding="gzip")
    assert anne.raw.count(b'"token"') == 3
    assert "content-encoding" not in anne.headers
