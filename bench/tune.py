"""Measures the judges' weights: search plays itself, and its games and thoughts are fitted.

    python bench/tune.py GAME [--games 600] [--iterations 200] [--generations 3] [--seed 1]

It begins with the first guesses of bench/first/, and writes the data file of the game's judge.

Each generation plays games with the weights so far, then fits what was noted of seats to how games
ended (ridge regression of margins), and what was noted of rows to how often search visited them
(softmax regression). Both are drawn towards the weights before, so that what was never seen stays
as it was. The same seed and numbers give the same weights on any number of processes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from rich.progress import track

from colonnade.ai.judges import JUDGES
from colonnade.ai.judges.linear import Linear
from colonnade.ai.search_player import Budget, Searcher
from colonnade.contract.play import draw
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE, OVER, State
from colonnade.games import game
from colonnade.lab.compute import run

FOLDER = Path("src/colonnade/ai/judges")
FIRST = Path("bench/first")
ROW_SAMPLE = 4  # one decision of so many is kept: neighbors say the same
LOOSE = 8  # one move of so many is drawn by visits instead of being the best, to see more
SEAT_PULL = 60.0  # how strongly weights stay where they were, in samples
ROW_PULL = 30.0
STEPS = 300  # of the softmax regression
RATE = 0.05
LEAST_SPREAD = 2.0
Array = np.ndarray[Any, np.dtype[Any]]


class Task(msgspec.Struct, frozen=True):
    """One game of self-play."""

    game: str
    seats: int
    options: dict[str, str]
    seed: int
    number: int
    iterations: int
    weights: dict[str, Any]


class Notes(msgspec.Struct):
    """What was seen in a game: seats when the clock moved, rows and how they were visited."""

    number: int
    seats: list[tuple[list[list[float]], list[int], int]] = []
    rows: list[tuple[list[list[float]], list[float]]] = []
    scores: list[int] = []


def names(key: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of a judge's features, of rows and of seats."""
    module = sys.modules[JUDGES[key].__module__]
    return module.ROW_FEATURES, module.SEAT_FEATURES


def judge_of(key: str, weights: dict[str, Any]) -> Linear:
    """A judge with weights of our own."""
    judge = JUDGES[key]()
    assert isinstance(judge, Linear)
    judge.take(weights, *names(key))
    return judge


def play(task: Task) -> Notes:
    """Play one game of search against itself, and note what it met."""
    found = game(task.game)
    state = found.start(task.seats, task.options)
    chance, loose = Rng(task.seed, task.number), Rng(task.seed + 1, task.number)
    judge = judge_of(task.game, task.weights)
    budget = Budget(iterations=task.iterations)
    players = [
        Searcher(found, Rng(task.seed + 2 + seat, task.number), budget, judge)
        for seat in range(task.seats)
    ]
    notes = Notes(task.number)
    clock = 1  # the first turn or round is never judged: search looks past it
    while state.actor != OVER:
        if judge.clock(state) > clock:
            clock = int(judge.clock(state))
            seats = [judge.seat_features(state, seat) for seat in range(task.seats)]
            notes.seats.append((seats, state.scores(), int(judge.stage(state))))
        if state.actor == CHANCE:
            state.apply(draw(state, chance))
            continue
        state.apply(decide(players[state.actor], state, judge, loose, notes))
    notes.scores = state.scores()
    return notes


def decide(player: Searcher, state: State, judge: Linear, loose: Rng, notes: Notes) -> int:
    """Think, note rows and visits, and choose: mostly the best, sometimes another."""
    legal = state.legal()
    if len(legal) == 1:
        return legal[0]
    root = player.game.imagine(state.view(state.actor), player.rng)
    shares = {idea.row: idea.share for idea in player.consider(root)}
    if loose.below(ROW_SAMPLE) == 0:
        rows = [judge.row_features(root, row) for row in legal]
        notes.rows.append((rows, [shares.get(row, 0.0) for row in legal]))
    if loose.below(LOOSE) == 0:
        return player.weighted(list(shares), [int(share * 1e6) for share in shares.values()])
    return max(shares, key=lambda row: (shares[row], -row))


def fit_seats(notes: Iterable[Notes], before: Array) -> Array:
    """Weights of seats: the margin still to come, between any two seats, is their difference."""
    size = len(before)
    products, sums = np.eye(size) * SEAT_PULL, before * SEAT_PULL
    for one in notes:
        for seats, scores, _ in one.seats:
            for a in range(len(seats)):
                for b in range(a):
                    x = np.array(seats[a]) - np.array(seats[b])
                    y = (one.scores[a] - scores[a]) - (one.scores[b] - scores[b])
                    products += np.outer(x, x)
                    sums += x * y
    return np.asarray(np.linalg.solve(products, sums))


def fit_rows(notes: Iterable[Notes], before: Array) -> Array:
    """Weights of rows: visits are shared as the exponentials of what is noted."""
    samples = [(np.array(rows), np.array(shares)) for one in notes for rows, shares in one.rows]
    starts = np.cumsum([0, *(len(rows) for rows, _ in samples)][:-1])
    x = np.concatenate([rows for rows, _ in samples])
    target = np.concatenate([shares for _, shares in samples])
    group = np.repeat(np.arange(len(samples)), [len(rows) for rows, _ in samples])
    weights = before.copy()
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        logits = x @ weights
        logits -= np.maximum.reduceat(logits, starts)[group]
        chances = np.exp(logits)
        chances /= np.add.reduceat(chances, starts)[group]
        slope = x.T @ (chances - target) + ROW_PULL * (weights - before)
        slope /= len(samples)
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope * slope
        moved = mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.99**step)) + 1e-9)
        weights -= RATE * moved * (1 - step / (STEPS + 1))
    return weights


def fit_spreads(notes: Iterable[Notes], weights: Array, before: list[float]) -> list[float]:
    """For each stage, the spread with which margins foretell wins best."""
    margins: list[list[float]] = [[] for _ in before]
    won: list[list[float]] = [[] for _ in before]
    for one in notes:
        for seats, scores, stage in one.seats:
            ends = [s + float(np.dot(weights, f)) for s, f in zip(scores, seats, strict=True)]
            for a in range(len(seats)):
                for b in range(a):
                    margins[stage].append(ends[a] - ends[b])
                    won[stage].append(0.5 + 0.5 * np.sign(one.scores[a] - one.scores[b]))
    return [
        best_spread(np.array(m), np.array(w)) if len(m) >= 100 else spread
        for m, w, spread in zip(margins, won, before, strict=True)
    ]


def best_spread(margins: Array, won: Array) -> float:
    """The spread under which the wins were likeliest."""

    def surprise(spread: float) -> float:
        chances = np.clip(1 / (1 + np.exp(-margins / spread)), 1e-6, 1 - 1e-6)
        return float(-np.mean(won * np.log(chances) + (1 - won) * np.log(1 - chances)))

    return min((LEAST_SPREAD * 1.05**i for i in range(80)), key=surprise)


def generation(
    key: str, weights: dict[str, Any], tasks: list[Task], processes: int
) -> dict[str, Any]:
    """Play one generation's games and fit all weights to them."""
    rows, seats = names(key)
    results = track(run(play, tasks, processes), total=len(tasks), description="Playing")
    # In the order of their numbers: sums of floats would else depend on who was done first.
    notes = sorted(results, key=lambda one: one.number)
    by_row = fit_rows(notes, np.array([weights["rows"].get(name, 0.0) for name in rows]))
    by_seat = fit_seats(notes, np.array([weights["seats"].get(name, 0.0) for name in seats]))
    spreads = fit_spreads(notes, by_seat, weights["spreads"])
    mean = np.mean([score for one in notes for score in one.scores])
    print(f"  mean score {mean:.1f}, {sum(len(one.rows) for one in notes)} decisions", flush=True)
    return {
        "rows": {name: round(float(w), 4) for name, w in zip(rows, by_row, strict=True)},
        "seats": {name: round(float(w), 4) for name, w in zip(seats, by_seat, strict=True)},
        "spreads": [round(spread, 2) for spread in spreads],
    }


def main() -> None:
    """Read the command line, tune, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=list(JUDGES))
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--iterations", type=int, default=200)
    parser.add_argument("--generations", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--start", type=Path, help="weights to begin with; else the first guesses")
    parser.add_argument("--out", type=Path, help="where to write; by default the game's file")
    asked = parser.parse_args()
    file = asked.out or FOLDER / f"{asked.game}.json"
    start = asked.start or FIRST / f"{asked.game}.json"
    weights = json.loads(start.read_text("utf-8"))
    before = weights.pop("command", "")
    found = game(asked.game)
    for number in range(asked.generations):
        tasks = []
        for i in range(asked.games):
            seats = found.seats[i // 2 % len(found.seats)] if i % 2 else found.seats[0]
            options = {
                option.key: option.values[i // 3 % len(option.values)]
                if i % 3 == 2
                else option.values[0]
                for option in found.options
            }
            seed = asked.seed + 100 * number
            tasks.append(Task(asked.game, seats, options, seed, i, asked.iterations, weights))
        print(f"generation {number + 1} of {asked.generations}")
        weights = generation(asked.game, weights, tasks, asked.processes)
        command = f"python bench/tune.py {asked.game} --games {asked.games}"
        command += f" --iterations {asked.iterations} --generations {asked.generations}"
        command += f" --seed {asked.seed}" + (f" --start {asked.start}" if asked.start else "")
        # What made the weights begun with comes first: together they make the file again.
        made = " && ".join([before, command] if before else [command])
        file.write_text(json.dumps({"command": made, **weights}, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
