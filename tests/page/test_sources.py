"""The page's own tests: what is pure in it, run by Vitest."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.cli.command import ROOT

pytestmark = pytest.mark.once
# A color written out: by its numbers, but neither a rule's place nor a gradient's name.
WRITTEN = re.compile(
    r"(?<![\w&({/])#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\b|\brgba?\(|\bhsla?\("
)


def test_pure_parts() -> None:
    """Geometry, filtering, texts and the rest of web/tests."""
    command = [sys.executable, "-m", "tools.page", "test"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize("kind", ["*.svelte", "*.ts", "*.css"])
def test_colors_come_from_the_tokens(kind: str) -> None:
    """No component has a color of its own: both themes would have to know it."""
    found = [
        f"{path.name}: {text}"
        for path in sorted((ROOT / "web" / "src").rglob(kind))
        for text in WRITTEN.findall(path.read_text(encoding="utf-8"))
    ]
    assert found == []
