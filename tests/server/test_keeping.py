"""What is kept has bounds: for an address, for the house, in time, and in each word of it."""

from __future__ import annotations

import asyncio
import json
import time
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import func, select

from colonnade.contract.record import read
from colonnade.server import table_queries
from colonnade.server.agreement import wish
from colonnade.server.errors import NoTable
from colonnade.server.keeping import AT_ONCE, DAY, sweep
from colonnade.server.schema import HOLDERS, MOVES, SEATS, TABLES, UPLOADS
from colonnade.server.settings import Limits
from colonnade.server.stored import Entry
from colonnade.server.table import LiveTable
from colonnade.server.tables import LONG_LOG, Tables
from colonnade.server.telling import MOST_FACTS
from colonnade.server.wishes import AgreementWish
from tests.server.client import Client
from tests.server.conftest import Starter
from tests.server.running import Running, wait_for
from tests.server.test_conflicts import refused
from tests.server.test_long_use import edit
from tests.server.test_tables import act, first_words, new

pytestmark = pytest.mark.once
FAR = "198.51.100.9"
WISH = {"game": "pagoda", "seats": [{"kind": "me"}, {"kind": "open"}]}


@pytest.mark.parametrize("store", ["embedded", "postgresql"])
def test_ceilings(starter: Starter, request: pytest.FixtureRequest, store: str) -> None:
    """One address has its own, the house one for all; what is there goes on."""
    database = "" if store == "embedded" else request.getfixturevalue("postgres")
    running = starter(database, own_tables=3, house_tables=5, own_records=1, house_records=2)
    anne, ben, cleo = (running.client() for _ in range(3))
    made = [anne.post("/api/tables", WISH)["id"] for _ in range(3)]
    found = refused(anne.post, "/api/tables", WISH)
    assert (found.status, found.kind, found.body["fields"]["most"]) == (507, "OwnFull", 3)
    for _ in range(2):
        ben.post("/api/tables", WISH, x_forwarded_for=FAR)
    assert refused(cleo.post, "/api/tables", WISH, x_forwarded_for="192.0.2.1").kind == "HouseFull"
    seen = anne.look(made[0])
    anne.move(made[0], seen["ply"], seen["offers"][0]["words"])
    record = record_text()
    anne.post("/api/records", record)
    assert refused(anne.post, "/api/records", record).kind == "OwnFull"
    ben.post("/api/records", record, x_forwarded_for=FAR)
    assert refused(cleo.post, "/api/records", record, x_forwarded_for="192.0.2.1").status == 507


def record_text(**fields: Any) -> bytes:
    """A record of a short game, with other fields."""
    text = files("colonnade.examples").joinpath("pagoda.colonnade").read_text(encoding="utf-8")
    return json.dumps(msgspec.to_builtins(read(text).record) | fields).encode()


@pytest.mark.parametrize(
    "fields",
    [
        {"names": ["A" * 81, "B"]},
        {"names": ["An\u0000ne", "Ben"]},
        {"names": ["Anne\u0007", "Ben"]},
        {"date": "2026-01-01" * 9},
        {"date": "2026\n01"},
    ],
)
def test_words_of_records_are_bounded(server: Running, fields: dict[str, Any]) -> None:
    """Names and dates that are too long, or hold what nobody sees, are refused by their field."""
    anne = server.client()
    found = refused(anne.post, "/api/records", record_text(**fields))
    assert (found.status, found.kind) == (400, "BadRequest")
    assert next(iter(fields)) in found.body["text"]
    assert anne.post("/api/records", record_text())["id"]


@pytest.mark.parametrize("name", ["An\u0000ne", "Big\nBen", "\u0007", "A" * 41, "\u0085"])
def test_names_at_tables_are_bounded(server: Running, name: str) -> None:
    """Control characters are refused, by whichever call a name comes."""
    anne, ben = server.client(), server.client()
    seats = [{"kind": "me", "name": name}, {"kind": "open"}]
    assert refused(anne.post, "/api/tables", {"game": "pagoda", "seats": seats}).status == 400
    made = anne.make("pagoda", "me", "open")
    assert refused(ben.join, made, 0, name).status == 400
    path = f"/api/tables/{made['id']}/seats/0/name"
    assert refused(anne.post, path, {"name": name}).status == 400


def count(tables: Tables, rows: Any) -> Any:
    """How many rows there are."""
    return tables.store.read(lambda c: c.execute(select(func.count()).select_from(rows)).scalar())


def test_the_rule_of_the_host(tmp_path: Path) -> None:
    """Old tables and records go with all that is theirs; what is new or still played stays."""
    limits = Limits(keep_days=30, keep_records_days=7)

    async def scene(tables: Tables) -> None:
        old, played, fresh = [await new(tables) for _ in range(3)]
        now = time.time()

        def age(connection: Any) -> None:
            for table in (old, played):
                for rows, column in ((TABLES, "created"), (MOVES, "time")):
                    key = rows.c.id if rows is TABLES else rows.c.table_id
                    change = rows.update().where(key == table.id)
                    connection.execute(change.values({column: now - 31 * DAY}))
            connection.execute(
                TABLES.update().values(rematch=old.id).where(TABLES.c.id == fresh.id)
            )
            for name, days in (("a", 8), ("b", 6)):
                values = {"id": name, "device": "d", "game": "g", "record": "{}"}
                connection.execute(UPLOADS.insert().values(created=now - days * DAY, **values))

        await tables.store.write(age)
        await played.play(played.actor, played.ply, first_words(played))
        before = await tables.store.write(lambda c: sweep(c, Limits(), now))
        assert before == [], "without a rule nothing goes"
        gone = await tables.store.write(lambda c: sweep(c, limits, now))
        assert gone == [old.id]
        assert await tables.store.write(lambda c: sweep(c, limits, now)) == []
        assert (await count(tables, TABLES), await count(tables, UPLOADS)) == (2, 1)
        assert await count(tables, SEATS) == 2 * len(old.seats)
        assert await count(tables, HOLDERS) == 2
        async with fresh.lock:
            await fresh.reload()
        assert fresh.head.rematch is None
        with pytest.raises(NoTable):
            await old.reload()

    act(tmp_path, scene)


def test_old_tables_go_while_the_server_runs(starter: Starter) -> None:
    """The round sees to it; who looks for one is told that there is none."""
    running = starter(keep_days=1)
    anne = running.client()
    old, fresh = (anne.make("pagoda", "me", "open")["id"] for _ in range(2))
    running.kill()
    edit(
        running.data,
        f"UPDATE tables SET created = created - 90000 WHERE id = '{old}'",
        f"UPDATE moves SET time = time - 90000 WHERE table_id = '{old}'",
    )
    running.start()
    anne.move_to(running.address)
    wait_for(lambda: [one["id"] for one in anne.get("/api/mine")] == [fresh])
    assert refused(anne.look, old).status == 404
    assert AT_ONCE > 1


def test_looks_are_never_older_than_what_was_acknowledged(
    starter: Starter, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that hears nothing of the others still shows every move that was answered."""
    one, two = starter(postgres), starter(postgres)
    anne = one.client()
    table = anne.make("pagoda", "me", "device")["id"]
    other = Client(two.address, anne.cookie)
    for _ in range(25):
        seen = other.look(table)
        if seen["actor"] < 0:
            break
        done = anne.move(table, seen["ply"], seen["offers"][0]["words"])
        assert other.look(table)["ply"] >= done["ply"]
        feed = other.feed(table)
        assert feed.next()["ply"] >= done["ply"]
        feed.close()


def long_log(table: LiveTable, facts: int) -> list[Entry]:
    """A move and its undo, again and again."""
    words = first_words(table)
    length = len(table.history)
    found = []
    for number in range(facts):
        kind = "undo" if number % 2 else "move"
        back = length if number % 2 else 0
        found.append(Entry(kind, 0, "" if back else words, back, 1e9, 0.0))  # type: ignore[arg-type]
    return found


def test_a_long_log_is_told_in_short(tmp_path: Path) -> None:
    """30,000 facts: what was taken back long ago is left out; loading leaves the loop free."""

    async def scene(tables: Tables) -> None:
        table = await new(tables)
        await table.play(table.actor, table.ply, first_words(table))
        await wish(table, 0, AgreementWish(ply=table.ply, kind="undo"))
        log = long_log(table, 30_000)
        await tables.store.write(lambda c: table_queries.write_entries(c, table.id, table.ply, log))
        tables.live.clear()
        tables.feeds.clear()
        turns = 0

        async def others() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        beside = asyncio.create_task(others())
        again = await tables.table(table.id)
        beside.cancel()
        assert again.ply == table.ply + 30_000 > LONG_LOG
        assert turns > 20, "the loop went on"
        body = tables.feed(again).event("anne", 0)
        told = json.loads(body)
        assert len(body) < 500_000
        assert len(told["moves"]) <= 2 * MOST_FACTS
        plies = [fact["ply"] for fact in told["moves"]]
        assert plies == sorted(plies)
        assert plies[-1] == again.ply - 1
        counting = [fact["ply"] for fact in told["moves"] if not fact.get("taken")]
        assert len(counting) >= told["length"]

    act(tmp_path, scene)
