"""The lobby: tables that are open to anybody, told live; and tables that nobody may watch."""

from __future__ import annotations

import random
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.server.client import Client, Feed, Refused, play_out
from tests.server.conftest import Starter
from tests.server.running import Running, wait_for
from tests.server.test_conflicts import refused

pytestmark = pytest.mark.once


def listed(client: Client, table: str) -> Any:
    """A table's line in the lobby, if it has one."""
    return next((one for one in client.get("/api/lobby")["tables"] if one["id"] == table), None)


def sit(client: Client, table: str, name: str = "Ben") -> Any:
    """Sit down at an open table."""
    return client.post(f"/api/tables/{table}/seats", {"name": name})


def hear(feed: Feed, table: str, there: bool) -> Any:
    """Follow the lobby until a table is in it, or no longer; returns its line."""
    while True:
        found = [one for one in feed.next("lobby")["tables"] if one["id"] == table]
        if bool(found) == there:
            return found[0] if found else None


def test_an_open_table_is_listed_and_joined(server: Running) -> None:
    """With game, options, clock and seats; who asks twice has one seat; full, it is gone."""
    anne, ben, carl = server.client(), server.client(), server.client()
    clock = {"turn": 30.0, "bank": 60.0}
    made = anne.make("seven_steps", "me", "open", "computer:random", open=True, clock=clock)
    table = made["id"]
    line = listed(ben, table)
    assert (line["game"], line["spectators"], line["held"]) == ("seven_steps", True, [])
    assert line["clock"] == {"turn": 30.0, "bank": 60.0, "at_zero": "computer"}
    assert line["options"] == listed(anne, table)["options"]
    assert [seat["kind"] for seat in line["seats"]] == ["person", "open", "computer"]
    assert listed(anne, table)["held"] == [0]
    assert anne.look(table)["open"]
    assert sit(ben, table)["seat"] == sit(ben, table)["seat"] == 1
    assert ben.look(table)["seats"][1]["name"] == "Ben"
    assert listed(ben, table) is None
    assert refused(sit, carl, table).kind == "NoSeat"
    assert refused(ben.join, made).kind == "NoInvitation"  # the link to that seat is void


def test_only_open_tables_are_open(server: Running) -> None:
    """A table to be watched is not one to be joined, nor the other way round."""
    anne, ben = server.client(), server.client()
    watched = anne.make("pagoda", "me", "open", public=True)["id"]
    joined = anne.make("pagoda", "me", "open", open=True)["id"]
    plain = anne.make("pagoda", "me", "open")["id"]
    public = {one["id"] for one in ben.get("/api/tables")}
    assert public & {watched, joined, plain} == {watched}
    assert [bool(listed(ben, one)) for one in (watched, joined, plain)] == [False, True, False]
    for table in (watched, plain):
        assert refused(sit, ben, table).kind == "NoInvitation"
        assert ben.look(table)["seats"][1]["kind"] == "open"


def test_the_lobby_is_live(server: Running) -> None:
    """Who follows it hears of a table that opens, of who sits down, and that it is full."""
    anne, ben, carl = server.client(), server.client(), server.client()
    feed = carl.lobby()
    assert isinstance(feed.next("lobby")["seeking"], list)
    table = anne.make("seven_steps", "me", "open", "open", open=True)["id"]
    assert hear(feed, table, there=True)["seats"][1]["kind"] == "open"
    sit(ben, table)
    while (line := hear(feed, table, there=True))["seats"][1]["kind"] == "open":
        pass
    assert line["seats"][1]["name"] == "Ben"
    anne.post(f"/api/tables/{table}/seats/2/computer", {"level": "random"})
    assert hear(feed, table, there=False) is None
    feed.close()


def test_doors_are_for_those_inside(server: Running) -> None:
    """Who sits at a table opens and closes it; a finished one stays closed."""
    anne, ben = server.client(), server.client()
    table = anne.make("pagoda", "me", "open", options={"length": "fast"})["id"]
    path = f"/api/tables/{table}/doors"
    assert refused(ben.post, path, {"open": True}).kind == "NotSeated"
    anne.post(path, {"open": True})
    assert listed(ben, table) is not None
    anne.post(path, {"open": False})
    assert listed(ben, table) is None
    assert refused(sit, ben, table).kind == "NoInvitation"
    anne.post(path, {"open": True})
    sit(ben, table)
    anne.post(f"/api/tables/{table}/seats/0/resign")
    assert refused(anne.post, path, {"open": True}).kind == "TableOver"
    wish = {"spectators": False, "public": True}
    assert refused(anne.make, "pagoda", "me", "open", **wish).kind == "BadRequest"
    public = anne.make("pagoda", "me", "open", public=True)["id"]
    closing = refused(anne.post, f"/api/tables/{public}/doors", {"spectators": False})
    assert closing.kind == "BadRequest"


def everything_of(client: Client, table: str) -> list[int]:
    """How every way to see a table is answered."""
    found = []
    for path in (
        f"/api/tables/{table}",
        f"/api/tables/{table}/feed",
        f"/api/tables/{table}/record",
        f"/api/tables/{table}/phrases",
        f"/api/records/{table}",
        f"/api/records/{table}/moves",
        f"/api/records/{table}/replay",
        f"/api/records/{table}/positions",
        f"/api/records/{table}/record.colonnade",
        f"/preview/en/result/{table}.png",
    ):
        try:
            if path.endswith("/feed"):
                client.feed(table).close()
            else:
                client.get(path)
            found.append(200)
        except Refused as problem:
            found.append(problem.status)
    return found


def test_without_spectators_nobody_else_sees(starter: Starter, tmp_path: Path) -> None:
    """While it goes on and when it is over: no call, document or picture tells a stranger of it."""
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "index.html").write_text("<html lang=''><!--data--></html>")
    server = starter(page=tmp_path / "page")
    anne, ben, carl, eve = (server.client() for _ in range(4))
    eve.make("pagoda", "me", "open")  # so that she is a known device
    made = anne.make("pagoda", "me", "open", spectators=False, options={"length": "fast"})
    table = made["id"]
    assert not anne.look(table)["spectators"]
    assert set(everything_of(eve, table)) == {404}
    token = made["invitations"][0]["token"]
    path = f"/api/tables/{table}/invited"
    assert refused(eve.post, path, {"token": "x" * 22}).kind == "NoTable"
    seen = carl.post(path, {"token": token})
    assert (seen["seat"], seen["held"], seen["seats"][0]["kind"]) == (None, [], "person")
    assert set(everything_of(carl, table)) == {404}  # by the invitation alone
    ben.join(made)
    assert refused(carl.post, path, {"token": token}).kind == "NoTable"
    plain = eve.get("/table/nobody-knows-this-one").replace("nobody-knows-this-one", table)
    assert eve.get(f"/table/{table}") == plain  # the document of a table that is not there
    assert anne.get(f"/table/{table}") != plain
    assert b"told-table" in anne.raw
    play_out({0: anne, 1: ben}, table, random.Random(3))
    assert set(everything_of(eve, table)) == {404}
    assert ben.get(f"/api/records/{table}")["game"] == "pagoda"
    assert eve.get(f"/table/{table}") == plain


def test_a_spectator_is_shown_out(server: Running) -> None:
    """Whose table closes to spectators hears that it is gone; the seats go on."""
    anne, ben, eve = server.client(), server.client(), server.client()
    made = anne.make("pagoda", "me", "open")
    ben.join(made)
    table = made["id"]
    watching, playing = eve.feed(table), ben.feed(table)
    assert (watching.next()["seat"], playing.next()["seat"]) == (None, 1)
    anne.post(f"/api/tables/{table}/doors", {"spectators": False})
    assert watching.next("gone") == {}
    with pytest.raises(EOFError):
        watching.next()
    assert not playing.next()["spectators"]
    assert refused(eve.look, table).kind == "NoTable"
    watching.close()
    playing.close()


def test_who_resigned_sees_how_it_ends(server: Running) -> None:
    """A seat that a computer player took over: its person may still look, as a spectator does."""
    anne, ben, carl = server.client(), server.client(), server.client()
    made = anne.make("seven_steps", "me", "open", "open", spectators=False)
    ben.join(made, 0)
    carl.join(made, 1)
    ben.post(f"/api/tables/{made['id']}/seats/1/resign")
    assert ben.look(made["id"])["seat"] is None
    anne.post(f"/api/tables/{made['id']}/seats/0/leave", {"to": "computer", "level": "random"})
    assert refused(anne.look, made["id"]).kind == "NoTable"


def test_the_lobby_across_processes(starter: Starter, postgres: str) -> None:
    """What opens at one process is heard at the other; a device that asks at both sits once."""
    one, two = starter(postgres), starter(postgres)
    anne, ben = Client(one.address), Client(two.address)
    feed = ben.lobby()
    feed.next("lobby")
    table = anne.make("seven_steps", "me", "open", "open", "open", open=True)["id"]
    hear(feed, table, there=True)
    sit(ben, table)
    again = Client(one.address, ben.cookie)
    for round_ in range(3):
        eve = Client(one.address)
        eve.make("pagoda", "me", "open")  # for a cookie
        twins = [eve, Client(two.address, eve.cookie)]
        seats: list[int] = []
        seats_left: list[bool] = []

        def ask(
            client: Client, out: list[int] = seats, seats_left: list[bool] = seats_left
        ) -> None:
            try:
                out.append(sit(client, table, "Eve")["seat"])
            except Refused as problem:
                seats_left.append(problem.kind != "NoSeat")

        threads = [threading.Thread(target=ask, args=(client,)) for client in twins]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(set(seats)) == (1 if round_ < 2 else 0), seats
        assert not any(seats_left)
    assert hear(feed, table, there=False) is None
    feed.close()
    wait_for(lambda: [s["kind"] for s in again.look(table)["seats"]] == ["person"] * 4)
    assert [s["name"] for s in again.look(table)["seats"]][1:] == ["Ben", "Eve", "Eve"]
