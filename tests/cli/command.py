"""Runs `colonnade` as a person does: in a process of its own, or inside this one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from unittest.mock import patch

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = ROOT / "src" / "colonnade" / "examples"
BASE = {"LANG": "C.UTF-8", "COLUMNS": "120", "NO_COLOR": "1"}
PATIENCE = 300  # seconds; only so that what hangs ends at all, however busy the machine is


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
        timeout=PATIENCE,
    )


def call(
    *arguments: str, typed: str = "", env: Mapping[str, str] | None = None, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run one command to its end inside this process: the same, but for the time of a start.

    The help of parameters is written once in a process, here in English.
    """
    from colonnade.cli import main, speech

    with patch.object(speech, "_chosen", ["en"]):
        from colonnade.cli import commands

        assert commands.COMMANDS  # loaded before any other language is chosen
    words = ["colonnade", *arguments]
    out, err = StringIO(), StringIO()
    code: object = None
    with (
        patch.dict(os.environ, environment(env), clear=True),
        patch.object(sys, "argv", words),
        patch.object(sys, "stdin", StringIO(typed)),
        patch.object(speech, "_chosen", ["en"]),
        chdir(cwd or ROOT),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as end:
            code = end.code
    assert isinstance(code, int), "it ended without a code"
    return subprocess.CompletedProcess(words, code, out.getvalue(), err.getvalue())


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
