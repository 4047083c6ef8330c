"""Evolution of the judges' row weights: quick moves play whole games, and the better ones stay.

In each generation candidates around the weights so far (the mean) play by quick moves alone, one of
them against the mean at all other seats, all on the same deals. What the better ones have in common
moves the mean; how much they agree decides how far from it the next ones are: the separable natural
evolution strategy of Wierstra, Schaul and others. A weight is the sum of one for the whole game and
one for its stage. How the weights are used, tune.py decides.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from librt.vecs import vec
from rich.progress import track

from colonnade.ai.judges import judge_of
from colonnade.ai.judges.linear import Linear
from colonnade.ai.puct import PuctSearch
from colonnade.contract.game import Game
from colonnade.contract.rng import Rng
from colonnade.contract.state import OVER, State
from colonnade.games import game

PAIRS = 12  # candidates come in pairs, to both sides of the mean
RIVALRY = 0.5  # what a point of the best other costs
WIDTH = 0.25  # of the first candidates: times one and the weight's own size, halved
STAGE_WIDTH = 0.5  # of what a stage adds, beside what holds for the whole game
PACE = 0.5  # how fast distances are learned, beside the usual
REPORTS = 12  # lines of progress
WATCHED = 300  # games behind such a line
WATCHED_SEED = 1_000_000
ROOM = 1000  # nodes: quick moves need no tree
Array = np.ndarray[Any, np.dtype[Any]]


class Evolution:
    """A cloud of weights: its mean, and its width in every direction."""

    def __init__(self, mean: Array, width: Array, seed: int) -> None:
        self.mean = mean
        self.width = width
        self.rng = np.random.default_rng(seed)
        count = 2 * PAIRS
        worth = np.maximum(0.0, np.log(count / 2 + 1) - np.log(np.arange(1, count + 1)))
        self.worth = worth / worth.sum() - 1 / count
        self.pace = PACE * (3 + np.log(len(mean))) / (5 * np.sqrt(len(mean)))

    def steps(self) -> Array:
        """Steps away from the mean, in widths, each with its opposite."""
        steps = self.rng.standard_normal((PAIRS, len(self.mean)))
        return np.concatenate([steps, -steps])

    def candidate(self, step: Array) -> Array:
        """The weights at the end of a step."""
        return np.asarray(self.mean + self.width * step)

    def learn(self, steps: Array, success: Array) -> None:
        """Move towards what succeeded; only ranks count, so that one lucky deal does not."""
        worth = np.zeros(len(steps))
        worth[np.argsort(-success, kind="stable")] = self.worth
        self.mean = self.mean + self.width * (worth @ steps)
        self.width = self.width * np.exp(self.pace / 2 * (worth @ (steps * steps - 1)))


class Table:
    """Where quick moves play: one judge sits alone, the other everywhere else."""

    def __init__(self, key: str, stages: int) -> None:
        self.game = game(key)
        self.stages = stages
        self.lone, self.others = linear(key), linear(key)
        self.starts: dict[int, tuple[State, PuctSearch]] = {}

    def dress(self, judge: Linear, numbers: Array) -> None:
        """Give a judge these weights."""
        judge.row_weights = vec[float]([float(w) for w in self.by_stage(numbers).ravel()])

    def by_stage(self, numbers: Array) -> Array:
        """The weights of each stage: what holds for the whole game, and what the stage adds."""
        parts = numbers.reshape(1 + self.stages, -1)
        return np.asarray(parts[0] + parts[1:])

    def set_up(self, deal: int) -> tuple[State, PuctSearch]:
        """How a deal begins, and the search whose quick moves are used."""
        if deal not in self.starts:
            state = self.game.start(*mixed_table(self.game, deal))
            self.starts[deal] = state, PuctSearch(state, self.others, Rng(0), ROOM)
        return self.starts[deal]

    def seats(self, deal: int) -> int:
        """How many sit at a deal."""
        return len(self.set_up(deal)[0].scores())

    def begin(self, deal: int, seed: int) -> PuctSearch:
        """Set up a deal; the search's own state is the one that is played."""
        start, search = self.set_up(deal)
        search.state.copy_from(start)
        search.rng = Rng(seed, deal)
        return search

    def play(self, deal: int, seed: int, seat: int | None) -> list[int]:
        """The points of a game with the lone judge at one seat, or nowhere."""
        search = self.begin(deal, seed)
        state = search.state
        while state.actor != OVER:
            search.quick_move(self.lone if state.actor == seat else self.others)
        return state.scores()

    def success(self, numbers: Array, deals: int, seed: int) -> float:
        """What a candidate reaches at every seat of every deal, less what its rivals do."""
        self.dress(self.lone, numbers)
        total = 0.0
        for deal in range(deals):
            for seat in range(self.seats(deal)):
                scores = self.play(deal, seed, seat)
                rival = max(other for i, other in enumerate(scores) if i != seat)
                total += scores[seat] - RIVALRY * rival
        return total


def linear(key: str) -> Linear:
    """A fresh judge."""
    judge = judge_of(game(key))
    assert isinstance(judge, Linear)
    return judge


def mixed_table(found: Game, number: int) -> tuple[int, dict[str, str]]:
    """Seats and options of one game of many: mostly two seats without variants, and all others."""
    seats = found.seats[number // 2 % len(found.seats)] if number % 2 else found.seats[0]
    options = {
        option.key: option.values[number // 3 % len(option.values)]
        if number % 3 == 2
        else option.values[0]
        for option in found.options
    }
    return seats, options


def evolve(table: Table, guesses: Array, generations: int, deals: int, seed: int) -> Array:
    """Evolve weights that begin as guesses for the whole game; the result as Table reads it."""
    mean = np.concatenate([guesses, np.zeros(table.stages * len(guesses))])
    width = WIDTH * (0.5 + 0.5 * np.abs(mean))
    width[len(guesses) :] *= STAGE_WIDTH
    evolution = Evolution(mean, width, seed)
    settled: list[Array] = []  # the means of the second half: their mean has less luck in it
    for number in track(range(1, generations + 1), description="Evolving"):
        table.dress(table.others, evolution.mean)
        steps = evolution.steps()
        success = [table.success(evolution.candidate(s), deals, seed + number) for s in steps]
        evolution.learn(steps, np.array(success))
        if 2 * number > generations:
            settled.append(evolution.mean)
        if number % max(1, generations // REPORTS) == 0:
            report(table, evolution.mean, number)
    found = np.mean(settled, axis=0)
    report(table, found, generations)
    return np.asarray(found)


def report(table: Table, numbers: Array, generation: int) -> None:
    """Say how many points weights make among themselves, with the fewest seats and no variant."""
    table.dress(table.others, numbers)
    scores = [table.play(0, WATCHED_SEED + i, None) for i in range(WATCHED)]
    print(f"generation {generation}: {np.mean(scores):.1f} points", flush=True)
