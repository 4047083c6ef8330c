"""Open files are bounded: the server knows how many it has, and says so before they are gone."""

from __future__ import annotations

import re
import resource
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from colonnade.server.room import MOST_FILES, OWN_FILES, POLITE, Room
from colonnade.server.settings import Limits
from tests.cli.command import PATIENCE
from tests.server.client import Refused
from tests.server.conftest import Starter
from tests.server.running import Running, wait_for

pytestmark = pytest.mark.once
ROOT = Path(__file__).parents[2]


def knock(running: Running) -> socket.socket:
    """A connection that says nothing."""
    return socket.create_connection(("127.0.0.1", running.port), PATIENCE)


def test_the_last_places_are_for_those_who_are_known(starter: Starter) -> None:
    """Strangers hear 503 first; in the end everybody does, and nobody's connection is reset."""
    running = starter(connections=20, silence=PATIENCE)
    anne, ben = running.client(), running.client()
    table = anne.make("pagoda", "me", "open")["id"]
    silent = [knock(running) for _ in range(16)]
    found = wait_for(lambda: told(ben.get, "/api/games"))
    assert (found.status, found.kind, found.headers["retry-after"]) == (503, "NoRoom", "5")
    assert anne.look(table)["held"] == [0]
    silent += [knock(running) for _ in range(8)]
    found = wait_for(lambda: told(anne.look, table))
    assert found.status == 503
    assert "no room" in running.log()
    assert running.log().count("no room") <= 2
    for one in silent:
        one.close()
    wait_for(lambda: told(ben.get, "/api/games") is None)
    assert anne.look(table)["held"] == [0]


def told(call: Any, *words: str) -> Refused | None:
    """The refusal of a call, or nothing if it was answered."""
    try:
        call(*words)
    except Refused as found:
        return found
    return None


def test_the_limit_of_files_is_raised() -> None:
    """As far as the system lets it, whatever it was at the start."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    few = OWN_FILES + POLITE + 100
    script = (
        f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({few}, {hard}));"
        "from colonnade.server.room import raise_files; print(raise_files(),"
        "resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, timeout=PATIENCE)
    found, now = map(int, done.stdout.split())
    assert found == now == min(hard, MOST_FILES) > few


def test_it_says_what_it_can_hold(starter: Starter) -> None:
    """One line at the start, with the number that holds."""
    running = starter(connections=77)
    assert running.process.stdout is not None
    running.process.terminate()  # so that all of it can be read
    assert "77 connections" in running.process.stdout.read()


def test_room_is_what_files_leave() -> None:
    """Less for the store and the workers, and never more than was wished."""
    assert Room(Limits(), 1024, 2).size < 1024 - OWN_FILES - POLITE
    assert Room(Limits(connections=50), 1024, 2).size == 50
    assert Room(Limits(connections=5000), 1024, 2).size < 1024
    assert Room(Limits(), 64, 2).size == 16


def test_silent_connections_end(starter: Starter) -> None:
    """Before the first request, in the middle of a head, and after an answer."""
    running = starter(silence=0.3)
    whole = b"GET /api/games HTTP/1.1\r\nhost: localhost\r\n\r\n"
    for words in (b"", b"GET /api/ga", whole):
        with knock(running) as raw:
            raw.sendall(words)
            try:
                while raw.recv(65536):
                    pass
            except ConnectionResetError:
                pass
    assert Limits().silence == 10


def test_the_unit_sets_the_limit() -> None:
    """As many files as the server can use."""
    page = (ROOT / "docs" / "host-a-server.md").read_text(encoding="utf-8")
    assert re.search(rf"^LimitNOFILE={MOST_FILES}$", page, re.MULTILINE)
