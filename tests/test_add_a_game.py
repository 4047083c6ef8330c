"""The game printed in docs/add-a-game.md is a whole game: its files pass the contract's suite.

They are laid out in a folder of their own and join the installed package in a process of its own:
this module is also the plugin, `-p tests.test_add_a_game`, that lets them join before pytest
collects anything.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from colonnade import games
from colonnade.locales import add_texts
from tests.cli.command import ROOT, environment

pytestmark = pytest.mark.once
PAGE = ROOT / "docs" / "add-a-game.md"
FOLDER = "COLONNADE_ADDED_GAME"  # the variable that names the folder with the page's files
KINDS = "python|json|markdown|toml"
FILE = re.compile(rf"^`([^`\n]+)`:\n\n```(?:{KINDS})\n(.*?)^```$", re.S | re.M)
# A game need not have them.
OPTIONAL = {
    *("bonuses.py", "ends.py", "events.py", "moved.py"),
    *("statistics.py", "tensor.py", "touch.py"),
}
SIMULATE = """
from tests.test_add_a_game import join
join()
from colonnade.data.simulate import simulate
for player in ("random", "gestures", "eager", "greedy"):
    for misere in ("no", "yes"):
        for tally in simulate("nim", 2, {"misere": misere}, 20, 1, player=player):
            assert tally.games and sum(tally.scores) == tally.games
"""


def join() -> None:
    """Let the page's folders join those of the house; nothing else is told of the game."""
    folder = Path(os.environ[FOLDER])
    for name in ("colonnade.games", "tests.rules", "tests.oracle"):
        import_module(name).__path__.append(str(folder / name.replace(".", "/")))
    games.own_keys.cache_clear()
    add_texts(folder / "colonnade" / "locales", "nim")


def pytest_configure() -> None:
    """As a plugin, join before the suite looks for its cases."""
    join()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page's files, laid out as the page says."""
    folder = tmp_path_factory.mktemp("added")
    lay_out(folder)
    return folder


def lay_out(folder: Path) -> None:
    """Write the page's files: those of the house, of its tests, and of a package of one's own."""
    for name, text in FILE.findall(PAGE.read_text(encoding="utf-8")):
        path = folder / (name if name.startswith(("tests/", "nim/")) else f"colonnade/{name}")
        assert not path.exists(), f"{name} is printed twice"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def run(folder: Path, *arguments: str) -> str:
    """Run Python beside the page's files, and give what it says."""
    done = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment({FOLDER: str(folder)}),
        cwd=ROOT,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_page_has_every_file(folder: Path) -> None:
    """The game has the files of a real one, and no block stands without its path."""
    added = {path.name for path in (folder / "colonnade/games/nim").iterdir()}
    real = (ROOT / "src/colonnade/games/summer_pavilion").iterdir()
    assert added == {path.name for path in real if path.suffix in (".py", ".md")} - OPTIONAL
    text = PAGE.read_text(encoding="utf-8")
    assert len(FILE.findall(text)) == len(re.findall(rf"^```(?:{KINDS})$", text, re.M))


def test_the_suite_passes(folder: Path) -> None:
    """The contract's suite runs over the game as over all others, and its own tests pass."""
    pytest_ = ("-m", "pytest", "-q", "-p", "tests.test_add_a_game", "-p", "no:cacheprovider")
    said = run(folder, *pytest_, "tests/contract", "-k", "nim or kit")
    assert int(re.findall(r"(\d+) passed", said)[0]) > 40
    languages = "same_keys or singulars or stay_different"
    run(folder, *pytest_, "tests/test_locales.py", "-k", languages)
    own = [str(path) for path in sorted((folder / "tests").rglob("test_*.py"))]
    assert len(own) == 2
    run(folder, *pytest_, f"--rootdir={ROOT}", "-c", str(ROOT / "pyproject.toml"), *own)


def test_every_rule_has_code_and_a_test(folder: Path) -> None:
    """The page keeps what tests/test_trace.py asks of all games, in both languages."""
    from tests.test_trace import cited

    game = folder / "colonnade/games/nim"
    english, french = (
        set(re.findall(r"^- \*\*(N\d+\.\d+)\*\*", (game / name).read_text("utf-8"), re.M))
        for name in ("RULES.md", "RULES.fr.md")
    )
    assert english == french == cited(folder / "tests/rules")
    assert english - cited(game) == {"N3.2"}  # as the page says


def test_players_play_it(folder: Path) -> None:
    """Every computer player brings its games to an end, with one point in each."""
    run(folder, "-c", SIMULATE)
