"""The tools that measure weights: evolution climbs, fits find what was there, runs repeat."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from bench.evolve import Evolution, Table, evolve, mixed_table
from bench.tune import PULL, Sums, best_spread, names
from colonnade.games import game, own_keys
from tests.cli.command import ROOT

pytestmark = pytest.mark.once
each_game = pytest.mark.parametrize("key", own_keys())


def test_evolution_finds_the_top_of_a_hill() -> None:
    """From ranks alone it comes near, and its candidates draw together."""
    top = np.array([2.0, -1.0, 0.5, 0.0])
    evolution = Evolution(np.zeros(4), np.full(4, 0.5), seed=3)
    for _ in range(150):
        steps = evolution.steps()
        heights = [-float(np.sum((evolution.candidate(step) - top) ** 2)) for step in steps]
        evolution.learn(steps, np.array(heights))
    assert np.abs(evolution.mean - top).max() < 0.05
    assert evolution.width.max() < 0.1


def test_better_quick_moves_come_of_it() -> None:
    """A few generations over Summer Pavilion beat the guesses they began with."""
    names_of_rows = names("summer_pavilion")[0]
    guesses = json.loads((ROOT / "bench/first/summer_pavilion.json").read_text("utf-8"))["rows"]
    first = np.array([guesses.get(name, 0.0) for name in names_of_rows])
    table = Table("summer_pavilion", 6)
    found = evolve(table, first, generations=3, deals=2, seed=1)
    before = np.concatenate([first, np.zeros(6 * len(first))])
    table.dress(table.lone, found)
    table.dress(table.others, before)
    margins = []
    for seed in range(60):
        for seat in (0, 1):
            scores = table.play(0, seed, seat)
            margins.append(scores[seat] - scores[1 - seat])
    assert np.mean(margins) > 0


def test_a_fit_finds_the_weights_that_made_the_margins() -> None:
    """With many samples the pull towards the guesses is forgotten."""
    rng = np.random.default_rng(1)
    weights = np.array([3.0, -2.0, 0.0])
    sums = Sums(np.array([1.0, 1.0, 1.0]))
    for noted in rng.standard_normal((5000, 3)):
        sums.add(noted, float(noted @ weights))
    assert np.abs(sums.solve() - weights).max() < 5 * PULL / 5000


def test_the_spread_is_the_one_that_wins_were_drawn_by() -> None:
    """Wins drawn with a spread of nine points give about nine back."""
    rng = np.random.default_rng(2)
    margins = rng.normal(0.0, 15.0, 20_000)
    won = (rng.random(20_000) < 1 / (1 + np.exp(-margins / 9.0))).astype(float)
    assert best_spread(margins, won) == pytest.approx(9.0, rel=0.1)


@each_game
def test_all_seats_and_options_are_met(key: str) -> None:
    """No number of seats and no choice is left out of eighteen deals."""
    found = game(key)
    tables = [mixed_table(found, number) for number in range(18)]
    assert {seats for seats, _ in tables} == set(found.seats)
    for option in found.options:
        assert {options[option.key] for _, options in tables} == set(option.values)


@each_game
def test_the_same_numbers_give_the_same_weights(key: str, tmp_path: Path) -> None:
    """Two short runs write the same file, which names its command."""
    files = [tmp_path / name for name in ("one.json", "two.json")]
    command = [sys.executable, "-m", "bench.tune", key, "--generations", "2", "--deals", "1"]
    for file in files:
        rest = ["--games", "12", "--seed", "4", "--out", str(file)]
        done = subprocess.run([*command, *rest], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    one, two = (file.read_text("utf-8") for file in files)
    assert one == two
    assert json.loads(one)["command"] == (
        f"python -m bench.tune {key} --generations 2 --deals 1 --games 12 --keenness 0.35 --seed 4"
    )
