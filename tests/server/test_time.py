"""Time: steady within a process, stored between them; a wall clock that is set changes nothing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from colonnade.server import round_queries
from colonnade.server.tables import Tables
from colonnade.server.watch import MOST_MISSED
from tests.server.bent import Bent, act, left, seat
from tests.server.conftest import Starter
from tests.server.running import Running, wait_for

pytestmark = pytest.mark.once
HOUR = 3600.0
CLOCK = {"turn": 600, "bank": 0, "at_zero": "resign"}


def test_a_wall_clock_moves_no_time() -> None:
    """Set forward or back, the house counts on; only dates follow it."""
    watch = Bent()
    began = watch.now()
    for set_to in (HOUR, -2 * HOUR):
        watch.wall += set_to
        assert watch.now() == began
    watch.pass_by(7)
    assert watch.now() == began + 7


def test_deadlines_are_told_as_dates() -> None:
    """Also where the house's time is far behind, since it was closed for months."""
    watch = Bent(date=2_000_000.0, steady=50.0)
    watch.wind(1_000_000.0, first=True)
    assert watch.told(watch.now() + 30) == 2_000_030.0
    watch.wind(900_000.0)
    assert watch.now() == 1_000_000.0
    watch.wind(1_000_005.0)
    assert watch.now() == 1_000_005.0


@pytest.mark.parametrize("set_to", [HOUR, -HOUR, 400 * 24 * HOUR])
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_between_processes_stored_time_counts(
    tmp_path: Path, request: pytest.FixtureRequest, kind: str, set_to: float
) -> None:
    """A clock goes on from what is stored, whatever the wall clock says at the next start."""
    database = request.getfixturevalue("postgres") if kind == "postgres" else ""
    first, found = Bent(), {}

    async def before(tables: Tables) -> None:
        table = await seat(tables, clock=CLOCK)
        first.pass_by(100)
        found["id"] = table.id

    async def after(tables: Tables) -> None:
        table = await tables.table(found["id"])
        await tables.round()
        assert table.head.finished is None
        assert 500 - MOST_MISSED <= left(table) <= 501

    act(tmp_path, before, first, database)
    act(tmp_path, after, Bent(first.wall + set_to, steady=77.0), database)


def test_a_second_process_has_the_time_of_the_first(tmp_path: Path, postgres: str) -> None:
    """Whatever its own wall clock says: deadlines and leases mean the same to both."""

    async def scene(tables: Tables) -> None:
        table = await seat(tables, clock=CLOCK)
        assert await tables.store.write(lambda c: tables.bots.claim(c, table.id))
        for apart in (HOUR, -HOUR):
            other = Tables(tables.settings, watch=Bent(tables.watch.date() + apart))
            await other.open()
            try:
                assert abs(other.watch.now() - tables.watch.now()) < MOST_MISSED
                there = await other.table(table.id)
                assert abs(left(there) - left(table)) < MOST_MISSED
                await other.round()
                assert there.head.finished is None
            finally:
                await other.close()

    act(tmp_path, scene, Bent(), postgres)


@pytest.mark.parametrize("apart", [HOUR, -HOUR])
def test_a_lease_ends_when_its_time_is_over(
    tmp_path: Path, postgres: str, apart: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not before, by another's wall clock, nor an hour after its holder has died."""
    watch = Bent()

    async def scene(tables: Tables) -> None:
        table = await seat(tables)

        def claim(connection: Any) -> bool:
            return tables.bots.claim(connection, table.id)

        assert await tables.store.write(claim)
        watch.wall += apart
        monkeypatch.setattr(round_queries, "PROCESS", "another")
        assert not await tables.store.write(claim)
        watch.pass_by(tables.settings.limits.lease + 0.1)
        assert await tables.store.write(claim)

    act(tmp_path, scene, watch, postgres)


def test_who_runs_ahead_is_followed(tmp_path: Path, postgres: str) -> None:
    """A machine that slept hears from the database what time it is."""
    slow = Bent()

    async def scene(tables: Tables) -> None:
        began = slow.now()

        def by_another(connection: Any) -> None:
            connection.exec_driver_sql("UPDATE house SET time = time + 100, process = 'other'")

        await tables.store.write(by_another)
        await tables.beat()
        assert began + 100 <= slow.now() <= began + 100 + MOST_MISSED
        now = slow.now()
        await tables.beat()
        assert slow.now() == now

    act(tmp_path, scene, slow, postgres)


BENDER = """
import pathlib, time
WALL, REAL = pathlib.Path({path!r}), time.time
time.time = lambda: REAL() + float(WALL.read_text())
"""


@pytest.fixture
def wall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that says by how many seconds the wall clock of started servers is wrong."""
    path, folder = tmp_path / "wall", tmp_path / "bent"
    path.write_text("0")
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(BENDER.format(path=str(path)))
    known = os.environ.get("PYTHONPATH", "")
    monkeypatch.setenv("PYTHONPATH", f"{folder}:{known}" if known else str(folder))
    return path


def set_wall(path: Path, seconds: float) -> None:
    """Set the wall clock, whole at once."""
    beside = path.with_suffix(".new")
    beside.write_text(str(seconds))
    beside.replace(path)


def database(request: pytest.FixtureRequest, kind: str) -> str:
    """The address of a database of a kind."""
    return str(request.getfixturevalue("postgres")) if kind == "postgres" else ""


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_wall_clock_set_forward_ends_no_game(
    starter: Starter, wall: Path, request: pytest.FixtureRequest, kind: str
) -> None:
    """Neither while the server runs, nor between two of them."""
    running = starter(database(request, kind))
    anne, ben = running.client(), running.client()
    made = anne.make("pagoda", "me", "open", clock={"turn": 900, "at_zero": "resign"})
    ben.join(made)
    set_wall(wall, HOUR)
    rounds(running)
    seen = anne.look(made["id"])
    assert seen["result"] is None
    anne.move(made["id"], seen["ply"], seen["offers"][0]["words"])
    running.kill()
    set_wall(wall, 3 * HOUR)
    running.start()
    for client in (anne, ben):
        client.move_to(running.address)
    rounds(running)
    assert anne.look(made["id"])["result"] is None


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_wall_clock_set_back_stops_no_computer(
    starter: Starter, wall: Path, request: pytest.FixtureRequest, kind: str
) -> None:
    """It goes on deciding, in the same process and in the next; clocks at zero as well."""
    running = starter(database(request, kind), lease=1.0)
    anne = running.client()
    made = anne.make("summer_pavilion", "me", "computer:random", "computer:random")
    table = made["id"]

    def my_turn() -> Any:
        return wait_for(lambda: (seen := anne.look(table))["actor"] == 0 and seen)

    def play() -> None:
        seen = my_turn()
        anne.move(table, seen["ply"], seen["offers"][0]["words"])

    play()
    set_wall(wall, -HOUR)
    play()
    seen = my_turn()
    anne.move(table, seen["ply"], seen["offers"][0]["words"])
    running.kill()  # perhaps while somebody thinks, who holds a claim
    set_wall(wall, -3 * HOUR)
    running.start()
    anne.move_to(running.address)
    play()
    my_turn()
    ben = running.client()
    timed = anne.make("pagoda", "me", "open", clock={"turn": 1, "at_zero": "resign"})
    ben.join(timed)
    set_wall(wall, -5 * HOUR)
    wait_for(lambda: anne.look(timed["id"])["result"])


def rounds(running: Running) -> None:
    """Wait until the server has looked after its tables: it lets one run out that is due."""
    anne, ben = running.client(), running.client()
    made = anne.make("pagoda", "me", "open", clock={"turn": 1, "at_zero": "resign"})
    ben.join(made)
    wait_for(lambda: anne.look(made["id"])["result"])


def test_feeds_tell_the_time(server: Running) -> None:
    """So that a page whose own clock is wrong shows what is left."""
    anne, ben = server.client(), server.client()
    made = anne.make("pagoda", "me", "open", clock={"turn": 500})
    ben.join(made)
    feed = anne.feed(made["id"])
    now = feed.next("time")["now"]
    deadline = feed.next()["clock"]["deadline"]
    assert 0 < deadline - now <= 500
    feed.close()
    plain = server.client()
    feed = plain.feed(plain.make("pagoda", "me", "open")["id"])
    feed.next()
    assert b"event: time" not in feed.raw
    feed.close()
