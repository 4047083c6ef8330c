"""Names: which Host a server answers to, over real sockets."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from colonnade.server.hosts import Names, host_name
from colonnade.server.settings import Settings
from tests.cli.command import PATIENCE, call, refused
from tests.server.client import Client
from tests.server.conftest import Starter
from tests.server.running import Running

pytestmark = pytest.mark.once
FOREIGN = ("rebound.example", "rebound.example:8000", "localhost.rebound.example", "192.0.2.7")


def status(port: int, head: bytes, lang: str = "en") -> tuple[int, bytes]:
    """The status and body of an answer to a head with these lines."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as raw:
        asked = b"GET /api/games HTTP/1.1\r\nconnection: close\r\n"
        raw.sendall(asked + f"accept-language: {lang}\r\n".encode() + head + b"\r\n")
        found = b""
        while part := raw.recv(65_536):
            found += part
    return int(found.split()[1]), found.partition(b"\r\n\r\n")[2]


@pytest.mark.parametrize("host", ["localhost", "LocalHost", "127.0.0.1", "[::1]", "[0:0::1]"])
def test_its_own_names(server: Running, host: str) -> None:
    """With any port or none, in any spelling."""
    for port in ("", ":80", f":{server.port}"):
        assert status(server.port, f"host: {host}{port}\r\n".encode())[0] == 200


@pytest.mark.parametrize(
    "host", [*FOREIGN, "", "localhost:x", "a@localhost", "[::1", "[127.0.0.1]"]
)
def test_other_names_are_refused(server: Running, host: str) -> None:
    """Whatever another site's name leads here, it learns nothing."""
    head = f"host: {host}\r\n".encode()
    code, body = status(server.port, head)
    assert code == 421
    told = json.loads(body)
    assert told["error"] == "WrongHost"
    assert f'"{host}"' in told["text"]
    assert "Ce serveur" in json.loads(status(server.port, head, "fr")[1])["text"]


def test_one_name_and_no_other(server: Running) -> None:
    """None at all, or two of which one is right, could be read in two ways."""
    assert status(server.port, b"")[0] in (400, 421)
    assert status(server.port, b"host: localhost\r\nhost: rebound.example\r\n")[0] in (400, 421)
    assert status(server.port, b"host: rebound.example\r\nhost: localhost\r\n")[0] in (400, 421)


def test_every_kind_of_request_is_checked(server: Running) -> None:
    """Pages, writes and feeds, too."""
    anne = server.client()
    table = anne.make("pagoda", "me", "open")["id"]
    for method, path in (
        ("GET", "/"),
        ("HEAD", "/"),
        ("POST", "/api/tables"),
        ("GET", f"/api/tables/{table}/feed"),
        ("GET", "/api/docs"),
    ):
        with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as raw:
            raw.sendall(f"{method} {path} HTTP/1.1\r\nhost: rebound.example\r\n\r\n".encode())
            assert raw.recv(4096).split()[1] == b"421"


def test_given_names(starter: Starter) -> None:
    """Names from the command line, as often as one likes; others stay refused."""
    running = starter(words=("--name", "Games.example", "--name", "club.example:443"))
    for host in ("games.example", "games.example:8000", "club.example", "localhost"):
        assert status(running.port, f"host: {host}\r\n".encode())[0] == 200
    for host in FOREIGN:
        assert status(running.port, f"host: {host}\r\n".encode())[0] == 421


def test_listening_everywhere(starter: Starter) -> None:
    """Any address is fine then, for it is nobody's name; names still have to be given."""
    running = starter(words=("--host", "0.0.0.0", "--name", "games.example"))
    for host in ("192.0.2.7", "192.0.2.7:8000", "[2001:db8::7]:80", "games.example", "localhost"):
        assert status(running.port, f"host: {host}\r\n".encode())[0] == 200
    for host in ("rebound.example", "192.0.2.7.rebound.example", "2001:db8::7"):
        assert status(running.port, f"host: {host}\r\n".encode())[0] == 421
    anne = Client(running.address)
    assert anne.post(
        "/api/tables",
        {"game": "pagoda", "seats": [{"kind": "me"}, {"kind": "open"}]},
        origin=running.address,
    )


def test_the_address_it_was_told(tmp_path: Path) -> None:
    """Who listens at one address or name answers to it."""
    for host, fine, wrong in (
        ("192.0.2.7", "192.0.2.7:8000", "192.0.2.8"),
        ("table.lan", "table.lan", "192.0.2.7"),
        ("fe80::1%eth0", "[fe80::1]:80", "[fe80::2]"),
    ):
        names = Names(Settings(data=tmp_path, host=host))
        assert host_name(fine) in names.known
        assert host_name(wrong) not in names.known
        assert not names.any_address
    for host in ("", "0.0.0.0", "::"):
        assert Names(Settings(data=tmp_path, host=host)).any_address


def test_names_that_are_none(tmp_path: Path) -> None:
    """Said at once, in one line."""
    for name in ("https://games.example", "a b", ""):
        found = call("serve", "--data", str(tmp_path), "--port", "0", "--name", name)
        assert "games.example" in refused(found)
