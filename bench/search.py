"""How fast search is, beside random games in the same run: iterations/s, depth, memory, lateness.

    python -m bench.search [--seconds 1.0]

The required speeds hold where hand-written C++ Pagoda plays 39,000 random games/s; the table scales
to it by the C++ of bench/yardstick.cpp, played in the same run.
"""

from __future__ import annotations

import argparse
import time
from typing import NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

import colonnade
from bench.speed import REFERENCE, yardstick
from colonnade.ai.judges import judge_of
from colonnade.ai.search import Search
from colonnade.ai.search_player import MEMORY, Budget, Searcher, search_from
from colonnade.ai.tree import NODE_BYTES
from colonnade.contract.play import Walk
from colonnade.contract.rng import Rng
from colonnade.contract.state import OVER, State
from colonnade.locales import say

# Iterations/s with random rollouts, from the opening with two seats.
REQUIRED = {"pagoda": 20_000, "seven_steps": 3_000, "summer_pavilion": 7_000}
MIDDLE = {"pagoda": 120, "seven_steps": 250, "summer_pavilion": 130}  # random moves
DEPTHS = (5, 10, 15)
BUDGETS = (0.05, 0.1, 0.2)


class Case(NamedTuple):
    """A game, its seats, and how far it has gone."""

    key: str
    seats: int
    moves: int

    @property
    def name(self) -> str:
        """What the table calls it."""
        stage = "middle" if self.moves else "opening"
        return f"{say(f'{self.key}.name')}, {self.seats}, {stage}"


def cases() -> list[Case]:
    """Every game and seat count, from the opening and from mid-game."""
    return [
        Case(game.key, seats, moves)
        for game in colonnade.all_games()
        for seats in game.seats
        for moves in (0, MIDDLE[game.key])
    ]


def position(case: Case) -> State:
    """The first choice after so many random moves."""
    state = colonnade.game(case.key).start(case.seats)
    walk, rng = Walk(state), Rng(1)
    made = 0
    while made < case.moves or state.actor < 0 or len(state.legal()) < 2:
        walk.step(state, rng)
        made += 1
    return state


def random_games(state: State, seconds: float) -> float:
    """Random games/s from a position to its end: what rollouts cost without a tree."""
    walk, rng, twin = Walk(state), Rng(2), state.copy()
    games, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        for _ in range(20):
            twin.copy_from(state)
            walk.finish(twin, rng)
        games += 20
    return games / spent


def measure(
    state: State, key: str, judged: bool, seconds: float
) -> tuple[float, Search, list[int]]:
    """Iterations/s, the search, and the iterations after which each depth was reached."""
    judge = judge_of(colonnade.game(key)) if judged else None
    search = search_from(state, judge, Rng(3), MEMORY // NODE_BYTES)
    reached: list[int] = []
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        search.run(20)
        while len(reached) < len(DEPTHS) and search.depth >= DEPTHS[len(reached)]:
            reached.append(search.count())
    return search.count() / spent, search, reached


def lateness() -> Table:
    """How far the longest decisions of a game go beyond their budget."""
    table = Table(title="Beyond the budget, in milliseconds: the longest of a whole game")
    table.add_column("game")
    for budget in BUDGETS:
        table.add_column(f"{budget:g} s", justify="right")
    for game in colonnade.all_games():
        table.add_row(game.key, *(f"{1000 * overrun(game.key, budget):.1f}" for budget in BUDGETS))
    return table


def overrun(key: str, seconds: float) -> float:
    """The longest decision of the first 60 less its budget."""
    game = colonnade.game(key)
    player = Searcher(game, Rng(1), Budget(seconds=seconds), judge_of(game))
    state = game.start()
    walk, rng, longest, made = Walk(state), Rng(4), 0.0, 0
    while state.actor != OVER and made < 60:
        if state.actor >= 0:
            view = state.view(state.actor)
            began = time.perf_counter()
            player.choose(view)
            longest = max(longest, time.perf_counter() - began)
            made += 1
        walk.step(state, rng)
    return longest - seconds


def main() -> None:
    """Measure everything and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="for each number")
    asked = parser.parse_args()
    reference = yardstick(20_000)
    scale = REFERENCE / float(reference["games_per_second"]) if reference else 1.0
    table = Table(title=f"Search on one core, {colonnade.build.kind()} build")
    table.add_column("position")
    for heading in (
        "random games/s", "plain it/s", "of random", "scaled", "required", "judged it/s",
        f"iterations to depth {'/'.join(map(str, DEPTHS))}", "MB after it",
    ):  # fmt: skip
        table.add_column(heading, justify="right")
    for case in track(cases(), description="Searching"):
        state = position(case)
        games = random_games(state, asked.seconds / 2)
        plain, _, _ = measure(state, case.key, False, asked.seconds)
        judged, search, reached = measure(state, case.key, True, asked.seconds)
        first = case.moves == 0 and case.seats == 2
        depths = "/".join([f"{count:,}" for count in reached] + ["-"] * (3 - len(reached)))
        table.add_row(
            case.name, f"{games:,.0f}", f"{plain:,.0f}", f"{plain / games:.2f}",
            f"{plain * scale:,.0f}", f"{REQUIRED[case.key]:,}" if first else "", f"{judged:,.0f}",
            depths, f"{search.bytes() / 2**20:.1f}",
        )  # fmt: skip
    out = Console(width=170)
    out.print(table)
    out.print(lateness())


if __name__ == "__main__":
    main()
