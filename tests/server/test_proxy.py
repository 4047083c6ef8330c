"""The proxies' texts on the hosting page work, over TLS and on any port, with the real programs."""

from __future__ import annotations

import json
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import PATIENCE
from tests.server.conftest import Starter
from tests.server.running import Running, wait_for

pytestmark = pytest.mark.once
PAGE = Path(__file__).parents[2] / "docs" / "host-a-server.md"
NAME = "games.example"  # as the page calls the host
ME = {"kind": "me", "name": "Host"}


def free_port() -> int:
    """A port where nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def reaches(port: int) -> bool:
    """Whether somebody listens there by now."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def on_the_page(kind: str, beginning: str) -> str:
    """The page's text for a proxy."""
    blocks = re.findall(rf"```{kind}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    return str(next(block for block in blocks if block.startswith(beginning)))


def for_nginx(folder: Path, port: int, behind: int) -> list[str]:
    """Write the page's text with this machine's port and files; returns the command."""
    text = on_the_page("nginx", "server {").replace(
        "listen 443 ssl", f"listen 127.0.0.1:{port} ssl"
    )
    text = re.sub(r"http2 on;.*", "", text)  # older ones do not know it
    text = text.replace("/etc/ssl/private/games.example.key", str(folder / "key.pem"))
    text = text.replace("/etc/ssl/games.example.pem", str(folder / "cert.pem"))
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{behind}")
    paths = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"pid {folder}/nginx.pid;\nerror_log stderr;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{paths}{text}}}\n"
    )
    return ["nginx", "-e", "stderr", "-c", str(folder / "nginx.conf"), "-g", "daemon off;"]


def for_caddy(folder: Path, port: int, behind: int) -> list[str]:
    """The same; certificates that it would fetch by itself are those of the test."""
    ours = f"bind 127.0.0.1\n    tls {folder}/cert.pem {folder}/key.pem"
    text = on_the_page("text", f"{NAME} {{").replace(f"{NAME} {{", f"{NAME}:{port} {{\n    {ours}")
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{behind}")
    alone = f"{{\n    admin off\n    auto_https off\n    storage file_system {folder}/caddy\n}}\n"
    (folder / "Caddyfile").write_text(alone + text)
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


PROXIES = {"nginx": for_nginx, "caddy": for_caddy}


@pytest.fixture(params=PROXIES)
def proxied(
    request: pytest.FixtureRequest, starter: Starter, tmp_path: Path
) -> Iterator[tuple[Running, int]]:
    """A server behind a proxy, and the port where that speaks https."""
    for program in (request.param, "openssl"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not on this machine")
    running = starter(words=("--name", NAME))
    key, cert = str(tmp_path / "key.pem"), str(tmp_path / "cert.pem")
    words = f"openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={NAME}".split()
    subprocess.run(
        [*words, "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", key, "-out", cert],
        check=True,
        capture_output=True,
        timeout=PATIENCE,
    )
    port = free_port()
    command = PROXIES[request.param](tmp_path, port, running.port)
    with (tmp_path / "said").open("wb") as said:
        proxy = subprocess.Popen(command, stdout=said, stderr=said)
    try:
        wait_for(lambda: proxy.poll() is not None or reaches(port))
        assert proxy.poll() is None, (tmp_path / "said").read_text()
        yield running, port
    finally:
        proxy.terminate()
        proxy.wait(PATIENCE)


@contextmanager
def ask(
    folder: Path, port: int, method: str, path: str, body: Any = None
) -> Iterator[HTTPResponse]:
    """Ask as a browser at the guests' address does; the certificate is looked at too."""
    trust = ssl.create_default_context(cafile=str(folder / "cert.pem"))
    plain = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    connection = HTTPConnection(NAME, port, timeout=PATIENCE)
    connection.sock = trust.wrap_socket(plain, server_hostname=NAME)
    headers = {"origin": f"https://{NAME}:{port}", "sec-fetch-site": "same-origin"}
    if body is not None:
        headers["content-type"] = "application/json"
    with closing(connection):
        connection.request(method, path, json.dumps(body) if body else None, headers)
        with connection.getresponse() as answer:
            yield answer


def test_a_page_behind_a_proxy_on_any_port_may_write(
    proxied: tuple[Running, int], tmp_path: Path
) -> None:
    """The write's origin has the port, so the server must be told it; links lead back to it."""
    _, port = proxied
    wanted = {"game": "pagoda", "seats": [ME, {"kind": "open"}]}
    with ask(tmp_path, port, "POST", "/api/tables", wanted) as answer:
        told = json.loads(answer.read())
        assert answer.status == 201, told
        assert "secure" in (answer.getheader("set-cookie") or "").lower()
    assert told["invitations"][0]["link"].startswith(f"https://{NAME}:{port}/table/")
    with ask(tmp_path, port, "GET", f"/api/tables/{told['id']}/feed") as feed:
        assert feed.readline().startswith(b"retry:"), "a feed comes through at once"
