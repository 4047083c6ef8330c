"""The site of docs/ is whole: built without a warning, nothing missing, nothing from elsewhere.

What its pages show is run too: here, or by the test that LISTED names for each page.
"""

from __future__ import annotations

import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from html import unescape
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import msgspec
import pytest

from colonnade import game, tokens
from colonnade.games import own_keys
from colonnade.server.settings import Limits
from colonnade.teaching.guide import pictures, read_guide
from tests.cli.command import EXAMPLES, PATIENCE, ROOT, call, environment
from tests.samples import blocks, run_python
from tests.server.running import Running

pytestmark = pytest.mark.once
DOCS = ROOT / "docs"
# Every page with Python in it, and the test that runs it.
LISTED = {
    "docs/write-a-bot.md": "tests/test_site.py",
    "docs/add-a-game.md": "tests/test_add_a_game.py",
    "docs/export.md": "tests/data/test_export.py",
    "docs/notebook.md": "tests/test_notebook.py",
    "docs/open_spiel.md": "tests/adapters/test_pages.py",
    "docs/pettingzoo.md": "tests/adapters/test_pages.py",
    "docs/tensors.md": "tests/environments/test_tensors.py",
    "docs/train-a-bot.md": "tests/learning/test_learn.py",
}
LOADED = {"script": "src", "img": "src", "link": "href", "source": "src", "iframe": "src"}
MENU = re.compile(r'toctree-l\d[^>]*><a class="reference internal" href="([^"]+)"')
BREAK = "--- next block ---"
TUTORIAL = DOCS / "write-a-bot.md"
COMMAND = f'colonnade() {{ "{sys.executable}" -m colonnade "$@"; }}\n'  # as if it were installed
NAME = "games.example"  # as docs/host-a-server.md calls the host


class Links(HTMLParser):
    """What a page of the site has: where it leads, what it loads, what can be linked to."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what one element has of it."""
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.targets.append(given["href"])
        if LOADED.get(tag) in given:
            self.loaded.append(given[LOADED[tag]])


@pytest.mark.long
def test_the_site(tmp_path: Path) -> None:
    """Built as the README says, every warning being an error, it is whole and stands alone."""
    for needed in ("sphinx", "myst_parser", "furo"):
        if find_spec(needed) is None:
            pytest.skip(f"{needed} is not installed: it is in the dependency group docs")
    site = tmp_path / "site"
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html"]
    done = subprocess.run(
        [*command, "-d", str(tmp_path / "doctrees"), str(DOCS), str(site)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=900,  # on a busy machine; else it takes about 20
        check=False,
    )
    assert done.returncode == 0, done.stderr
    # One build serves all these: tests of their own might land in several processes.
    pages = {page: Links(page) for page in sorted(site.rglob("*.html"))}
    check_tree(site, pages)
    check_links(pages)
    check_loaded(site, pages)
    check_reference(site, pages)
    check_look(site)
    check_guides(site, pages)
    check_plain(site)


def local(page: Path, target: str) -> tuple[Path, str] | None:
    """The file and the place in it that a link of a page leads to; None for the world outside."""
    parts = urlsplit(target)
    if parts.scheme or parts.netloc:
        return None
    path = page if not parts.path else (page.parent / unquote(parts.path)).resolve()
    return path, unquote(parts.fragment)


def check_tree(site: Path, pages: dict[Path, Links]) -> None:
    """Each language's menu has all its pages, and no page of the other; both lead to each other."""
    names = [page.relative_to(DOCS).with_suffix("").as_posix() for page in DOCS.rglob("*.md")]
    names += ["readme", "readme.fr", "contributing", "changelog"]
    names += [f"rules/{key}{lang}" for key in own_keys() for lang in ("", ".fr")]
    assert len(names) > 60
    french = {name for name in names if name.endswith(".fr")}
    assert len(french) > 12  # none found would make what follows empty
    for start, own, other in (
        ("index", set(names) - french, "index.fr"),
        ("index.fr", french, "index"),
    ):
        front = site / f"{start}.html"
        links = MENU.findall(front.read_text(encoding="utf-8"))
        menu = {found[0] for link in links if (found := local(front, link))}
        wanted = {site / f"{name}.html" for name in own - {start}}
        assert menu == wanted, f"the menu of docs/{start}.md"
        assert site / f"{other}.html" in reached(pages, front)
    for name in french:
        if name.removesuffix(".fr") in names:
            page, twin = site / f"{name}.html", site / f"{name.removesuffix('.fr')}.html"
            assert twin in reached(pages, page), name
            assert page in reached(pages, twin), name


def reached(pages: dict[Path, Links], page: Path) -> set[Path]:
    """The files of the site that a page leads to."""
    return {found[0] for link in pages[page].targets if (found := local(page, link))}


def check_links(pages: dict[Path, Links]) -> None:
    """Every link to a file of the site finds it, and the place in it."""
    followed = 0
    for page, links in pages.items():
        for target in links.targets:
            if (found := local(page, target)) is None:
                continue
            path, place = found
            assert path.is_file(), f"{page.name}: {target}"
            if place and path in pages:
                assert place in pages[path].anchors, f"{page.name}: {target}"
            followed += 1
    assert followed > 2000


def check_loaded(site: Path, pages: dict[Path, Links]) -> None:
    """No script, style, picture or font is asked of another host."""
    for page, links in pages.items():
        for target in links.loaded:
            found = local(page, target)
            assert found is not None, f"{page.name} loads {target}"
            assert found[0].is_file(), f"{page.name} loads {target}"
    sheets = list(site.rglob("*.css"))
    assert sheets
    for sheet in sheets:
        text = sheet.read_text(encoding="utf-8")
        assert not re.search(r"""(url\(|@import)\s*["']?(https?:)?//""", text), sheet.name


def check_reference(site: Path, pages: dict[Path, Links]) -> None:
    """Signatures, docstrings and the comments of fields stand in the reference."""
    contract = (site / "reference" / "contract.html").read_text(encoding="utf-8")
    anchors = pages[site / "reference" / "contract.html"].anchors
    for name in (
        "state.State.fill_legal",
        "state.State.actor",
        "game.Game.imagine",
        "rng.Rng.below",
    ):
        assert f"colonnade.contract.{name}" in anchors
    assert "the seat that must decide, CHANCE or OVER" in contract
    assert "changes when the same moves no longer give the same game" in contract
    text = unescape(re.sub(r"<[^>]+>", "", contract))
    assert re.search(r"fill_legal\(\s*rows: vec\[i64\],?\s*\)\s*\W\s*i64", text)
    for group, name in (
        ("ai", "colonnade.ai.player.Player.choose"),
        ("research", "colonnade.arena.game_loop.GameLoop.play"),
        ("research", "colonnade.environments.batch.Batch.step"),
        ("adapters", "colonnade.adapters.pettingzoo.env"),
    ):
        assert name in pages[site / "reference" / f"{group}.html"].anchors


def check_look(site: Path) -> None:
    """Light and dark come from the tokens; French pages say that they are French."""
    front = (site / "index.html").read_text(encoding="utf-8")
    for name in ("accent", "surface", "ink"):
        paint = tokens.paints()[name]
        assert paint.light in front
        assert paint.dark in front
    assert 'lang="fr"' in (site / "rules" / "pagoda.fr.html").read_text(encoding="utf-8")
    assert 'lang="en"' in front


def check_guides(site: Path, pages: dict[Path, Links]) -> None:
    """Every illustrated rule stands in the site with its picture, in both languages."""
    for key in own_keys():
        drawn = [where for where, _ in pictures(read_guide(game(key)))]
        for lang in ("", ".fr"):
            page = site / "guide" / f"{key}{lang}.html"
            shown = [path for path in pages[page].loaded if f"_static/rules/{key}-" in path]
            assert len(shown) == len(drawn), page
            assert all(path.endswith(f"{lang or '.en'}.svg") for path in shown)
        for picture in sorted((site / "_static" / "rules").glob(f"{key}-*.svg")):
            root = ElementTree.parse(picture).getroot()
            assert root.get("aria-label"), picture
            assert "prefers-color-scheme" in picture.read_text(encoding="utf-8")


def check_plain(site: Path) -> None:
    """No budget of a player became a mail address; nobody is told of an index we are not on."""
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert "mailto:" not in text, page
        assert not re.search(r"pip install (?:<[^>]*>|&quot;|\")*colonnade\b", text), page


def test_every_sample_is_run() -> None:
    """No page shows Python that no test runs."""
    shown = {
        page.relative_to(ROOT).as_posix() for page in DOCS.rglob("*.md") if blocks(page, "python")
    }
    assert shown == set(LISTED)
    for page, test in LISTED.items():
        assert Path(page).name in (ROOT / test).read_text(encoding="utf-8"), (page, test)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder, with what docs/write-a-bot.md says should be saved in it."""
    folder = tmp_path_factory.mktemp("bots")
    assert call("examples", cwd=folder).returncode == 0
    parts = [block for block in blocks(TUTORIAL, "python") if not block.startswith(">>>")]
    (folder / "examples" / "mine.py").write_text("\n".join(parts[:2]), encoding="utf-8")
    (folder / "examples" / "attend.py").write_text(parts[-1], encoding="utf-8")
    return folder


def test_the_tutorial_s_session(folder: Path) -> None:
    """The page's sessions give what they show."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder / "examples")
        assert "attend" in run_python(TUTORIAL)
        for module in ("bot", "mine"):
            sys.modules.pop(module)


def test_the_bots_of_the_tutorial_play(folder: Path, tmp_path: Path) -> None:
    """Saved as told and run by the page's own commands, they finish a game at a real server."""
    server = Running(tmp_path / "data")
    commands = [line for block in blocks(TUTORIAL, "sh") for line in block.splitlines()]
    assert commands.pop(0) == "colonnade examples"
    try:
        made = server.client().make("pagoda", "open", "open", options={"length": "fast"})
        playing = []
        for line, free in zip(commands[:2], made["invitations"], strict=True):
            _, program, link = shlex.split(line)
            assert link.endswith("/table/ID#TOKEN")
            words = [sys.executable, program, free["link"]]
            playing.append(subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, text=True))
        told = [bot.communicate(timeout=PATIENCE)[0] for bot in playing]
        assert [bot.returncode for bot in playing] == [0, 0]
        assert all("winners" in text or "seat" in text for text in told), told
        assert server.client().look(made["id"])["result"]["winners"]
        attend_by_token(server, folder, *commands[2:])
    finally:
        assert server.stop() == 0


def attend_by_token(server: Running, folder: Path, command: str) -> None:
    """Run the page's command with a bot's token: it plays to the end, and all see the mark."""
    owner = server.client()
    owner.call("PATCH", "/api/me", {"name": "Anne"})
    token = owner.post("/api/me/bots", {"name": "Dreamer"})["token"]
    made = owner.make("pagoda", "open", "computer:random", options={"length": "fast"})
    shown, _, program, link = shlex.split(command)
    name, _, example = shown.partition("=")
    assert (example, link.endswith("/table/ID#TOKEN")) == ("bot_...", True)
    words = [sys.executable, program, made["invitations"][0]["link"]]
    env = environment() | {name: token}
    subprocess.run(words, cwd=folder, env=env, timeout=PATIENCE, check=True, capture_output=True)
    seen = owner.look(made["id"])
    assert seen["result"]["winners"]
    assert seen["seats"][0]["bot"]
    assert owner.get("/api/me")["player"]["results"] == []


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not on this machine")
def test_the_host_s_commands_run(tmp_path: Path) -> None:
    """Every `sh` block of docs/host-a-server.md, in order, against a server with that name."""
    (folder := tmp_path / "backups").mkdir()
    server = Running(tmp_path / "data", words=("--name", NAME))
    try:
        client = server.client()
        client.post("/api/records", (EXAMPLES / "pagoda.colonnade").read_bytes())
        shown = blocks(DOCS / "host-a-server.md", "sh")
        done = subprocess.run(
            ["bash", "-c", COMMAND + "set -e\n" + f"echo {BREAK}\n".join(shown)],
            cwd=tmp_path,
            env=environment()
            | {"HOST": server.address, "DATA": str(server.data), "BACKUPS": str(folder)},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        told = done.stdout.split(f"{BREAK}\n")
        ready, headers, copied, restored, tables, measured, deleted = told
        assert ready == '{"status":"ready"}'
        assert re.search(r"^set-cookie: .*; secure", headers, re.I | re.M)
        assert "Keep it like a password" in copied
        assert "every row is what was copied" in restored
        assert "1 of 1 table." in tables
        assert measured.splitlines()[-1].startswith("colonnade_tables_open ")
        assert deleted == ""
        table = msgspec.json.decode((tmp_path / "table.json").read_bytes())["id"]
        (copy,) = folder.glob("*.copy")
        assert count(copy, "SELECT count(*) FROM tables WHERE id = ?", table) == 1
        assert count(copy, "SELECT count(*) FROM uploads") == 1
        assert count(server.data / "colonnade.db", "SELECT count(*) FROM uploads") == 0
        house = folder / "restored"
        assert count(house / "colonnade.db", "SELECT count(*) FROM tables WHERE id = ?", table) == 1
        assert (house / "signing.key").read_bytes() == (server.data / "signing.key").read_bytes()
    finally:
        assert server.stop() == 0


def count(database: Path, question: str, *values: str) -> int:
    """Ask a database for a number."""
    with closing(sqlite3.connect(database)) as connection:
        return int(connection.execute(question, values).fetchone()[0])


def test_the_limits_of_the_host_s_page_exist() -> None:
    """Fields that the page names are fields of Limits, and its sample can be read."""
    page = (DOCS / "host-a-server.md").read_text(encoding="utf-8")
    sample = re.findall(r"^Environment='COLONNADE_LIMITS=(.*)'$", page, re.M)
    assert len(sample) == 1
    assert msgspec.json.decode(sample[0], type=Limits).workers == 2
    table = page.partition("| field | raise it if |")[2].partition("\n\n")[0]
    named = re.findall(r"`(\w+)`", " ".join(line.split("|")[1] for line in table.splitlines()[2:]))
    assert len(named) >= 5
    assert set(named) <= {field.name for field in msgspec.structs.fields(Limits)}
