"""How much of something a test does: less where Python is pure and slow, more in a whole run."""

from __future__ import annotations

import os

from colonnade import build

WHOLE = os.environ.get("COLONNADE_TEST_ALL", "") not in ("", "0")  # as `make test-all` asks for


def effort(compiled: int, pure: int) -> int:
    """So many in the compiled build, so many in the pure one."""
    return compiled if build.kind() == "compiled" else pure
