"""Compiles the hot modules: mypyc makes C of them, the compiler works on all processors.

Which modules are hot they say themselves; setup.py uses `Compiled` in place of its own build_ext.
What was compiled is kept in build/rules and used again as long as it would come out the same.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import sysconfig
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.metadata import version
from pathlib import Path

from setuptools import Extension
from setuptools.command.build_ext import build_ext

from tools.machine import processors, pure_wanted

ROOT = Path(__file__).resolve().parent.parent
GROUP = "colonnade"
SOURCES = Path("src", "colonnade")
# A module says itself, in a line of its own above its imports, that it is compiled. Modules that
# only hold texts, tables or files do not: they cost no time, and stay easy to read in a traceback.
MARKER = "# Compiled by mypyc."
KEPT = Path("build", "rules")
LEVEL = "-O3"  # with -O2 random games are 6 to 12 in a hundred slower (bench/speed.py)
# Without interposition the compiler may inline across functions that a shared library exports.
# Fused multiply-adds would round a search's sums differently from the pure build.
FLAGS = (
    ["-fno-semantic-interposition", "-ffp-contract=off"] if sys.platform.startswith("linux") else []
)
# One C file for each module, so that all processors have work; small functions of one are inlined
# into others when they are linked. Where that cannot be, one C file holds them all.
JOINED = ["-flto=auto"]
WARNING = (
    "colonnade: installing the pure Python build: it plays the same games, about 70 times slower"
)
PROBE = "#include <Python.h>\nint colonnade_probe(void) { return Py_IsInitialized(); }\n"


@cache
def hot() -> tuple[str, ...]:
    """The modules that are compiled, all in one group: calls between them are C calls."""
    top = ROOT / SOURCES
    found = [path for path in top.rglob("*.py") if is_marked(path)]
    return tuple(sorted(path.relative_to(top).as_posix() for path in found))


def is_marked(path: Path) -> bool:
    """Whether a module says that it is compiled; it is read as text, never imported."""
    return MARKER in path.read_text(encoding="utf-8").splitlines()


def names() -> list[str]:
    """The compiled modules, after the library that holds the code of them all."""
    dotted = [path.removesuffix(".py").replace("/", ".") for path in hot()]
    return [f"{GROUP}__mypyc", *(f"colonnade.{name}" for name in dotted)]


def promised() -> list[Extension]:
    """What setuptools is told is coming; what it is made of is found out when it is made."""
    return [] if pure_wanted() else [Extension(name, []) for name in names()]


def translated_from() -> Iterator[Path]:
    """Every source that can be in the C code: values of constants come from all they import."""
    parts = {path.partition("/")[0] for path in hot()}
    yield from sorted(SOURCES.glob("*.py"))
    for part in sorted(parts):
        yield from sorted((SOURCES / part).rglob("*.py"))


def mark(paths: Iterable[Path], *words: str) -> str:
    """One hash of files, with their names, and of words."""
    found = hashlib.sha256("\0".join(words).encode())
    for path in paths:
        body = path.read_bytes()
        found.update(f"\0{path.as_posix()} {len(body)}\0".encode())
        found.update(body)
    return found.hexdigest()


def warn(why: str) -> None:
    """Say loudly that the slower build is being made, and why."""
    print(f"WARNING: {WARNING} ({why})", file=sys.stderr)


class Compiled(build_ext):  # type: ignore[misc]  # setuptools is untyped
    """Builds all of the group or none of it: half a group could not be imported."""

    extensions: list[Extension]

    def build_extensions(self) -> None:
        """Compile, take what was compiled before, or go on without."""
        folder = KEPT / str(sysconfig.get_config_var("SOABI") or sys.implementation.cache_tag)
        try:
            self.try_compiler([])
        except Exception as problem:
            warn(f"no working C compiler: {problem}")
            self.extensions = []
            return
        try:
            self.have(folder)
        except Exception as problem:
            warn(f"compiling failed: {problem}")
            self.extensions = []
            return
        for extension in self.extensions:
            target = Path(self.get_ext_fullpath(extension.name))
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(folder / "made" / self.get_ext_filename(extension.name), target)

    def try_compiler(self, flags: list[str]) -> None:
        """Try the compiler on the smallest library that needs Python's headers."""
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "probe.c")
            source.write_text(PROBE)
            objects = self.compiler.compile([str(source)], folder, extra_postargs=flags)
            self.compiler.link_shared_object(objects, f"{folder}/probe", extra_postargs=flags)

    def have(self, folder: Path) -> None:
        """See that everything is compiled from the sources as they are now."""
        stamp = folder / "made-from"
        program = [str(word) for word in getattr(self.compiler, "compiler_so", None) or ()]
        words = [version("mypy"), sys.version, *program]
        wanted = mark([Path("tools", "compile.py"), *translated_from()], *words)
        if stamp.is_file() and stamp.read_text() == wanted:
            return
        stamp.unlink(missing_ok=True)
        extensions = self.translate(folder / "c")
        sources = [(path, extension) for extension in extensions for path in extension.sources]
        sources.sort(key=lambda pair: os.path.getsize(pair[0]), reverse=True)
        with ThreadPoolExecutor(processors()) as pool:
            compiled = pool.map(lambda pair: self.compile(folder / "o", *pair), sources)
            objects = {path: found for (path, _), found in zip(sources, compiled, strict=True)}
            libraries = pool.map(lambda one: self.link(folder, one, objects), extensions)
            assert len(list(libraries)) == len(extensions)
        stamp.write_text(wanted)  # last: what breaks off is begun again

    def translate(self, folder: Path) -> list[Extension]:
        """Let mypyc write the C code, in one file or many; a mistake of ours stops the build."""
        from mypyc.build import mypycify

        try:
            self.try_compiler(JOINED)
            joined = JOINED
        except Exception:
            joined = []
        extensions: list[Extension] = mypycify(
            [(SOURCES / path).as_posix() for path in hot()],
            opt_level=LEVEL.removeprefix("-O"),
            debug_level="0",
            group_name=GROUP,
            multi_file=bool(joined),
            target_dir=str(folder),
        )
        for extension in extensions:
            own = joined if extension.name == f"{GROUP}__mypyc" else []
            # Not added in place: mypyc gives all of them the same list.
            extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS, *own]
            extension.extra_link_args = [LEVEL, *FLAGS, *own] if own else []
        return extensions

    def compile(self, folder: Path, source: str, extension: Extension) -> tuple[str, bool]:
        """Compile one C file, unless its object is there; returns that, and whether it is new."""
        flags = extension.extra_compile_args
        stamp = folder / f"{source}.made-from"
        shim = extension.name != names()[0]  # needs no headers of ours, and is never affected
        headers = [] if shim else sorted((folder.parent / "c").glob("*.h"))
        wanted = mark([Path(source), *headers], sys.version, *flags)
        [made] = self.compiler.object_filenames([source], output_dir=str(folder))
        if stamp.is_file() and stamp.read_text() == wanted and Path(made).is_file():
            return made, False
        self.compiler.compile(
            [source],
            output_dir=str(folder),
            include_dirs=extension.include_dirs,
            extra_postargs=flags,
        )
        stamp.write_text(wanted)
        return made, True

    def link(self, folder: Path, extension: Extension, made: dict[str, tuple[str, bool]]) -> None:
        """Link the objects of one library, unless it is there and all of them are old."""
        objects = [made[source] for source in sorted(extension.sources)]
        library = folder / "made" / self.get_ext_filename(extension.name)
        if not library.is_file() or any(new for _, new in objects):
            self.compiler.link_shared_object(
                [path for path, _ in objects],
                str(library),
                libraries=self.get_libraries(extension),
                library_dirs=extension.library_dirs,
                extra_postargs=extension.extra_link_args,
                export_symbols=self.get_export_symbols(extension),
                target_lang="c",
            )
