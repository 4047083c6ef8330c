"""How much of something a test does: less where Python is pure and slow."""

from __future__ import annotations

from colonnade import build


def effort(compiled: int, pure: int) -> int:
    """So many in the compiled build, so many in the pure one."""
    return compiled if build.kind() == "compiled" else pure
