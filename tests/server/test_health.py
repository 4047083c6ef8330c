"""What a host can know of a running server: whether it is well, its measures, its log's lines."""

from __future__ import annotations

import base64
import json
import random
import re
import socket
import stat
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from colonnade.server.logs import HIDDEN, scrubbed
from colonnade.server.seats import new_id
from tests.cli.command import PATIENCE
from tests.server.client import Client, play_out
from tests.server.conftest import Starter
from tests.server.running import Postgres, Running, wait_for
from tests.server.test_conflicts import refused

pytestmark = pytest.mark.once


def token_of(running: Running) -> str:
    """The token that lies in the data folder."""
    return (running.data / "metrics.token").read_text().strip()


def measured(running: Running) -> dict[str, float]:
    """All measures by their name and labels."""
    client = running.client()
    raw = client.get("/metrics", authorization=f"Bearer {token_of(running)}")
    found = {}
    for family in text_string_to_metric_families(raw):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}"] = sample.value
    return found


def test_it_lives_and_is_ready(server: Running) -> None:
    """For everybody, without a cookie; nothing of it is kept by a browser or a proxy."""
    anne = server.client()
    assert anne.get("/health/live") == {"status": "live"}
    for path in ("/health", "/health/ready"):
        assert anne.get(path) == {"status": "ready"}
        assert anne.headers["cache-control"] == "no-store"
    assert anne.set_cookie == ""


def test_a_store_that_is_away_is_not_ready(
    cluster: Postgres, postgres: str, starter: Starter
) -> None:
    """It lives on, says 503, and is ready again by itself."""
    running = starter(postgres)
    anne = running.client()
    assert anne.get("/health") == {"status": "ready"}
    cluster.stop()
    try:
        assert refused(anne.get, "/health").status == 503
        assert anne.get("/health/live") == {"status": "live"}
    finally:
        cluster.start()

    def well() -> bool:
        try:
            return bool(anne.get("/health/ready"))
        except Exception:
            return False

    wait_for(well)


def test_a_crowded_house_still_says_that_it_lives(starter: Starter) -> None:
    """Whoever would end a server that is merely full is told that it is well."""
    running = starter(connections=10)
    held = [socket.create_connection(("127.0.0.1", running.port), PATIENCE) for _ in range(8)]
    try:
        anne = running.client()
        assert anne.get("/health/live") == {"status": "live"}
        assert anne.get("/health/ready") == {"status": "ready"}
    finally:
        for one in held:
            one.close()


def test_measures_are_for_the_host(server: Running) -> None:
    """Who has no token, or a wrong one, is told where it lies; it is for its owner's eyes only."""
    anne = server.client()
    for words in (
        {},
        {"authorization": "Bearer x"},
        {"authorization": f"Basic {token_of(server)}"},
    ):
        found = refused(anne.get, "/metrics", **words)
        assert (found.status, found.kind) == (401, "NoToken")
        assert "metrics.token" in found.body["text"]
    path = server.data / "metrics.token"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(token_of(server)) == 32


def test_the_token_stays(starter: Starter) -> None:
    """A restart does not lock out who reads measures."""
    running = starter()
    known = token_of(running)
    assert running.stop() == 0
    running.start()
    assert token_of(running) == known
    assert measured(running)


def test_what_is_measured(starter: Starter) -> None:
    """Requests by route, moves by game and player, feeds, thinking, the store, open tables."""
    running = starter()
    anne, rng = running.client(), random.Random(3)
    table = anne.make("pagoda", "me", "device", options={"length": "fast"})["id"]
    feed = anne.feed(table)
    feed.next()
    play_out({0: anne, 1: anne}, table, rng)
    refused(anne.get, "/api/tables/none")
    refused(anne.get, "/nowhere/at/all")
    played = anne.make("pagoda", "computer:random", "me")["id"]
    wait_for(lambda: anne.look(played)["actor"] == 1)
    found = measured(running)
    moves = len(anne.get(f"/api/records/{table}/moves")["moves"])
    by_person = found["colonnade_moves_total{by=person,game=pagoda}"]
    assert 0 < by_person <= moves
    assert found["colonnade_moves_total{by=computer,game=pagoda}"] >= 1
    path = "/api/tables/{table_id}/moves"
    sent = found[f"colonnade_requests_total{{method=POST,route={path},status=200}}"]
    assert sent == by_person
    assert found[f"colonnade_request_seconds_count{{route={path}}}"] == sent
    look = "/api/tables/{table_id}"
    assert found[f"colonnade_requests_total{{method=GET,route={look},status=404}}"] == 1
    assert found["colonnade_feed_lag_seconds_count{}"] >= 1
    assert found["colonnade_feeds_open{}"] == 1
    assert found["colonnade_tables_open{}"] == 2
    assert found["colonnade_thinking_waiting{}"] == 0
    assert found["colonnade_thinking_workers{}"] == 1
    assert found["colonnade_store_seconds_count{work=write}"] > by_person
    assert found["colonnade_store_seconds_count{work=read}"] >= 1
    assert found["process_resident_memory_bytes{}"] > 1e6
    # Whatever is asked for, the number of series stays small, and none names a table.
    assert len({name for name in found if "requests_total" in name}) < 30
    assert not any(table in name or played in name for name in found)
    feed.close()


def lines_of(running: Running) -> list[dict[str, object]]:
    """The log, one object for each line."""
    return [json.loads(line) for line in running.log().splitlines()]


def test_json_lines(starter: Starter) -> None:
    """Each request has a line with its number, which its answer carries; routes, no addresses."""
    running = starter(words=("--log", "json"))
    anne = running.client()
    table = anne.make("pagoda", "me", "device")["id"]
    number = anne.headers["x-request-id"]
    seen = anne.look(table)
    anne.move(table, seen["ply"], seen["offers"][0]["words"])
    assert anne.headers["x-request-id"] != number
    assert running.stop() == 0
    lines = [line for line in lines_of(running) if line["place"] == "colonnade.requests"]
    made = next(line for line in lines if line["request"] == number)
    assert {key: made[key] for key in ("method", "route", "status", "level")} == {
        "method": "POST",
        "route": "/api/tables",
        "status": 201,
        "level": "info",
    }
    assert len(lines) == 3
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", str(line["time"]))
               for line in lines)  # fmt: skip
    assert table not in running.log()


def test_lines_for_people(starter: Starter) -> None:
    """Problems alone, each with the number of its request."""
    running = starter()
    anne = running.client()
    table = anne.make("pagoda", "me", "device")["id"]
    anne.look(table)
    (running.data / "colonnade.db").rename(running.data / "gone.db")
    running.stop()
    assert table not in running.log()
    assert "answered" not in running.log()


def secrets_of(running: Running, *clients: Client) -> set[str]:
    """All that must stand in no log, in every spelling that it could have."""
    key = (running.data / "signing.key").read_bytes()
    found = {key.hex(), base64.b64encode(key).decode(), repr(key), token_of(running)}
    for client in clients:
        cookie = client.cookie.partition("=")[2]
        device, _, signature = cookie.rpartition(".")
        found |= {cookie, signature, device.partition(":")[0]}
    return found - {""}


@pytest.mark.parametrize("store", ["embedded", "postgresql"])
@pytest.mark.parametrize("kind", ["text", "json"])
def test_no_secret_is_logged(
    starter: Starter, request: pytest.FixtureRequest, store: str, kind: str
) -> None:
    """Of a busy session with everything that can go wrong: no token, cookie, key or table."""
    database = "" if store == "embedded" else request.getfixturevalue("postgres")
    running = starter(database, words=("--log", kind))
    anne, ben, eve = (running.client() for _ in range(3))
    known: set[str] = set()
    tables = []
    for game in ("pagoda", "seven_steps", "summer_pavilion"):
        made = anne.make(game, "me", "open", clock={"turn": 1})
        tables.append(made["id"])
        known |= {made["id"], made["invitations"][0]["token"]}
        ben.join(made)
        link = anne.post(f"/api/tables/{made['id']}/seats/0/link")["token"]
        eve.post(f"/api/tables/{made['id']}/seats", {"token": link, "name": "Eve"})
        known.add(link)
        feed = ben.feed(made["id"])
        feed.next()
        feed.close()
    for client in (anne, ben, eve):
        for path in (f"/api/tables/{tables[0]}/moves", f"/api/tables/{new_id()}/moves"):
            refused(client.post, path, {"ply": 0, "move": new_id()})
        refused(client.post, f"/api/tables/{tables[0]}/seats", {"token": new_id(), "name": "x"})
        refused(client.post, "/api/records", f"broken {new_id()}".encode())
        client.get("/api/mine")
        client.get(f"/table/{tables[1]}", authorization=f"Bearer {new_id()}")
    refused(anne.post, f"/api/tables/{tables[0]}/moves", b"{", content_type="application/json")
    refused(eve.get, "/metrics", authorization=f"Bearer {new_id()}")
    break_table(running, database, tables[2])
    refused(anne.look, tables[2])
    running.kill()
    running.start()
    anne.move_to(running.address)
    for table in tables[:2]:
        anne.look(table)
    refused(anne.look, tables[2])
    anne.call("DELETE", "/api/me")
    running.stop()
    log = running.log()
    assert log
    known |= secrets_of(running, anne, ben, eve)
    assert [secret for secret in known if secret in log] == []
    assert not re.search(r"[A-Za-z0-9_-]*[A-Z][A-Za-z0-9_-]*[0-9][A-Za-z0-9_-]{20,}", log)


def break_table(running: Running, database: str, table: str) -> None:
    """Spoil a table, so that to look at it fails inside."""
    change = f"UPDATE tables SET options = '{{', revision = revision + 1 WHERE id = '{table}'"
    running.kill()
    if database:
        import psycopg

        with psycopg.connect(database, autocommit=True) as connection:
            connection.execute(change.encode())
    else:
        from tests.server.test_long_use import edit

        edit(running.data, change)
    running.start()


def test_what_is_hidden() -> None:
    """Whatever could be a name or a token; words of programs and of people stay."""
    for _ in range(500):
        assert new_id() not in scrubbed(f"at /table/{(name := new_id())}#x {name}, {new_id()}")
    stays = "Traceback: colonnade.server.table_queries.read_something_quite_long_here, line 23"
    assert scrubbed(stays) == stays
    assert scrubbed("key " + "0f" * 32) == f"key {HIDDEN}"


def test_the_log_is_one_of_two(tmp_path: Path) -> None:
    """Anything else is refused by name."""
    from tests.cli.command import call

    done = call("serve", "--data", str(tmp_path), "--log", "xml")
    assert done.returncode == 2
    assert "json" in done.stderr
