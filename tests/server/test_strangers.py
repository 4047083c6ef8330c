"""Nothing that a stranger can do to another's player: guess, wait, replay, plant or race."""

from __future__ import annotations

import secrets
import sqlite3
import threading
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from colonnade.server import words
from tests.server.client import Client, Refused
from tests.server.conftest import Starter
from tests.server.running import Postgres, Running, wait_for
from tests.server.test_conflicts import refused
from tests.server.test_players import add, me, named

pytestmark = pytest.mark.once
Pair = tuple[Running, Running]


@pytest.fixture(scope="module")
def pair(cluster: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Two servers on one database and one data folder, which is one key for all cookies."""
    database = cluster.make(f"pair_{secrets.token_hex(4)}")
    data = tmp_path_factory.mktemp("pair") / "data"
    one, two = Running(data, database), Running(data, database)
    yield one, two
    assert [one.stop(), two.stop()] == [0, 0]


def other(word: str) -> str:
    """Another word of the list."""
    return next(one for one in words.lists()["en"] if one != word)


def test_a_removed_device_is_nobody_at_every_process(pair: Pair) -> None:
    """What was answered at one process holds at the other with the very next call."""
    one, two = pair
    anne, phone = Client(one.address), Client(one.address)
    table = anne.make("pagoda", "me", "computer:random")["id"]
    for _ in range(5):
        add(anne, phone)
        away = Client(two.address, phone.cookie)
        assert away.look(table)["held"] == [0]
        feed = away.feed(table)
        assert feed.next()["held"] == [0]
        seen = anne.look(table)
        mark = next(each["mark"] for each in anne.get("/api/me/devices") if not each["here"])
        anne.call("DELETE", f"/api/me/devices/{mark}")
        move = seen["offers"][0]["words"]
        assert refused(away.move, table, seen["ply"], move).kind == "NotSeated"
        assert away.get("/api/me")["player"] is None
        assert away.look(table)["held"] == []
        while feed.next()["held"]:
            pass
        feed.close()


def test_one_link_brings_one_device(pair: Pair) -> None:
    """Many at once at both processes: one of them comes in."""
    one, two = pair
    anne = Client(one.address)
    named(anne, name="Anne")
    for key in ("token", "words"):
        made = anne.post("/api/me/links")
        shown = {key: made[key] if key == "token" else " ".join(made[key])}
        found: list[str] = []

        def enter(address: str, shown: dict[str, str] = shown, out: list[str] = found) -> None:
            try:
                out.append(Client(address).post("/api/me/devices", shown)["player"]["name"])
            except Refused as problem:
                out.append(str(problem.kind))

        hosts = [one.address, two.address] * 3
        threads = [threading.Thread(target=enter, args=(host,)) for host in hosts]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(found) == ["Anne"] + ["NoWayIn"] * 5
    assert me(anne)["devices"] == 3


def test_first_games_at_once_make_one_player(pair: Pair) -> None:
    """A device that begins at both processes at the same moment is one player."""
    anne = Client(pair[0].address)
    table = anne.make("pagoda", "me", "computer:random")["id"]
    for _ in range(5):
        link = anne.post(f"/api/tables/{table}/seats/0/link")
        device = Client(pair[0].address)
        device.post(f"/api/tables/{table}/seats", {"token": link["token"]})
        assert me(device) is None  # with a cookie, and without a player
        found: list[Any] = []

        def begin(address: str, cookie: str = device.cookie, out: list[Any] = found) -> None:
            client = Client(address, cookie)
            client.make("pagoda", "me", "computer:random")
            out.append(me(client)["id"])

        threads = [threading.Thread(target=begin, args=(each.address,)) for each in pair]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(found) == 2
        assert len(set(found)) == 1


def test_wrong_words_void_a_link(server: Running) -> None:
    """Who knows the first two words has five tries for the rest; then the right ones fail too."""
    anne, thief, phone = (server.client() for _ in range(3))
    named(anne, name="Anne", lang="en")
    made = anne.post("/api/me/links")
    one, two, three, four = made["words"]
    for _ in range(2):
        wrong = {"words": f"{one} {two} {three} {other(four)}"}
        assert refused(thief.post, "/api/me/links/look", wrong).kind == "NoWayIn"
    assert phone.post("/api/me/links/look", {"words": " ".join(made["words"])})["name"] == "Anne"
    for call in ("/api/me/devices", "/api/me/links/look", "/api/me/devices"):
        wrong = {"words": f"{one} {two} {other(three)} {four}"}
        assert refused(thief.post, call, wrong).kind == "NoWayIn"
    right = {"words": " ".join(made["words"])}
    assert refused(phone.post, "/api/me/devices", right).kind == "NoWayIn"
    phone.post("/api/me/devices", {"token": made["token"]})  # what the QR code holds still does


def test_addresses_have_few_tries(starter: Starter) -> None:
    """After some wrong ones an address waits, whatever it shows; others do not."""
    house = starter(attempts=3)
    anne, thief = house.client(), house.client()
    named(anne, name="Anne")
    made = anne.post("/api/me/links")
    for number in range(3):
        shown = (
            {"token": secrets.token_urlsafe(16)} if number else {"words": "quiet heron seven moss"}
        )
        assert refused(thief.post, "/api/me/links/look", shown).kind == "NoWayIn"
    right = {"token": made["token"]}
    problem = refused(thief.post, "/api/me/devices", right)
    assert (problem.kind, problem.status) == ("TooMany", 429)
    assert 0 < int(problem.headers["Retry-After".lower()]) <= 61
    # Another address, by a proxy on this machine; and slips alone cost nothing.
    for _ in range(5):
        slip = refused(
            thief.post, "/api/me/devices", {"words": "quiet herring"}, x_forwarded_for="192.0.2.9"
        )
        assert slip.kind == "WordCount"
    phone = house.client()
    assert phone.post("/api/me/devices", right, x_forwarded_for="192.0.2.9")["player"]


def test_links_end_after_ten_minutes(starter: Starter) -> None:
    """And a newer one replaces an older, at once; a closed one opens nothing."""
    house = starter()
    anne, phone = house.client(), house.client()
    named(anne, name="Anne")
    first = anne.post("/api/me/links")
    second = anne.post("/api/me/links")
    assert refused(phone.post, "/api/me/devices", {"token": first["token"]}).kind == "NoWayIn"
    with sqlite3.connect(house.data / "colonnade.db", timeout=30) as database:
        span = database.execute("SELECT until FROM links").fetchone()[0] - me(anne)["created"]
        assert 590 < span < 700
        database.execute("UPDATE links SET until = until - 601")
    database.close()
    for shown in ({"token": second["token"]}, {"words": " ".join(second["words"])}):
        assert refused(phone.post, "/api/me/devices", shown).kind == "NoWayIn"
    third = anne.post("/api/me/links")
    anne.call("DELETE", "/api/me/links")
    assert refused(phone.post, "/api/me/devices", {"token": third["token"]}).kind == "NoWayIn"


def test_a_planted_cookie_comes_to_nothing(server: Running) -> None:
    """Whoever gave a device its cookie does not come along when it joins a player."""
    anne, thief = server.client(), server.client()
    table = anne.make("pagoda", "me", "computer:random")["id"]
    thief.post("/api/me/alone", {"alone": True})
    victim = Client(server.address, thief.cookie)
    add(anne, victim)
    assert victim.cookie != thief.cookie
    assert me(victim)["id"] == me(anne)["id"]
    assert me(thief) is None
    assert thief.look(table)["held"] == []


def test_a_link_alone_takes_no_games(server: Running) -> None:
    """Who is lured into another's player is asked first whether the games come along."""
    thief, victim = server.client(), server.client()
    named(thief, name="Thief")
    table = victim.make("pagoda", "me", "computer:random")["id"]
    assert refused(add, thief, victim).kind == "BringGames"
    assert thief.look(table)["held"] == []
    assert victim.look(table)["held"] == [0]


def test_nobody_learns_who_is_there(server: Running) -> None:
    """Unknown, used and wrong are one answer; a player's id opens nothing."""
    anne, thief = server.client(), server.client()
    named(anne, name="Anne", lang="en")
    made = anne.post("/api/me/links")
    near = [*made["words"][:3], other(made["words"][3])]
    answers = []
    for shown in (
        {"token": secrets.token_urlsafe(16)},
        {"token": me(anne)["id"]},
        {"words": " ".join(near)},
        {"words": " ".join(words.write(words.new_link(), "en"))},
        {"words": " ".join(words.write(words.new_recovery(), "en"))},
    ):
        for call in ("/api/me/links/look", "/api/me/devices"):
            answers.append(refused(thief.post, call, shown).body)
    assert all(answer == answers[0] for answer in answers)
    for wrong in ({}, {"token": made["token"], "words": "quiet heron seven moss"}):
        assert refused(thief.post, "/api/me/devices", wrong).status == 400
    forged = Client(server.address, anne.cookie[:-3] + "AAA")
    assert forged.get("/api/me") == {"player": None, "alone": False}


def test_other_pages_cannot_ask(server: Running) -> None:
    """A write from another site's page is refused, whoever's cookie it brings."""
    anne = server.client()
    named(anne, name="Anne")
    for method, path in (("DELETE", "/api/me"), ("POST", "/api/me/links"), ("PATCH", "/api/me")):
        problem = refused(anne.call, method, path, {}, origin="https://elsewhere.example")
        assert problem.kind == "NotAllowed"
    assert me(anne)["name"] == "Anne"


@pytest.mark.parametrize("store", ["embedded", "postgresql"])
def test_nothing_stored_opens_anything(
    starter: Starter, request: pytest.FixtureRequest, store: str
) -> None:
    """No token and no word stands in the database, nor a fast hash of words."""
    on = "" if store == "embedded" else request.getfixturevalue("postgres")
    house = starter(on)
    anne = house.client()
    named(anne, name="Nobody", lang="en")
    made, printed = anne.post("/api/me/links"), anne.post("/api/me/recovery")["words"]
    if on:
        with psycopg.connect(on) as connection:
            rows = [
                str(row)
                for name in ("players", "links", "devices")
                for row in connection.execute(f"SELECT * FROM {name}")
            ]
    else:
        with sqlite3.connect(house.data / "colonnade.db", timeout=30) as database:
            rows = list(database.iterdump())
        database.close()
    stored = "\n".join(rows).lower()
    assert made["token"].lower() not in stored
    assert [word for word in {*made["words"], *printed} if f"'{word}'" in stored] == []
    assert [word for word in {*made["words"]} if f"{word} " in stored] == []
    assert "nobody" in stored
    assert made["token"] not in house.log()


def test_a_slow_hash_stops_nobody(server: Running) -> None:
    """While words are compared, others play on."""
    anne, thief = server.client(), server.client()
    table = anne.make("pagoda", "me", "computer:random")["id"]
    shown = {"words": "quiet heron seven moss"}
    threads = [
        threading.Thread(target=lambda: refused(thief.post, "/api/me/links/look", shown))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    assert wait_for(lambda: anne.look(table)["held"] == [0])
    for thread in threads:
        thread.join()
