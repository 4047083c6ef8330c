"""The version of a build: the release's number, higher with each commit, with the commit's mark."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools.version import PLACE, commit, version

pytestmark = pytest.mark.once
WHO = ["-c", "user.name=Anne", "-c", "user.email=anne@games.example", "-c", "commit.gpgsign=false"]


def git(root: Path, *words: str) -> str:
    """Let git do something in a tree."""
    done = subprocess.run(["git", *WHO, *words], cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def write(root: Path, number: str) -> None:
    """Give a tree its number."""
    (root / PLACE).parent.mkdir(parents=True, exist_ok=True)
    (root / PLACE).write_text(f'"""Doc."""\n\nVERSION = "{number}"\n')


def test_without_a_clone(tmp_path: Path) -> None:
    """A tree without git has the release's number; an archive has what it was packed with."""
    write(tmp_path, "1.2.3")
    assert (version(tmp_path), commit(tmp_path)) == ("1.2.3", "")
    (tmp_path / "PKG-INFO").write_text("Name: colonnade\nVersion: 1.2.3.post4+gabc\n")
    assert version(tmp_path) == "1.2.3.post4+gabc"


def test_in_a_clone(tmp_path: Path) -> None:
    """Each commit counts up; what is not committed shows; a new number begins again."""
    write(tmp_path, "1.2.3")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "first")
    first = git(tmp_path, "rev-parse", "--short=9", "HEAD")
    assert version(tmp_path) == f"1.2.3+g{first}"
    (tmp_path / "more").write_text("more")
    assert version(tmp_path) == f"1.2.3+g{first}.changed"
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "second")
    second = git(tmp_path, "rev-parse", "--short=9", "HEAD")
    assert version(tmp_path) == f"1.2.3.post1+g{second}"
    write(tmp_path, "1.3.0")
    git(tmp_path, "commit", "-qam", "third")
    assert version(tmp_path).startswith("1.3.0+g")
