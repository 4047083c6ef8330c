"""What each part of the package needs is declared, and only the server needs a web server.

What the extras are is decided in pyproject.toml.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest

from colonnade.cli.serve import NEEDED
from tests.cli.command import EXAMPLES, ROOT, environment, refused

pytestmark = pytest.mark.once
SOURCE = ROOT / "src" / "colonnade"
# Whose modules have another name than the package that brings them.
BROUGHT_BY = {
    "pyspiel": "open_spiel",
    "gymnasium": "pettingzoo",  # whose interface is made of Gymnasium's spaces
}
# The extras that a file may rely on besides what is always there; the first row that fits counts.
RELIES_ON = (
    ("server/hearing.py", "postgres"),
    ("server/**", "server"),
    ("adapters/open_spiel*.py", "openspiel"),
    ("adapters/pettingzoo.py", "pettingzoo"),
    ("adapters/environment.py", "pettingzoo"),
    ("arena/provenance.py", "parquet"),
    ("data/export_columns.py", "parquet"),
    ("data/stats.py", "parquet"),
    ("data/stats_plots.py", "stats"),
    ("compute/ray_cluster.py", "ray"),
    ("environments/tensors.py", "learn"),
    ("learning/*.py", "learn"),
)
# Draws what links show; knows time zones where the system does not; makes the server faster.
SPARED = ("resvg_py", "tzdata", "uvloop")
# Absent as they are where the extra was not installed: looked for in vain, and not importable.
WITHOUT_SERVER = f"""
import sys
from importlib.machinery import PathFinder

class Without(PathFinder):
    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        if fullname.partition(".")[0] in {(*NEEDED, *SPARED)!r}:
            return None
        return PathFinder.find_spec(fullname, path, target)

sys.meta_path[sys.meta_path.index(PathFinder)] = Without
"""
COMMANDS = """
import json
from colonnade.cli import main

for words in json.loads(sys.argv[1]):
    print("$", *words, flush=True)
    try:
        main(words)
    except SystemExit as end:
        assert end.code == 0, (words, end.code)
"""
IMPORTS = """
import colonnade, json
from importlib import import_module
from pathlib import Path

root = Path(colonnade.__file__).parent
for part in ("contract", "games", "ai", "study", "locales", "cli", "lab"):
    for path in sorted((root / part).rglob("*.py")):
        name = ".".join(path.relative_to(root.parent).with_suffix("").parts)
        import_module(name.removesuffix(".__init__"))
"""


def python(
    code: str, *words: str, typed: str = "", home: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    """Run code in a process of its own where nothing of the server's extra is installed."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_SERVER + code, *words],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment({"XDG_DATA_HOME": str(home)}),
        cwd=ROOT,
        timeout=300,
    )


def test_everything_but_the_server_works_without_it(tmp_path: Path) -> None:
    """Rules, opponents, laboratory and terminal neither import a web server nor a database."""
    done = python(IMPORTS)
    assert done.returncode == 0, done.stderr
    example = str(EXAMPLES / "pagoda.colonnade")
    commands = [
        ["simulate", "pagoda", "--games", "2", "--processes", "1", "--json"],
        ["arena", "pagoda", "--players", "eager,random", "--games", "2", "--processes", "1"],
        ["hint", example, "--at", "61", "--time", "0.1"],
        ["study", example, "--thoughts", "2"],
        ["replay", example, "--all"],
        ["replay", example, "--at", "61", "--svg", str(tmp_path / "position.svg")],
        ["verify", example],
        ["rules", "pagoda", "P7"],
        ["perft", "pagoda", "--depth", "2"],
        ["play", "pagoda", "--opponent", "random", "--seed", "5", "--option", "length=fast"],
    ]
    done = python(COMMANDS, json.dumps(commands), typed="1\n" * 400, home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "The game is over" in done.stdout


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "A server needs packages"), ("fr", "Un serveur demande des paquets")]
)
def test_serve_says_what_is_missing(lang: str, said: str) -> None:
    """One line with the names and the way out, in both languages."""
    done = python("from colonnade.cli import main; main(['serve', '--lang', sys.argv[1]])", lang)
    line = refused(done)
    assert said in line
    assert "litestar" in line
    assert 'pip install "colonnade[server]"' in line


def declared() -> dict[str, set[str]]:
    """What is always installed, under the empty name, and what each extra adds, by module."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    given = {"": told["dependencies"], **told["optional-dependencies"]}

    def expanded(extra: str) -> Iterator[str]:
        for needed in given[extra]:
            if own := re.fullmatch(r"colonnade\[(.*)\]", needed):
                for other in own[1].split(","):
                    yield from expanded(other)
            else:
                yield re.split(r"[^\w.-]", needed)[0].lower().replace("-", "_")

    return {extra: set(expanded(extra)) for extra in given}


def imported(path: Path) -> set[str]:
    """The packages of others that a file imports, anywhere, but not for type checkers alone."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found: set[str] = set()
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            waiting += node.orelse
            continue
        waiting += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "import_module":
            name = node.args[0]
            found |= {str(name.value)} if isinstance(name, ast.Constant) else set()
    tops = {name.partition(".")[0] for name in found}
    return {BROUGHT_BY.get(name, name) for name in tops - {"colonnade"} - sys.stdlib_module_names}


def test_what_is_imported_is_declared() -> None:
    """Every package that a file imports is always installed, or comes with that file's extra."""
    known = declared()
    used: set[str] = set()
    rows: set[str] = set()
    for path in sorted(SOURCE.rglob("*.py")):
        place = PurePosixPath(path.relative_to(SOURCE).as_posix())
        pattern, extra = next((row for row in RELIES_ON if fits(place, row[0])), ("", ""))
        found = imported(path)
        missing = found - known[""] - known[extra]
        assert not missing, f"{place} imports {missing}: not in {extra or 'dependencies'}"
        if found - known[""]:
            rows.add(pattern)
        used |= found
    assert rows == {pattern for pattern, _ in RELIES_ON}, "a row that no file needs any more"
    assert known[""] <= used, "everybody installs what nothing imports"


def fits(place: PurePosixPath, pattern: str) -> bool:
    """Whether a file of the package stands in a row of the table."""
    if pattern.endswith("/**"):
        return place.is_relative_to(pattern.removesuffix("/**"))
    return place.match(pattern)


def test_serve_looks_for_what_its_extra_brings() -> None:
    """The check before the server's import names the whole extra but what can be done without."""
    assert set(NEEDED) == declared()["server"] - set(SPARED)


def test_the_extra_for_everything_names_every_extra() -> None:
    """Nobody who asks for all misses one."""
    known = declared()
    everything = known.pop("all")
    assert everything == set().union(*known.values()) - known[""]
