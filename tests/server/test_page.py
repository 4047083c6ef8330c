"""The page: its addresses, its files, how long they hold, what cannot be had."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import re
import socket
import time
from collections.abc import Iterator
from html import unescape
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from colonnade.server.bundle import BUILT, knows, page_folder, read_bundle, takes_gzip
from colonnade.server.connections import HeadGuard
from colonnade.server.shell import SCREENS, Place, Reader, Shell, Visit, hashed, title_of
from tests.cli.command import PATIENCE
from tests.server.conftest import Starter
from tests.server.running import Running, wait_for

pytestmark = pytest.mark.once
INDEX = b"""<!doctype html><html lang="en"><head>
    <script>let late;</script>
    <!--head--><title>Colonnade</title><!--/head-->
    <script type="module" crossorigin src="/assets/index-Ab12.js"></script>
    <style>p{margin:0}</style>
  </head>
  <body>
    <div id="page"></div>
    <!--late-->
    <!--data-->
  </body></html>"""
PART = {
    "title": "Colonnade",
    "html": "<h1>What shall we build today?</h1>",
    "css": "h1{margin:0}",
    "files": ["/assets/index-Ab12.js", "/assets/Home-Gh78.js"],
}
SQUEEZED = b"stands for what Brotli makes of it"
SCRIPT = b"console.log('a');\n" * 300
LARGE = os.urandom(1 << 20)  # far more than the system keeps on the way
PATHS = [path.replace("{game:str}", "pagoda") for path in SCREENS]
PATHS = [re.sub(r"\{\w+:str\}", "x1", path) for path in PATHS]
POLICY = (
    "default-src 'none'; script-src 'self'{run}; style-src 'self'{known}; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
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
    (home / "assets" / "index-Ab12.js.br").write_bytes(SQUEEZED)
    (home / "assets" / "inter-Cd34.woff2").write_bytes(b"wOF2")
    (home / "assets" / "large-Ef56.png").write_bytes(LARGE)
    (home / "assets" / "pagoda-Ij90.svg").write_bytes(b"<svg/>")
    (home / "shell.json").write_text(json.dumps({"home - en": PART}))
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
    connection = HTTPConnection("127.0.0.1", running.port, timeout=PATIENCE)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, headers=named)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


@pytest.mark.parametrize("path", PATHS)
def test_the_page_is_at_all_its_addresses(paged: Running, path: str) -> None:
    """A document for each, asked for again each time, under a strict policy."""
    answer, body = ask(paged, path)
    assert answer.status == 200
    assert re.search(rb"<title>[^<{}]*Colonnade</title>", body)
    assert re.search(rb'<meta name="description" content="[^"]{20,}"', body)
    assert b"<!--" not in body
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers.get_all("cache-control") == ["private, no-cache"]
    assert answer.headers["vary"] == "accept-encoding, accept-language, cookie"
    styles = re.findall(rb"<style>(.*?)</style>", body)
    hashes = "".join(f" 'sha256-{hashed(css.decode())}'" for css in styles)
    run = f" 'sha256-{hashed('let late;')}'"
    expected = POLICY.format(run=run, known=hashes)
    assert answer.headers.get_all("content-security-policy") == [expected]
    assert b'<div id="late" class="late" role="alert" hidden>' in body
    assert len(styles) == (2 if path == "/" else 1)
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_first_words_come_with_the_document(paged: Running) -> None:
    """What the build drew for a screen, its styles, and all files of its program as scripts."""
    _, body = ask(paged, "/")
    text = body.decode()
    assert '<div id="page" data-shell><h1>What shall we build today?</h1></div>' in text
    assert "<noscript>To play" in text
    assert "<style>h1{margin:0}</style>" in text
    scripts = re.findall(r"<script type=.module. crossorigin([^>]*) src=\"([^\"]+)\">", text)
    assert [file for _, file in scripts] == PART["files"]
    assert ' fetchpriority="low"' in scripts[-1][0]  # the document goes first
    assert "preload" not in text
    # Kept by browsers for when the server is away: it shows no screen before its program does.
    answer, body = ask(paged, "/index.html")
    assert b'<div id="page"></div>' in body
    assert hashed("p{margin:0}") in answer.headers["content-security-policy"]
    assert ask(paged, "/shell.json")[0].status == 404


def test_drawings_may_be_colored_and_nothing_else(paged: Running) -> None:
    """The policy of a picture lets nothing in but the sheet that stands in it."""
    answer, _ = ask(paged, "/assets/pagoda-Ij90.svg")
    policy = answer.headers.get_all("content-security-policy")
    assert policy == ["default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"]


def test_in_the_reader_s_language_and_theme(paged: Running) -> None:
    """What was chosen in the page holds, else what the browser asks for; each has its own tag."""
    seen = {
        ask(paged, "/records", accept_language="fr", cookie=cookie)[1].split(b"<head>")[0][-60:]
        + ask(paged, "/records", accept_language="fr", cookie=cookie)[0].headers["etag"].encode()
        for cookie in (
            "colonnade.language=en",
            "colonnade.language=xx; colonnade.theme=xx",
            "colonnade.language=en; colonnade.theme=dark",
            "colonnade.theme=light",
        )
    }
    assert len(seen) == 4
    french, body = ask(paged, "/rules/pagoda", accept_language="fr-CH, en;q=0.4")
    assert b'<html lang="fr">' in body
    assert "<title>Règles de Pagode · Colonnade</title>".encode() in body
    dark, body = ask(paged, "/", cookie="colonnade.theme=dark")
    assert b'<html lang="en" data-theme="dark">' in body
    assert french.headers["etag"] != dark.headers["etag"]


def test_what_one_visit_adds_is_never_kept(folder: Path) -> None:
    """Neither by the server nor by anybody on the way; and it cannot leave its element."""
    shell = Shell(read_bundle(folder))
    place, reader = Place("table", "pagoda", "x1"), Reader("en", "")
    usual = shell.document(place, reader)
    visit = Visit(head=("<meta />",), data={"event": b'{"name":"</script><b>"}'})
    found = shell.document(place, reader, visit)
    assert b"<meta />" in found.body
    assert b'id="event">{"name":"\\u003c/script>\\u003cb>"}</script>' in found.body
    status, headers, _ = found.answer({"if-none-match": "*"})
    assert (status, headers["cache-control"]) == (200, "no-store")
    assert "etag" not in headers
    assert shell.document(place, reader) == usual
    assert shell.document(Place("table", "pagoda", "x2"), reader) is shell.document(place, reader)


def test_a_browser_at_a_wrong_address(paged: Running) -> None:
    """People get the page, which says so; programs, calls and files get the error."""
    for path in ("/pagoda", "/rules/chess", "/learn/chess/first"):
        answer, body = ask(paged, path, accept="text/html,*/*", if_none_match="*")
        assert answer.status == 404
        assert b"<title>There is nothing here \xc2\xb7 Colonnade</title>" in body
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
    answer, body = ask(paged, "/assets/index-Ab12.js", accept_encoding="br;q=0, gzip;q=0.8")
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
    # Brotli's is the smallest; what has no such copy comes by gzip.
    answer, body = ask(paged, "/assets/index-Ab12.js", accept_encoding="gzip, deflate, br, zstd")
    assert (answer.headers["content-encoding"], body) == ("br", SQUEEZED)
    assert answer.headers["etag"] not in (tag, plain.headers["etag"])
    again = {"accept_encoding": "gzip, br", "if_none_match": answer.headers["etag"]}
    assert ask(paged, "/assets/index-Ab12.js", **again)[0].status == 304
    answer, _ = ask(paged, "/index.html", accept_encoding="gzip, br")
    assert answer.headers["content-encoding"] == "gzip"


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
        "/assets/index-Ab12.js.br",
        "/favicon.svg%00",
        "/nothing",
        "/api/nothing",
        "/api",
        "/table/a/b",
    ],
)
def test_nothing_else_can_be_had(paged: Running, path: str) -> None:
    """No name outside the table, in any spelling: an error as JSON, never the page."""
    with socket.create_connection(("127.0.0.1", paged.port), PATIENCE) as raw:
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


def asking(port: int) -> socket.socket:
    """A connection with little room that has asked for the large file."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16_384)
    raw.settimeout(PATIENCE)
    raw.connect(("127.0.0.1", port))
    head = b"GET /assets/large-Ef56.png HTTP/1.1\r\nhost: localhost\r\n"
    raw.sendall(head + b"connection: close\r\n\r\n")
    return raw


def rest_of(raw: socket.socket, pause: float = 0.0) -> bytes:
    """All that comes until the end, however it ends, with rests between its parts."""
    found = b""
    with contextlib.suppress(ConnectionResetError):
        while part := raw.recv(65_536):
            found += part
            time.sleep(pause)
    return found


def test_a_large_file_waits_for_a_slow_reader(paged: Running) -> None:
    """It comes whole, though there was no room for it again and again."""
    with asking(paged.port) as raw:
        assert rest_of(raw, 0.001).endswith(LARGE)


def test_who_takes_nothing_is_cut_off(starter: Starter, folder: Path) -> None:
    """The server lets go of the connection, and what it has not sent is never sent."""
    running = starter(page=folder, patience=0.5)
    before = sockets(running)
    with asking(running.port) as raw:
        first = raw.recv(1000)
        wait_for(lambda: sockets(running) == before)
        assert len(first) + len(rest_of(raw)) < len(LARGE) // 2
    assert running.stop() == 0
    assert running.log() == ""


def sockets(running: Running) -> int:
    """How many sockets a server has open."""
    found = 0
    for entry in Path(f"/proc/{running.process.pid}/fd").iterdir():
        with contextlib.suppress(OSError):  # closed meanwhile
            found += os.readlink(entry).startswith("socket:")
    return found


def test_a_reader_is_waited_for_as_long_as_it_reads() -> None:
    """Each look at it that finds less to send begins a new wait; one that finds as much ends it."""
    guard = HeadGuard.__new__(HeadGuard)
    guard.stalled = None
    guard.loop = Mock()
    guard.transport = Mock()
    for left in (900, 800, 1):
        guard.transport.get_write_buffer_size.return_value = left
        if left == 900:
            guard.wait_for_reader()
        else:
            look(guard)
        guard.loop.call_later.assert_called_with(45.0, guard.look_at_reader, left)
    guard.transport.abort.assert_not_called()
    look(guard)
    guard.transport.abort.assert_called_once_with()


def look(guard: Any) -> None:
    """Do what the guard has put off."""
    _, what, left = guard.loop.call_later.call_args.args
    what(left)


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
        if address in ("/index.html", "/shell.json"):
            continue  # the first is written for its reader, the second for the server
        answer, sent = ask(running, address)
        assert (answer.status, sent) == (200, file.body), address
        assert answer.headers["content-type"] != "application/octet-stream", address
    named = re.findall(r'(?:src|href)="(/[^"]+)"', body.decode())
    assert any(address.startswith("/assets/") for address in named)
    for address in named:
        assert ask(running, address)[0].status == 200, address
    # The policy lets nothing run or look that is written into the page itself, but known sheets.
    parts = Shell(read_bundle(BUILT)).parts
    assert len(parts) > 40
    for name, part in parts.items():
        screen, game, lang = name.split()
        inline = re.search(r"<style|<script|\sstyle=|\son[a-z]+=", part.html)
        assert inline is None, (name, part.html[inline.start() :][:80])
        place = Place("rules" if screen == "numbers" else screen, game.strip("-"))
        if screen != "replay":  # the game is not known before it is there
            assert title_of(place, lang) == unescape(part.title), name
        for needed in part.files:
            assert ask(running, needed, "HEAD")[0].status == 200, (name, needed)
