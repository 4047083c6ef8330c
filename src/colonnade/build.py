"""Says which build runs, compiled or pure, and makes COLONNADE_PURE=1 choose the pure one.

What is compiled, and how, stands in tools/compile.py.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from importlib.util import find_spec
from types import ModuleType

VERSION = "0.2.0"
PURE_SWITCH = "COLONNADE_PURE"


class _SourceOnly:
    """Finds modules of this package as `.py` files, though compiled ones lie beside them."""

    @staticmethod
    def find_spec(
        fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Answer for modules of this package alone; everything else goes the usual way."""
        if not fullname.startswith("colonnade.") or path is None:
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(fullname)
            if spec is not None:
                return spec
        return None


def pure_wanted() -> bool:
    """Whether the environment asks for the pure build."""
    return os.environ.get(PURE_SWITCH, "") not in ("", "0")


def kind() -> str:
    """`compiled` or `pure`: what the rules that run now really are."""
    spec = find_spec("colonnade.contract.state")
    return "pure" if spec is None or str(spec.origin).endswith(".py") else "compiled"


def commit() -> str:
    """The commit that the installed package was built from, with its mark; empty if unknown."""
    # Loaded here: importing the package should not wait for what only `--version` asks.
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        found = distribution("colonnade")
    except PackageNotFoundError:
        return ""
    # What is installed says nothing about sources that run in its place.
    here, installed = (
        os.path.realpath(path) for path in (__file__, str(found.locate_file("colonnade/build.py")))
    )
    # Nor does what setuptools leaves beside sources, which lacks the file that wheels have.
    if here != installed or found.read_text("WHEEL") is None:
        return ""
    return found.version.partition("+g")[2]


if pure_wanted():
    sys.meta_path.insert(0, _SourceOnly)
