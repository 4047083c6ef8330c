"""Finds the version of a build: the release's number, and in a clone the commits made since.

The release's number stands in src/colonnade/build.py, and nowhere else.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

NUMBER = re.compile(r'^VERSION = "([^"]+)"$', re.MULTILINE)
PLACE = "src/colonnade/build.py"


def git(root: Path, *words: str) -> str:
    """What git says about the tree; nothing where there is no git, or no clone."""
    try:
        done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def commit(root: Path) -> str:
    """The commit that the tree stands at, with a mark if it was changed since; empty if unknown."""
    # A tree that only lies inside of somebody else's clone has no commit of its own.
    if not (root / ".git").exists():
        return ""
    found = git(root, "rev-parse", "--short=9", "HEAD")
    changed = found and git(root, "status", "--porcelain")
    return f"g{found}.changed" if changed else found and f"g{found}"


def version(root: Path) -> str:
    """The version of what is built from this tree; each later commit's is higher, as pip counts."""
    packed = root / "PKG-INFO"  # in a source archive: what it was made from is not here any more
    if packed.is_file():
        return next(
            line.partition(": ")[2]
            for line in packed.read_text(encoding="utf-8").splitlines()
            if line.startswith("Version: ")
        )
    found = NUMBER.search((root / PLACE).read_text(encoding="utf-8"))
    assert found, f"no VERSION in {PLACE}"
    number, mark = found[1], commit(root)
    if not mark:
        return number
    released = git(root, "log", "-1", "--format=%H", "-S", found[0], "--", PLACE)
    since = git(root, "rev-list", "--count", f"{released}..HEAD") if released else "0"
    return f"{number}+{mark}" if since in ("", "0") else f"{number}.post{since}+{mark}"
