"""Tells a file what becomes of each test, so that tools/suite.py can show it; a pytest plugin."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest

SWITCH = "COLONNADE_PROGRESS"  # names the file


@dataclass
class Told:
    """What a file has told so far."""

    path: Path | None = None
    total: int = 0
    count: Counter[str] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    at: int = 0  # how far the file was read

    def progress(self, name: str) -> str:
        """How far the tests are, in a few words."""
        read(self)
        lost = f", {len(self.failed)} failed" if self.failed else ""
        return f"{name} {sum(self.count.values())}/{self.total or '?'}{lost}"


def read(told: Told) -> None:
    """Read what was written since the last time."""
    if told.path is None or not told.path.is_file():
        return
    with told.path.open("rb") as file:
        file.seek(told.at)
        lines = file.read().decode(errors="replace").splitlines(keepends=True)
    for line in lines:
        if not line.endswith("\n"):
            return  # half of a line: the rest comes later
        told.at += len(line.encode())
        outcome, _, rest = line.rstrip("\n").partition(" ")
        if outcome == "total":
            told.total = int(rest)
            continue
        told.count[outcome] += 1
        if outcome == "failed" and rest not in told.failed:
            told.failed.append(rest)
        elif outcome == "skipped":
            told.skipped.append(rest)


class Teller:
    """Writes a line for each test as it ends."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.ended: set[str] = set()  # tests whose fate was told

    def write(self, line: str) -> None:
        """Add a line."""
        with Path(self.path).open("a", encoding="utf-8") as file:
            file.write(" ".join(line.split()) + "\n")

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Say how many there are."""
        if session.items:
            self.write(f"total {len(session.items)}")

    @pytest.hookimpl(optionalhook=True)  # there only where the work is shared out
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        """Say how many there are, where other processes collect them."""
        self.write(f"total {len(ids)}")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file that cannot even be read has failed; one that skips itself says why."""
        if report.failed:
            self.write(f"failed {report.nodeid}")
        elif report.skipped:
            self.write(f"skipped {reason(report.longrepr)}")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Say what became of one test: what fails before or after it has failed with it."""
        if report.failed and report.nodeid not in self.ended:
            self.write(f"failed {report.nodeid}")
        elif report.skipped:
            self.write(f"skipped {reason(report.longrepr)}")
        elif report.when == "teardown" and report.nodeid not in self.ended:
            self.write(f"passed {report.nodeid}")
        if report.failed or report.skipped:
            self.ended.add(report.nodeid)


def reason(told: object) -> str:
    """Why something is skipped, in the words of the test."""
    text = str(told[2] if isinstance(told, tuple) else told)
    return text.removeprefix("Skipped: ")


def pytest_configure(config: pytest.Config) -> None:
    """Listen in the process that shares out the work, not in those that do it."""
    path = os.environ.get(SWITCH, "")
    if path and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Teller(path), "colonnade-teller")
