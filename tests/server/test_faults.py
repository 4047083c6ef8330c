"""Disk full and database gone: 503, nothing acknowledged is lost, and no restart is needed."""

from __future__ import annotations

import random
import sqlite3

import pytest

from tests.cli.command import EXAMPLES, PATIENCE
from tests.server.client import Client, Refused
from tests.server.conftest import Starter
from tests.server.running import Postgres, find_postgres, wait_for
from tests.server.test_conflicts import refused, seated

pytestmark = pytest.mark.once


def test_disk_full(starter: Starter) -> None:
    """A full database refuses moves clearly, still shows tables, and goes on once there is room."""
    running = starter(pages=160)
    anne, ben, table = seated(running)
    upload = EXAMPLES / "pagoda.colonnade"
    full = refused(fill, anne, upload.read_bytes())
    assert (full.status, full.kind) == (503, "StoreAway")
    assert int(full.headers["retry-after"]) >= 1
    # Small writes may still fit into the last page: move until none does.
    acknowledged, rng, failed = [], random.Random(1), 0
    for _ in range(300):
        seen = anne.look(table)
        if seen["actor"] == -2:
            break
        client = (anne, ben)[seen["actor"]]
        words = rng.choice(client.look(table)["offers"])["words"]
        try:
            client.move(table, seen["ply"], words)
            acknowledged.append((seen["ply"], words))
        except Refused as problem:
            failed += problem.kind == "StoreAway"
            assert anne.look(table)["ply"] == seen["ply"]
            if failed == 3:
                break
    assert failed == 3
    with sqlite3.connect(running.data / "colonnade.db", timeout=PATIENCE) as database:
        database.execute("DELETE FROM uploads")
    database.close()
    seen = anne.look(table)
    client = (anne, ben)[seen["actor"]]
    words = client.look(table)["offers"][0]["words"]
    client.move(table, seen["ply"], words)
    told = {fact["ply"]: fact["words"] for fact in anne.look(table)["moves"]}
    told |= {fact["ply"]: fact["words"] for fact in ben.look(table)["moves"] if fact["seat"] == 1}
    assert all(told[ply] == words for ply, words in acknowledged)
    assert "Traceback" not in running.log()


def fill(client: Client, record: bytes) -> None:
    """Store records until there is no room."""
    for _ in range(400):
        client.post("/api/records", record)


@pytest.fixture
def own_cluster(cluster: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Postgres:
    """The cluster, for a test that stops it and starts it again."""
    assert find_postgres() is not None
    return cluster


def test_database_gone(starter: Starter, own_cluster: Postgres, postgres: str) -> None:
    """While PostgreSQL is away moves get 503; when it is back the same server goes on."""
    running = starter(postgres)
    anne, ben, table = seated(running)
    feed = ben.feed(table)
    feed.next()
    seen = anne.look(table)
    anne.move(table, seen["ply"], seen["offers"][0]["words"])
    kept = anne.look(table)
    own_cluster.stop()
    try:
        client: Client = (anne, ben)[kept["actor"]]
        words = client.look(table)["offers"][0]["words"]
        away = refused(client.move, table, kept["ply"], words)
        assert (away.status, away.kind) == (503, "StoreAway")
        assert "retry-after" in away.headers
        assert refused(anne.make, "pagoda", "me", "open").status == 503
        assert refused(anne.get, "/api/tables").status == 503
        assert anne.get("/api/games")
    finally:
        own_cluster.start()

    def back() -> bool:
        try:
            client.move(table, kept["ply"], words)
        except Refused as problem:
            return problem.kind != "StoreAway"
        return True

    wait_for(back)
    after = anne.look(table)
    assert after["ply"] > kept["ply"]
    while feed.next()["ply"] < after["ply"]:
        pass
    feed.close()
    assert running.stop() == 0
    assert "Traceback" not in running.log()
