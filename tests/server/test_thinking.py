"""Computer players think elsewhere: nobody waits for them, and they can be stopped."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from colonnade.compute.questions import NICE
from tests.cli.command import PATIENCE
from tests.server.client import Refused
from tests.server.conftest import Starter
from tests.server.running import Running, wait_for

pytestmark = pytest.mark.once
ENDLESS = f"computer:master@{10 * PATIENCE}"  # no test sees the end of its thought


def workers(running: Running) -> list[int]:
    """The processes that the server started to think."""
    children = Path(f"/proc/{running.process.pid}/task/{running.process.pid}/children")
    found = []
    for pid in children.read_text().split():
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
        if b"spawn_main" in command and b"resource_tracker" not in command:
            found.append(int(pid))
    return found


def fields(pid: int) -> list[str]:
    """What the system knows of a process, from its state on; nothing once it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ["Z"]


def work_on(pid: int) -> None:
    """Wait until a worker, once it has started, has used a tenth of a second of the processor."""
    gives_way = min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICE)
    wait_for(lambda: os.getpriority(os.PRIO_PROCESS, pid) == gives_way)  # its start is over
    before = spent(pid)
    wait_for(lambda: spent(pid) >= before + 0.1)


def spent(pid: int) -> float:
    """Seconds of the processor that a process has used."""
    return sum(int(ticks) for ticks in fields(pid)[11:13]) / os.sysconf("SC_CLK_TCK")


def test_nobody_waits_for_thinking(starter: Starter) -> None:
    """While every worker thinks, other tables go on, and the server can be told to end."""
    running = starter(workers=2)
    anne = running.client()
    tables = [anne.make("pagoda", ENDLESS, "me")["id"] for _ in range(4)]
    for pid in wait_for(lambda: len(found := workers(running)) == 2 and found):
        work_on(pid)
    other = anne.make("pagoda", "me", "device")["id"]
    for _ in range(40):
        seen = anne.look(other)
        anne.move(other, seen["ply"], seen["offers"][0]["words"])
    assert [anne.look(table)["actor"] for table in tables] == [0] * 4, "they think on"
    assert running.stop() == 0


def test_a_thought_is_stopped_when_its_table_moves_on(starter: Starter) -> None:
    """With one worker, a second table's player can think as soon as the first thought is void."""
    running = starter(workers=1)
    anne = running.client()
    first = anne.make("pagoda", ENDLESS, "me")["id"]
    [pid] = wait_for(lambda: workers(running))
    work_on(pid)
    second = anne.make("pagoda", "computer:random", "me")["id"]
    work_on(pid)
    assert anne.look(second)["actor"] == 0
    anne.post(f"/api/tables/{first}/seats/1/resign")
    wait_for(lambda: anne.look(second)["actor"] == 1)
    assert workers(running) == [pid]


def test_a_dead_worker_is_replaced(starter: Starter) -> None:
    """The thought of a killed worker is thought again."""
    running = starter(workers=1)
    anne = running.client()
    table = anne.make("pagoda", "computer:master@0.3", "me")["id"]
    for pid in wait_for(lambda: workers(running)):
        os.kill(pid, signal.SIGKILL)  # a worker of the server that this test started
    wait_for(lambda: anne.look(table)["actor"] == 1)


def test_workers_end_with_a_killed_server(starter: Starter) -> None:
    """No orphan goes on thinking."""
    running = starter(workers=1)
    anne = running.client()
    anne.make("pagoda", ENDLESS, "me")
    pids = wait_for(lambda: workers(running))
    for pid in pids:
        work_on(pid)
    running.kill()
    wait_for(lambda: not any(alive(pid) for pid in pids))


def alive(pid: int) -> bool:
    """Whether a process still runs."""
    return fields(pid)[0] != "Z"


def test_a_person_can_ask_for_advice(server: Running) -> None:
    """The seat on turn, and nobody else, hears plans that begin with legal moves."""
    anne, ben = server.client(), server.client()
    made = anne.make("pagoda", "me", "open")
    table = made["id"]
    ben.join(made)
    seen = anne.look(table)
    ideas = anne.post(f"/api/tables/{table}/hint", {"ply": seen["ply"]})
    offered = {offer["words"] for offer in seen["offers"]}
    assert len(ideas) == 3
    assert {idea["moves"][0]["words"] for idea in ideas} <= offered
    assert all(idea["reasons"] for idea in ideas)
    assert all(idea["answer_seat"] == 1 for idea in ideas)
    assert all(0 <= idea["win"] <= 1 for idea in ideas)
    assert anne.look(table)["ply"] == seen["ply"], "a question changes nothing"
    for client, ply, error in (
        (ben, seen["ply"], "NotYourTurn"),
        (server.client(), seen["ply"], "NotSeated"),
        (anne, seen["ply"] + 1, "StalePly"),
    ):
        with pytest.raises(Refused) as refused:
            client.post(f"/api/tables/{table}/hint", {"ply": ply})
        assert refused.value.kind == error
