"""What Ray costs: the same games on this machine's processes and on its own Ray, in turns.

    python -m bench.ray [--seconds 4] [--rounds 3] [--processes 2]

Prints one table: games/s of both, their ratio, and Ray's without bundles, where every task is
handed out by itself. Starting (the seconds under the table) is not part of the games/s. Checksums
are compared on the way.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import islice
from statistics import median
from time import perf_counter
from typing import NamedTuple
from unittest.mock import patch

from rich.console import Console
from rich.progress import track
from rich.table import Table

from colonnade import build
from colonnade.arena import tournament
from colonnade.arena.match import play_match
from colonnade.arena.run_files import run_settings
from colonnade.compute import ray_cluster
from colonnade.compute.places import LOCAL, RAY, Place, opened
from colonnade.data.simulate import GameRange, game_ranges, play_range
from colonnade.games import game

ENDLESS = 10**9  # games: each turn takes as many as fit its seconds


class Case(NamedTuple):
    """A kind of work: plays some games, and gives their number and checksum."""

    name: str
    play: Callable[[Place, int], tuple[int, int]]
    task: int  # games in a task


def simulation(player: str) -> Callable[[Place, int], tuple[int, int]]:
    """Games of `simulate`, in its game_ranges."""

    def play(place: Place, games: int) -> tuple[int, int]:
        options = {option.key: option.values[0] for option in game("pagoda").options}
        tasks: Iterator[GameRange]
        tasks = game_ranges("pagoda", 2, options, 1, ENDLESS, place.size, player)
        tallies = list(place.run(play_range, islice(tasks, games // 250)))
        return sum(tally.games for tally in tallies), sum(tally.checksum for tally in tallies)

    return play


def meeting(*players: str) -> Callable[[Place, int], tuple[int, int]]:
    """Games of the arena, one to a task."""

    def play(place: Place, games: int) -> tuple[int, int]:
        settings = run_settings(game("pagoda"), {}, list(players), ENDLESS, 1)
        tasks = islice(tournament.matches(settings), games)
        found = list(place.run(play_match, tasks))
        return len(found), sum(played.checksum for played in found)

    return play


def nothing(place: Place, tasks: int) -> tuple[int, int]:
    """Tasks that take no time: what is left is the handing out."""
    found = list(place.run(abs, range(-tasks, 0)))
    return len(found), sum(found)


CASES = (
    Case("tasks that do nothing", nothing, 1),
    Case("simulate, random", simulation("random"), 250),
    Case("arena, eager against random", meeting("eager", "random"), 1),
    Case("arena, builder against greedy", meeting("builder", "greedy"), 1),
)


def pace(case: Case, place: Place, games: int) -> tuple[float, int]:
    """Games/s of one turn, and the checksum of its games."""
    began = perf_counter()
    count, checksum = case.play(place, games)
    return count / (perf_counter() - began), checksum


def fitting(case: Case, place: Place, seconds: float) -> int:
    """How many games take about so long here."""
    games = 4 * case.task * place.size
    while (speed := pace(case, place, games)[0]) * seconds > 4 * games:
        games *= 4
    return max(1, int(speed * seconds / case.task)) * case.task


def measure(case: Case, near: Place, far: Place, seconds: float, rounds: int) -> list[float]:
    """Median games/s on both, and on Ray without bundles; in turns, since machines get busy."""
    games = fitting(case, near, seconds)
    pace(case, far, games)  # workers that have just started load modules first
    found: list[list[float]] = [[], [], []]
    sums = set()
    for _ in track(range(rounds), description=case.name, transient=True):
        for i, place in enumerate((near, far, far)):
            with ExitStack() as stack:
                if i == 2:
                    stack.enter_context(patch.object(ray_cluster, "LARGEST_BUNDLE", 1))
                    setattr(place, "bundle", 1)  # noqa: B010
                speed, checksum = pace(case, place, games)
            found[i].append(speed)
            sums.add(checksum)
    assert len(sums) == 1, "the same games have another checksum elsewhere"
    return [median(speeds) for speeds in found]


def main() -> None:
    """Measure all cases and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    table = Table(
        title=f"Pagoda, {asked.processes} processes, {build.kind()} build, games or tasks/s"
    )
    for column in ("work", "local", "Ray", "Ray / local", "Ray, no bundles", "/ local"):
        table.add_column(column, justify="left" if column == "work" else "right")
    began = perf_counter()
    with opened(LOCAL, asked.processes) as near, opened(RAY, asked.processes) as far:
        started = perf_counter() - began
        for case in CASES:
            here, there, single = measure(case, near, far, asked.seconds, asked.rounds)
            ratios = (f"{there / here:.2f}", f"{single:,.0f}", f"{single / here:.2f}")
            table.add_row(case.name, f"{here:,.0f}", f"{there:,.0f}", *ratios)
    console = Console()
    console.print(table)
    console.print(f"Ray was started and checked in {started:.1f} s.")


if __name__ == "__main__":
    main()
