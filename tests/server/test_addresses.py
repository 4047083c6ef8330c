"""Invitations that work: where friends reach a server, what opens it, and who is told."""

from __future__ import annotations

import http.client
import socket
from pathlib import Path
from typing import Any

import pytest

from colonnade.server import addresses
from colonnade.server.addresses import Found, opening_command, own_addresses
from tests.cli.command import PATIENCE
from tests.server.client import Client
from tests.server.conftest import Starter
from tests.server.running import Running
from tests.server.test_conflicts import refused

pytestmark = pytest.mark.once
NEAR = [found.address for found in own_addresses()]
in_a_network = pytest.mark.skipif(not NEAR, reason="this machine is in no network")


def asked(port: int, host: str, **headers: str) -> dict[str, Any]:
    """What the house tells who asks for it by a name."""
    client = Client(f"http://127.0.0.1:{port}")
    return dict(client.get("/api/house", host=host, **headers))


def test_alone(server: Running) -> None:
    """It says so, names the addresses to come and the one command, which keeps what was typed."""
    told = asked(server.port, f"127.0.0.1:{server.port}")
    assert told["open"] is False
    assert [one["origin"] for one in told["addresses"]] == [
        f"http://{address}:{server.port}" for address in NEAR
    ]
    words = told["command"].split()
    assert words[:2] == ["colonnade", "serve"] or words[:2] == ["make", "play"]
    assert f"--host 0.0.0.0 --port {server.port}" in told["command"]
    assert f"--data {server.data}" in told["command"]
    assert told["can_open"] is False  # nobody sits here: it was started without a browser


def test_no_loopback_is_given_away(starter: Starter) -> None:
    """Whatever it listens at, no address that is told leads to the machine that reads it."""
    for words in ((), ("--host", "0.0.0.0"), ("--host", "0.0.0.0", "--name", "games.local")):
        running = starter(name=f"data{len(words)}", words=words)
        told = asked(running.port, f"localhost:{running.port}")
        assert told["open"] is bool(words)
        assert told["command"] == "" or not words
        for one in told["addresses"]:
            assert "127." not in one["origin"]
            assert "localhost" not in one["origin"]
        if "games.local" in words:
            first = {"kind": "name", "origin": f"http://games.local:{running.port}"}
            assert told["addresses"][0] == first


def test_behind_a_proxy(starter: Starter) -> None:
    """Guests hear the name they came by, and nothing of the machine's own addresses."""
    running = starter(words=("--name", "games.example"))
    told = asked(
        running.port, "games.example", x_forwarded_proto="https", x_forwarded_for="192.0.2.9"
    )
    assert told["open"] is True
    assert told["addresses"] == [{"kind": "name", "origin": "https://games.example"}]
    told = asked(running.port, "games.example:8443", x_forwarded_proto="https")
    assert told["addresses"] == [{"kind": "name", "origin": "https://games.example:8443"}]
    told = asked(running.port, "localhost")
    assert told["addresses"] == [{"kind": "name", "origin": "https://games.example"}]


def test_passed_on_requests_hear_no_addresses(server: Running) -> None:
    """A proxy that bends the name does not tell the world what is in the house."""
    for header in ("x_forwarded_for", "x_forwarded_proto", "forwarded", "via"):
        told = asked(server.port, "127.0.0.1", **{header: "https"})
        assert told["addresses"] == []
        assert told["can_open"] is False


@pytest.fixture
def attended(starter: Starter, monkeypatch: pytest.MonkeyPatch) -> Running:
    """A server as a person starts it, with a browser that does nothing."""
    monkeypatch.setenv("BROWSER", "true")
    return starter(words=("--browser",))


@in_a_network
def test_who_sits_here_opens_it(attended: Running) -> None:
    """From then on friends come by the machine's addresses; at the same port, with all limits."""
    anne = attended.client()
    assert anne.get("/api/house")["can_open"] is True
    with pytest.raises(OSError, match="refused"):
        socket.create_connection((NEAR[0], attended.port), PATIENCE)
    told = anne.post("/api/house/open", {})
    assert told["open"] is True
    assert told["command"] == ""
    origin = told["addresses"][0]["origin"]
    assert origin == f"http://{NEAR[0]}:{attended.port}"
    made = anne.make("pagoda", "me", "open")
    ben = Client(origin)
    ben.join(made)
    assert ben.look(made["id"])["held"] == [1]
    told = ben.get("/api/house")
    assert told["addresses"] == [{"kind": "name", "origin": origin}]
    assert told["can_open"] is False
    assert refused(ben.post, "/api/house/open", {}).status == 403
    assert anne.post("/api/house/open", {})["open"] is True  # asked twice, done once
    found = refused(ben.get, "/api/games", host="rebound.example")
    assert found.kind == "WrongHost"
    assert attended.stop() == 0


@in_a_network
def test_nobody_else_opens_it(attended: Running, starter: Starter) -> None:
    """Neither through a proxy, nor from another site's page, nor where nobody sits."""
    anne = attended.client()
    for headers in ({"x_forwarded_for": "192.0.2.9"}, {"via": "1.1 proxy"}, {"forwarded": "for=x"}):
        assert refused(anne.post, "/api/house/open", {}, **headers).status == 403
    other = "http://elsewhere.example"
    assert refused(anne.post, "/api/house/open", {}, origin=other).status == 403
    assert anne.get("/api/house")["open"] is False
    served = starter(name="unattended")
    assert refused(served.client().post, "/api/house/open", {}).status == 403
    named = starter(name="named", words=("--browser", "--name", "games.example"))
    assert refused(named.client().post, "/api/house/open", {}).status == 403


def test_what_it_prints(starter: Starter) -> None:
    """Alone: the command, and the address to come; else the address that friends open."""
    running = starter()
    assert running.process.stdout is not None
    said = " ".join(running.process.stdout.readline() for _ in range(2))
    assert f"--host 0.0.0.0 --port {running.port}" in said
    assert not NEAR or f"http://{NEAR[0]}:{running.port}" in said
    open_one = starter(name="open", words=("--host", "0.0.0.0"))
    assert open_one.process.stdout is not None
    said = open_one.process.stdout.readline()
    assert not NEAR or f"http://{NEAR[0]}:{open_one.port}" in said
    assert "127.0.0.1" not in said


@pytest.mark.parametrize(
    ("words", "made", "wanted"),
    [
        ([], False, "colonnade serve --host 0.0.0.0 --port 8000"),
        (["--no-browser"], False, "colonnade serve --no-browser --host 0.0.0.0 --port 8000"),
        (["--port", "9"], False, "colonnade serve --host 0.0.0.0 --port 8000"),
        (["--host=::1", "--port=9"], False, "colonnade serve --host 0.0.0.0 --port 8000"),
        (["--data", "a b"], False, "colonnade serve --data 'a b' --host 0.0.0.0 --port 8000"),
        ([], True, 'make play ARGS="--host 0.0.0.0 --port 8000"'),
        (["--data", "x"], True, 'make play ARGS="--data x --host 0.0.0.0 --port 8000"'),
    ],
)
def test_the_one_command(
    words: list[str], made: bool, wanted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It keeps what was typed, so that the tables are there again, and can be pasted."""
    if made:
        monkeypatch.setenv("MAKELEVEL", "1")
    else:
        monkeypatch.delenv("MAKELEVEL", raising=False)
    assert opening_command(words, 8000) == wanted


def test_the_likeliest_address_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that the system would speak from; one that a program made is none, unless so."""
    plugged = [Found("cable", "10.0.0.7"), Found("wifi", "192.168.1.24")]
    monkeypatch.setattr(addresses, "real_interfaces", lambda: list(plugged))
    monkeypatch.setattr(addresses, "routed_address", lambda: "192.168.1.24")
    assert own_addresses() == plugged[::-1]
    monkeypatch.setattr(addresses, "routed_address", lambda: "172.17.0.2")
    assert own_addresses() == [Found("network", "172.17.0.2"), *plugged]
    monkeypatch.setattr(addresses, "routed_address", lambda: "")
    assert own_addresses() == plugged


def test_nothing_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Addresses are found without a word to anybody: no packet, no name looked up."""

    def never(*_: object, **__: object) -> None:
        raise AssertionError("something was sent")

    for name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex", "create_connection"):
        monkeypatch.setattr(socket, name, never)
    monkeypatch.setattr(http.client.HTTPConnection, "connect", never)
    own_addresses()
    for address in ("127.0.0.1", "0.0.0.0", "169.254.3.4"):
        assert addresses.usable(address) == ""
    assert addresses.usable("192.168.1.24") == "192.168.1.24"
    assert Path(addresses.__file__).read_text().count("send") == 1  # where it says that it does not


@pytest.mark.parametrize("host", ["games.example", "games.example:8443"])
def test_what_caddy_passes_on(starter: Starter, host: str) -> None:
    """On any port: the guests' address as it is, who asks and how; writes are of one origin."""
    running = starter(words=("--name", "games.example"))
    passed = {
        "host": host,
        "x_forwarded_host": host,
        "x_forwarded_proto": "https",
        "x_forwarded_for": "198.51.100.7",
        "via": "2.0 Caddy",
    }
    anne = running.client()
    wish = {"game": "pagoda", "seats": [{"kind": "me"}, {"kind": "open"}]}
    made = anne.post("/api/tables", wish, origin=f"https://{host}", **passed)
    assert made["link"].startswith(f"https://{host}/table/")
    assert "Secure" in anne.set_cookie
    other = "https://games.example:9999"
    assert refused(anne.post, "/api/tables", wish, origin=other, **passed).kind == "NotAllowed"
