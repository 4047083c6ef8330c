"""What the READMEs show is true: commands run, samples give what they print, links lead on."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.cli.command import ROOT, colonnade
from tests.samples import blocks

pytestmark = pytest.mark.once
PAGES = [ROOT / "README.md", ROOT / "README.fr.md"]
LINKED = [*PAGES, ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def test_commands_run(tmp_path: Path) -> None:
    """Every `colonnade` line of both READMEs exits with 0; at a game, somebody types quit."""
    lines = [line for block in blocks(PAGES[0], "sh") for line in block.splitlines()]
    commands = [shlex.split(line)[1:] for line in lines if line.startswith("colonnade ")]
    assert len(commands) >= 6
    for command in commands:
        env = {"XDG_DATA_HOME": str(tmp_path)}
        done = colonnade(*command, typed="quit\n", env=env, cwd=tmp_path)
        assert done.returncode == 0, (command, done.stderr)


@each_page
def test_make_targets_exist(page: Path) -> None:
    """`make play` and `make test` stand in the page, and every target named exists."""
    text = page.read_text(encoding="utf-8")
    assert "\nmake play\n" in text
    assert "\nmake test\n" in text
    for target in set(re.findall(r"make ([a-z]+(?:-[a-z]+)*)", text)):
        done = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, (target, done.stderr)


@each_page
def test_python_samples(page: Path) -> None:
    """The samples are sessions that give what they show."""
    text = "\n".join(blocks(page, "python"))
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert len(test.examples) >= 6
    runner = doctest.DocTestRunner()
    assert runner.run(test).failed == 0


@pytest.mark.parametrize("page", LINKED, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    """Every link to a file of ours finds it."""
    for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_both_readmes_show_the_same_code() -> None:
    """The French page differs in words alone."""
    for language in ("sh", "python"):
        assert blocks(PAGES[0], language) == blocks(PAGES[1], language)
