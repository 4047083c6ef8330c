"""Builds the package: hot modules compiled where a C compiler works, and the web page.

How is decided in tools/compile.py, tools/page.py and tools/version.py; everything else stands in
pyproject.toml.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))
from tools import page
from tools.compile import Compiled, promised
from tools.version import version

Files = tuple[str, str, str, list[str]]  # a package, its folder, where it is built, its files


class WithPage(build_py):  # type: ignore[misc]  # setuptools is untyped
    """Copies the package's files with the page that web/ gives."""

    def run(self) -> None:
        """Make the page first: its files are looked for afterwards."""
        if not page.prepare(ROOT):
            listed = list(self.data_files)
            self.data_files: list[Files] = [without_page(*entry) for entry in listed]
        super().run()


class SourceWithPage(sdist):  # type: ignore[misc]  # setuptools is untyped
    """Packs the sources with the built page, so that nobody else needs npm."""

    def run(self) -> None:
        """Make the page, then pack."""
        page.prepare(ROOT)
        super().run()


def without_page(package: str, source: str, target: str, files: list[str]) -> Files:
    """A package's files as setuptools lists them, but for the page."""
    folder = str(page.PAGE.relative_to("src", "colonnade")) + os.sep
    kept = [name for name in files if package != "colonnade" or not name.startswith(folder)]
    return package, source, target, kept


# A build folder left by an earlier install must not bring its files into this one.
for stale in Path("build").glob("lib*"):
    shutil.rmtree(stale)
setup(
    version=version(ROOT),
    ext_modules=promised(),
    cmdclass={"build_ext": Compiled, "build_py": WithPage, "sdist": SourceWithPage},
)
