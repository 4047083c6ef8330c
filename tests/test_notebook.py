"""docs/notebook.md: its samples run, and its picture is what the command draws."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import EXAMPLES, ROOT, colonnade
from tests.samples import run_python

pytestmark = pytest.mark.once


def test_the_samples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The session gives what it shows, and leaves the file that it speaks of."""
    monkeypatch.chdir(tmp_path)
    names = run_python(ROOT / "docs" / "notebook.md")
    assert (tmp_path / "position.svg").read_text(encoding="utf-8") == names["text"]


def test_the_picture_is_of_today(tmp_path: Path) -> None:
    """After a wanted change: colonnade replay ... --at 150 --svg docs/pictures/notebook.svg."""
    made = tmp_path / "made.svg"
    done = colonnade(
        "replay", str(EXAMPLES / "pagoda.colonnade"), "--at", "150", "--svg", str(made)
    )
    assert done.returncode == 0, done.stderr
    kept = ROOT / "docs" / "pictures" / "notebook.svg"
    assert made.read_text(encoding="utf-8") == kept.read_text(encoding="utf-8")
