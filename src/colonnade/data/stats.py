"""What an export says: wins by seat, distributions of points and length, how often rules matter.

A file is read row group by row group, so memory does not grow with it. Which events are looked at
is said by each game; the page and its plots are made in stats_page.py and stats_plots.py.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from colonnade.arena.provenance import NoParquet
from colonnade.arena.tally import Z, interval
from colonnade.arena.tournament import Interval
from colonnade.contract.errors import ColonnadeError
from colonnade.contract.game import Game
from colonnade.contract.play import SHARE
from colonnade.contract.statistics import Statistic, counted
from colonnade.data.export import ExportSettings
from colonnade.data.export_columns import open_export, spans
from colonnade.data.row_events import events
from colonnade.games import game

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as problem:
    raise NoParquet from problem

Whole = NDArray[np.int64]


class EmptyExport(ColonnadeError):
    """An export without a single game says nothing."""


class Spread:
    """How often each whole number came."""

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()

    def add(self, values: Whole) -> None:
        """Count more numbers."""
        found, times = np.unique(values, return_counts=True)
        for value, count in zip(found.tolist(), times.tolist(), strict=True):
            self.counts[value] += count

    def merge(self, other: Spread) -> None:
        """Count all that another one has counted."""
        self.counts.update(other.counts)

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return self.counts.total()

    @property
    def mean(self) -> float:
        """Their mean."""
        return sum(value * count for value, count in self.counts.items()) / max(self.size, 1)

    @property
    def deviation(self) -> float:
        """Their standard deviation."""
        mean = self.mean
        squares = sum((value - mean) ** 2 * count for value, count in self.counts.items())
        return math.sqrt(squares / max(self.size - 1, 1))

    @property
    def half(self) -> float:
        """Half of the 95 % interval of the mean."""
        return Z * self.deviation / math.sqrt(max(self.size, 1))

    def quantile(self, part: float) -> int:
        """The smallest number that at least this part of them does not exceed."""
        wanted = math.ceil(part * self.size)
        seen = 0
        for value in sorted(self.counts):
            seen += self.counts[value]
            if seen >= wanted:
                return value
        return 0


class Found(msgspec.Struct):
    """What was found of a statistic; sums over all games."""

    total: int = 0
    games: int = 0  # in which it happened
    winners: float = 0.0  # of the seats that won, shared wins in part
    others: float = 0.0


def statistics_of(game: Game) -> tuple[Statistic, ...]:
    """What is counted of a game; one that names nothing is told by its kinds of moves."""
    kinds = (name for name in events(game.moves).names if "=" not in name)
    return game.statistics or tuple(counted(kind, kind) for kind in kinds)


class Sample:
    """All that one export says."""

    def __init__(self, settings: ExportSettings) -> None:
        self.settings = settings
        self.statistics = statistics_of(game(settings.game))
        seats = range(settings.seats)
        self.games = 0
        self.shares = [0 for _ in seats]
        self.shared = 0  # games with more than one winner
        self.scores = [Spread() for _ in seats]
        self.totals = Spread()  # the points of all seats together
        self.margins = Spread()  # the winner's points less those of the best other
        self.turns = Spread()
        self.moves = Spread()
        self.points: dict[str, list[int]] = {}  # by source, the sum of each seat
        self.found = [Found() for _ in self.statistics]

    @property
    def score(self) -> Spread:
        """The scores of all seats."""
        every = Spread()
        for spread in self.scores:
            every.merge(spread)
        return every

    @property
    def half_score(self) -> float:
        """Half of the 95 % interval of the mean score: games are independent, seats are not."""
        return self.totals.half / self.settings.seats

    def win_rate(self, seat: int) -> tuple[float, Interval]:
        """The part of the games that a seat won, with its 95 % interval."""
        rate = self.shares[seat] / SHARE / self.games
        return rate, interval(rate, self.games)

    def mean_points(self, source: str) -> float:
        """Points of one source, for one seat and game."""
        return sum(self.points[source]) / self.games / self.settings.seats

    def add(self, table: Any) -> None:
        """Count the games of a row group."""
        count, seats = table.num_rows, self.settings.seats
        scores = by_seat(table, "scores", seats)
        shares = by_seat(table, "shares", seats)
        turns = table["turns"].to_numpy().astype(np.int64)
        self.games += count
        for seat in range(seats):
            self.shares[seat] += int(shares[:, seat].sum())
            self.scores[seat].add(scores[:, seat])
        self.shared += int((shares.max(axis=1) < SHARE).sum())
        self.totals.add(scores.sum(axis=1))
        ordered = np.sort(scores, axis=1)
        self.margins.add(ordered[:, -1] - ordered[:, -2])
        self.turns.add(turns)
        self.moves.add(table["moves"].to_numpy().astype(np.int64))
        points = table["breakdown"].combine_chunks().flatten()
        for i, source in enumerate(points.type.names):
            sums = numbers(points.field(i)).reshape(count, seats).sum(axis=0)
            old = self.points.get(source, [0] * seats)
            self.points[source] = [a + int(b) for a, b in zip(old, sums, strict=True)]
        made = table["events"].combine_chunks().flatten()
        drawn = table["chance"].combine_chunks()
        for statistic, found in zip(self.statistics, self.found, strict=True):
            if statistic.rounds:
                add_up(
                    found, statistic, (turns >= statistic.rounds * seats)[:, None].astype(np.int64)
                )
            elif statistic.chance:
                add_up(found, statistic, times(statistic, drawn).reshape(count, 1))
            else:
                add_up(found, statistic, times(statistic, made).reshape(count, seats), shares)


def by_seat(table: Any, name: str, seats: int) -> Whole:
    """A column of lists as a line for each game."""
    return numbers(table[name].combine_chunks().flatten()).reshape(-1, seats)


def numbers(array: Any) -> Whole:
    """An array of small numbers with room to add them up."""
    found: Whole = array.to_numpy(zero_copy_only=False).astype(np.int64)
    return found


def times(statistic: Statistic, counts: Any) -> Whole:
    """How often a statistic came in each line of counts."""
    found = np.zeros(len(counts), np.int64)
    for weight, name in statistic.terms:
        values = numbers(counts.field(name))
        found += weight * ((values >= statistic.reach) if statistic.reach else values)
    return found


def add_up(found: Found, statistic: Statistic, came: Whole, shares: Whole | None = None) -> None:
    """Add what games say of a statistic, a line for each game."""
    found.total += int(came.sum())
    found.games += int((came.sum(axis=1) >= statistic.least).sum())
    if shares is not None:
        won = float((came * shares).sum() / SHARE)
        found.winners += won
        found.others += float(came.sum()) - won


# Files


def check_sample(path: Path) -> None:
    """Refuse, by its footer alone, a file without games or with a game that may be there twice."""
    file = open_export(path)[1]
    with file:
        if file.metadata.num_rows == 0:
            raise EmptyExport(path=str(path))
        spans(path, file)


def read_sample(path: Path) -> Sample:
    """Read an export."""
    settings, file = open_export(path)
    sample = Sample(settings)
    with file:
        for group in range(file.metadata.num_row_groups):
            sample.add(file.read_row_group(group))
    return sample


def distinct(samples: Iterable[Sample]) -> list[Sample]:
    """Each export once, its longest file, in an order that does not depend on the files' names."""
    longest: dict[bytes, Sample] = {}
    for sample in sorted(samples, key=lambda sample: sample.games):
        settings = msgspec.structs.replace(sample.settings, games=0, rows=False)
        longest[msgspec.json.encode(settings)] = sample
    return sorted(longest.values(), key=place)


def place(sample: Sample) -> tuple[object, ...]:
    """Orders samples: seats, options with the usual values first, then from most games to least."""
    settings = sample.settings
    values = [
        option.values.index(settings.options[option.key]) for option in game(settings.game).options
    ]
    return (settings.seats, values, -settings.games, settings.player, settings.seed)
