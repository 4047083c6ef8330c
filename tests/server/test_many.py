"""Several server processes behind one port: one address, any of them, and one less for a while."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import PATIENCE
from tests.server.client import Client
from tests.server.conftest import Starter
from tests.server.running import Running, wait_for
from tests.server.test_conflicts import seated

pytestmark = pytest.mark.once
TWO = ("--processes", "2")


def children(running: Running) -> list[int]:
    """The server processes of a parent; others that it has are helpers of the system's library."""
    found = []
    for path in Path(f"/proc/{running.process.pid}/task").glob("*/children"):
        for pid in path.read_text().split():
            words = Path(f"/proc/{pid}/cmdline").read_bytes()
            if b"spawn_main" in words:
                found.append(int(pid))
    return found


def answering(running: Running) -> str:
    """The process that answers a call: its part of the call's number."""
    client = running.client()
    client.get("/api/games")
    return client.headers["x-request-id"].partition("-")[0]


def gone(pid: int) -> bool:
    """Whether a process has ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"


def test_several_processes_need_postgresql(tmp_path: Path) -> None:
    """The embedded database is for one, and it says so before anything is made."""
    command = [sys.executable, "-m", "colonnade", "serve", "--no-browser", "--lang", "en"]
    command += ["--port", "0", "--data", str(tmp_path / "data"), *TWO]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 2
    assert "Several processes cannot share the embedded database" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "data").exists()
    done = subprocess.run([*command, "--processes", "0"], capture_output=True, text=True)
    assert done.returncode != 0
    assert "--processes" in done.stderr


def test_one_port_many_processes(starter: Starter, postgres: str) -> None:
    """Any process serves any table; one that dies is replaced, and nothing is lost."""
    running = starter(postgres, words=TWO)
    assert len(children(running)) == 2
    known = set[str]()

    def met(count: int) -> bool:
        known.add(answering(running))
        return len(known) == count

    wait_for(lambda: met(2))
    anne, ben, table = seated(running)
    # Each feed is with the process that happened to take its connection.
    feeds = [running.client().feed(table) for _ in range(12)]
    seen = [feed.next() for feed in feeds]
    for _ in range(10):
        client = (anne, ben)[seen[0]["actor"]]
        offers = client.look(table)["offers"]
        done = client.move(table, seen[0]["ply"], offers[0]["words"])
        for number, feed in enumerate(feeds):
            while seen[number]["ply"] < done["ply"]:
                seen[number] = feed.next()
        assert all(news["view"] == seen[0]["view"] for news in seen)
    first, second = children(running)
    os.kill(first, signal.SIGKILL)
    wait_for(lambda: len(children(running)) == 2 and first not in children(running))
    assert second in children(running)
    wait_for(lambda: met(3))
    assert anne.look(table)["ply"] == done["ply"]
    assert "another takes its place" in running.log()
    for feed in feeds:
        feed.close()


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_all_end_in_order(starter: Starter, postgres: str, sign: int) -> None:
    """Feeds of every process are told, and nobody is left."""
    running = starter(postgres, words=TWO)
    _, _, table = seated(running)
    feeds = [running.client().feed(table) for _ in range(6)]
    for feed in feeds:
        feed.next()
    pids = children(running)
    assert running.stop(sign) == 0
    for feed in feeds:
        assert feed.next("closing") == {}
        feed.close()
    assert all(gone(pid) for pid in pids)
    assert running.log() == ""


def test_nobody_outlives_the_parent(starter: Starter, postgres: str) -> None:
    """A parent that is killed takes its processes along: they notice."""
    running = starter(postgres, words=TWO)
    pids = children(running)
    running.kill()
    wait_for(lambda: all(gone(pid) for pid in pids))
    running.start()
    assert Client(running.address).get("/api/games")
