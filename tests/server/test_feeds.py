"""Feeds: resuming, heartbeats, presence, slow readers, many idle ones."""

from __future__ import annotations

import random
import socket
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.cli.command import PATIENCE
from tests.server.client import Client
from tests.server.conftest import Starter
from tests.server.running import Running, wait_for
from tests.server.test_conflicts import seated

pytestmark = pytest.mark.once


def one_move(anne: Client, ben: Client, table: str, rng: random.Random) -> int:
    """Let whoever is on turn move; returns the ply after it."""
    seen = anne.look(table)
    client = (anne, ben)[seen["actor"]]
    offers = client.look(table)["offers"]
    return int(client.move(table, seen["ply"], rng.choice(offers)["words"])["ply"])


def test_a_feed_resumes_where_it_broke_off(server: Running) -> None:
    """With the last event's id exactly the facts since then come, and the present view."""
    anne, ben, table = seated(server)
    rng = random.Random(1)
    feed = ben.feed(table)
    first = feed.next()
    last = feed.id
    feed.close()
    for _ in range(6):
        ply = one_move(anne, ben, table, rng)
    again = ben.feed(table, last)
    news = again.next()
    assert [told["ply"] for told in news["moves"]] == list(range(first["ply"], ply))
    assert news["view"] == ben.look(table)["view"]
    again.close()
    # Nothing new: nothing is told until something happens.
    third = ben.feed(table, again.id)
    ply = one_move(anne, ben, table, rng)
    news = third.next()
    assert news["ply"] == ply
    third.close()


def test_news_says_what_moved(server: Running) -> None:
    """Offers and facts name what they touch; what travelled is told while it is news."""
    anne, ben, table = seated(server)
    seen = anne.look(table)
    offer = next(one for one in seen["offers"] if one.get("pays"))
    feeds = [anne.feed(table), ben.feed(table)]
    for feed in feeds:
        feed.next()
    anne.move(table, seen["ply"], offer["words"])
    for feed in feeds:
        told = feed.next()["moves"][0]
        assert told["things"] == offer["things"]
        colors = [one["piece"].get("color") for one in told["moved"]]
        assert all(card["color"] in colors for card in offer["pays"])
        feed.close()
    old = ben.look(table)["moves"]
    assert old[seen["ply"]]["things"] == offer["things"]
    assert not any("moved" in told for told in old)
    assert not any("things" in told for told in old if told["seat"] < 0)


@pytest.mark.parametrize("last", ["nonsense", "9999999.0", "-1.0", "1", "٣.٤"])
def test_a_strange_event_id_starts_anew(server: Running, last: str) -> None:
    """An id that cannot be ours is as none."""
    _, _, table = seated(server)
    path = f"/api/tables/{table}/feed"
    raw = socket.create_connection((urlsplit(server.address).hostname, server.port), PATIENCE)
    raw.sendall(f"GET {path} HTTP/1.1\r\nhost: localhost\r\nlast-event-id: {last}\r\n\r\n".encode())
    found = b""
    while b'"moves":[{"ply":0' not in found:
        part = raw.recv(4096)
        assert part
        found += part
    raw.close()


def test_presence_and_names_are_told(server: Running) -> None:
    """Coming, going and a new name reach the others; the id counts the name only."""
    anne, ben, table = seated(server)
    feed = anne.feed(table)
    first = feed.next()
    assert [seat["present"] for seat in first["seats"]] == [True, False]
    other = ben.feed(table)
    assert feed.next("presence")["present"] == [True, True]
    before = feed.id
    ben.post(f"/api/tables/{table}/seats/1/name", {"name": "  Big  Ben\u200b "})
    named = feed.next()
    assert named["seats"][1]["name"] == "Big Ben"
    assert named["moves"] == []
    assert feed.id.split(".")[0] == before.split(".")[0]
    assert int(feed.id.split(".")[1]) == int(before.split(".")[1]) + 1
    other.close()
    assert feed.next("presence")["present"] == [True, False]
    feed.close()


def test_signs_of_life(starter: Starter) -> None:
    """A silent table still shows that its server lives; a closing one says so."""
    running = starter(heartbeat=0.1)
    anne = running.client()
    feed = anne.feed(anne.make("pagoda", "me", "open")["id"])
    feed.next()
    for _ in range(3):
        assert feed.next("ping") == {}
    assert running.stop() == 0
    assert feed.next("closing") == {}
    assert feed.beats >= 3
    with pytest.raises(EOFError):
        feed.next()
    feed.close()


def stuck_feed(running: Running, client: Client, table: str) -> socket.socket:
    """A feed over a socket that nobody reads, with as little room in between as there can be."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    raw.settimeout(PATIENCE)
    raw.connect((urlsplit(running.address).hostname, running.port))
    head = f"GET /api/tables/{table}/feed HTTP/1.1\r\nhost: localhost\r\n"
    raw.sendall(f"{head}cookie: {client.cookie}\r\n\r\n".encode())
    return raw


def drain(raw: socket.socket) -> bytes:
    """All that comes out of a socket until its end, however it ends."""
    found = b""
    try:
        while part := raw.recv(65_536):
            found += part
    except ConnectionResetError:
        pass
    return found


def test_a_slow_reader_is_dropped_and_slows_nobody(starter: Starter) -> None:
    """Who takes nothing loses the feed, and may come back; the others go on meanwhile."""
    running = starter(patience=1.0)
    anne, ben, table = seated(running)
    quick = anne.feed(table)
    quick.next()
    stuck = stuck_feed(running, ben, table)
    wait_for(lambda: anne.look(table)["seats"][1]["present"])
    # Names are told to everybody with the whole view: they fill the way to who does not read.
    told = 0

    def dropped() -> bool:
        nonlocal told
        told += 1
        anne.post(f"/api/tables/{table}/seats/0/name", {"name": f"Anne {told}"})
        while quick.next()["seats"][0]["name"] != f"Anne {told}":
            pass
        return not anne.look(table)["seats"][1]["present"]

    wait_for(dropped)
    assert told > 5, "others heard much while one did not read"
    again = ben.feed(table)
    assert again.next()["seats"][0]["name"] == f"Anne {told}"
    again.close()
    quick.close()
    # Nothing of it is left to wait for at the end, though its socket is still full.
    assert running.stop() == 0
    assert running.log() == ""
    left = drain(stuck)
    stuck.close()
    assert left.startswith(b"HTTP/1.1 200")
    assert b"event: table" in left
    assert f"Anne {told}".encode() not in left


def memory(running: Running) -> int:
    """The server's resident memory in KiB."""
    status = Path(f"/proc/{running.process.pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


def test_many_idle_feeds_cost_little(server: Running) -> None:
    """Two hundred feeds of one table: little memory each, and a move reaches them all."""
    anne, ben, table = seated(server)
    before = memory(server)
    feeds = [server.client().feed(table) for _ in range(200)]
    for feed in feeds:
        feed.next()
    cost = (memory(server) - before) / len(feeds)
    ply = one_move(anne, ben, table, random.Random(5))
    for feed in feeds:
        assert feed.next()["ply"] == ply
    assert cost < 200, f"{cost} KiB for each feed"
    for feed in feeds:
        feed.close()
    wait_for(lambda: not any(seat["present"] for seat in anne.look(table)["seats"]))
