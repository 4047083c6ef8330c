"""Runs what a page shows: its Python blocks in order, in one session, as a reader would type them.

A block that begins with a prompt must give what it prints; any other is a piece of a program.
"""

from __future__ import annotations

import doctest
import re
from pathlib import Path

Names = dict[str, object]


def blocks(page: Path, language: str) -> list[str]:
    """The code blocks of a page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.S | re.M)


def run_python(page: Path, names: Names | None = None) -> Names:
    """Run a page's Python; returns what the session knows in the end."""
    names = {"__name__": page.stem} if names is None else names
    shown = blocks(page, "python")
    assert shown, f"{page} has no Python"
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    for number, block in enumerate(shown, 1):
        title = f"{page.name}, block {number}"
        if not block.startswith(">>>"):
            exec(compile(block, title, "exec"), names)
            continue
        test = parser.get_doctest(block, names, title, str(page), 0)
        said: list[str] = []
        runner.run(test, out=said.append, clear_globs=False)
        assert not said, "".join(said)
        names.update(test.globs)
    return names
