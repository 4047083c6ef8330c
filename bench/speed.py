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
import tracemalloc
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

import colonnade
from colonnade.contract.play import Walk
from colonnade.contract.rng import Rng

HERE = Path(__file__).parent
REFERENCE = 39_000  # games/s of the C++ Pagoda on the machine the targets were set on
ROUNDS = 3  # the best of them counts: noise only ever slows down


class Run(NamedTuple):
    """One line of the table: what is played, how often, by which build."""

    name: str
    game: str
    build: str = "compiled"
    games: int = 10_000
    seats: int = 2
    options: tuple[str, ...] = ()
    processes: int = 1


RUNS = (
    Run("Pagoda", "pagoda", games=40_000),
    Run("Pagoda, 2 processes", "pagoda", games=120_000, processes=2),
    Run("Pagoda, pure", "pagoda", build="pure", games=400),
    Run("Summer Pavilion", "summer_pavilion"),
    Run("Summer Pavilion, grey", "summer_pavilion", options=("board=grey",)),
    Run("Summer Pavilion, 4 seats", "summer_pavilion", games=5_000, seats=4),
    Run("Summer Pavilion, pure", "summer_pavilion", build="pure", games=400),
    Run("7 Steps", "seven_steps", games=5_000),
    Run("7 Steps, mixed", "seven_steps", games=5_000, options=("face=mixed",)),
    Run("7 Steps, 4 seats", "seven_steps", games=5_000, seats=4),
    Run("7 Steps, pure", "seven_steps", build="pure", games=200),
)


def simulate(run: Run) -> dict[str, Any]:
    """One run of `colonnade simulate --json` in a build of its own."""
    pure = "1" if run.build == "pure" else "0"
    command = [sys.executable, "-m", "colonnade", "simulate", run.game, "--json"]
    command += ["--games", str(run.games), "--processes", str(run.processes)]
    command += ["--seats", str(run.seats)]
    for option in run.options:
        command += ["--option", option]
    environment = {**os.environ, "COLONNADE_PURE": pure}
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    if found["build"] != run.build:
        sys.exit(f"The {run.build} build was asked for, but the {found['build']} one is installed.")
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


def copy_cost(key: str) -> tuple[float, float]:
    """Nanoseconds of copy() and of copy_from() in the middle of a game."""
    state = colonnade.game(key).start()
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

    return min(run("import colonnade; colonnade.all_games()") for _ in range(5)) - min(
        run("pass") for _ in range(5)
    )


def memory(key: str) -> int:
    """Bytes of one state with its arrays, measured over many of them."""
    start = colonnade.game(key).start()
    kept: list[object] = [None] * 10_000
    tracemalloc.start()
    for i in range(len(kept)):
        kept[i] = start.copy()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return size // len(kept)


def show(runs: dict[str, dict[str, Any]], reference: dict[str, Any] | None) -> None:
    """Print the table of games."""
    base = float(reference["games_per_second"]) if reference else 0.0
    table = Table(title="Full random games, one core unless said")
    columns = ("game", "games/s", "moves/s", "against C++ Pagoda", "games/s, reference machine")
    for column in columns:
        table.add_column(column, justify="right")
    rows = {"Pagoda, C++ -O3": reference, **runs} if reference else dict(runs)
    for name, found in rows.items():
        assert found is not None
        rate, moves = float(found["games_per_second"]), float(found["moves_per_second"])
        ratio = f"{rate / base:.3f}" if base else "-"
        there = f"{rate / base * REFERENCE:,.0f}" if base else "-"
        table.add_row(name, f"{rate:,.0f}", f"{moves:,.0f}", ratio, there)
    Console().print(table)


def main() -> None:
    """Measure in turns, so that noise meets everyone, and print one table."""
    found: dict[str, list[dict[str, Any]]] = {run.name: [] for run in RUNS}
    references = []
    for _ in track(range(ROUNDS), "Measuring", transient=True):
        references.append(yardstick(RUNS[0].games))
        for run in RUNS:
            found[run.name].append(simulate(run))
    runs = {name: best(times) for name, times in found.items()}
    known = [reference for reference in references if reference]
    reference = best(known) if known else None
    show(runs, reference)
    out = Console()
    one, two = runs["Pagoda"], runs["Pagoda, 2 processes"]
    if reference:
        same = reference["checksum"] == one["checksum"]
        out.print(f"C++ and compiled played {'the same' if same else 'DIFFERENT'} games")
    out.print(
        f"two processes against one: {two['games_per_second'] / one['games_per_second']:.2f}x"
    )
    for game in colonnade.all_games():
        copy, copy_from = copy_cost(game.key)
        out.print(
            f"{game.key} ({colonnade.build.kind()}): copy() {copy:.0f} ns, "
            f"copy_from() {copy_from:.0f} ns, {memory(game.key)} bytes a state"
        )
    out.print(f"import of the package and all games: {import_seconds():.3f} s")


if __name__ == "__main__":
    main()
