"""Compiling a small group for real: only what changed is compiled again."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import ROOT
from tools.compile import MARKER, SOURCES, hot

pytestmark = pytest.mark.once
NEEDED = (
    "__init__",
    "state",
    "rules",
    "legal",
    "scoring",
    "view",
    "tensor",
)  # a game need not have all
BUILD = """
import sys
sys.path.insert(0, ".")
from setuptools import setup
from tools import compile
compile.hot = lambda: ("contract/packed.py", "contract/rng.py")
setup(name="trial", ext_modules=compile.promised(), cmdclass={"build_ext": compile.Compiled})
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree with two modules that are compiled."""
    shutil.copytree(ROOT / "tools", tmp_path / "tools")
    hidden = shutil.ignore_patterns("*.so", "*.json", "page", "__pycache__")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=hidden)
    (tmp_path / "build_trial.py").write_text(BUILD)
    return tmp_path


def built(tree: Path, **more: str) -> list[str]:
    """Build; returns which C files were compiled, but for those that try the compiler."""
    done = subprocess.run(
        [sys.executable, "build_trial.py", "build_ext", "--build-lib", "out"],
        cwd=tree,
        env={**os.environ, "COLONNADE_PURE": "", **more},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    words = [line.split() for line in done.stdout.splitlines()]
    files = [line[line.index("-c") + 1] for line in words if "-c" in line]
    return sorted(Path(name).name for name in files if "probe.c" not in name)


def test_modules_say_themselves_that_they_are_compiled() -> None:
    """A game's hot files have the marker: one without would be seventy times slower, unnoticed."""
    found = set(hot())
    assert {"contract/state.py", "ai/search.py", "environments/batch.py"} <= found
    for folder in (path.parent for path in (ROOT / SOURCES / "games").glob("*/RULES.md")):
        wanted = [f"games/{folder.name}/{name}.py" for name in NEEDED]
        wanted.append(f"ai/judges/{folder.name}.py")
        assert {path for path in wanted if (ROOT / SOURCES / path).is_file()} <= found
    # Structs that JSON is read into lose their types, and tables of texts gain nothing.
    assert not [path for path in found if path.endswith(("view_types.py", "text.py"))]


def test_the_marker_is_one_line_above_the_imports() -> None:
    """Wherever its words stand, they are the marker itself: no slip leaves a module out."""
    for path in sorted((ROOT / SOURCES).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "compiled by mypyc" in text.lower():
            above = text.partition("\nfrom __future__")[0]
            assert above.endswith(f'"""\n\n{MARKER}\n'), path


@pytest.mark.long
@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler: apt install build-essential")
def test_only_what_changed_is_compiled(tree: Path) -> None:
    """Everything at first; nothing again; of one changed body only its own file."""
    first = built(tree)
    assert {"__native_colonnade___contract___rng.c", "rng.c", "packed.c"} <= set(first)
    made = sorted(path.name.partition(".")[0] for path in (tree / "out").rglob("*.so"))
    assert made == ["colonnade__mypyc", "packed", "rng"]
    assert built(tree) == []
    (tree / "src/colonnade/cli/play.py").write_text("")
    assert built(tree) == []  # nothing hot may import it
    path = tree / "src/colonnade/contract/packed.py"
    text = path.read_text()
    changed = text.replace("return (packed >> ", "return 0 + (packed >> ", 1)
    if changed == text:
        pytest.fail("packed.py has no such line any more: change another one here")
    path.write_text(changed)
    assert built(tree) == ["__native_colonnade___contract___packed.c"]


def test_without_a_compiler(tree: Path) -> None:
    """Nothing is translated for nobody, and the build goes on."""
    assert built(tree, CC="/nonexistent/cc") == []
    assert not list((tree / "out").rglob("*.so"))
    assert not (tree / "build" / "rules").exists()
