"""Every command that a page shows is run, in an empty folder, in the page's order.

What would take long is asked for less of the same. What starts a server or a cluster, or plays for
hours, is read to its last word instead, as the program reads it. Pages that another test runs whole
are named in WHOLE.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.cli.command import ROOT, call
from tests.samples import blocks

pytestmark = pytest.mark.once
DOCS = ROOT / "docs"
ALL = [ROOT / "README.md", ROOT / "README.fr.md", ROOT / "CONTRIBUTING.md", *DOCS.rglob("*.md")]
# Pages whose commands need more than an empty folder, and the test that runs them all.
WHOLE = {
    "README.md": "tests/test_readme.py",
    "README.fr.md": "tests/test_readme.py",
    "docs/api.md": "tests/server/test_docs.py",
    "docs/host-a-server.md": "tests/test_site.py",
    "docs/write-a-bot.md": "tests/test_site.py",
    "docs/add-a-game.md": "tests/test_add_a_game.py",
}
# Beginnings of commands that cannot be run here, and why; all but `make` and `npm` need a clone.
ELSEWHERE = {
    "COLONNADE_PURE=1 PYTHONPATH=src .venv/bin/python -m pytest": "runs these very tests",
    "python -m bench.tune": "minutes of tuning, in a clone; tests/ai has a short one",
    "python -m bench.page": "minutes of Lighthouse, in a clone",
    ".venv/bin/python -m bench.lesson_times": "all lessons in a browser, in a clone",
    "cd web && npm ci && npx vite": "fetches the page's tools and never ends",
    "python3 -m venv": "tests/test_make.py and tests/tools set up environments",
    "games/bin/pip": "a wheel is built and installed by tests/tools",
    "games/bin/colonnade serve": "a server",
    "ray start": "a cluster of several machines",
}
STARTED = ("serve",)  # servers: they never end by themselves
LESS = (
    (r"--games \d+", "--games 6"),
    (r"@0\.\d+", "@2i"),
    (r"@\d+i", "@2i"),
    (r"--thoughts \d+", "--thoughts 4"),
    (r"--time [\d.]+", "--time 0.1"),
    (r"--processes \d+", "--processes 1"),
)
# Written by the program, with commands of hours; that these give what the pages say is tested by
# tests/arena/test_ladder.py and tests/data/test_stats.py.
WRITTEN = ("docs/ladder.md", "docs/stats/")
SLOW = ("docs/train-a-bot.md",)  # learning has to be compiled first


def commands(page: Path) -> list[str]:
    """All commands of a page: lines that go on are joined, comments and blank lines left out."""
    text = "\n".join(blocks(page, "sh")).replace("\\\n", " ")
    lines = (re.sub(r"\s+(#\s.*|&)$", "", line).strip() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def name_of(page: Path) -> str:
    """A page as the lists above name it."""
    return page.relative_to(ROOT).as_posix()


SHOWN = [page for page in ALL if commands(page) and name_of(page) not in WHOLE]
MARKED = [
    pytest.param(page, marks=[pytest.mark.long] if name_of(page) in SLOW else [], id=name_of(page))
    for page in SHOWN
]


@pytest.mark.parametrize("shown", MARKED)
def test_commands_run(shown: Path, tmp_path: Path) -> None:
    """Each command of a page exits with 0, and finds what the ones before it have left."""
    for line in commands(shown):
        if line.startswith("colonnade "):
            words = shlex.split(line)[1:]
            far = words[0] in STARTED or "ray" in line.partition("--compute")[2]
            if far or name_of(shown).startswith(WRITTEN):
                check_read(words)
                continue
            for pattern, less in LESS:
                line = re.sub(pattern, less, line)
            done = call(*shlex.split(line)[1:], cwd=tmp_path, env={"XDG_DATA_HOME": str(tmp_path)})
            assert done.returncode == 0, (line, done.stderr)
        elif line.startswith("make "):
            check_target(shlex.split(line))
        elif line.startswith("npm "):
            scripts = json.loads((ROOT / "web" / "package.json").read_text("utf-8"))["scripts"]
            assert line.split()[-1] in scripts, line
        else:
            assert any(line.startswith(known) for known in ELSEWHERE), f"{name_of(shown)}: {line}"


def check_read(words: list[str]) -> None:
    """The program understands a command to its last word."""
    from colonnade.cli.commands import make_app

    with patch("sys.argv", ["colonnade"]):
        command, bound, *_ = make_app().parse_args(words, exit_on_error=False, print_error=False)
    assert callable(command)
    assert bound.arguments is not None


def check_target(words: list[str]) -> None:
    """Make knows the target, and what it passes on is understood."""
    done = subprocess.run(["make", "-n", *words[1:]], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, (words, done.stderr)
    passed = [word.removeprefix("ARGS=") for word in words if word.startswith("ARGS=")]
    for text in passed:
        check_read([{"play": "serve", "terminal": "play"}[words[1]], *shlex.split(text)])


def test_other_tests_run_the_other_pages() -> None:
    """No list names a page or a command that is not there."""
    names = {name_of(page) for page in ALL}
    for page, test in WHOLE.items():
        assert page in names
        assert Path(page).name in (ROOT / test).read_text(encoding="utf-8"), (page, test)
    everything = [line for page in ALL for line in commands(page)]
    for known in ELSEWHERE:
        assert any(line.startswith(known) for line in everything), known
    assert set(SLOW) <= names


def test_all_fences_are_known() -> None:
    """A block that looks like commands is marked as `sh`, so that it is run."""
    for page in ALL:
        text = page.read_text(encoding="utf-8")
        kinds = set(re.findall(r"^ *```(\w*)", text, re.M)) - {""}
        assert not kinds & {"bash", "shell", "zsh", "py", "pycon"}, page
