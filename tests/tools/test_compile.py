"""Compiling a small group for real: only what changed is compiled again."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import ROOT
from tools.compile import HOT, SOURCES

pytestmark = pytest.mark.once
BUILD = """
import sys
sys.path.insert(0, ".")
from setuptools import setup
from tools import compile
compile.HOT[:] = ["contract/rng.py", "contract/packed.py"]
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


def test_hot_modules_exist() -> None:
    """Each once, and each is a file."""
    assert len(set(HOT)) == len(HOT)
    assert all((ROOT / SOURCES / path).is_file() for path in HOT)


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
