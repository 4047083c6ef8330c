"""Measures the judges' weights: rows by evolution, seats by what becomes of them in many games.

    python -m bench.tune GAME [--generations 600] [--deals 12] [--games 40000] [--seed 1]

It begins with the guesses of bench/first/, and writes the data file of the game's judge.

Rows come first: weights that play well by quick moves alone (evolve.py). Their scale does not
matter to quick moves, but to search it says how far a promise is trusted: --keenness. Then many
games are played by quick moves, with weights near those found, so that all kinds of boards are
seen; what is noted of seats is fitted to how the games ended, by ridge regression of margins. The
same numbers give the same weights.
"""

from __future__ import annotations

import argparse
import json
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from librt.vecs import vec
from rich.progress import track

from bench.evolve import Array, Table, evolve
from colonnade.contract.state import OVER
from colonnade.games import own_keys

FOLDER = Path("src/colonnade/ai/judges")
FIRST = Path("bench/first")
STRAY = 0.3  # how far the weights of fitted games are from those found, beside their size
SAME = 4  # games that are played with the same stray weights
SAMPLES = 6  # positions of a game that are fitted, about
PULL = 60.0  # how strongly seats' weights stay at the guesses, in samples
BATCH = 2000  # positions that are added up at once
LEAST_SPREAD = 2.0
FEW = 100  # positions: a stage met less often keeps its guess
ENOUGH = 20_000  # positions of a stage, to find its spread


def names(key: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of a judge's features, of rows and of seats."""
    module = import_module(f"colonnade.ai.judges.{key}")
    return module.ROW_FEATURES, module.SEAT_FEATURES


class Sums:
    """The normal equations of a ridge regression, added up position by position."""

    def __init__(self, before: Array) -> None:
        self.products = np.eye(len(before)) * PULL
        self.sums = before * PULL
        self.waiting: list[tuple[Array, float]] = []

    def add(self, noted: Array, margin: float) -> None:
        """One pair of seats: how they differ, and the margin that was still to come."""
        self.waiting.append((noted, margin))
        if len(self.waiting) >= BATCH:
            self.add_up()

    def add_up(self) -> None:
        """Add what is waiting."""
        if self.waiting:
            x = np.array([noted for noted, _ in self.waiting])
            self.products += x.T @ x
            self.sums += x.T @ np.array([margin for _, margin in self.waiting])
            self.waiting.clear()

    def solve(self) -> Array:
        """The weights."""
        self.add_up()
        return np.asarray(np.linalg.solve(self.products, self.sums))


class Ends:
    """Positions by stage, kept to find the spreads: how seats differ, their lead, who won."""

    def __init__(self, stages: int) -> None:
        self.noted: list[list[Array]] = [[] for _ in range(stages)]
        self.leads: list[list[float]] = [[] for _ in range(stages)]
        self.won: list[list[float]] = [[] for _ in range(stages)]

    def spreads(self, weights: Array, before: list[float]) -> list[float]:
        """For each stage, the spread with which margins foretell wins best."""
        return [
            best_spread(np.array(noted) @ weights + np.array(leads), np.array(won))
            if len(noted) >= FEW
            else spread
            for noted, leads, won, spread in zip(
                self.noted, self.leads, self.won, before, strict=True
            )
        ]


def best_spread(margins: Array, won: Array) -> float:
    """The spread under which the wins were likeliest."""

    def surprise(spread: float) -> float:
        chances = np.clip(1 / (1 + np.exp(-margins / spread)), 1e-6, 1 - 1e-6)
        return float(-np.mean(won * np.log(chances) + (1 - won) * np.log(1 - chances)))

    return min((LEAST_SPREAD * 1.05**i for i in range(80)), key=surprise)


class Position:
    """What was noted of all seats when the clock had just moved."""

    def __init__(self, table: Table, deal: int, stage: int, scores: list[int]) -> None:
        judge, state = table.others, table.set_up(deal)[1].state
        self.stage = stage
        self.scores = scores
        self.seats = [np.array(judge.seat_features(state, i)) for i in range(len(scores))]


def watch(table: Table, deal: int, seed: int, skip: int) -> tuple[list[Position], list[int]]:
    """Play a game by quick moves, and note seats now and then when the clock has moved."""
    search = table.begin(deal, seed)
    state, judge = search.state, table.others
    clock, moved = int(judge.clock(state)), 0
    found = []
    while state.actor != OVER:
        if judge.clock(state) > clock:
            clock, moved = int(judge.clock(state)), moved + 1
            if (moved + deal + seed) % skip == 0:
                found.append(Position(table, deal, int(judge.stage(state)), state.scores()))
        search.quick_move(judge)
    return found, state.scores()


def fit(
    table: Table, rows: Array, guesses: dict[str, Any], asked: argparse.Namespace
) -> tuple[Array, list[float]]:
    """Play many games with weights near those found, and fit seats and spreads to them."""
    seats = names(asked.game)[1]
    rng = np.random.default_rng(asked.seed)
    sums = Sums(np.array([guesses["seats"].get(name, 0.0) for name in seats]))
    ends = Ends(table.stages)
    flat = rows.ravel()
    size = STRAY * (0.5 + 0.5 * np.abs(flat))
    table.others.row_weights = vec[float](flat.tolist())
    skip = max(1, round(len(watch(table, 0, asked.seed, 1)[0]) / SAMPLES))
    for number in track(range(asked.games), description="Playing"):
        if number % SAME == 0:
            stray = flat + size * rng.standard_normal(len(flat)) * (number % (2 * SAME) != 0)
            table.others.row_weights = vec[float](stray.tolist())
        # The number of a deal decides seats and options, the seed its luck.
        deal, seed = number % asked.deals, asked.seed + number
        positions, scores = watch(table, deal, seed, skip)
        for position in positions:
            take_in(position, scores, sums, ends)
    weights = sums.solve()
    return weights, ends.spreads(weights, guesses["spreads"])


def take_in(position: Position, scores: list[int], sums: Sums, ends: Ends) -> None:
    """Every pair of seats: the margin still to come is their difference."""
    for a in range(len(scores)):
        for b in range(a):
            noted = position.seats[a] - position.seats[b]
            lead = float(position.scores[a] - position.scores[b])
            margin = float(scores[a] - scores[b])
            sums.add(noted, margin - lead)
            if len(scores) == 2 and len(ends.won[position.stage]) < ENOUGH:
                ends.noted[position.stage].append(noted.astype(np.float32))
                ends.leads[position.stage].append(lead)
                ends.won[position.stage].append(0.5 + 0.5 * float(np.sign(margin)))


def main() -> None:
    """Read the command line, tune, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=own_keys())
    parser.add_argument("--generations", type=int, default=600)
    parser.add_argument("--deals", type=int, default=12)
    parser.add_argument("--games", type=int, default=40_000)
    parser.add_argument("--keenness", type=float, default=0.35)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="where to write; by default the game's file")
    asked = parser.parse_args()
    guesses = json.loads((FIRST / f"{asked.game}.json").read_text("utf-8"))
    rows, seats = names(asked.game)
    table = Table(asked.game, len(guesses["spreads"]))
    first = np.array([guesses["rows"].get(name, 0.0) for name in rows])
    evolved = evolve(table, first, asked.generations, asked.deals, asked.seed)
    by_stage = table.by_stage(evolved)
    by_seat, spreads = fit(table, by_stage, guesses, asked)
    command = f"python -m bench.tune {asked.game} --generations {asked.generations}"
    command += f" --deals {asked.deals} --games {asked.games} --keenness {asked.keenness}"
    command += f" --seed {asked.seed}"
    by_stage = asked.keenness * by_stage
    weights = {
        "command": command,
        "rows": {
            name: [round(w, 4) for w in by_stage[:, i].tolist()] for i, name in enumerate(rows)
        },
        "seats": {name: round(w, 4) for name, w in zip(seats, by_seat.tolist(), strict=True)},
        "spreads": [round(spread, 2) for spread in spreads],
    }
    file = asked.out or FOLDER / f"{asked.game}.json"
    file.write_text(json.dumps(weights, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
