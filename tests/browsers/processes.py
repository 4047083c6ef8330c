"""Programs that scenes start: what they say is waited for; with them ends what they began."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

PATIENCE = 120.0  # seconds until a program that says nothing is given up
GRACE = 10.0  # seconds that a program has to end by itself


def heard(process: subprocess.Popen[bytes], log: Path, words: re.Pattern[str]) -> str:
    """Wait until a program has written certain words; returns their first group."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if found := words.search(log.read_text(encoding="utf-8", errors="replace")):
            return found[1]
        assert process.poll() is None, f"{process.args!r} ended: {log.read_text()[-2000:]}"
        time.sleep(0.02)
    raise AssertionError(f"{process.args!r} does not start: {log.read_text()[-2000:]}")


def end_group(process: subprocess.Popen[bytes]) -> None:
    """End a program that leads a group, and whatever it started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
    with suppress(subprocess.TimeoutExpired):
        process.wait(GRACE)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
