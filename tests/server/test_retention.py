"""What is kept of people can go: by the host's rule, or by the host's hand.

What they delete themselves is tried in test_players.py.
"""

from __future__ import annotations

import json
import random
import time
from pathlib import Path
from typing import Any

import pytest

from colonnade.contract.record import load
from colonnade.server.seats import new_id
from tests.cli.command import call
from tests.cli.command import refused as said
from tests.server.client import Client, Refused, play_out
from tests.server.conftest import Starter
from tests.server.running import Running, wait_for
from tests.server.test_conflicts import refused
from tests.server.test_long_use import edit

pytestmark = pytest.mark.once
STORES = pytest.mark.parametrize("store", ["embedded", "postgresql"])


def start(starter: Starter, request: pytest.FixtureRequest, store: str, **more: Any) -> Running:
    """A server on one of both stores."""
    return starter("" if store == "embedded" else request.getfixturevalue("postgres"), **more)


def pair(running: Running, game: str = "pagoda") -> tuple[Client, Client, str]:
    """Two people at a table."""
    anne, ben = running.client(), running.client()
    seats = [{"kind": "me", "name": "Anne"}, {"kind": "open"}]
    made = anne.post("/api/tables", {"game": game, "seats": seats})
    ben.join(made)
    return anne, ben, made["id"]


@STORES
def test_names_go_by_the_rule_of_the_house(
    starter: Starter, request: pytest.FixtureRequest, store: str
) -> None:
    """After so many days finished games know nobody; those that go on are left alone."""
    running = start(starter, request, store, keep_names_days=2)
    anne, ben, over = pair(running)
    play_out({0: anne, 1: ben}, over, random.Random(2))
    _, _, goes_on = pair(running)
    assert running.client().get("/api/house")["keep_names_days"] == 2
    age = f"UPDATE tables SET finished = finished - {3 * 86_400} WHERE id = '{over}'"
    running.kill()
    change(running, age)
    running.start()
    for client in (anne, ben):
        client.move_to(running.address)
    wait_for(lambda: ben.look(over)["seats"][1]["name"] == "")
    assert ben.look(over)["held"] == []
    assert ben.look(over)["result"] is not None
    assert [seat["name"] for seat in anne.look(goes_on)["seats"]] == ["Anne", "Ben"]


@STORES
def test_players_go_who_do_not_come(
    starter: Starter, request: pytest.FixtureRequest, store: str
) -> None:
    """With all that is theirs; who has come since stays, and games of both stay theirs."""
    running = start(starter, request, store, keep_players_days=30)
    anne, ben, over = pair(running)
    play_out({0: anne, 1: ben}, over, random.Random(2))
    alone = anne.make("pagoda", "me", "device")["id"]
    mark = anne.get("/api/me/devices")[0]["mark"]
    running.kill()
    change(running, f"UPDATE devices SET seen = seen - {31 * 86_400} WHERE mark = '{mark}'")
    running.start()
    for client in (anne, ben):
        client.move_to(running.address)
    wait_for(lambda: ben.look(over)["seats"][0]["name"] == "")
    wait_for(lambda: missing(ben, alone))
    assert ben.look(over)["seats"][1]["name"] == "Ben"
    assert ben.look(over)["held"] == [1]
    assert running.client().get("/api/house")["keep_players_days"] == 30


def missing(client: Client, table: str) -> bool:
    """Whether a table is gone."""
    try:
        client.look(table)
    except Refused as problem:
        return problem.kind == "NoTable"
    return False


def change(running: Running, words: str) -> None:
    """Change the database of a server that does not run."""
    if not running.database:
        edit(running.data, words)
        return
    import psycopg

    with psycopg.connect(running.database, autocommit=True) as connection:
        connection.execute(words.encode())


# The host's hand


def place(running: Running) -> tuple[str, ...]:
    """The words that name a house."""
    database = ("--database", running.database) if running.database else ()
    return ("--data", str(running.data), *database)


@STORES
def test_the_host_lists_exports_and_deletes(
    starter: Starter, request: pytest.FixtureRequest, store: str, tmp_path: Path
) -> None:
    """While the server runs: it lets go of the table, and of who reads it."""
    running = start(starter, request, store)
    anne, ben, over = pair(running)
    play_out({0: anne, 1: ben}, over, random.Random(2))
    _, _, goes_on = pair(running, "seven_steps")
    done = call("tables", *place(running))
    assert done.returncode == 0, done
    assert "Anne, Ben" in done.stdout
    assert "2 of 2 tables" in done.stdout
    done = call("tables", "list", "--running", "--json", *place(running))
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["id"] for line in lines] == [goes_on]
    assert lines[0]["seats"] == ["Anne", "Ben"]
    assert abs(lines[0]["last"] - time.time()) < 86_400
    file = tmp_path / "game.colonnade"
    done = call("tables", "export", over, str(file), *place(running))
    assert done.returncode == 0, done
    assert load(file).record.moves == ben.get(f"/api/records/{over}")["moves"]
    assert call("verify", str(file)).returncode == 0
    assert "is there already" in said(call("tables", "export", over, str(file), *place(running)))
    feed = anne.feed(over)
    feed.next()
    assert "--yes" in said(call("tables", "delete", over, *place(running)))
    done = call("tables", "delete", over[:8], "--yes", *place(running))
    assert done.returncode == 0, done
    assert feed.next("closing") == {}
    feed.close()
    assert refused(anne.look, over).kind == "NoTable"
    assert [line["id"] for line in anne.get("/api/mine")] == []
    for name in (over, f"-{over}"):  # the second is no option
        assert "No table is called" in said(
            call("tables", "delete", name, "--yes", *place(running))
        )
    assert "Traceback" not in running.log()


def test_names_look_like_no_option() -> None:
    """One of sixty-four would, and no command could be told of it."""
    assert not any(new_id().startswith("-") for _ in range(2000))


def test_a_deleted_table_takes_no_move(starter: Starter) -> None:
    """Even one that the server still has in memory: what is stored decides."""
    running = starter()
    anne, _, table = pair(running)
    seen = anne.look(table)
    assert call("tables", "delete", table, "--yes", *place(running)).returncode == 0
    found = refused(anne.move, table, seen["ply"], seen["offers"][0]["words"])
    assert (found.status, found.kind) == (404, "NoTable")


@STORES
def test_the_host_ends_a_game(starter: Starter, request: pytest.FixtureRequest, store: str) -> None:
    """While it is played: everybody sees it, nobody moves any more, and it stays so."""
    running = start(starter, request, store)
    anne, ben, table = pair(running)
    seen = anne.look(table)
    anne.move(table, seen["ply"], seen["offers"][0]["words"])
    feed = ben.feed(table)
    before = feed.next()
    done = call("tables", "close", table, "--yes", *place(running))
    assert done.returncode == 0, done
    after = feed.next()
    feed.close()
    assert after["ply"] == before["ply"] + 1
    assert (after["actor"], after["result"]["winners"]) == (-2, [])
    assert after["result"]["ended"] == "abandon"
    assert after["moves"][-1]["kind"] == "abandon"
    for client in (anne, ben):
        found = refused(client.move, table, after["ply"], "any")
        assert (found.status, found.kind) == (409, "TableOver")
    assert "has ended" in said(call("tables", "close", table, "--yes", *place(running)))
    running.kill()
    running.start()
    anne.move_to(running.address)
    assert anne.look(table)["result"] == after["result"]
    assert anne.get(f"/api/records/{table}")["winners"] == []


def test_a_closed_game_takes_no_move(starter: Starter) -> None:
    """Whatever the server still has in memory: the log has its end already."""
    running = starter()
    anne, _, table = pair(running)
    seen = anne.look(table)
    assert call("tables", "close", table, "--yes", *place(running)).returncode == 0
    found = refused(anne.move, table, seen["ply"], seen["offers"][0]["words"])
    assert (found.status, found.kind) in ((409, "StalePly"), (409, "TableOver"))
    assert anne.look(table)["result"]["ended"] == "abandon"


def test_games_that_cannot_be_followed_are_closed_too(starter: Starter) -> None:
    """Of another edition of their rules: they are over, and wait for nobody."""
    running = starter()
    anne, _, table = pair(running)
    running.kill()
    edit(running.data, "UPDATE tables SET edition = 'x', awaits = 1")
    assert call("tables", "close", table, "--yes", *place(running)).returncode == 0
    done = call("tables", "--running", "--json", *place(running))
    assert done.stdout == ""
    running.start()
    anne.move_to(running.address)
    assert anne.get("/api/mine")[0]["finished"] is not None


def test_what_a_host_asks_wrongly(server: Running, tmp_path: Path) -> None:
    """One clear line each."""
    assert "There is no house" in said(call("tables", "--data", str(tmp_path / "none")))
    assert "No table is called" in said(
        call("tables", "export", "nobody-has-this", str(tmp_path / "x"), *place(server))
    )
    assert "--most" in said(call("tables", "--most", "0", *place(server)))
    assert not (tmp_path / "x").exists()
    assert not (tmp_path / "none").exists()


def test_few_letters_name_a_table(server: Running, tmp_path: Path) -> None:
    """As long as no other begins like that, capitals counting."""
    anne = server.client()
    table = anne.make("pagoda", "me", "device")["id"]
    done = call("tables", "export", table[:10], str(tmp_path / "a.json"), *place(server))
    assert done.returncode == 0, done
    other = table[:10].swapcase()
    assert "No table" in said(call("tables", "export", other, str(tmp_path / "b"), *place(server)))
    assert "No table" in said(
        call("tables", "export", table[:3], str(tmp_path / "c"), *place(server))
    )
