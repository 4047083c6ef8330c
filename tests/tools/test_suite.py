"""The suite's own summary: parts, counts, reasons, and no silent second try."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import PATIENCE, ROOT
from tools import suite
from tools.suite import Part, rest, summary, usual, watch

pytestmark = pytest.mark.once
SOME = """
import pathlib, pytest

def test_passes(): pass

@pytest.mark.parametrize("n", ["a b", "c"])
def test_passes_too(n): pass

def test_skips(): pytest.skip("no Chromium; on Debian: apt install chromium")
"""
UNSTEADY = """
import pathlib

def test_second_time_lucky():
    mark = pathlib.Path(__file__).with_name("mark")
    before = mark.exists()
    mark.touch()
    assert before
"""
BROKEN = "def test_never(): assert 'this' == 'that'\n"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for small suites, and for what is written about them."""
    monkeypatch.setattr(suite, "OUT", tmp_path / "out")
    (tmp_path / "out").mkdir()
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # they would cost seconds
    monkeypatch.delenv("COLONNADE_PROGRESS", raising=False)
    return tmp_path


def ran(place: Path, **files: str) -> list[Part]:
    """Parts of one file each, run."""
    parts = []
    for name, text in files.items():
        path = place / f"test_{name}.py"
        path.write_text(text)
        parts.append(Part(name, "a trial", [str(path)]))
    watch(parts)
    return parts


def test_all_is_well(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Counts, reasons of what was skipped, and the line that counts."""
    code = summary(ran(place, some=SOME), 61)
    told = capsys.readouterr().out
    assert code == 0
    assert "some" in told
    assert "   1 no Chromium; on Debian: apt install chromium" in told
    assert "1 min 1 s in all" in told
    assert told.endswith("total: 3 passed, 0 failed, 1 skipped\n")


def test_a_second_try_is_told(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What passes only then is listed, and the run passes."""
    code = summary(ran(place, some=SOME, unsteady=UNSTEADY), 1)
    told = capsys.readouterr().out
    assert code == 0
    assert "failed at the first try" in told
    assert "test_second_time_lucky" in told.partition("first try")[2]
    assert told.endswith("total: 4 passed, 0 failed, 1 skipped\n")


def test_what_fails_twice_fails(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The output says why, and the code is not 0; a file that cannot be read fails as well."""
    code = summary(ran(place, broken=BROKEN), 1)
    told = capsys.readouterr().out
    assert code == 1
    assert "'this' == 'that'" in told
    assert told.endswith("total: 0 passed, 1 failed, 0 skipped\n")
    assert summary(ran(place, unreadable="import nothing_at_all\n"), 1) == 1
    assert "nothing_at_all" in capsys.readouterr().out


@pytest.mark.long
def test_every_test_is_in_a_part() -> None:
    """The parts of `make test` and the rest of `make test-all` leave nothing out, compiled."""
    words = ["--collect-only", "-q", "-p", "no:cacheprovider"]
    environment = {**os.environ, "COLONNADE_TEST_ALL": ""}

    def collected(*more: str) -> set[str]:
        command = [sys.executable, "-m", "pytest", *words, *more]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
        return {line for line in done.stdout.splitlines() if "::" in line}

    parts = [part for group in usual() + rest() for part in group if "pure" not in part.name]
    found = [collected(*without_workers(part.words)) for part in parts]
    assert set().union(*found) == collected()
    assert sum(map(len, found)) == len(collected())


def without_workers(words: list[str]) -> list[str]:
    """Words for pytest, less those that share out the work."""
    return words[4:] if words[0] == "-n" else words


def test_a_killed_run_leaves_no_pytest_behind() -> None:
    """Who ends the suite in any way ends what it has started, too."""
    below = f"import time; print('begun', flush=True); time.sleep({PATIENCE}); print('late')"
    above = (
        "import os, sys; from tools.suite import run_below;"
        f"run_below([sys.executable, '-c', {below!r}], dict(os.environ), sys.stdout.buffer)"
    )
    command = [sys.executable, "-c", above]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"begun\n"
        running.kill()
        # The pipe ends with the last process that could write to it.
        assert b"late" not in running.stdout.read()
