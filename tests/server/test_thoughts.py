"""Workers are shared fairly: by address, then the shortest thought, then by table."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from colonnade.compute.questions import NoAnswer
from colonnade.contract.state import OVER
from colonnade.server import seats
from colonnade.server.tables import Tables
from colonnade.server.thoughts import MOST_ASKED, Thoughts, seconds_of
from tests.server.bent import Bent, move, seat
from tests.server.bent import act as act_by
from tests.server.conftest import Starter
from tests.server.running import wait_for
from tests.server.test_long_use import edit
from tests.server.test_tables import act, new

pytestmark = pytest.mark.once


async def in_line(thoughts: Thoughts, order: list[str], *wishes: tuple[str, str, float]) -> None:
    """Let some wait behind a thought under way; note who is served when."""

    async def one(client: str, table: str, seconds: float) -> None:
        async with thoughts.turn(client, table, seconds):
            order.append(table)
            await asyncio.sleep(0)

    async with thoughts.turn("first", "first", 1.0):
        tasks = [asyncio.create_task(one(*wish)) for wish in wishes]
        await asyncio.sleep(0)
        assert order == []
    await asyncio.gather(*tasks)


def served(*wishes: tuple[str, str, float]) -> list[str]:
    """In which order one worker serves."""
    order: list[str] = []
    asyncio.run(in_line(Thoughts(lambda: 1), order, *wishes))
    return order


def ask(data: Path, query: str, words: tuple[str, ...] | dict[str, str]) -> int:
    """A number that a running server has stored."""
    with closing(sqlite3.connect(data / "colonnade.db")) as database:
        return int(database.execute(query, words).fetchone()[0])


def test_an_address_cannot_take_all() -> None:
    """Sixty tables of one address leave the next turn to a friend's apprentice."""
    many = [("club", f"club{number}", 1.0) for number in range(60)]
    order = served(*many, ("friend", "friend", 0.01), ("friend", "again", 1.0))
    assert order.index("friend") == 0
    assert order.index("again") <= 2


def test_the_shortest_first() -> None:
    """Of one address the short thought passes the long ones."""
    assert served(("a", "master", 1.0), ("a", "apprentice", 0.01)) == ["apprentice", "master"]


def test_a_table_cannot_take_all_of_its_address() -> None:
    """Many questions about one table let another table's pass."""
    order = served(*[("a", "busy", 1.0)] * 5, ("a", "calm", 1.0))
    assert order.index("calm") == 1


def test_long_work_leaves_a_worker() -> None:
    """Studies do not take the last worker, where there are two."""

    async def scene() -> None:
        thoughts = Thoughts(lambda: 2)
        async with thoughts.turn("a", "x", 4.0, long=True):
            second = asyncio.create_task(thoughts.turn("b", "y", 4.0, long=True).__aenter__())
            await asyncio.sleep(0)
            async with thoughts.turn("c", "z", 1.0):
                assert not second.done()
        await second

    asyncio.run(scene())


def test_who_leaves_the_line_is_passed_over() -> None:
    """A cancelled wait frees its place, and nobody's worker is lost."""

    async def scene() -> None:
        thoughts = Thoughts(lambda: 1)

        async def wait() -> None:
            async with thoughts.turn("a", "x", 1.0, asked=True):
                pass

        async with thoughts.turn("a", "x", 1.0):
            waiting = [asyncio.create_task(wait()) for _ in range(MOST_ASKED)]
            await asyncio.sleep(0)
            with pytest.raises(NoAnswer):
                await wait()
            for task in waiting[1:]:
                task.cancel()
            await asyncio.sleep(0)
            assert thoughts.waiting.total() == 1
        await asyncio.gather(*waiting, return_exceptions=True)
        assert (thoughts.running, thoughts.waiting.total(), thoughts.asked.total()) == (0, 0, 0)
        thoughts.close()
        with pytest.raises(NoAnswer):
            await wait()

    asyncio.run(scene())


def test_how_long_players_think() -> None:
    """Levels, and players with a budget of their own."""
    levels = ("random", "apprentice", "builder", "architect", "master", "master@30")
    seconds = [seconds_of(level) for level in levels]
    assert seconds == sorted(seconds)
    assert seconds[-1] == 30


def test_a_friend_has_a_move_beside_sixty_tables(starter: Starter) -> None:
    """Masters of one address at sixty tables; a friend's apprentice still moves in between."""
    running = starter(workers=1)
    club, friend = running.client(), running.client()
    masters = ["computer:master@0.5"] * 3
    for _ in range(60):
        club.post(
            "/api/tables",
            {
                "game": "summer_pavilion",
                "seats": [
                    *({"kind": "computer", "level": one.partition(":")[2]} for one in masters),
                    {"kind": "me"},
                ],
            },
            x_forwarded_for="198.51.100.1",
        )
    wish = {
        "game": "pagoda",
        "seats": [{"kind": "computer", "level": "apprentice"}, {"kind": "me"}],
    }
    table = friend.post("/api/tables", wish, x_forwarded_for="198.51.100.2")["id"]
    wait_for(lambda: friend.look(table)["actor"] == 1)
    # Each table's masters had up to three thoughts to make, and one worker makes all of them.
    passed = """
        SELECT count(*) FROM moves
        WHERE seat >= 0 AND table_id != :table
            AND time > (SELECT created FROM tables WHERE id = :table)
            AND time < (SELECT min(time) FROM moves WHERE seat = 0 AND table_id = :table)
    """
    assert ask(running.data, passed, {"table": table}) < 10


def test_where_nobody_looks_nobody_thinks(starter: Starter) -> None:
    """After an hour, here a moment: the computer player waits until somebody looks."""
    running = starter(unwatched=0.5)
    anne = running.client()
    table = anne.make("pagoda", "me", "computer:random")["id"]
    running.kill()
    edit(running.data, "UPDATE moves SET time = time - 7200", "UPDATE tables SET awaits = 1")
    turn = "UPDATE seats SET kind = 'computer', level = 'random', name = ''"
    edit(running.data, turn)
    running.start()
    anne.move_to(running.address)
    other = anne.make("pagoda", "computer:random", "me")["id"]
    wait_for(lambda: anne.look(other)["actor"] == 1)  # the rounds go on
    plies = "SELECT count(*) FROM moves WHERE table_id = ?"

    def ply() -> int:
        return ask(running.data, plies, (table,))

    before = ply()
    assert anne.look(table)["ply"] == before
    wait_for(lambda: ply() > before)


def test_where_nobody_looks_nothing_is_read(tmp_path: Path) -> None:
    """Rounds load no table that rests, however many there are; a seat out of time resigns."""
    watch = Bent()

    async def scene(tables: Tables) -> None:
        waits = await seat(tables, "summer_pavilion")
        plays = await seat(tables, clock={"turn": 60, "at_zero": "computer"})
        ends = await seat(tables, clock={"turn": 60, "at_zero": "resign"})
        tables.bots.retire()
        await seats.leave(waits, 1, "random")
        await move(waits, "ends_turn")
        assert waits.thinker() == "random"
        watch.pass_by(tables.settings.limits.unwatched)
        tables.live.clear()
        await tables.round()
        assert list(tables.live) == [ends.id]
        assert tables.live[ends.id].actor == OVER
        for table in (waits, plays):
            tables.live.clear()
            await tables.table(table.id)  # somebody looks
            await tables.round()
            assert list(tables.live) == [table.id]

    act_by(tmp_path, scene, watch)


def test_a_look_wakes_a_table(tmp_path: Path) -> None:
    """Readers count as looking, and so does the time after they left."""

    async def scene(tables: Tables) -> None:
        table = await new(tables)
        assert tables.watched(table)
        table.seen -= 7200
        assert not tables.watched(table)
        reader = tables.reader(table, None, None)
        tables.feed(table).enter(reader)
        assert tables.watched(table)
        tables.feed(table).leave(reader)
        assert tables.watched(table)
        table.seen -= 7200
        assert (await tables.table(table.id, looking=False)) is table
        assert not tables.watched(table)
        await tables.table(table.id)
        assert tables.watched(table)

    act(tmp_path, scene)
