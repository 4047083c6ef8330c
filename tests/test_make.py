"""What people type first: `make play` starts a server that answers, and Ctrl-C ends it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.cli.command import ROOT, environment, hear_interrupts

pytestmark = pytest.mark.once


def made(folder: Path) -> list[str]:
    """Words for make that put this environment in place of .venv, by another door."""
    # It writes down how the command ended, which make does not tell after a Ctrl-C.
    door = folder / "bin" / "colonnade"
    door.parent.mkdir(parents=True)
    lines = ["#!/bin/sh", "trap : INT", f'"{sys.executable}" -m colonnade "$@"']
    door.write_text("\n".join([*lines, f'echo $? > "{folder}/code"', ""]))
    door.chmod(0o755)
    for stamp in ("created", "installed"):
        (folder / stamp).touch()
    return [f"VENV={folder}", f"--old-file={folder}/installed"]


def test_make_play(tmp_path: Path) -> None:
    """It says where it listens, gives the page there, and ends in order."""
    words = [*made(tmp_path / "venv"), f"ARGS=--no-browser --lang en --data {tmp_path}/data"]
    running = subprocess.Popen(
        ["make", "--no-print-directory", "play", *words],
        cwd=ROOT,
        env=environment({"COLONNADE_LIMITS": '{"workers": 1}'}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=hear_interrupts,
    )
    try:
        assert running.stdout is not None
        line = running.stdout.readline()
        found = re.search(r"http://(127\.0\.0\.1:\d+)", line)
        assert found, line
        for path in ("/", "/rules/pagoda", "/api/games"):
            connection = HTTPConnection(found[1], timeout=10)
            connection.request("GET", path)
            answer = connection.getresponse()
            assert answer.status == 200
            assert answer.read()
            connection.close()
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does
        _, errors = running.communicate(timeout=30)
    finally:
        if running.poll() is None:
            os.killpg(running.pid, signal.SIGKILL)
            running.communicate()
    assert (tmp_path / "venv" / "code").read_text() == "0\n"
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    ("target", "words", "wanted"),
    [
        ("play", "", "colonnade serve"),
        ("play", "--port 80 --no-browser", "colonnade serve --port 80 --no-browser"),
        ("terminal", "pagoda --lang fr", "colonnade play pagoda --lang fr"),
    ],
)
def test_words_are_passed_on(tmp_path: Path, target: str, words: str, wanted: str) -> None:
    """ARGS go to the command, which gets one port alone."""
    command = ["make", "--no-print-directory", "-n", target]
    command += [*made(tmp_path / "venv"), f"ARGS={words}"]
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert shown.strip().endswith(wanted)


def test_changes_of_the_page_are_seen() -> None:
    """Its sources are among those that an install depends on; what is built from them is not."""
    shown = subprocess.run(
        ["make", "-n", "-p", "help-me"], cwd=ROOT, capture_output=True, text=True
    ).stdout
    sources = next(line for line in shown.splitlines() if line.startswith("SOURCES := ")).split()
    assert "build_page.py" in sources
    assert not [name for name in sources if "node_modules" in name or "/page/" in name]
    if (ROOT / "web").is_dir():
        assert "web/package.json" in sources
