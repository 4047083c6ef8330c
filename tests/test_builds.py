"""Compiled and pure: the same games from one source, and an install without a compiler."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import colonnade
from colonnade.games import game, own_keys
from colonnade.teaching.lesson import lessons
from tests.cli.command import ROOT
from tests.contract.cases import REAL
from tools.compile import names

pytestmark = pytest.mark.once


def run(code: str, told: str = "", **extra: str) -> str:
    """Run Python code in a process of its own."""
    command, environment = [sys.executable, "-c", code], {**os.environ, **extra}
    return subprocess.check_output(command, env=environment, text=True, input=told)


SUMS = """
import json, sys
import colonnade
from colonnade.data.simulate import simulate
from colonnade.arena.tally import Tally
sums = {}
for name, key, seats, options, games in json.load(sys.stdin):
    tally = Tally(seats)
    for batch in simulate(key, seats, options, games, 77, processes=1):
        tally.merge(batch)
    sums[name] = [tally.games, tally.checksum, tally.mean_scores(), tally.moves]
print(json.dumps([colonnade.build.kind(), sums]))
"""


GAMES = {"pagoda": 200, "summer_pavilion": 60}  # of each variant; long ones fewer


@pytest.mark.parametrize("key", own_keys())
def test_both_builds_play_the_same_games(key: str) -> None:
    """Checksums are equal in every variant: many games of each, others than the golden ones."""
    games = GAMES.get(key, 20)
    asked = [(c.name, key, c.seats, c.options, games) for c in REAL if c.game.key == key]
    found = {}
    for switch in ("0", "1"):
        kind, sums = json.loads(run(SUMS, json.dumps(asked), COLONNADE_PURE=switch))
        assert len(sums) == len(asked)
        assert all(played[0] == games for played in sums.values())
        found[kind] = sums
    assert found.get("compiled", found["pure"]) == found["pure"]
    if colonnade.build.kind() == "compiled":
        assert set(found) == {"compiled", "pure"}


def test_the_switch_chooses_the_pure_build() -> None:
    """COLONNADE_PURE=1 runs the sources, whatever was compiled beside them."""
    code = "import colonnade; print(colonnade.build.kind())"
    assert run(code, COLONNADE_PURE="1").strip() == "pure"
    assert run(code, COLONNADE_PURE="0").strip() == colonnade.build.kind()


def test_all_hot_modules_are_compiled_together() -> None:
    """Either every module that is called hot is compiled, or none is."""
    hot = [name.removesuffix(".__init__") for name in names()[1:]]
    assert len(hot) > 8
    code = f"""
import importlib, colonnade
names = {hot!r}
files = [importlib.import_module(name).__file__ for name in names]
print(sorted({{file.endswith(".py") for file in files}}))
"""
    expected = colonnade.build.kind() == "pure"
    assert run(code, COLONNADE_PURE="0").strip() == str([expected])


def install(folder: Path, **extra: str) -> subprocess.CompletedProcess[str]:
    """Install the package into a folder, with the build tools of this environment."""
    command = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-build-isolation", "-v"]
    command += ["--disable-pip-version-check", "--no-cache-dir", "--target", str(folder / "site")]
    source = folder / "source"
    shutil.copytree(
        ROOT / "src", source / "src", ignore=shutil.ignore_patterns("*.so", "*.egg-info")
    )
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    shutil.copytree(ROOT / "tools", source / "tools")
    return subprocess.run(
        [*command, str(source)],
        env={**os.environ, "COLONNADE_PAGE": "none", **extra},
        capture_output=True,
        text=True,
        timeout=600,
    )


@pytest.mark.parametrize(
    ("hidden", "said"),
    [
        ({"CC": "/nonexistent/cc", "COLONNADE_PURE": "0"}, "no working C compiler"),
        ({"COLONNADE_PURE": "1"}, ""),
    ],
    ids=["no compiler", "pure switch"],
)
def test_installs_without_a_compiler(tmp_path: Path, hidden: dict[str, str], said: str) -> None:
    """The package works all the same, says so, and is slower."""
    done = install(tmp_path, **hidden)
    assert done.returncode == 0, done.stdout + done.stderr
    assert said in done.stdout + done.stderr
    if said:
        assert "WARNING: colonnade: installing the pure Python build" in done.stdout + done.stderr
    site = tmp_path / "site"
    assert not list(site.rglob("*.so"))
    for key in own_keys():  # files that are no code come along
        assert (site / "colonnade" / "games" / key / "RULES.md").is_file()
        taught = sorted(path.name for path in (site / "colonnade").glob(f"games/{key}/lessons/*"))
        assert taught == sorted(lesson.file for lesson in lessons(game(key)))
    code = "import colonnade; print(colonnade.build.kind(), colonnade.__file__)"
    shown = run(code, PYTHONPATH=str(site), COLONNADE_PURE="0")
    assert shown.startswith(f"pure {site}")
    version = subprocess.run(
        [sys.executable, "-m", "colonnade", "--version"],
        env={**os.environ, "PYTHONPATH": str(site), "COLONNADE_PURE": "0", "LANG": "C"},
        capture_output=True,
        text=True,
    )
    assert "pure" in version.stdout
    assert "C compiler" in version.stdout


def test_importing_is_quick_and_light() -> None:
    """Importing the package loads no libraries of the command line, no lab and no pictures."""
    code = "import sys, colonnade; colonnade.all_games(); print(*sys.modules)"
    loaded = set(run(code).split())
    assert not loaded & {
        "rich",
        "cyclopts",
        "colonnade.cli",
        "colonnade.arena",
        "colonnade.data",
        "colonnade.pictures.paper",
        "colonnade.pictures.pagoda",
        "asyncio",
    }


def test_a_state_is_small() -> None:
    """Less than a KiB, so that searches can keep millions."""
    code = """
import tracemalloc, colonnade
for game in colonnade.all_games():
    start = game.start()
    kept = [None] * 1000
    tracemalloc.start()
    for i in range(1000):
        kept[i] = start.copy()
    print(tracemalloc.get_traced_memory()[0] // 1000)
    tracemalloc.stop()
"""
    if colonnade.build.kind() == "compiled":
        sizes = [int(line) for line in run(code, COLONNADE_PURE="0").split()]
        assert len(sizes) == len(own_keys())
        assert max(sizes) < 1024
