"""Computer players think elsewhere: nobody waits for them, and they can be stopped."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from tests.server.client import Refused
from tests.server.conftest import Starter
from tests.server.running import Running, wait_for

pytestmark = pytest.mark.once


def workers(running: Running) -> list[int]:
    """The processes that the server started to think."""
    children = Path(f"/proc/{running.process.pid}/task/{running.process.pid}/children")
    found = []
    for pid in children.read_text().split():
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
        if b"spawn_main" in command and b"resource_tracker" not in command:
            found.append(int(pid))
    return found


def test_nobody_waits_for_thinking(starter: Starter) -> None:
    """While every worker thinks, small calls and moves at other tables are answered at once."""
    running = starter(workers=2)
    anne = running.client()
    for _ in range(4):
        anne.make("pagoda", "computer:master@20", "me")
    wait_for(lambda: len(workers(running)) == 2)
    time.sleep(1.0)
    other = anne.make("pagoda", "me", "device")["id"]
    lags = []
    for _ in range(40):
        seen = anne.look(other)
        start = time.perf_counter()
        anne.move(other, seen["ply"], seen["offers"][0]["words"])
        lags.append(time.perf_counter() - start)
    lags.sort()
    assert lags[len(lags) // 2] < 0.1, lags
    assert lags[-2] < 0.5, lags
    began = time.monotonic()
    assert running.stop() == 0
    assert time.monotonic() - began < 8, "thinking holds up the end"


def test_a_thought_is_stopped_when_its_table_moves_on(starter: Starter) -> None:
    """With one worker, a second table's player can think as soon as the first thought is void."""
    running = starter(workers=1)
    anne = running.client()
    first = anne.make("pagoda", "computer:master@60", "me")["id"]
    wait_for(lambda: workers(running))
    time.sleep(1.0)
    second = anne.make("pagoda", "computer:random", "me")["id"]
    time.sleep(0.5)
    assert anne.look(second)["actor"] == 0
    anne.post(f"/api/tables/{first}/seats/1/resign")
    wait_for(lambda: anne.look(second)["actor"] == 1, 10)


def test_a_dead_worker_is_replaced(starter: Starter) -> None:
    """The thought of a killed worker is thought again."""
    running = starter(workers=1)
    anne = running.client()
    table = anne.make("pagoda", "computer:master@1", "me")["id"]
    for pid in wait_for(lambda: workers(running)):
        os.kill(pid, signal.SIGKILL)  # a worker of the server that this test started
    wait_for(lambda: anne.look(table)["actor"] == 1, 40)


def test_workers_end_with_a_killed_server(starter: Starter) -> None:
    """No orphan goes on thinking."""
    running = starter(workers=1)
    anne = running.client()
    anne.make("pagoda", "computer:master@60", "me")
    pids = wait_for(lambda: workers(running))
    time.sleep(0.5)
    running.kill()
    wait_for(lambda: not any(alive(pid) for pid in pids), 10)


def alive(pid: int) -> bool:
    """Whether a process still runs."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def test_a_person_can_ask_for_advice(starter: Starter) -> None:
    """The seat on turn, and nobody else, hears legal moves, best first."""
    running = starter(workers=1)
    anne, ben = running.client(), running.client()
    made = anne.make("pagoda", "me", "open")
    table = made["id"]
    ben.join(made)
    seen = anne.look(table)
    ideas = anne.post(f"/api/tables/{table}/hint", {"ply": seen["ply"]})
    offered = {offer["words"] for offer in seen["offers"]}
    assert 1 <= len(ideas) <= 5
    assert {idea["words"] for idea in ideas} <= offered
    visits = [idea["visits"] for idea in ideas]
    assert visits == sorted(visits, reverse=True)
    assert all(0 <= idea["win"] <= 1 for idea in ideas)
    assert anne.look(table)["ply"] == seen["ply"], "a question changes nothing"
    for client, ply, error in (
        (ben, seen["ply"], "NotYourTurn"),
        (running.client(), seen["ply"], "NotSeated"),
        (anne, seen["ply"] + 1, "StalePly"),
    ):
        with pytest.raises(Refused) as refused:
            client.post(f"/api/tables/{table}/hint", {"ply": ply})
        assert refused.value.kind == error
