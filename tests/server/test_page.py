"""The page: its addresses, its files, how long they hold, what cannot be had."""

from __future__ import annotations

import contextlib
import gzip
import os
import re
import socket
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from colonnade.server.bundle import BUILT, knows, page_folder, read_bundle, takes_gzip
from colonnade.server.pages import SCREENS
from tests.server.conftest import Starter
from tests.server.running import Running

pytestmark = pytest.mark.once
INDEX = b"<!doctype html><title>Colonnade</title>" + b" " * 2000
SCRIPT = b"console.log('a');\n" * 300
PATHS = [path.replace("{game:str}", "pagoda") for path in SCREENS]
PATHS = [path.replace("{table_id:str}", "x1").replace("{record_id:str}", "x2") for path in PATHS]
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page as the build leaves it, but small."""
    home = tmp_path_factory.mktemp("page")
    (home / "assets").mkdir()
    (home / "index.html").write_bytes(INDEX)
    (home / "index.html.gz").write_bytes(gzip.compress(INDEX, mtime=0))
    (home / "assets" / "index-Ab12.js").write_bytes(SCRIPT)
    (home / "assets" / "index-Ab12.js.gz").write_bytes(gzip.compress(SCRIPT, mtime=0))
    (home / "assets" / "inter-Cd34.woff2").write_bytes(b"wOF2")
    (home / "sw.js").write_bytes(b"// worker")
    (home / "favicon.svg").write_bytes(b"<svg/>")
    (home / "icon-180.png").write_bytes(b"\x89PNG")
    (home / "manifest.webmanifest").write_bytes(b"{}")
    (home / ".made-from").write_bytes(b"secret")
    return home


@pytest.fixture(scope="module")
def paged(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with that page."""
    running = Running(tmp_path_factory.mktemp("paged") / "data", page=folder)
    yield running
    assert running.stop() == 0


def ask(
    running: Running, path: str, method: str = "GET", **headers: str
) -> tuple[HTTPResponse, bytes]:
    """An answer as it comes, without decoding."""
    connection = HTTPConnection("127.0.0.1", running.port, timeout=10)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, headers=named)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


@pytest.mark.parametrize("path", PATHS)
def test_the_page_is_at_all_its_addresses(paged: Running, path: str) -> None:
    """The same page, asked for again each time, under a strict policy."""
    answer, body = ask(paged, path)
    assert (answer.status, body) == (200, INDEX)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers.get_all("cache-control") == ["no-cache"]
    assert answer.headers.get_all("content-security-policy") == [POLICY]
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_browser_at_a_wrong_address(paged: Running) -> None:
    """People get the page, which says so; programs, calls and files get the error."""
    answer, body = ask(paged, "/pagoda", accept="text/html,*/*", if_none_match="*")
    assert (answer.status, body) == (404, INDEX)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    for path in ("/pagoda", "/api/nothing", "/assets/nothing.js"):
        accept = "*/*" if path == "/pagoda" else "text/html"
        answer, body = ask(paged, path, accept=accept)
        assert answer.status == 404
        assert b'"error":"NoPage"' in body


@pytest.mark.parametrize(
    ("path", "kind", "cache"),
    [
        ("/assets/index-Ab12.js", "text/javascript; charset=utf-8", "immutable"),
        ("/assets/inter-Cd34.woff2", "font/woff2", "immutable"),
        ("/favicon.svg", "image/svg+xml", "max-age=300"),
        ("/icon-180.png", "image/png", "max-age=300"),
        ("/manifest.webmanifest", "application/manifest+json", "max-age=300"),
        ("/sw.js", "text/javascript; charset=utf-8", "no-cache"),
    ],
)
def test_files(paged: Running, folder: Path, path: str, kind: str, cache: str) -> None:
    """Each with its type and its time; whoever has it gets no second copy."""
    answer, body = ask(paged, path)
    assert (answer.status, body) == (200, (folder / path.strip("/")).read_bytes())
    assert answer.headers["content-type"] == kind
    assert cache in answer.headers["cache-control"]
    tag = answer.headers["etag"]
    for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        answer, body = ask(paged, path, if_none_match=known)
        assert (answer.status, body) == (304, b"")
        assert answer.headers["etag"] == tag
        assert cache in answer.headers["cache-control"]
    assert ask(paged, path, if_none_match='"other"')[0].status == 200


@pytest.mark.parametrize("path", ["/", "/assets/index-Ab12.js", "/favicon.svg"])
def test_heads(paged: Running, path: str) -> None:
    """HEAD tells the same as GET, without a body."""
    full, body = ask(paged, path)
    head, nothing = ask(paged, path, "HEAD")
    assert (head.status, nothing) == (200, b"")
    assert head.headers["content-length"] == str(len(body))
    for name in ("etag", "content-type", "cache-control"):
        assert head.headers[name] == full.headers[name]
    assert ask(paged, path, "POST")[0].status == 405


def test_compressed(paged: Running) -> None:
    """Whoever reads gzip gets the copy that the build made, with a tag of its own."""
    plain, _ = ask(paged, "/assets/index-Ab12.js")
    answer, body = ask(paged, "/assets/index-Ab12.js", accept_encoding="br, gzip;q=0.8")
    assert answer.headers["content-encoding"] == "gzip"
    assert len(body) == int(answer.headers["content-length"]) < len(SCRIPT)
    assert gzip.decompress(body) == SCRIPT
    assert answer.headers["vary"] == plain.headers["vary"] == "accept-encoding"
    assert plain.headers["content-encoding"] is None
    tag = answer.headers["etag"]
    assert tag != plain.headers["etag"]
    again = {"accept_encoding": "gzip", "if_none_match": tag}
    assert ask(paged, "/assets/index-Ab12.js", **again)[0].status == 304
    assert ask(paged, "/icon-180.png", accept_encoding="gzip")[1] == b"\x89PNG"


def test_what_clients_say() -> None:
    """Codings and tags as they are written in the wild."""
    for header in ("gzip", "GZIP", "br,gzip", "*", "gzip; q=0.5", "gzip;q=1.0"):
        assert takes_gzip(header), header
    for header in ("", "br", "identity", "gzip;q=0", "gzip; q=0.000", "xgzip"):
        assert not takes_gzip(header), header
    assert not knows("", '"a"')
    assert not knows('"b"', '"a"')


@pytest.mark.parametrize(
    "path",
    [
        "/assets/nothing.js",
        "/assets/",
        "/assets",
        "/assets/../index.html",
        "/assets/..%2f..%2fbuild.py",
        "/../build.py",
        "/%2e%2e/build.py",
        "//etc/passwd",
        "/.made-from",
        "/index.html.gz",
        "/favicon.svg%00",
        "/nothing",
        "/api/nothing",
        "/api",
        "/table/a/b",
    ],
)
def test_nothing_else_can_be_had(paged: Running, path: str) -> None:
    """No name outside the table, in any spelling: an error as JSON, never the page."""
    with socket.create_connection(("127.0.0.1", paged.port), 10) as raw:
        raw.sendall(f"GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n".encode())
        found = b""
        while part := raw.recv(65_536):
            found += part
    head, _, body = found.partition(b"\r\n\r\n")
    assert b" 404 " in head.splitlines()[0]
    assert b'"error":"NoPage"' in body
    assert b"<" not in body
    assert b"cache-control: no-store" in head


def test_the_api_stays_unkept(paged: Running) -> None:
    """Beside the page, answers of the API are never stored."""
    answer, _ = ask(paged, "/api/games")
    assert answer.headers.get_all("cache-control") == ["no-store"]
    anne = paged.client()
    table = anne.make("pagoda", "me", "open")["id"]
    feed = anne.feed(table)
    assert "no-store" in str(feed.answer.headers.get_all("cache-control"))
    feed.close()


def test_without_a_page(starter: Starter, tmp_path: Path) -> None:
    """The plain page is at every address of the real one, and says what is missing."""
    running = starter(page=tmp_path / "empty")
    for path in PATHS:
        answer, body = ask(running, path)
        assert answer.status == 200
        assert b"without its page" in body
        head, nothing = ask(running, path, "HEAD")
        assert (head.status, nothing) == (200, b"")
    assert ask(running, "/assets/index.js")[0].status == 404


def test_where_the_page_is(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the package, unless another folder, or none, is asked for."""
    monkeypatch.setenv("COLONNADE_PAGE", str(folder))
    assert page_folder() == folder
    monkeypatch.setenv("COLONNADE_PAGE", "none")
    assert page_folder() is None
    assert read_bundle(None) == {}
    monkeypatch.delenv("COLONNADE_PAGE")
    assert page_folder() in (BUILT, None)


def test_who_takes_nothing_is_cut_off(starter: Starter, tmp_path: Path) -> None:
    """A large file waits for a slow reader, as long as it reads at all."""
    body = os.urandom(1 << 20)
    (page := tmp_path / "page" / "assets").mkdir(parents=True)
    (page.parent / "index.html").write_bytes(INDEX)
    (page / "large-Ab12.png").write_bytes(body)
    running = starter(page=page.parent, patience=1.0)
    found = {}
    for pause in (0.0, 0.1, 3.0):  # seconds before each part; the last one stops reading
        with socket.socket() as raw:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16_384)
            raw.settimeout(10)
            raw.connect(("127.0.0.1", running.port))
            head = b"GET /assets/large-Ab12.png HTTP/1.1\r\nhost: localhost\r\n"
            raw.sendall(head + b"connection: close\r\n\r\n")
            found[pause] = read_slowly(raw, pause)
    assert found[0.0].endswith(body)
    assert found[0.1].endswith(body)
    assert len(found[3.0]) < len(body) // 2
    assert running.stop() == 0
    assert running.log() == ""


def read_slowly(raw: socket.socket, pause: float) -> bytes:
    """All that comes, with rests between its parts; after a long one no more is waited for."""
    found, rests = b"", 0
    with contextlib.suppress(ConnectionResetError):
        while part := raw.recv(65_536):
            found += part
            if len(found) > rests * 65_536 and (pause < 1 or not rests):
                rests += 1
                time.sleep(pause)
    return found


def test_the_built_page(starter: Starter) -> None:
    """Where the package has its page, everything that it names can be had."""
    if not (BUILT / "index.html").is_file():
        if os.environ.get("CI") == "true":
            pytest.fail("the package was installed without its page")
        pytest.skip("the package was installed without its page")
    running = starter(page="")
    answer, body = ask(running, "/")
    assert answer.status == 200
    for address, file in read_bundle(BUILT).items():
        answer, sent = ask(running, address)
        assert (answer.status, sent) == (200, file.body), address
        assert answer.headers["content-type"] != "application/octet-stream", address
    named = re.findall(r'(?:src|href)="(/[^"]+)"', body.decode())
    assert any(address.startswith("/assets/") for address in named)
    for address in named:
        assert ask(running, address)[0].status == 200, address
    # The policy lets nothing run or look that is written into the page itself.
    assert not re.search(rb"<style|<script(?![^>]* src=)|\sstyle=|\son[a-z]+=", body)
