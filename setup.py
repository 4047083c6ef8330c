"""Builds the package: hot modules compiled by mypyc where a C compiler works, else plain Python.

The web page comes from build_page.py. Everything else stands in pyproject.toml.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

sys.path.insert(0, str(Path(__file__).parent))  # who builds a package does not look here by itself
import build_page

ROOT = Path(__file__).resolve().parent

# One group, so that calls between these modules are C calls. Left out are modules that only hold
# texts, tables or files: they cost no time, and stay easy to read in a traceback.
HOT = [
    "contract/rng.py",
    "contract/packed.py",
    "contract/state.py",
    "contract/entries.py",
    "contract/play.py",
    "games/pagoda/__init__.py",
    "games/pagoda/state.py",
    "games/pagoda/scoring.py",
    "games/pagoda/rules.py",
    "games/pagoda/payments.py",
    "games/pagoda/building.py",
    "games/pagoda/legal.py",
    "games/pagoda/view.py",
    "games/pagoda/tensor.py",
    "games/seven_steps/__init__.py",
    "games/seven_steps/state.py",
    "games/seven_steps/scoring.py",
    "games/seven_steps/construction.py",
    "games/seven_steps/rules.py",
    "games/seven_steps/legal.py",
    "games/seven_steps/view.py",
    "games/seven_steps/tensor.py",
    "games/summer_pavilion/__init__.py",
    "games/summer_pavilion/state.py",
    "games/summer_pavilion/scoring.py",
    "games/summer_pavilion/rules.py",
    "games/summer_pavilion/legal.py",
    "games/summer_pavilion/view.py",
    "games/summer_pavilion/tensor.py",
    "ai/judge.py",
    "ai/judges/linear.py",
    "ai/judges/pagoda.py",
    "ai/judges/seven_steps.py",
    "ai/judges/pavilion_boards.py",
    "ai/judges/summer_pavilion.py",
    "ai/judges/network.py",
    "ai/tree.py",
    "ai/search.py",
    "lab/batch.py",
    "lab/course.py",
]
# Without interposition the compiler may inline across functions that a shared library exports.
# Fused multiply-adds would round a search's sums differently from the pure build.
FLAGS = (
    ["-fno-semantic-interposition", "-ffp-contract=off"] if sys.platform.startswith("linux") else []
)
Files = tuple[str, str, str, list[str]]  # a package, its folder, where it is built, its files
WARNING = (
    "colonnade: installing the pure Python build: it plays the same games, about 70 times slower"
)


def warn(why: str) -> None:
    """Say loudly that the slower build is being made, and why."""
    print(f"WARNING: {WARNING} ({why})", file=sys.stderr)


class Compiled(build_ext):  # type: ignore[misc]  # setuptools is untyped
    """Builds all of the group or none of it: half a group could not be imported."""

    def compiler_works(self) -> bool:
        """Try the C compiler on the smallest program that needs Python's headers."""
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "probe.c")
            source.write_text("#include <Python.h>\nint main(void) { return 0; }\n")
            try:
                self.compiler.compile([str(source)], output_dir=folder)
            except Exception as problem:
                warn(f"no working C compiler: {problem}")
                return False
        return True

    def build_extensions(self) -> None:
        """Compile, or go on without."""
        if not self.compiler_works():
            self.extensions: list[Extension] = []
            return
        try:
            super().build_extensions()
        except Exception as problem:
            warn(f"compiling failed: {problem}")
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = []


class WithPage(build_py):  # type: ignore[misc]  # setuptools is untyped
    """Copies the package's files with the page that web/ gives."""

    def run(self) -> None:
        """Make the page first: its files are looked for afterwards."""
        if not build_page.prepare(ROOT):
            listed = list(self.data_files)
            self.data_files: list[Files] = [without_page(*entry) for entry in listed]
        super().run()


class SourceWithPage(sdist):  # type: ignore[misc]  # setuptools is untyped
    """Packs the sources with the built page, so that nobody else needs npm."""

    def run(self) -> None:
        """Make the page, then pack."""
        build_page.prepare(ROOT)
        super().run()


def without_page(package: str, source: str, target: str, names: list[str]) -> Files:
    """A package's files as setuptools lists them, but for the page."""
    page = str(build_page.PAGE.relative_to("src", "colonnade")) + os.sep
    kept = [name for name in names if package != "colonnade" or not name.startswith(page)]
    return package, source, target, kept


def extensions() -> list[Extension]:
    """The group's extension modules, generated as C; none for the pure build."""
    if os.environ.get("COLONNADE_PURE", "") not in ("", "0"):
        return []
    from mypyc.build import mypycify

    modules = mypycify(
        [f"src/colonnade/{module}" for module in HOT],
        opt_level="3",
        debug_level="0",
        group_name="colonnade",
    )
    for module in modules:
        module.extra_compile_args += FLAGS
    return list(modules)


# A build folder left by an earlier install must not bring its files into this one.
for stale in Path("build").glob("lib*"):
    shutil.rmtree(stale)
setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": Compiled, "build_py": WithPage, "sdist": SourceWithPage},
)
