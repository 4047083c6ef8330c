"""Runs `colonnade` as a person does, in a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
BASE = {"LANG": "C.UTF-8", "COLUMNS": "120", "NO_COLOR": "1"}


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of this process, in English and without colors unless told otherwise."""
    kept = {k: v for k, v in os.environ.items() if k not in ("LC_ALL", "LC_MESSAGES", "LANG")}
    return {**kept, **BASE, **(extra or {})}


def colonnade(
    *arguments: str, typed: str = "", env: Mapping[str, str] | None = None, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run one command to its end."""
    return subprocess.run(
        [sys.executable, "-m", "colonnade", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(env),
        cwd=cwd or ROOT,
        timeout=300,
    )


def hear_interrupts() -> None:
    """Let a child be interrupted, even where this process runs in the background of a shell."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """The one line of an error: exit code 2, nothing on standard output, no traceback."""
    assert done.returncode == 2, done
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    return lines[0]
