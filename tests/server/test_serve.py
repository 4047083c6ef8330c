"""The command: where it listens, what it says, how it ends."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from colonnade.server.serve import usual_port
from tests.cli.command import PATIENCE, call, refused
from tests.server.conftest import Starter
from tests.server.test_conflicts import seated

pytestmark = pytest.mark.once


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `colonnade serve` where it must fail at once."""
    command = [sys.executable, "-m", "colonnade", "serve", "--no-browser", "--lang", "en", *words]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE, env=os.environ | environment
    )


def test_it_ends_in_order(starter: Starter) -> None:
    """Feeds are told, what was acknowledged is there after a restart, the code is 0."""
    running = starter()
    for sign in (signal.SIGINT, signal.SIGTERM):
        anne, _, table = seated(running)
        feed = anne.feed(table)
        seen = feed.next()
        done = anne.move(table, seen["ply"], seen["offers"][0]["words"])
        assert running.stop(sign) == 0
        assert feed.next("closing") == {}
        feed.close()
        running.start()
        anne.move_to(running.address)
        assert anne.look(table)["ply"] == done["ply"]
    assert "Traceback" not in running.log()


@pytest.mark.parametrize(
    ("words", "limits", "reason"),
    [
        (("--compute", "ray://somewhere"), "", "ray://HOST:PORT"),
        (("--database", "mysql://somewhere/x"), "", "sqlite, postgresql"),
        (("--port", "70000"), "", "65535"),
        ((), '{"rat": 1}', "COLONNADE_LIMITS"),
    ],
)
def test_what_cannot_be_served(
    tmp_path: Path, words: tuple[str, ...], limits: str, reason: str
) -> None:
    """One clear line for everything asked wrongly."""
    env = {"COLONNADE_LIMITS": limits}
    done = call("serve", "--no-browser", "--data", str(tmp_path), *words, env=env)
    assert reason in refused(done)


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    """Found out when it is to be used, and told in one clear line as well."""
    (file := tmp_path / "file").write_text("")
    assert "cannot be used" in refused(run("--data", str(file)))


def test_a_port_in_use(tmp_path: Path) -> None:
    """It says so, and ends with an error."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        found = run("--data", str(tmp_path), "--port", str(other.getsockname()[1]))
    assert found.returncode != 0
    assert "Traceback" not in found.stderr
    assert "address already in use" in found.stderr.lower()


def test_a_database_that_is_away(tmp_path: Path) -> None:
    """A server that cannot store does not start, and says why without the address's password."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"postgresql://anne:hush@127.0.0.1:{port}/x"
    found = run("--data", str(tmp_path), "--port", "0", "--database", address)
    assert found.returncode == 2
    assert "The database is away" in found.stderr
    assert "hush" not in found.stderr
    assert "Traceback" not in found.stderr


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_the_usual_port_or_a_free_one(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    """The same address each time keeps a page's settings; a taken port is no obstacle."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as other:
        other.bind((host, 0))
        other.listen()
        port = other.getsockname()[1]
        monkeypatch.setattr("colonnade.server.serve.USUAL_PORT", port)
        assert usual_port(host) == 0
    assert usual_port(host) == port
