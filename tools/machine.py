"""What building and testing ask about the machine and its environment."""

from __future__ import annotations

import os

PURE_SWITCH = "COLONNADE_PURE"  # `1` makes no compiled modules, and runs none


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def pure_wanted() -> bool:
    """Whether the environment asks for the pure build."""
    return os.environ.get(PURE_SWITCH, "") not in ("", "0")
