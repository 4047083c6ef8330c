"""What processes use, as Linux tells it, and which resource it was that ended a run."""

from __future__ import annotations

import os
import time
from pathlib import Path

import msgspec

TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
FULL = 0.9  # of a processor: a loop that has so little left answers late


def family(pid: int) -> list[int]:
    """A process and all that it started."""
    found = [pid]
    for one in found:
        for path in Path(f"/proc/{one}/task").glob("*/children"):
            found += [int(child) for child in path.read_text().split()]
    return found


def processor(pid: int) -> float:
    """The processor seconds that a process has used so far, all its threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory(pid: int) -> float:
    """The resident memory of a process in MiB."""
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def waited(pid: int) -> float:
    """The seconds that the first thread of a process was ready to run and others ran."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9


def machine() -> tuple[float, float, float]:
    """Seconds of all processors: busy, idle, and waiting for a disk."""
    fields = [int(field) / TICKS for field in Path("/proc/stat").read_text().split()[1:9]]
    return sum(fields) - fields[3] - fields[4], fields[3], fields[4]


class Usage(msgspec.Struct):
    """What was used since a moment, or until it."""

    wall: float
    servers: list[float]  # processor seconds of each server process
    asker: float  # of the process that asks
    waited: float  # by the server that waited longest for a processor
    busy: float
    idle: float
    disk: float

    @classmethod
    def of(cls, pids: list[int]) -> Usage:
        """All that was used until now."""
        return cls(
            time.perf_counter(),
            [processor(pid) for pid in pids],
            time.process_time(),
            max(waited(pid) for pid in pids),
            *machine(),
        )

    def since(self, before: Usage) -> Usage:
        """What was used since then."""
        servers = [b - a for a, b in zip(before.servers, self.servers, strict=True)]
        rest = (
            getattr(self, name) - getattr(before, name)
            for name in ("asker", "waited", "busy", "idle", "disk")
        )
        return Usage(self.wall - before.wall, servers, *rest)

    @property
    def server(self) -> float:
        """The processor seconds of all server processes."""
        return sum(self.servers)

    def parts(self) -> str:
        """Who used the machine, in parts of one processor."""
        others = max(0.0, self.busy - self.server - self.asker)
        used = (self.server, self.asker, others, self.waited, self.disk)
        server, asker, others, waited, disk = (100 * one / self.wall for one in used)
        return (
            f"server {server:.0f} %, asking {asker:.0f} %, others {others:.0f} % of one processor; "
            f"ready but not running {waited:.0f} % of the time, disk {disk:.0f} %"
        )

    def ended_by(self, late: bool) -> str:
        """The resource that there was too little of."""
        if not late:
            return "nothing: the run held"
        if max(self.servers) >= FULL * self.wall:
            return "the processor of a server process"
        if self.asker >= FULL * self.wall:
            return "the processor of the bench itself"
        if self.waited >= 0.2 * self.wall or self.idle < 0.05 * (self.idle + self.busy):
            return "the processors of this machine, which others use too"
        if self.disk > 0.2 * self.wall:
            return "the disk"
        return "waiting: for commits, locks or the network"
