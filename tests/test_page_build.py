"""The page as a part of the package: built once, packed, and honest where it cannot be built."""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.cli.command import ROOT
from tools import page as build_page
from tools.page import PAGE, CannotBuild

pytestmark = pytest.mark.once
SCRIPT = "console.log(1);\n" * 200


class Npm:
    """A stand-in for npm that writes a small page, and remembers what it was asked."""

    def __init__(self, root: Path, fails: str = "") -> None:
        self.root = root
        self.fails = fails
        self.asked: list[str] = []
        self.fetched: list[str] = []

    def __call__(self, words: list[str], folder: Path) -> None:
        """Do what npm would."""
        assert folder == self.root / "web"
        self.asked.append(words[0])
        if words[0] == self.fails:
            raise CannotBuild(f"npm {words[0]} failed")
        if words[0] == "ci":
            self.fetched.append(words[1])
            shutil.rmtree(folder / "node_modules", ignore_errors=True)
            (folder / "node_modules" / "vite").mkdir(parents=True)
        else:
            page = self.root / PAGE
            (page / "assets").mkdir(parents=True)
            (page / "index.html").write_text("<!doctype html>")
            (page / "assets" / "index-Ab12.js").write_text(SCRIPT)
            (page / "icon.png").write_bytes(b"\x89PNG" * 100)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree with the sources of a page."""
    for name in ("web/src/main.ts", "web/package.json", "web/package-lock.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{}")
    for name in ("tokens.json", "locales/en.json", "games/pagoda/RULES.md"):
        (tmp_path / "src/colonnade" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "src/colonnade" / name).write_text("{}")
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "page.py", tmp_path / "tools")
    return tmp_path


@pytest.fixture
def npm(tree: Path, monkeypatch: pytest.MonkeyPatch) -> Npm:
    """The stand-in in its place."""
    monkeypatch.delenv("COLONNADE_PAGE", raising=False)
    found = Npm(tree)
    monkeypatch.setattr(build_page, "npm", found)
    return found


def test_it_is_built_once(tree: Path, npm: Npm) -> None:
    """Again only if what it is made from has changed, and packages only if the lock file has."""
    assert build_page.prepare(tree)
    assert npm.asked == ["ci", "run"]
    assert build_page.prepare(tree)
    (tree / "web/node_modules/vite/new.js").write_text("not an input")
    assert build_page.prepare(tree)
    assert npm.asked == ["ci", "run"]
    package = ("src/colonnade/tokens.json", "src/colonnade/locales/en.json")
    for name in ("web/src/main.ts", *package):
        (tree / name).write_text("changed")
        assert build_page.prepare(tree)
    (tree / "web/src/more.ts").write_text("added")
    (tree / "src/colonnade/games/pagoda/RULES.fr.md").write_text("added")
    assert build_page.prepare(tree)
    assert npm.asked == ["ci", *["run"] * 5]
    (tree / "web/package-lock.json").write_text("changed")
    assert build_page.prepare(tree)
    assert npm.asked[-2:] == ["ci", "run"]
    shutil.rmtree(tree / PAGE)
    assert build_page.prepare(tree)
    assert npm.asked[-2:] == ["run", "run"]


def test_who_plays_fetches_what_builds(tree: Path, npm: Npm) -> None:
    """Tools for the page's sources are fetched once they are asked for, and then all is there."""
    web = tree / "web"
    for tools in (False, False, True, True, False):
        build_page.fetch(web, tools=tools)
    assert npm.fetched == ["--omit=dev", "--include=dev"]


def test_old_files_do_not_stay(tree: Path, npm: Npm) -> None:
    """What an earlier build left is gone."""
    build_page.prepare(tree)
    (tree / PAGE / "assets" / "index-Old.js").write_text("old")
    (tree / "web/src/main.ts").write_text("changed")
    build_page.prepare(tree)
    assert not (tree / PAGE / "assets" / "index-Old.js").exists()


def test_texts_are_compressed(tree: Path, npm: Npm) -> None:
    """Where it is worth it, with the same bytes every time."""
    build_page.prepare(tree)
    small = tree / PAGE / "assets" / "index-Ab12.js.gz"
    first = small.read_bytes()
    assert gzip.decompress(first).decode() == SCRIPT
    assert sorted(path.name for path in (tree / PAGE).rglob("*.gz")) == [small.name]
    shutil.rmtree(tree / PAGE)
    build_page.prepare(tree)
    assert small.read_bytes() == first


@pytest.mark.parametrize("step", ["ci", "run"])
def test_a_failure_says_what_to_do(tree: Path, npm: Npm, step: str) -> None:
    """It stops the install, and the next one begins again."""
    npm.fails = step
    with pytest.raises(SystemExit, match=f"npm {step} failed") as found:
        build_page.prepare(tree)
    assert "COLONNADE_PAGE=none" in str(found.value)
    assert not (tree / PAGE / ".made-from").exists()
    npm.fails = ""
    assert build_page.prepare(tree)


def test_without_sources(tree: Path, npm: Npm) -> None:
    """A page that is there is used; without one there is nothing to be had."""
    shutil.rmtree(tree / "web")
    with pytest.raises(SystemExit, match="neither its sources"):
        build_page.prepare(tree)
    (tree / PAGE).mkdir()
    (tree / PAGE / "index.html").write_text("<!doctype html>")
    assert build_page.prepare(tree)
    assert npm.asked == []


def test_none(
    tree: Path, npm: Npm, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Asked for none, it makes none, and says so."""
    monkeypatch.setenv("COLONNADE_PAGE", "none")
    assert not build_page.prepare(tree)
    assert npm.asked == []
    assert "WITHOUT the web page" in capsys.readouterr().err


@pytest.mark.parametrize("switch", ["", "none"])
def test_the_wheel(tmp_path: Path, switch: str) -> None:
    """It holds the page with its compressed copies, and nothing that the page was made with."""
    source = tmp_path / "source"
    hidden = shutil.ignore_patterns("*.so", "*.egg-info", "__pycache__", "page")
    shutil.copytree(ROOT / "src", source / "src", ignore=hidden)
    for name in ("setup.py", "pyproject.toml", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    shutil.copytree(ROOT / "tools", source / "tools")
    page = source / PAGE
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html>")
    (page / "assets" / "index-Ab12.js").write_text(SCRIPT)
    (page / "assets" / "index-Ab12.js.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    (page / ".made-from").write_text("a note of the build")
    (source / "web" / "node_modules").mkdir(parents=True)
    (source / "web" / "node_modules" / "x.json").write_text("{}")
    command = [sys.executable, "-m", "pip", "wheel", "-v", "--no-deps", "--no-build-isolation"]
    done = subprocess.run(
        [*command, "--disable-pip-version-check", "--wheel-dir", str(tmp_path), str(source)],
        env=os.environ | {"COLONNADE_PAGE": switch, "COLONNADE_PURE": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    names = zipfile.ZipFile(next(tmp_path.glob("*.whl"))).namelist()
    assert {"colonnade/locales/en.json", "colonnade/tokens.json"} <= set(names)
    assert not [name for name in names if "node_modules" in name or "made-from" in name]
    found = sorted(name for name in names if name.startswith("colonnade/page/"))
    if switch:
        assert found == []
        assert "WARNING: colonnade: installing WITHOUT the web page" in done.stdout + done.stderr
    else:
        assert found == [
            "colonnade/page/assets/index-Ab12.js",
            "colonnade/page/assets/index-Ab12.js.gz",
            "colonnade/page/index.html",
        ]
