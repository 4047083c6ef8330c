"""How fast the rules are, in one table: both builds, beside C++ in the same run.

Games are uniformly random and played through the contract; the checksums say they are the same.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

import colonnade
from colonnade.contract.play import Walk
from colonnade.contract.rng import Rng

HERE = Path(__file__).parent
REFERENCE = 39_000  # games/s of the C++ Pagoda on the machine the targets were set on
GAMES = {"compiled": 20_000, "pure": 400}
ROUNDS = 3  # the best of them counts: noise only ever slows down


def simulate(key: str, games: int, build: str, processes: int = 1) -> dict[str, Any]:
    """One run of `colonnade simulate --json` in a build of its own."""
    pure = "1" if build == "pure" else "0"
    command = [sys.executable, "-m", "colonnade", "simulate", key, "--json"]
    command += ["--games", str(games), "--processes", str(processes)]
    environment = {**os.environ, "COLONNADE_PURE": pure}
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    if found["build"] != build:
        sys.exit(f"The {build} build was asked for, but the {found['build']} one is installed.")
    return found


def yardstick(games: int) -> dict[str, Any] | None:
    """The same games by hand-written C++, if this machine can compile it."""
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder, "yardstick"))
        source = str(HERE / "yardstick.cpp")
        subprocess.run([compiler, "-O3", "-std=c++17", source, "-o", program], check=True)
        command = [program, "--games", str(games), "--seed", "1"]
        found: dict[str, Any] = json.loads(subprocess.check_output(command))
        return found


def best(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """The fastest of several runs of the same games."""
    return max(runs, key=lambda run: float(run["games_per_second"]))


def copy_cost() -> tuple[float, float]:
    """Nanoseconds of copy() and of copy_from() in the middle of a game."""
    state = colonnade.game("pagoda").start()
    walk, rng = Walk(state), Rng(1)
    for _ in range(100):
        walk.step(state, rng)
    target, count = state.copy(), 200_000
    times = []
    for act in (state.copy, lambda: target.copy_from(state)):
        began = time.perf_counter()
        for _ in range(count):
            act()
        times.append((time.perf_counter() - began) / count * 1e9)
    return times[0], times[1]


def import_seconds() -> float:
    """Time to import the package with all games, in a fresh interpreter, less the interpreter's."""

    def run(code: str) -> float:
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - began

    return min(run("import colonnade; colonnade.games()") for _ in range(5)) - min(
        run("pass") for _ in range(5)
    )


def memory() -> int:
    """Bytes of one state, measured over many of them."""
    import tracemalloc

    start = colonnade.game("pagoda").start()
    kept: list[object] = [None] * 10_000
    tracemalloc.start()
    for i in range(len(kept)):
        kept[i] = start.copy()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return size // len(kept)


def main() -> None:
    """Measure in turns, so that noise meets everyone, and print one table."""
    runs: dict[str, list[dict[str, Any]]] = {"C++": [], "compiled": [], "pure": [], "two": []}
    for _ in track(range(ROUNDS), "Measuring", transient=True):
        reference = yardstick(GAMES["compiled"])
        if reference:
            runs["C++"].append(reference)
        runs["compiled"].append(simulate("pagoda", GAMES["compiled"], "compiled"))
        runs["two"].append(simulate("pagoda", 2 * GAMES["compiled"], "compiled", processes=2))
        runs["pure"].append(simulate("pagoda", GAMES["pure"], "pure"))
    fastest = {name: best(found) for name, found in runs.items() if found}
    base = fastest.get("C++", {}).get("games_per_second")
    table = Table(title="Pagoda, full random games for two, one core unless said")
    for column in ("build", "games/s", "moves/s", "against C++", "on the reference machine"):
        table.add_column(column, justify="right")
    labels = {
        "C++": "C++ -O3",
        "compiled": "compiled",
        "two": "compiled, 2 processes",
        "pure": "pure",
    }
    for name, run in fastest.items():
        rate = float(run["games_per_second"])
        ratio = rate / base if base else None
        table.add_row(
            labels[name],
            f"{rate:,.0f}",
            f"{float(run['moves_per_second']):,.0f}",
            f"{ratio:.3f}" if ratio else "-",
            f"{ratio * REFERENCE:,.0f}" if ratio else "-",
        )
    out = Console()
    out.print(table)
    if "C++" in fastest:
        same = fastest["C++"]["checksum"] == fastest["compiled"]["checksum"]
        out.print(f"C++ and compiled played {'the same' if same else 'DIFFERENT'} games")
    two = fastest["two"]["games_per_second"] / fastest["compiled"]["games_per_second"]
    copy, copy_from = copy_cost()
    out.print(f"two processes against one: {two:.2f}x")
    out.print(f"copy() {copy:.0f} ns, copy_from() {copy_from:.0f} ns ({colonnade.build.kind()})")
    out.print(f"memory of a state: {memory()} bytes")
    out.print(f"import of the package and all games: {import_seconds():.3f} s")


if __name__ == "__main__":
    main()
