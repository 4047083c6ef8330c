"""Files that are written whole or not at all: the old one stays until the new one is complete."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


def beside(path: Path) -> Path:
    """Where a file is written before it takes its place."""
    return path.with_name(f".{path.name}.new")


@contextmanager
def appearing(path: Path) -> Iterator[BinaryIO]:
    """A file to be written that appears, safe on the disk, when all of it is there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = beside(path)
    try:
        with new.open("wb") as sink:
            yield sink
            sink.flush()
            os.fsync(sink.fileno())
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def replace(path: Path, raw: bytes) -> None:
    """Write a file whole or not at all."""
    with appearing(path) as sink:
        sink.write(raw)
