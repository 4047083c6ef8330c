"""What only long use shows: memory, rounds, ends and lists of a server that has seen much."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import signal
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from colonnade.server import hearing, round_queries
from colonnade.server import tables as tables_module
from colonnade.server.feed import KEPT_BYTES, KEPT_EVENTS
from colonnade.server.notes import leave_notes, notes_beside, take_notes
from colonnade.server.opening import JOURNAL_BYTES
from colonnade.server.schema import TABLES
from colonnade.server.seats import held, leave
from colonnade.server.settings import Settings
from colonnade.server.store import Store
from colonnade.server.table import LiveTable
from colonnade.server.table_queries import CHANNEL
from colonnade.server.tables import Tables
from tests.cli.command import PATIENCE
from tests.server.bent import Bent, move, seat
from tests.server.bent import act as act_by
from tests.server.client import Client
from tests.server.conftest import Starter
from tests.server.running import Running, wait_for
from tests.server.test_conflicts import refused
from tests.server.test_health import measured
from tests.server.test_store import keep
from tests.server.test_tables import act, first_words, new

pytestmark = pytest.mark.once


def test_feeds_from_many_places_cost_no_memory(tmp_path: Path) -> None:
    """One client that asks since 1.0, 2.0 and so on fills nothing while others wait."""

    async def scene(tables: Tables) -> None:
        table = await new(tables)
        for _ in range(12):
            await table.play(table.actor, table.ply, first_words(table))
        feed = tables.feed(table)
        feed.waiting = 1  # somebody has not taken what is new
        told = [len(feed.event("nobody", since)) for since in range(table.ply)]
        kept = [event for events in feed._cache.events.values() for event in events]
        assert len(kept) == KEPT_EVENTS < len(told)
        assert feed._cache.size == sum(len(event) for _, event in kept) <= KEPT_BYTES
        assert feed._cache.get((None,), table.ply - 1) is not None, "equals share their bytes"

    act(tmp_path, scene)


def test_opening_a_feed_wakes_nobody(tmp_path: Path) -> None:
    """A spectator who comes or goes is no news; somebody at a seat is."""

    async def scene(tables: Tables) -> None:
        table = await new(tables)
        feed = tables.feed(table)
        watching = [tables.reader(table, None, None) for _ in range(3)]
        for reader in watching:
            feed.enter(reader)
            reader.next()
            reader.wake.clear()
        other = tables.reader(table, "stranger", None)
        feed.enter(other)
        feed.leave(other)
        assert not any(reader.wake.is_set() for reader in watching)
        anne = tables.reader(table, "anne", None)
        assert held(table, "anne")
        feed.enter(anne)
        assert all(reader.wake.is_set() for reader in watching)
        for reader in (*watching, anne):
            reader.next()
            reader.wake.clear()
        feed.leave(anne)
        assert all(reader.wake.is_set() for reader in watching)

    act(tmp_path, scene)


def edit(data: Path, *statements: str) -> None:
    """Change a database by hand, as no server would."""
    with closing(sqlite3.connect(data / "colonnade.db")) as database, database:
        for statement in statements:
            database.execute(statement)


def copied(name: str, count: int, **values: str) -> str:
    """The statement that copies the first table so many times, with other values."""
    names = [column.name for column in TABLES.columns]
    values["id"] = f"'{name}' || n.x"
    chosen = ", ".join(values.get(column, f"tables.{column}") for column in names)
    numbers = f"WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < {count})"
    return (
        f"INSERT INTO tables ({', '.join(names)}) SELECT {chosen} FROM tables,"
        f" ({numbers} SELECT x FROM n) n WHERE tables.id = (SELECT min(id) FROM tables)"
    )


def test_tables_of_an_older_edition_hide_nobody(starter: Starter) -> None:
    """Clocks of others go on however many there are, and the log says it once."""
    running = starter(heartbeat=0.2)
    anne = running.client()
    clock = {"turn": 1, "at_zero": "resign"}
    made = [anne.make("pagoda", "me", "device", clock=clock)["id"] for _ in range(3)]
    running.kill()
    copies = copied("old", 450, edition="'older'", deadline="1.0", awaits="1")
    edit(running.data, copies)
    running.start()
    anne.move_to(running.address)
    for table in made:
        wait_for(lambda table=table: anne.look(table)["actor"] == -2)
    assert running.log().count("edition") == 1
    assert "left alone" not in running.log()


def test_no_table_hides_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds go on where the last one ended, and begin again."""
    monkeypatch.setattr(round_queries, "ROUND", 2)

    async def scene(tables: Tables) -> None:
        made = {(await new(tables)).id for _ in range(5)}

        def overdue(connection: Any) -> None:
            connection.exec_driver_sql("UPDATE tables SET deadline = 1.0")

        await tables.store.write(overdue)
        seen: list[str] = []

        async def look(found: round_queries.Overdue) -> None:
            seen.append(found.id)
            raise LookupError

        monkeypatch.setattr(tables, "look_after", look)
        for _ in range(3):
            await tables.round()
        assert len(seen) == 5
        assert set(seen) == made == tables.left_alone

    act(tmp_path, scene)


@pytest.mark.parametrize("part", ["take_notes", "round", "sweep", "beat_if_needed"])
def test_rounds_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    """Whatever goes wrong in one, such as a file that cannot be read, the next one comes."""
    monkeypatch.setattr(tables_module, "ROUND_SECONDS", 0.01)
    monkeypatch.setattr(tables_module, "BEAT_SECONDS", 0.01)
    came: list[str] = []

    async def fail() -> None:
        came.append(part)
        raise PermissionError

    async def scene(tables: Tables) -> None:
        monkeypatch.setattr(tables, part, fail)
        while len(came) < 3:
            await asyncio.sleep(0.01)

    act(tmp_path, scene)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_notes_of_root_are_for_the_server(tmp_path: Path) -> None:
    """Whoever the database belongs to must be able to read what a host's command leaves."""
    database = tmp_path / "x.db"
    database.touch()
    os.chown(database, 12_345, 12_346)
    leave_notes(database, ["one"])
    found = notes_beside(database).stat()
    assert (found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)) == (12_345, 12_346, 0o600)
    assert take_notes(database) == ["one"]


def test_a_note_that_is_no_note(
    tmp_path: Path, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who hears nonsense on a shared database goes on hearing the others."""
    monkeypatch.setattr(hearing, "AGAIN_SECONDS", 0.01)

    async def scene(tables: Tables) -> None:
        table = await seat(tables)
        known = table.head.revision

        def change(connection: Any) -> None:
            send = "SELECT pg_notify(%(channel)s, %(note)s)"
            connection.exec_driver_sql(send, {"channel": CHANNEL, "note": "another [nonsense"})
            connection.exec_driver_sql("UPDATE tables SET revision = revision + 1")
            connection.exec_driver_sql(send, {"channel": CHANNEL, "note": f"another {table.id}"})

        for times in (1, 2):
            await tables.store.write(change)
            while table.head.revision < known + times:
                await asyncio.sleep(0.01)

    act_by(tmp_path, scene, Bent(), postgres)


def test_a_journal_shrinks_again(tmp_path: Path) -> None:
    """A reader elsewhere makes it grow; when it has gone, the file does not stay as it was."""
    store = Store(f"sqlite:///{tmp_path / 'x.db'}")
    store.open()
    journal = tmp_path / "x.db-wal"
    limit = asyncio.run(
        store.write(lambda c: c.exec_driver_sql("PRAGMA journal_size_limit").scalar())
    )
    assert limit == JOURNAL_BYTES

    def much(connection: Any) -> None:
        connection.exec_driver_sql("CREATE TABLE IF NOT EXISTS much (x BLOB)")
        connection.exec_driver_sql("INSERT INTO much VALUES (zeroblob(2000000))")

    with closing(sqlite3.connect(tmp_path / "x.db")) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM uploads").fetchone()
        for _ in range(8):
            asyncio.run(store.write(much))
        assert journal.stat().st_size > JOURNAL_BYTES
    for name in ("a", "b", "c"):
        asyncio.run(store.write(keep(name)))
    assert journal.stat().st_size <= JOURNAL_BYTES
    store.close()


def test_running_games_come_first_in_my_list(starter: Starter) -> None:
    """A hundred finished games do not hide one that goes on."""
    running = starter()
    anne = running.client()
    first = anne.make("pagoda", "me", "device")["id"]
    running.kill()
    edit(
        running.data,
        copied("done", 120, created="created + n.x", finished="created"),
        "INSERT INTO seats (table_id, seat, kind, level, name, since, invitation, link, resigned)"
        " SELECT id, seat, kind, level, name, since, invitation, link, resigned"
        " FROM seats JOIN tables ON tables.id != table_id",
        "INSERT INTO holders SELECT id, seat, device FROM holders JOIN tables ON id != table_id",
    )
    running.start()
    anne.move_to(running.address)
    listed = anne.get("/api/mine")
    assert len(listed) == 100
    assert (listed[0]["id"], listed[0].get("finished")) == (first, None)
    assert all(one["finished"] for one in listed[1:])


def asked_for_advice(running: Running, client: Client, table: str) -> http.client.HTTPConnection:
    """A question for advice, sent, its answer not yet read."""
    connection = http.client.HTTPConnection(client.host, timeout=PATIENCE)
    body = json.dumps({"ply": client.look(table)["ply"]})
    headers = {"content-type": "application/json", "cookie": client.cookie}
    connection.request("POST", f"/api/tables/{table}/hint", body, headers)
    return connection


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGHUP])
def test_an_end_while_many_wait(starter: Starter, sign: int) -> None:
    """Hints that wait are told 503, thoughts end, feeds hear it, the code is 0; no traceback."""
    heeded = signal.signal(signal.SIGHUP, signal.SIG_DFL)  # these tests may run below nohup
    running = starter(workers=1)
    signal.signal(signal.SIGHUP, heeded)
    anne = running.client()
    table = anne.make("pagoda", "me", "open")["id"]
    for _ in range(40):
        anne.make("pagoda", f"computer:master@{PATIENCE}", "me")
    feed = anne.feed(table)
    feed.next()
    waiting = [asked_for_advice(running, anne, table) for _ in range(20)]
    anne.look(table)  # whoever is answered now came later: all of those have been read
    assert running.stop(sign) == 0
    assert feed.next("closing") == {}
    feed.close()
    answers = [connection.getresponse() for connection in waiting]
    assert {answer.status for answer in answers} <= {200, 503}
    assert [answer.status for answer in answers].count(503) > 10
    assert "Traceback" not in running.log()
    for connection in waiting:
        connection.close()


def test_an_end_that_fails_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever goes wrong with the thinking, the store is closed, and it is no success."""
    found: list[Tables] = []

    async def scene() -> None:
        tables = Tables(Settings(data=tmp_path))
        found.append(tables)
        await tables.open()

        def broken() -> None:
            raise RuntimeError("dictionary changed size during iteration")

        monkeypatch.setattr(tables.bots, "close", broken)
        with pytest.raises(RuntimeError):
            await tables.close()

    asyncio.run(scene())
    assert found[0].store.closed
    assert not found[0].closed


def test_nobody_thinks_for_those_who_left(starter: Starter) -> None:
    """A client that hangs up leaves the line, though nobody has come to its turn yet."""
    running = starter(workers=1)
    anne = running.client()
    anne.make("pagoda", f"computer:master@{PATIENCE}", "me")  # has the only worker for long
    table = anne.make("pagoda", "me", "open")["id"]

    def waiting() -> float:
        return measured(running)["colonnade_thinking_waiting{}"]

    gone = [asked_for_advice(running, anne, table) for _ in range(30)]
    wait_for(lambda: waiting() == 30)
    for connection in gone:
        connection.close()
    wait_for(lambda: waiting() == 0)
    assert measured(running)["colonnade_thinking_running{}"] == 1
    assert "Traceback" not in running.log()


def test_computer_players_are_not_left_alone(server: Running) -> None:
    """Who is the last person may leave the seat open, but not to a computer player."""
    anne = server.client()
    table = anne.make("pagoda", "me", "computer:random")["id"]
    seat = anne.look(table)["held"][0]
    found = refused(anne.post, f"/api/tables/{table}/seats/{seat}/leave", {"to": "computer"})
    assert (found.status, found.kind) == (409, "LastPerson")
    assert anne.post(f"/api/tables/{table}/seats/{seat}/leave", {"to": "open"})["invitation"]


def test_thoughts_that_wait_write_nothing(tmp_path: Path) -> None:
    """On the embedded database no claim is written at all, however many wait."""

    async def scene(tables: Tables) -> None:
        table = await new(tables)
        before = tables.store.commits

        async def claims(one: LiveTable) -> list[bool]:
            return [await tables.bots.claimed(one) for _ in range(50)]

        assert all(await claims(table))
        assert tables.store.commits == before

    act(tmp_path, scene)


def test_a_claim_waits_for_a_worker(tmp_path: Path, postgres: str) -> None:
    """On a database that others share a table is claimed once somebody can think for it."""

    async def scene(tables: Tables) -> None:
        thoughts = tables.bots.thoughts
        size, thoughts.size = thoughts.size, lambda: 0  # nobody is free
        made = [await seat(tables, "summer_pavilion") for _ in range(5)]
        for table in made:
            await leave(table, 1, "random")
            await move(table, "ends_turn")
        await tables.round()
        assert thoughts.waiting.total() == len(made)

        def claims(connection: Any) -> int:
            counted = select(func.count()).where(TABLES.c.claimed_by.is_not(None))
            return int(connection.execute(counted).scalar_one())

        assert await tables.store.read(claims) == 0
        thoughts.size = size
        thoughts.hand_out()
        while any(table.actor == 1 for table in made):
            await asyncio.sleep(0.01)
        assert await tables.store.read(claims) == len(made)

    act_by(tmp_path, scene, Bent(), postgres)
