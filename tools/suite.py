"""Runs the tests in parts, shows how far they are, and ends with a summary that a person can read.

Which tests run in which build is decided here; what they test, in tests/. What fails is tried once
more, alone, and is listed at the end even if it passes then.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from tools.install import WRITTEN
from tools.machine import PURE_SWITCH, processors
from tools.progress import SWITCH, Told, read
from tools.steps import CLEAR

OUT = Path("build", "tests")
CLUSTER = ["tests/compute/test_ray.py", "tests/server/test_ray_bots.py"]
APART = ["tests/page", *CLUSTER]
HOT = ["tests/rules", "tests/golden", "tests/contract"]  # what the pure build is tested by
BLINK = 0.5  # seconds between two looks at what is under way
SIGN = 30.0  # seconds between two signs of life where nobody looks at a terminal
# Between this process and a pytest: hears the end of the one, and then ends the other.
BELOW = """
import os, signal, subprocess, sys, threading
pipe, command = int(sys.argv[1]), sys.argv[2:]
running = subprocess.Popen(command)
def end():
    os.read(pipe, 1)
    for sign in (signal.SIGINT, signal.SIGKILL):  # pytest lets go of what its tests have started
        running.send_signal(sign)
        try:
            running.wait(60)
            break
        except subprocess.TimeoutExpired:
            pass
threading.Thread(target=end, daemon=True).start()
signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C reaches pytest by itself
code = running.wait()
sys.exit(code if code >= 0 else 128 - code)
"""
ALL_SWITCH = "COLONNADE_TEST_ALL"  # for tests that do more of the same in a whole run


@dataclass
class Part:
    """Some tests that run together, in processes of their own."""

    name: str
    about: str
    words: list[str]
    more: dict[str, str] = field(default_factory=dict)
    told: Told = field(default_factory=Told)
    again: Told | None = None  # of the second try
    seconds: float = 0.0
    code: int = 0

    def run(self) -> None:
        """Run the tests, and those that failed once more."""
        began = time.monotonic()
        self.code = self.call(self.words, self.told, "")
        lost = self.told.failed
        if self.code == 1 and lost:
            self.again = Told()
            self.code = self.call(["-p", "no:xdist", *lost], self.again, "-again")
        self.seconds = time.monotonic() - began

    def call(self, words: list[str], told: Told, which: str) -> int:
        """Run pytest; its output goes to a file, and what becomes of each test to another."""
        path = OUT / f"{self.name}{which}"
        command = [sys.executable, "-m", "pytest", "-p", "tools.progress", *words]
        told.path = path.with_suffix(".tests")
        told.path.write_text("")
        with path.with_suffix(".log").open("wb") as log:
            code = run_below(
                [*command, "-o", f"cache_dir={path}-cache"],
                {**os.environ, **self.more, **WRITTEN, SWITCH: str(told.path.absolute())},
                log,
            )
        read(told)
        return code

    @property
    def failed(self) -> bool:
        """Whether it must not pass: a test failed twice, or pytest itself did."""
        return self.code != 0

    def counts(self) -> tuple[int, int]:
        """How many passed, at the first or the second try, and how many failed at both."""
        last = self.again or self.told
        passed = self.told.count["passed"] + (self.again.count["passed"] if self.again else 0)
        # A pytest that fails without a failed test could not even begin.
        return passed, max(len(last.failed), 1) if self.failed else 0

    def line(self) -> str:
        """What became of it."""
        passed, failed = self.counts()
        counts = f"{passed:5,} passed, {failed} failed, {self.told.count['skipped']} skipped"
        return f"  {self.name:12} {counts:40} {self.seconds:4.0f} s   {self.about}"


def run_below(command: list[str], environment: dict[str, str], log: IO[bytes]) -> int:
    """Run a program, which ends when this process does, however that is; returns its exit code."""
    ours, theirs = os.pipe()  # nothing is ever written: the end of it is what is heard
    try:
        with subprocess.Popen(
            [sys.executable, "-c", BELOW, str(ours), *command],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            pass_fds=[ours],
        ) as running:
            return running.wait()
    finally:
        os.close(ours)
        os.close(theirs)


def spread(processes: int) -> list[str]:
    """Words for pytest that share tests out among processes."""
    return ["-n", str(processes), "--dist", "worksteal"]


def usual() -> list[list[Part]]:
    """What `make test` runs: parts that stand together run side by side."""
    two, short = spread(max(2, processors())), ["-m", "not long"]
    apart = [f"--ignore={path}" for path in APART]
    pure = ["-m", "not once and not long", *HOT]  # one process: half a minute
    return [
        [
            Part("compiled", "everything but page and cluster", [*two, *short, *apart]),
            Part("cluster", "a real Ray cluster", [*short, *CLUSTER]),
        ],
        [
            Part("page", "in a real browser", [*two, *short, "tests/page"]),
            Part("pure", "rules, goldens and contract as Python", pure, {PURE_SWITCH: "1"}),
        ],
    ]


def rest() -> list[list[Part]]:
    """What only `make test-all` runs besides."""
    two, whole = spread(max(2, processors())), {ALL_SWITCH: "1"}
    apart = [f"--ignore={path}" for path in APART]
    pure = [*two, "-m", "not once", *apart]
    return [
        [Part("long", "what takes long", [*two, "-m", "long", *apart], whole)],
        [Part("cluster-long", "more of the cluster", ["-m", "long", *CLUSTER], whole)],
        [Part("page-long", "whole games at the page", [*two, "-m", "long", "tests/page"], whole)],
        [Part("pure-whole", "all of it as Python", pure, {PURE_SWITCH: "1", **whole})],
    ]


def watch(parts: Sequence[Part]) -> None:
    """Run some parts side by side, and show how far they are."""
    threads = {part.name: threading.Thread(target=part.run, daemon=True) for part in parts}
    for thread in threads.values():
        thread.start()
    told, left = time.monotonic(), list(parts)
    while left:
        threads[left[0].name].join(BLINK)
        for part in [part for part in left if not threads[part.name].is_alive()]:
            print((CLEAR if sys.stdout.isatty() else "") + part.line(), flush=True)
            left.remove(part)
        doing = "  ... " + ", ".join(part.told.progress(part.name) for part in left)
        if left and sys.stdout.isatty():
            print(CLEAR + doing[:120], end="", flush=True)
        elif left and time.monotonic() > told + SIGN:
            told = time.monotonic()
            print(doing, flush=True)


def summary(parts: Sequence[Part], seconds: float) -> int:
    """Say what was skipped and why, what failed, and the sums; returns the exit code."""
    for part in parts:
        if part.failed:
            log = OUT / f"{part.name}{'-again' if part.again else ''}.log"
            print(f"\n{part.name} failed; {log} says:\n")
            print(log.read_text(encoding="utf-8", errors="replace")[-20_000:])
    skipped = Counter(reason for part in parts for reason in part.told.skipped)
    if skipped:
        print("\nskipped, and why:")
        for reason, count in skipped.most_common():
            print(f"  {count:4} {reason}")
    unsteady = [name for part in parts for name in (part.told.failed if part.again else ())]
    if unsteady:
        print("\nfailed at the first try, and were tried again:")
        for name in unsteady:
            print(f"  {name}")
    counts = [part.counts() for part in parts]
    passed, failed = sum(one for one, _ in counts), sum(one for _, one in counts)
    print(f"\n{round(seconds) // 60} min {round(seconds) % 60} s in all; the logs are in {OUT}")
    print(f"total: {passed} passed, {failed} failed, {sum(skipped.values())} skipped")
    return 1 if failed else 0


def main() -> None:
    """Run what was asked for."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--all", action="store_true", help="also what takes long")
    reader.add_argument("--rest", action="store_true", help="only what --all has besides")
    asked = reader.parse_args()
    OUT.mkdir(parents=True, exist_ok=True)
    groups = ([] if asked.rest else usual()) + (rest() if asked.all or asked.rest else [])
    parts = [part for group in groups for part in group]
    began = time.monotonic()
    try:
        for group in groups:
            watch(group)
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(summary(parts, time.monotonic() - began))


if __name__ == "__main__":
    main()
