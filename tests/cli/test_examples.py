"""`colonnade examples` writes what the package ships, and nothing over what is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import EXAMPLES, call, refused

pytestmark = pytest.mark.once


def test_examples_are_written_once(tmp_path: Path) -> None:
    """Every example arrives whole; a file that somebody changed stays theirs."""
    shipped = sorted(path.name for path in EXAMPLES.iterdir() if path.is_file())
    done = call("examples", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "examples"
    assert sorted(path.name for path in folder.iterdir()) == shipped
    for name in shipped:
        assert (folder / name).read_bytes() == (EXAMPLES / name).read_bytes()
        assert f"{Path('examples', name)}: " in done.stdout
    (folder / "bot.py").write_text("mine")
    (folder / "pavilion.net").unlink()
    again = call("examples", "--lang", "fr", cwd=tmp_path)
    assert "robot" in again.stdout
    assert (folder / "bot.py").read_text() == "mine"
    assert (folder / "pavilion.net").is_file()


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    """What cannot be a folder is refused in a sentence."""
    (tmp_path / "here").write_text("")
    assert "here" in refused(call("examples", "--out", "here", cwd=tmp_path))
