"""The version says which commit an installed package was built from, and nothing it cannot know."""

from __future__ import annotations

import importlib.metadata
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from colonnade import build
from colonnade.cli import speech
from colonnade.cli.commands import version_line

pytestmark = pytest.mark.once


class Installed:
    """What importlib.metadata tells of an installed package."""

    def __init__(self, version: str, place: Path, files: tuple[str, ...] = ("WHEEL",)) -> None:
        self.version = version
        self.place = place
        self.files = files

    def locate_file(self, path: str) -> Path:
        """Where a file of the package lies."""
        return self.place / path

    def read_text(self, name: str) -> str | None:
        """A file of the metadata."""
        return "" if name in self.files else None


HERE = Path(build.__file__).parent.parent


@pytest.mark.parametrize(
    ("installed", "commit", "en", "fr"),
    [
        (Installed("0.2.0+g36f1f6ee1", HERE), "36f1f6ee1", ", commit 36f1f6ee1", None),
        (Installed("0.2.0.post12+g36f1f6ee1", HERE), "36f1f6ee1", ", commit 36f1f6ee1", None),
        (
            Installed("0.2.0.post1+g36f1f6ee1.changed", HERE),
            "36f1f6ee1.changed",
            ", commit 36f1f6ee1 with changes",
            ", commit 36f1f6ee1 avec des modifications",
        ),
        (Installed("0.2.0", HERE), "", "", None),
        (Installed("0.2.0+g36f1f6ee1", HERE / "elsewhere"), "", "", None),
        (Installed("0.2.0+g36f1f6ee1", HERE, files=()), "", "", None),
        (None, "", "", None),
    ],
    ids=["release", "later", "changed", "archive", "other sources", "beside sources", "no package"],
)
def test_the_version_line(
    installed: Installed | None,
    commit: str,
    en: str,
    fr: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Version, build and, where it is known, the commit; in both languages."""

    def distribution(name: str) -> Installed:
        if installed is None:
            raise PackageNotFoundError(name)
        return installed

    monkeypatch.setattr(importlib.metadata, "distribution", distribution)
    assert build.commit() == commit
    for lang, said in (("en", en), ("fr", en if fr is None else fr)):
        monkeypatch.setattr(speech, "_chosen", [lang])
        first = version_line().splitlines()[0]
        assert first == f"colonnade {build.VERSION} ({build.kind()}{said})"
