"""A real Ray cluster for tests: two machines of one processor each, killed at will."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.cli.command import PATIENCE

# Ray leaves its log files, pipes and the processes of its nodes to the garbage collector.
LEFT = "ignore:unclosed file|subprocess .* is still running:ResourceWarning"
UNRAISED = "ignore:Exception ignored in. <_io.FileIO:pytest.PytestUnraisableExceptionWarning"
STORE_BYTES = 80 * 2**20  # the least that Ray accepts is a little less


class RayCluster:
    """A head and another node, as if they were two machines; their processes end with ours."""

    def __init__(self, folder: str, port: int) -> None:
        made = import_module("ray.cluster_utils").Cluster
        # A cluster for tests notes its address in the folder that Ray uses where none is named,
        # and takes for granted that it is there.
        tools = import_module("ray._common.utils")
        tools.try_to_create_directory(tools.get_default_ray_temp_dir())
        self.client_port = free_port()
        self.folder = folder
        head = {
            "gcs_server_port": port,
            "ray_client_server_port": self.client_port,
            "include_dashboard": False,
        }
        self.cluster = made(initialize_head=True, head_node_args=head | self.node_args())
        self.other = self.cluster.add_node(**self.node_args())
        self.cluster.wait_for_nodes()
        self.address: str = self.cluster.address

    def node_args(self) -> dict[str, Any]:
        """What all nodes have in common; sockets need a short path."""
        return {"num_cpus": 1, "object_store_memory": STORE_BYTES, "temp_dir": self.folder}

    def workers(self, doing: str, nodes: Sequence[Any] = ()) -> list[int]:
        """The worker processes of all nodes, or of these, that do something by this name."""
        return [
            pid
            for node in nodes or self.cluster.list_all_nodes()
            for pid in children(raylet(node))
            if command(pid).startswith(f"ray::{doing}")
        ]

    def kill_worker(self, doing: str) -> int:
        """Kill a worker in the middle of something, as soon as there is one."""
        pid = int(wait_until(lambda: self.workers(doing))[0])
        os.kill(pid, signal.SIGKILL)
        return pid

    def kill_node(self) -> None:
        """End the second machine as a power cut would: its workers and what watches them."""
        watcher = raylet(self.other)
        for pid in [watcher, *children(watcher)]:
            os.kill(pid, signal.SIGKILL)
        self.cluster.remove_node(self.other, allow_graceful=False)

    def kill(self) -> None:
        """End all machines at once, as a power cut would."""
        for node in self.cluster.list_all_nodes():
            for [process] in node.all_processes.values():
                process.process.kill()

    def mend(self) -> None:
        """Put a new machine in the place of the one killed."""
        self.other = self.cluster.add_node(**self.node_args())
        self.cluster.wait_for_nodes()

    def close(self) -> None:
        """End all of it; a cluster that has ended stays so."""
        if self.cluster.head_node is not None:
            self.cluster.shutdown()


def raylet(node: Any) -> int:
    """The process that stands for a machine of a cluster."""
    return int(node.all_processes["raylet"][0].process.pid)


@contextmanager
def raised(port: int = 0) -> Iterator[RayCluster]:
    """A cluster for the length of a block; nothing of it stays, in memory or on disk."""
    folder = tempfile.mkdtemp(prefix="cr-")
    try:
        cluster = RayCluster(folder, port or free_port())
        try:
            yield cluster
        finally:
            cluster.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def children(pid: int) -> list[int]:
    """The processes that a process has started, by any of its threads."""
    found: list[int] = []
    for thread in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += [int(child) for child in thread.read_text().split()]
        except OSError:
            continue  # a thread that has ended meanwhile
    return found


def command(pid: int) -> str:
    """What a process calls itself."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode().strip()
    except OSError:
        return ""


def marked(mark: str) -> list[str]:
    """The processes with this mark in their environment, by what they call themselves."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark.encode() in path.read_bytes():
                found.append(command(int(path.parent.name)))
        except OSError:
            continue
    return found


def wait_until(what: Callable[[], Any]) -> Any:
    """Ask until there is an answer that is true."""
    until = time.monotonic() + PATIENCE
    while not (found := what()):
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.01)
    return found
