"""Clocks: the server's time counts, from what is stored; at zero happens what was agreed."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from typing import Any

import pytest

from colonnade.server.clock import Times, goes, read_wish
from colonnade.server.stored import Clock, Seat
from colonnade.server.wishes import ClockWish
from tests.server.conftest import Starter
from tests.server.running import Running, wait_for

pytestmark = pytest.mark.once


def test_turn_time_goes_before_the_bank() -> None:
    """Only what exceeds a turn's time is taken from the bank; a new turn starts afresh."""
    times = Times(Clock(10.0, 20.0, "resign"), 2)
    times.charge(0, 1, 6.0)
    assert times.left(0, 1) == 24.0
    times.charge(0, 1, 8.0)  # the same turn: 14 of 10
    assert times.banks == [16.0, 20.0]
    assert times.left(0, 1) == 16.0
    times.charge(1, 2, 1.0)
    assert times.left(0, 3) == 26.0
    times.charge(0, 3, 100.0)
    assert times.left(0, 3) == 0.0


def test_a_turn_taken_back_goes_on_where_it_was() -> None:
    """For who takes back, no time is new; a bank stays used; others decide their turns anew."""
    times = Times(Clock(10.0, 20.0, "resign"), 2)
    times.charge(0, 1, 6.0)
    times.charge(1, 2, 15.0)
    times.charge(0, 3, 4.0)
    times.take_back(0, 1)
    assert times.left(0, 1) == 24.0
    assert times.left(0, 3) == 26.0
    assert times.left(1, 2) == 10.0 + 15.0
    assert times.banks == [20.0, 15.0]


def test_what_would_be_left_changes_nothing() -> None:
    """Asking for what a move leaves, leaves the clock as it was."""
    times = Times(Clock(10.0, 20.0, "resign"), 2)
    times.charge(0, 1, 6.0)
    then = times.copy()
    then.charge(0, 1, 8.0)
    assert (times.banks, times.left(0, 1)) == ([20.0, 20.0], 24.0)
    assert (then.banks, then.left(0, 1)) == ([16.0, 20.0], 16.0)


def test_for_whom_time_passes() -> None:
    """For people on turn, once every chair is taken, and not while the game is paused."""
    seats = [Seat("person", "Anne"), Seat("person", "Ben")]
    assert goes(0, seats, False)
    assert not goes(0, seats, True)
    assert not goes(-2, seats, False)
    assert not goes(0, [seats[0], Seat("open")], False)
    assert not goes(1, [seats[0], Seat("computer")], False)


def test_wishes() -> None:
    """Days are seconds, nothing is nothing."""
    assert read_wish(None) is None
    assert read_wish(ClockWish()) is None
    assert read_wish(ClockWish(days=3)) == Clock(259_200.0, 0.0, "computer")
    assert read_wish(ClockWish(turn=5, bank=60)) == Clock(5.0, 60.0, "computer")


def test_at_zero_a_seat_resigns(server: Running) -> None:
    """Who lets the time run out has lost, if that was agreed."""
    anne, ben = server.client(), server.client()
    made = anne.make("pagoda", "me", "open", clock={"turn": 1, "at_zero": "resign"})
    assert anne.look(made["id"])["clock"]["deadline"] is None  # a chair is empty
    began = time.time()
    ben.join(made)
    over = wait_for(lambda: (s := anne.look(made["id"]))["actor"] == -2 and s)
    assert over["result"]["winners"] == [1]
    assert time.time() >= began + 1, "not before the time was over"


def test_the_time_begins_when_the_last_one_sits_down(server: Running) -> None:
    """And not while a chair is empty."""
    anne, ben = server.client(), server.client()
    made = anne.make("pagoda", "me", "open", clock={"turn": 500, "bank": 60})
    began = time.time()
    ben.join(made)
    deadline = anne.look(made["id"])["clock"]["deadline"]
    assert began <= deadline - 560 <= time.time()


def test_at_zero_a_computer_moves(server: Running) -> None:
    """The seat stays a person's; its turn is finished for it."""
    anne, ben = server.client(), server.client()
    made = anne.make("pagoda", "me", "open", clock={"turn": 1, "bank": 0})
    ben.join(made)

    def passed_on() -> Any:
        seen = ben.look(made["id"])
        moved = {told["seat"] for told in seen["moves"]}
        # Ben's time runs, too: who looks late may find that it is over as well.
        return seen if 0 in moved and (seen["actor"] == 1 or 1 in moved) else None

    seen = wait_for(passed_on)
    assert [seat["kind"] for seat in seen["seats"]] == ["person", "person"]


def test_a_restart_resets_no_clock(starter: Starter) -> None:
    """Banks are the same after a crash, and nobody has less time than before."""
    running = starter()
    anne, ben = running.client(), running.client()
    made = anne.make("pagoda", "me", "open", clock={"turn": 1, "bank": 500, "at_zero": "resign"})
    ben.join(made)
    seen = anne.look(made["id"])
    wait_for(lambda: time.time() > seen["clock"]["deadline"] - 500)  # the bank pays from now on
    anne.move(made["id"], seen["ply"], seen["offers"][0]["words"])
    before = anne.look(made["id"])["clock"]
    assert before["banks"][0] < 500
    assert before["banks"][1] == 500
    running.kill()
    running.start()
    anne.move_to(running.address)
    after = anne.look(made["id"])["clock"]
    assert after["banks"] == before["banks"]
    assert after["deadline"] > before["deadline"] - 0.001  # later, if it took long to start


def test_a_clock_runs_out_while_nobody_looks(starter: Starter) -> None:
    """After a restart the round finds the table by itself."""
    running = starter()
    anne, ben = running.client(), running.client()
    made = anne.make("pagoda", "me", "open", clock={"turn": 1, "at_zero": "resign"})
    ben.join(made)
    running.kill()
    running.start()
    database = f"file:{running.data / 'colonnade.db'}?mode=ro"

    def ended() -> bool:
        with contextlib.closing(sqlite3.connect(database, uri=True)) as connection:
            return connection.execute("SELECT finished FROM tables").fetchone()[0] is not None

    wait_for(ended)  # nobody asked the server
    anne.move_to(running.address)
    assert anne.look(made["id"])["result"]["winners"] == [1]
