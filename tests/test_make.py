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
    return [f"VENV={folder}", "INSTALL=@:"]


def would(*words: str) -> str:
    """What make would run for some words."""
    # The make that runs these tests tells its own words to those below it.
    told = ("PYTHON", "MAKEFLAGS", "MAKEOVERRIDES", "MFLAGS")
    clean = {key: value for key, value in os.environ.items() if key not in told}
    command = ["make", "--no-print-directory", "-n", *words]
    done = subprocess.run(command, cwd=ROOT, env=clean, capture_output=True, text=True, check=True)
    return done.stdout


def test_make_play(tmp_path: Path) -> None:
    """It says where it listens and how others come in, gives the page there, and ends in order."""
    place = tmp_path / "a château's door"
    words = [*made(place), f"ARGS=--no-browser --lang en --port 0 --data {tmp_path}/data"]
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
        told = running.stdout.readline()
        assert re.search(r"make play ARGS=.*--host 0\.0\.0\.0 --port \d+", told), told
        for path in ("/", "/rules/pagoda", "/api/games"):
            connection = HTTPConnection(found[1], timeout=300)
            connection.request("GET", path)
            answer = connection.getresponse()
            assert answer.status == 200
            assert answer.read()
            connection.close()
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does
        _, errors = running.communicate(timeout=300)
    finally:
        if running.poll() is None:
            os.killpg(running.pid, signal.SIGKILL)
            running.communicate()
    assert (place / "code").read_text() == "0\n"
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    ("target", "words", "wanted"),
    [
        ("play", "", '"X/bin/colonnade" serve'),
        ("play", "--port 80 --no-browser", '"X/bin/colonnade" serve --port 80 --no-browser'),
        ("terminal", "pagoda --lang fr", '"X/bin/colonnade" play pagoda --lang fr'),
    ],
)
def test_words_are_passed_on(target: str, words: str, wanted: str) -> None:
    """ARGS go to the command, after the set-up for players."""
    shown = would(target, "VENV=X", f"ARGS={words}")
    assert shown.strip().endswith(wanted)
    assert re.search(r'tools\.install --venv "X" +play', shown)


@pytest.mark.parametrize(("named", "told"), [((), False), (("PYTHON=python3",), True)])
def test_a_python_that_was_named_is_the_one(named: tuple[str, ...], told: bool) -> None:
    """The environment is made anew for it; without a name one that is there goes on."""
    shown = would("developers", *named)
    assert ("--this-python" in shown) is told
    assert shown.strip().endswith("develop")


def test_an_old_python_is_told(tmp_path: Path) -> None:
    """One sentence, which names another that may be there."""
    old = tmp_path / "python3.10"
    code = "import sys; sys.version_info = (3, 10, 1); sys.version = '3.10.1 (old)'; "
    old.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{code} exec(sys.argv[1])" "$2"\n')
    old.chmod(0o755)
    command = ["make", "players", f"PYTHON={old}", f"VENV={tmp_path}/venv"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ended.returncode != 0
    assert "Colonnade needs Python 3.11 or newer; this is 3.10.1" in ended.stderr
    assert not (tmp_path / "venv").exists()
