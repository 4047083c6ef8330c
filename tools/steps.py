"""Steps of a set-up, a line each with its seconds, and side by side where they can be.

What the steps are is decided in install.py. On a terminal the line below them says what is under
way; what programs print goes to a log, and is looked through when one fails.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

WIDTH = 34  # of a step's name, so that its seconds stand in a column
BLINK = 0.2  # seconds between two looks at what is under way
CLEAR = "\r\x1b[K"
LOCALES = Path(__file__).parent / "locales"


def language() -> str:
    """The language that the environment asks for: French, else English."""
    wanted = next(
        (found for key in ("LC_ALL", "LC_MESSAGES", "LANG") if (found := os.environ.get(key))), ""
    )
    return "fr" if wanted.lower().startswith("fr") else "en"


def tell(key: str, **fields: object) -> str:
    """A text of the set-up in the language in use."""
    texts = json.loads((LOCALES / f"{language()}.json").read_text(encoding="utf-8"))
    return str(texts[key]).format(**fields)


class StepFailed(Exception):
    """A step that cannot be done: its name, why, and what a person can do."""

    def __init__(self, step: str, cause: str, way_out: str) -> None:
        super().__init__(tell("failed", step=step, cause=cause), way_out)


class Failed(Exception):
    """A program that ended with an error; its output says why."""


class Steps:
    """Runs steps and shows them."""

    def __init__(self, log: Path, out: TextIO = sys.stdout) -> None:
        self.log = log
        self.out = out
        self.lock = threading.Lock()
        self.under_way: dict[str, float] = {}
        self.running: list[subprocess.Popen[bytes]] = []
        self.stopped = False

    @contextmanager
    def step(self, key: str) -> Iterator[str]:
        """Do what stands inside as one step; its line appears when it is over."""
        name, began = tell(key), time.monotonic()
        with self.lock:
            self.under_way[name] = began
        try:
            yield name
            self.write(f"  {name:{WIDTH}} {time.monotonic() - began:4.0f} s\n")
        finally:
            with self.lock:
                del self.under_way[name]

    def write(self, line: str) -> None:
        """Write a whole line above what is under way."""
        with self.lock:
            self.out.write((CLEAR if self.out.isatty() else "") + line)
            self.out.flush()

    def run(self, command: Sequence[str | Path], more: Mapping[str, str] | None = None) -> str:
        """Run a program to its end; what it printed goes to the log, and comes back."""
        part = self.log.with_suffix(f".{threading.get_ident()}")
        with part.open("w+b") as output:
            with self.lock:
                if self.stopped:
                    raise Failed("")
                process = subprocess.Popen(
                    [str(word) for word in command],
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    env={**os.environ, **(more or {})},
                )
                self.running.append(process)
            code = process.wait()
            output.seek(0)
            printed = output.read().decode(errors="replace")
        part.unlink()
        with self.lock:
            self.running.remove(process)
            with self.log.open("a", encoding="utf-8") as log:
                log.write(f"$ {' '.join(map(str, command))}\n{printed}\n")
        if code:
            raise Failed(printed)
        return printed

    def side_by_side(self, *lanes: Callable[[], None]) -> None:
        """Do several things at once; the first that fails stops the others."""
        problems: list[BaseException] = []

        def follow(lane: Callable[[], None]) -> None:
            try:
                lane()
            except BaseException as problem:
                problems.append(problem)
                self.stop()

        threads = [threading.Thread(target=follow, args=(lane,), daemon=True) for lane in lanes]
        for thread in threads:
            thread.start()
        try:
            while any(thread.is_alive() for thread in threads):
                self.blink()
                next(
                    thread for thread in threads if thread.is_alive() or thread is threads[-1]
                ).join(BLINK)
        except KeyboardInterrupt:
            self.stop()
            raise
        finally:
            if self.out.isatty():
                self.out.write(CLEAR)
        if problems:
            raise problems[0]

    def stop(self) -> None:
        """End what is running, and begin nothing more."""
        with self.lock:
            self.stopped = True
            for process in self.running:
                with suppress(OSError):
                    process.terminate()

    def blink(self) -> None:
        """Show on a terminal what is under way, and for how long."""
        with self.lock:
            if self.out.isatty() and self.under_way:
                now = time.monotonic()
                doing = [f"{name} {now - began:.0f} s" for name, began in self.under_way.items()]
                self.out.write(f"{CLEAR}  ... {', '.join(doing)}"[:120])
                self.out.flush()
