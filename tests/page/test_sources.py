"""The page's own tests: what is pure in it, run by Vitest."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cli.command import ROOT

pytestmark = pytest.mark.once


def test_pure_parts() -> None:
    """Geometry, filtering, texts and the rest of web/tests."""
    command = [sys.executable, "build_page.py", "test"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stdout + ran.stderr
