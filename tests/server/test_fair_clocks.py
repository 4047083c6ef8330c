"""Clocks and undos: time that was used stays used, and nobody pays for what another took back."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from colonnade.server import seats
from colonnade.server.errors import StalePly
from colonnade.server.table import LiveTable
from colonnade.server.tables import Tables
from tests.server.bent import Bent, act, agree, ask, left, move, seat, sitter

pytestmark = pytest.mark.once
CLOCK = {"turn": 60, "bank": 100, "at_zero": "resign"}
GAME = "summer_pavilion"  # where a turn may end without a draw


async def again(tables: Tables, table: LiveTable) -> LiveTable:
    """The same table as another process would find it in the store."""
    tables.live.pop(table.id)
    found = await tables.table(table.id)
    assert found is not table
    assert found.times is not None
    assert table.times is not None
    assert found.times.banks == pytest.approx(table.times.banks)
    assert found.deadline() == pytest.approx(table.deadline())
    return found


def test_a_free_undo_restarts_no_turn(tmp_path: Path) -> None:
    """Thinking, moving and taking back again and again gives nobody a second more."""
    watch = Bent()

    async def scene(tables: Tables) -> None:
        table = await seat(tables, GAME, clock=CLOCK)
        assert left(table) == 160
        for _ in range(3):
            watch.pass_by(20)
            await move(table, "ends_turn")
            assert (table.actor, left(table)) == (1, 160)
            assert await ask(table, 0, "undo")
            assert table.actor == 0
        assert left(table) == pytest.approx(100)
        watch.pass_by(1)
        table = await again(tables, table)
        await move(table, "ends_turn")
        assert await ask(table, 0, "undo")
        assert left(table) == pytest.approx(99)
        assert table.times is not None
        assert table.times.banks == pytest.approx([99, 100])

    act(tmp_path, scene, watch)


def test_the_time_until_an_undo_is_its_own_seats(tmp_path: Path) -> None:
    """Between a move and its undo the other one's clock runs, but is not charged."""
    watch = Bent()

    async def scene(tables: Tables) -> None:
        table = await seat(tables, GAME, clock=CLOCK)
        watch.pass_by(10)
        await move(table, "ends_turn")
        watch.pass_by(90)  # Ben's turn, and more of his time than one turn has
        assert left(table) == pytest.approx(70)
        assert await ask(table, 0, "undo")
        assert left(table) == pytest.approx(60)  # of 160: ten for the move, ninety until the undo
        table = await again(tables, table)
        await move(table, "ends_turn")
        assert table.actor == 1
        assert left(table) == pytest.approx(160)

    act(tmp_path, scene, watch)


def test_waiting_for_an_answer_is_nobodys(tmp_path: Path) -> None:
    """Who asks pays until the wish; who is asked cannot let the other's time run, nor loses any."""
    watch = Bent()

    async def scene(tables: Tables) -> None:
        table = await seat(tables, GAME, clock=CLOCK, undo="ask")
        watch.pass_by(10)
        await move(table, "ends_turn")
        watch.pass_by(5)
        assert not await ask(table, 0, "undo")
        watch.pass_by(50)
        assert left(table) == pytest.approx(105)  # Ben's, as long as he has not agreed
        assert await agree(table, 1)
        assert table.actor == 0
        assert left(table) == pytest.approx(145)
        table = await again(tables, table)
        # Refused, all of it is his: else he could think for nothing.
        await move(table, "ends_turn")
        assert not await ask(table, 0, "undo")
        watch.pass_by(30)
        assert not await agree(table, 1, False)
        assert left(table) == pytest.approx(130)

    act(tmp_path, scene, watch)


def test_asking_on_ones_own_turn_stops_no_clock(tmp_path: Path) -> None:
    """A wish is no way to think for nothing."""
    watch = Bent()

    async def scene(tables: Tables) -> None:
        table = await seat(tables, "pagoda", clock=CLOCK, undo="ask")
        await move(table)
        assert table.actor == 0
        assert not await ask(table, 0, "undo")
        watch.pass_by(40)
        assert await agree(table, 1)
        assert table.actor == 0
        assert left(table) == pytest.approx(120)

    act(tmp_path, scene, watch)


def test_others_decide_their_turns_anew(tmp_path: Path) -> None:
    """Who agrees to an undo of his own turn gets that turn's time again, but no bank."""
    watch = Bent()

    async def scene(tables: Tables) -> None:
        table = await seat(tables, GAME, clock=CLOCK)
        start = len(table.history)
        await move(table, "ends_turn")
        watch.pass_by(65)
        await move(table, "ends_turn")
        assert not await ask(table, 0, "undo", length=start)
        assert await agree(table, 1)
        await move(table, "ends_turn")
        assert table.actor == 1
        assert left(table) == pytest.approx(155)
        await again(tables, table)

    act(tmp_path, scene, watch)


def test_a_computers_turn_is_no_free_time(tmp_path: Path) -> None:
    """Who thinks while a computer player is on turn, and then takes back, has used that time."""
    watch = Bent()

    async def scene(tables: Tables) -> None:
        table = await seat(tables, GAME, clock=CLOCK)
        await seats.leave(table, 1, "master")
        tables.bots.retire()  # it thinks for long
        await move(table, "ends_turn")
        watch.pass_by(50)
        assert await ask(table, 0, "undo")
        assert left(table) == pytest.approx(110)

    act(tmp_path, scene, watch)


def test_an_empty_chair_gives_no_time_back(tmp_path: Path) -> None:
    """Who leaves and sits down again goes on with the time that was left."""
    watch = Bent()

    async def scene(tables: Tables) -> None:
        table = await seat(tables, GAME, clock=CLOCK)
        watch.pass_by(50)
        token = await seats.leave(table, 0, None)
        assert token is not None
        assert table.deadline() is None
        watch.pass_by(1000)
        await seats.join(table, sitter("anne"), token, "anne")
        assert left(table) == pytest.approx(110)
        await again(tables, table)

    act(tmp_path, scene, watch)


def test_a_resignation_gives_no_time_back(tmp_path: Path) -> None:
    """Of three, one gives up while another thinks: who thinks has used what was used."""
    watch = Bent()

    async def scene(tables: Tables) -> None:
        table = await seat(tables, GAME, people=3, clock=CLOCK)
        watch.pass_by(50)
        await table.resign(2)
        assert left(table) == pytest.approx(110)
        await again(tables, table)

    act(tmp_path, scene, watch)


def test_a_name_moves_no_clock(tmp_path: Path) -> None:
    """What has nothing to do with the game leaves the time as it runs."""
    watch = Bent()

    async def scene(tables: Tables) -> None:
        table = await seat(tables, GAME, clock=CLOCK)
        watch.pass_by(50)
        await seats.rename(table, 1, "Benjamin")
        assert left(table) == pytest.approx(110)

    act(tmp_path, scene, watch)


def test_who_has_moved_does_not_resign(tmp_path: Path) -> None:
    """A clock at zero and a move at once: one of both comes first, and the other is too late."""
    watch = Bent()

    async def scene(tables: Tables) -> None:
        table = await seat(tables, GAME, clock=CLOCK)
        watch.pass_by(161)
        async with table.lock:
            late = asyncio.create_task(tables.time_out(table))
            await asyncio.sleep(0)
            moving = asyncio.create_task(move(table, "ends_turn"))
            await asyncio.sleep(0)
        _, moved = await asyncio.gather(late, moving, return_exceptions=True)
        assert isinstance(moved, StalePly)
        assert [seat.resigned for seat in table.seats] == [True, False]

    act(tmp_path, scene, watch)


def test_a_pause_stops_the_clocks(tmp_path: Path) -> None:
    """By agreement; it keeps what was used, and outlives its process."""
    watch = Bent()

    async def scene(tables: Tables) -> None:
        table = await seat(tables, GAME, clock=CLOCK)
        watch.pass_by(50)
        assert not await ask(table, 0, "pause")
        watch.pass_by(5)
        assert await agree(table, 1)
        assert (table.paused, table.deadline()) == (True, None)
        watch.pass_by(100_000)
        tables.live.pop(table.id)
        table = await tables.table(table.id)
        assert (table.paused, table.deadline(), table.head.finished) == (True, None, None)
        assert not await ask(table, 1, "resume")
        assert await agree(table, 0)
        assert left(table) == pytest.approx(105)
        await again(tables, table)

    act(tmp_path, scene, watch, absent=1_000_000.0)
