"""Two server processes on one PostgreSQL: one game, and then one process less."""

from __future__ import annotations

import random
import secrets
import threading
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from tests.server.client import Client, Refused
from tests.server.conftest import Starter
from tests.server.running import Postgres, Running, wait_for
from tests.server.test_games import verified

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


def test_a_game_across_processes_survives_one(starter: Starter, postgres: str) -> None:
    """Seats on different processes play; after one is killed its seat goes on at the other."""
    one, two = starter(postgres), starter(postgres)  # one data folder: one key for all cookies
    anne, ben = Client(one.address), Client(two.address)
    made = anne.make("pagoda", "me", "open", options={"length": "fast"})
    ben.join(made)
    table, rng = made["id"], random.Random(1)
    feeds = [anne.feed(table), ben.feed(table)]
    clients = [anne, ben]
    seen = [feed.next() for feed in feeds]
    for count in range(40):
        ply = max(news["ply"] for news in seen)
        for seat in (0, 1):  # each hears by its own process what the other did at another
            while seen[seat]["ply"] < ply:
                seen[seat] = feeds[seat].next()
        actor = seen[0]["actor"]
        if actor == -2 or count == 39:
            break
        words = rng.choice(seen[actor]["offers"])["words"]
        clients[actor].move(table, ply, words)
        while seen[actor]["ply"] == ply:
            seen[actor] = feeds[actor].next()
    two.kill()
    for feed in feeds:
        feed.close()
    ben.move_to(one.address)
    while (now := anne.look(table))["actor"] != -2:
        client = clients[now["actor"]]
        offers = client.look(table)["offers"]
        client.move(table, now["ply"], rng.choice(offers)["words"])
    verified(ben, table)


def test_another_process_thinks_on(starter: Starter, postgres: str) -> None:
    """A computer player's thought is taken over when the process that has it dies."""
    one, two = starter(postgres, "one", lease=1.0), starter(postgres, "two", lease=1.0)
    anne = Client(one.address)
    made = anne.make("pagoda", "computer:master@30", "me")
    watcher = Client(two.address)
    assert watcher.look(made["id"])["actor"] == 0
    before = wait_for(lambda: claimer(postgres))
    one.kill()
    wait_for(lambda: claimer(postgres) not in (None, before))


def claimer(database: str) -> str | None:
    """The process that thinks for the only table there is."""
    with psycopg.connect(database) as connection:
        row = connection.execute("SELECT claimed_by FROM tables").fetchone()
    return row[0] if row else None


def test_seat_changes_are_told_across_processes(pair: Pair) -> None:
    """A seat taken at one process is known at the other."""
    one, two = pair
    anne, ben = Client(one.address), Client(two.address)
    made = anne.make("pagoda", "me", "open")
    feed = anne.feed(made["id"])
    assert feed.next()["seats"][1]["kind"] == "open"
    ben.join(made, name="Ben")
    news = feed.next()
    assert (news["seats"][1]["kind"], news["seats"][1]["name"]) == ("person", "Ben")
    feed.close()


def test_twins_at_two_processes(pair: Pair) -> None:
    """The same ply posted at both: one wins, the other is told and shows the same table."""
    one, two = pair
    anne = Client(one.address)
    table = anne.make("pagoda", "me", "device")["id"]
    again = Client(two.address, anne.cookie)
    for _ in range(5):
        seen = anne.look(table)
        wait_for(lambda seen=seen: again.look(table)["ply"] == seen["ply"])
        answers: list[object] = []

        def post(client: Client, seen: dict[str, Any] = seen, out: list[object] = answers) -> None:
            try:
                out.append(client.move(table, seen["ply"], seen["offers"][0]["words"]))
            except Refused as problem:
                out.append(problem.kind)

        threads = [threading.Thread(target=post, args=(client,)) for client in (anne, again)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert answers.count("StalePly") == 1
        wait_for(lambda: anne.look(table)["ply"] == again.look(table)["ply"])
        assert anne.look(table)["view"] == again.look(table)["view"]
