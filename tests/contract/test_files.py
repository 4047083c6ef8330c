"""Files appear whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from colonnade.contract.files import appearing, replace

pytestmark = pytest.mark.once


def test_a_file_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    """Folders on the way are made, and nothing else is left there."""
    path = tmp_path / "new" / "folder" / "file.txt"
    replace(path, b"old")
    replace(path, b"new")
    assert path.read_bytes() == b"new"
    assert list(path.parent.iterdir()) == [path]


def test_half_a_file_is_never_seen(tmp_path: Path) -> None:
    """Whatever goes wrong while it is written, the old one stays, and nothing beside it."""
    path = tmp_path / "file.txt"
    replace(path, b"old")

    def fail() -> None:
        with appearing(path) as sink:
            sink.write(b"half")
            sink.flush()
            assert path.read_bytes() == b"old"
            raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        fail()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
