"""The frame of all our judges: sums of weighted features, for rows and for seats.

Which features there are, each game's judge decides; their weights stand in its data file, with the
command that measured them. Rows are weighed by the stage of the game, seats always alike.
"""

# Compiled by mypyc.

from __future__ import annotations

import json
from importlib import resources

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from colonnade.ai.judge import Judge
from colonnade.contract.state import State


@mypyc_attr(acyclic=True)
class Linear(Judge):
    """Describes rows and seats by calling `note`; the sum of what is noted is the judgement."""

    def __init__(self, rows: int, seats: int, stages: int) -> None:
        super().__init__()
        self.row_count: i64 = rows
        # All features of rows at the first stage, then at the next.
        self.row_weights: vec[float] = vec[float]([0.0] * (rows * stages))
        self.seat_weights: vec[float] = vec[float]([0.0] * seats)
        self.spreads: vec[float] = vec[float]([20.0] * stages)  # by stage of the game
        self.weights: vec[float] = self.row_weights
        self.first: i64 = 0  # where the weights in use begin
        self.total: float = 0.0
        self.recording: bool = False
        self.noted: vec[float] = vec[float]([0.0] * max(rows, seats))

    def note(self, feature: i64, amount: float) -> None:
        """Add a feature to the judgement under way."""
        self.total += self.weights[self.first + feature] * amount
        if self.recording:
            self.noted[feature] += amount

    def begin(self, state: State) -> None:
        """Look at a position once, before its rows are described."""

    def describe_row(self, state: State, row: i64) -> None:
        """Note what speaks for or against a legal row."""
        raise NotImplementedError

    def describe_seat(self, state: State, seat: i64) -> None:
        """Note what a seat may expect beyond its points so far."""
        raise NotImplementedError

    def stage(self, state: State) -> i64:
        """How far the game is, from 0 on: how much may still change."""
        return 0

    def policy(self, state: State, rows: vec[i64], count: i64, logits: vec[float]) -> None:
        """The sum of what is noted of each row."""
        self.weights = self.row_weights
        self.first = self.stage(state) * self.row_count
        self.begin(state)
        i: i64 = 0
        while i < count:
            self.total = 0.0
            self.describe_row(state, rows[i])
            logits[i] = self.total
            i += 1

    def value(self, state: State, points: vec[float]) -> float:
        """Points so far, and the sum of what is noted of each seat."""
        self.weights = self.seat_weights
        self.first = 0
        scores = state.scores()
        for seat in range(len(scores)):
            self.total = 0.0
            self.describe_seat(state, seat)
            points[seat] = float(scores[seat]) + self.total
        return self.spreads[self.stage(state)]

    # For tuning: the same descriptions as lists

    def row_features(self, state: State, row: int) -> list[float]:
        """What is noted of a row."""
        self.weights = self.row_weights
        self.first = 0
        self.begin(state)
        self.start_recording(self.row_count)
        self.describe_row(state, row)
        return self.stop_recording(self.row_count)

    def seat_features(self, state: State, seat: int) -> list[float]:
        """What is noted of a seat."""
        self.weights = self.seat_weights
        self.first = 0
        self.start_recording(len(self.seat_weights))
        self.describe_seat(state, seat)
        return self.stop_recording(len(self.seat_weights))

    def start_recording(self, count: int) -> None:
        """Clear what was noted, and keep what comes."""
        for i in range(count):
            self.noted[i] = 0.0
        self.recording = True

    def stop_recording(self, count: int) -> list[float]:
        """What was noted since."""
        self.recording = False
        return [self.noted[i] for i in range(count)]

    def load(self, name: str, rows: tuple[str, ...], seats: tuple[str, ...]) -> None:
        """Read the weights of this judge's features; one that is not named weighs nothing."""
        self.take(json.loads(read_data(name)), rows, seats)

    def take(
        self, weights: dict[str, object], rows: tuple[str, ...], seats: tuple[str, ...]
    ) -> None:
        """Take over weights by the names of their features."""
        by_row = weights["rows"]
        by_seat = weights["seats"]
        spreads = weights["spreads"]
        assert isinstance(by_row, dict)
        assert isinstance(by_seat, dict)
        assert isinstance(spreads, list)
        for i, feature in enumerate(rows):
            for stage, weight in enumerate(by_row.get(feature, [])):
                self.row_weights[stage * len(rows) + i] = float(weight)
        for i, feature in enumerate(seats):
            self.seat_weights[i] = float(by_seat.get(feature, 0.0))
        for i, spread in enumerate(spreads):
            self.spreads[i] = float(spread)


def read_data(name: str) -> str:
    """The data file of a judge."""
    return resources.files("colonnade.ai.judges").joinpath(f"{name}.json").read_text("utf-8")
