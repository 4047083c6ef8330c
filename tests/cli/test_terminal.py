"""What only happens at a real terminal: keys of a replay, Tab in a game, Ctrl-C."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import pytest

from tests.cli.command import EXAMPLES, PATIENCE, environment, hear_interrupts

pytestmark = pytest.mark.once
EXAMPLE = str(EXAMPLES / "pagoda.colonnade")


class Terminal:
    """A program at a pseudo-terminal."""

    def __init__(self, home: Path, *arguments: str, env: Mapping[str, str] | None = None) -> None:
        self.keys, theirs = pty.openpty()
        extra = {"XDG_DATA_HOME": str(home), "TERM": "xterm", "COLUMNS": "150", **(env or {})}
        self.program = subprocess.Popen(
            [sys.executable, "-m", "colonnade", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment(extra),
            start_new_session=True,
            preexec_fn=take_terminal,
        )
        os.close(theirs)
        self.shown = ""

    def wait_for(self, pattern: str) -> None:
        """Read until the program has shown something again."""
        start = len(self.shown)
        end = time.monotonic() + PATIENCE
        while re.search(pattern, self.shown[start:]) is None:
            assert time.monotonic() < end, self.shown[start:]
            assert self.program.poll() is None, self.shown[start:]
            if select.select([self.keys], [], [], 0.2)[0]:
                self.shown += os.read(self.keys, 65536).decode("utf-8", "replace")

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self.keys, keys.encode())

    def end(self, again: str = "") -> int:
        """Wait for the end; returns the exit code. Keys may be pressed `again` every second."""
        last = time.monotonic() + PATIENCE
        pressed = time.monotonic()
        while self.program.poll() is None:
            if time.monotonic() > last:
                os.killpg(self.program.pid, signal.SIGKILL)
            if again and time.monotonic() > pressed + 1:
                pressed = time.monotonic()
                with suppress(OSError):  # it may just have ended
                    self.type(again)
            if select.select([self.keys], [], [], 0.2)[0]:
                try:
                    self.shown += os.read(self.keys, 65536).decode("utf-8", "replace")
                except OSError:  # the other side is closed
                    break
        os.close(self.keys)
        return self.program.wait(PATIENCE)


def take_terminal() -> None:
    """Make standard input the controlling terminal, so that Ctrl-C reaches the program."""
    import fcntl
    import termios

    hear_interrupts()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def test_replay_by_keys(tmp_path: Path) -> None:
    """Next, next turn, back, a number, leave."""
    seat = Terminal(tmp_path, "replay", EXAMPLE)
    for keys, shown in (
        ("", "Move 1 of"),
        ("\n", "Move 2 of"),
        ("b\n", "Move 1 of"),
        ("t\n", "Move 5 of"),
        ("20\n", "Move 20 of"),
        ("b\n", "Move 19 of"),
    ):
        seat.type(keys)
        seat.wait_for(shown)
    seat.type("q\n")
    assert seat.end() == 0


def test_tab_completes_a_move(tmp_path: Path) -> None:
    """The rest of a move is written where only one goes on so."""
    seat = Terminal(tmp_path, "play", "pagoda", "--seed", "3")
    seat.wait_for("Your move")
    seat.type("alt\t")
    seat.wait_for("alternative")
    seat.type("\n")
    seat.wait_for("Your move")
    seat.type("quit\n")
    assert seat.end() == 0
    (kept,) = (tmp_path / "colonnade" / "games").iterdir()
    assert "\n  alternative\n" in kept.read_text(encoding="utf-8")


def test_ctrl_c_keeps_the_game(tmp_path: Path) -> None:
    """Leaving by Ctrl-C says where the game is, without a traceback."""
    seat = Terminal(tmp_path, "play", "pagoda", "--seed", "3")
    seat.wait_for("Your move")
    seat.type("1\n")
    seat.wait_for("Your move")
    seat.type("\x03")
    # A signal between two of readline's looks at the keys waits for the next key: press again.
    assert seat.end(again="\x03") == 130
    assert "left unfinished" in seat.shown
    assert "Traceback" not in seat.shown
    assert list((tmp_path / "colonnade" / "games").iterdir())
