"""Computer players that think on a real Ray cluster: they play on, whatever dies there."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

from tests.cli.command import PATIENCE
from tests.compute.raising import LEFT, UNRAISED, RayCluster, children, command, free_port, raised
from tests.server.running import Running, wait_for

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed"),
    pytest.mark.filterwarnings(LEFT),
    pytest.mark.filterwarnings(UNRAISED),
]
THERE = "computer players think at"
HERE = "computer players think here"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, int]]:
    """A server, and the port where it looks for a cluster that is not there yet."""
    port = free_port()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_ADDRESS", f"127.0.0.1:{port}")
        data = tmp_path_factory.mktemp("ray") / "data"
        found = Running(data, words=("--compute", "ray"))
    yield found, port
    assert found.stop() == 0, "though its cluster is gone"
    assert "Traceback" not in found.log()


@pytest.fixture(scope="module")
def cluster(running: tuple[Running, int]) -> Iterator[RayCluster]:
    """Two workers, each on a node of its own, once the server has found them."""
    server, port = running
    with raised(port) as found:
        wait_for(lambda: THERE in server.log())
        for pid in workers_here(server):
            os.kill(pid, signal.SIGKILL)  # whoever thinks here from now on is seen
        yield found


@pytest.fixture
def server(running: tuple[Running, int], cluster: RayCluster) -> Running:
    """The server beside its cluster."""
    return running[0]


def test_a_cluster_that_is_not_there(running: tuple[Running, int]) -> None:
    """The server starts, says so, and thinks by itself."""
    server, port = running
    anne = server.client()
    table = anne.make("pagoda", "computer:random", "me")["id"]
    wait_for(lambda: anne.look(table)["actor"] == 1)
    wait_for(lambda: HERE in server.log())
    assert f"127.0.0.1:{port}" in server.log()


@pytest.mark.long
def test_a_killed_worker_costs_no_move(cluster: RayCluster, server: Running) -> None:
    """Another worker thinks the thought again; it was never this machine's turn to think."""
    anne = server.client()
    table = anne.make("pagoda", "computer:master@3", "me")["id"]
    before = anne.look(table)["ply"]
    cluster.kill_worker("reply")
    assert anne.look(table)["ply"] == before
    wait_for(lambda: anne.look(table)["actor"] == 1)
    assert workers_here(server) == []


def workers_here(running: Running) -> list[int]:
    """Processes of the server that think by themselves; its messenger has a session of its own."""
    server = running.process.pid
    return [
        pid
        for pid in children(server)
        if "spawn_main" in command(pid) and os.getsid(pid) == os.getsid(server)
    ]


def test_a_whole_game_on_the_cluster(cluster: RayCluster, server: Running) -> None:
    """Three computer players, one of them for a person who left, play to the end."""
    anne = server.client()
    kinds = ("me", "computer:architect", "computer:random")
    table = anne.make("seven_steps", *kinds)["id"]
    anne.post(f"/api/tables/{table}/seats/0/resign")
    cluster.kill_worker("reply")
    assert anne.look(table)["result"] is None, "it died in the middle of it"
    wait_for(lambda: anne.look(table)["result"])
    assert anne.post(f"/api/records/{table}/analysis")["steps"], "studied there as well"
    assert workers_here(server) == []


def test_a_person_is_advised_from_the_cluster(server: Running) -> None:
    """Hints come from there as well."""
    anne = server.client()
    table = anne.make("pagoda", "me", "device")["id"]
    seen = anne.look(table)
    ideas = anne.post(f"/api/tables/{table}/hint", {"ply": seen["ply"]})
    assert {idea["moves"][0]["words"] for idea in ideas} <= {
        offer["words"] for offer in seen["offers"]
    }
    assert workers_here(server) == []


def test_a_thought_is_stopped_on_the_cluster(cluster: RayCluster, server: Running) -> None:
    """A worker is free soon after the table has no use for its thought."""
    anne = server.client()
    for _ in range(6):
        table = anne.make("pagoda", f"computer:master@{10 * PATIENCE}", "me")["id"]
        wait_for(lambda: cluster.workers("reply"))
        anne.post(f"/api/tables/{table}/seats/1/resign")
        wait_for(lambda: not cluster.workers("reply"))


def test_a_cluster_that_is_lost(cluster: RayCluster, server: Running) -> None:
    """Nobody waits for it; what was thought about there is thought about here."""
    anne = server.client()
    table = anne.make("pagoda", "computer:master@3", "me")["id"]
    wait_for(lambda: cluster.workers("reply"))
    cluster.kill()
    answers: list[int] = []

    def decided() -> bool:
        answers.append(anne.look(table)["actor"])
        return answers[-1] == 1

    wait_for(decided)
    assert answers.count(0) > 5, "who looked was answered while the cluster was given up"
    assert server.log().count(HERE) >= 2, "told again: before its cluster was there, and now"
    assert workers_here(server)
