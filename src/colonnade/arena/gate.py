"""The gate: a new player against an old one, unit by unit, until it is clear which is stronger.

A unit is a deal with every rotation of the seats. Whether enough was played is computed in sprt.py;
games are played in match.py and kept by run_files.py. Units are counted in the order of their
deals, so the decision does not depend on who finished first.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Generator, Iterator, Sequence
from typing import ClassVar, Literal

import msgspec

from colonnade.arena.match import ClockName, Match, Played, fits_seats, play_match
from colonnade.arena.provenance import provenance_here
from colonnade.arena.run_files import GameSettings
from colonnade.arena.sprt import Bounds, elo_of, expected_score, likelihood_ratio, superiority
from colonnade.arena.tournament import Interval, margin, mean_interval, parts, rate_interval
from colonnade.compute.places import LOCAL, run
from colonnade.contract.game import Game
from colonnade.contract.play import SHARE

FORMAT = "colonnade gate 1"
BANDS = 5  # of scores, as they are shown: with two seats each is one of the five outcomes

Verdict = Literal["accepted", "rejected", "undecided"]


class GateSettings(GameSettings, frozen=True, kw_only=True):
    """All that decides the games of a gate, and when it ends; `games` is the most it may play."""

    mark: ClassVar[str] = FORMAT
    format: str = FORMAT
    new: str
    old: str
    seats: int
    bounds: Bounds
    time: float | None = None  # seconds for each decision of players that search
    clock: ClockName = "cpu"  # whose seconds

    @property
    def unit(self) -> int:
        """How many games a unit has: with two seats, one alone among others is the other too."""
        return 2 if self.seats == 2 else 2 * self.seats

    def lineup(self, rotation: int) -> list[str]:
        """The players of a game, the one that sits alone first."""
        alone, other = (self.new, self.old) if rotation < self.seats else (self.old, self.new)
        return [alone, *[other] * (self.seats - 1)]

    def fits(self, played: Played) -> bool:
        """Whether this gate can have played such a game."""
        inside = 0 <= played.deal < self.games // self.unit and 0 <= played.rotation < self.unit
        return inside and fits_seats(played, self.seats)


def gate_settings(
    game: Game,
    options: dict[str, str],
    pair: tuple[str, str],
    seats: int,
    games: int,
    seed: int,
    bounds: Bounds,
    time: float | None = None,
    clock: ClockName = "cpu",
) -> GateSettings:
    """Settings of a gate with this program: new and old player; games are whole units."""
    new, old = pair
    settings = GateSettings(
        **provenance_here(game, list(dict.fromkeys(pair)), time),
        options=options,
        new=new,
        old=old,
        seats=seats,
        games=games,
        seed=seed,
        bounds=bounds,
        time=time,
        clock=clock,
    )
    whole = -(-games // settings.unit) * settings.unit
    return msgspec.structs.replace(settings, games=whole)


# Playing


def play(
    settings: GateSettings,
    done: Collection[tuple[int, int]] = (),
    processes: int | None = 1,
    compute: str = LOCAL,
) -> Generator[Played, None, None]:
    """Play the games that are not done, unit after unit, and give each as it ends."""
    tasks = (match for match in matches(settings) if (match.deal, match.rotation) not in done)
    yield from run(play_match, tasks, processes, compute)


def matches(settings: GateSettings) -> Iterator[Match]:
    """All games that may be needed; a rotation counts on where the other player sits alone.

    So seats go by the rotation's rest, and no two games share a player's luck.
    """
    for deal in range(settings.games // settings.unit):
        for rotation in range(settings.unit):
            yield Match(
                settings.game,
                settings.options,
                settings.lineup(rotation),
                settings.seed,
                settings.time,
                deal,
                rotation,
                settings.clock,
                settings.files,
            )


# Counting


class Unit(msgspec.Struct, frozen=True):
    """What a deal came to; wins in parts of SHARE, margins in points, sums over its games."""

    alone: int  # wins of the new player where it sat alone
    other: int  # wins of the old player where that one did
    score: int  # 0 to the scale, half of it if neither was better
    margin: int  # the new player's where it sat alone, less the old one's where that one did


class Course:
    """The course of a gate: units in their order, and the ratio after each, until it decides."""

    def __init__(self, settings: GateSettings) -> None:
        self.settings = settings
        self.scale = 2 * settings.seats * SHARE  # what a unit's score is out of
        self.limits = settings.bounds.limits()
        self.expected = [
            expected_score(elo, settings.seats)
            for elo in (settings.bounds.elo0, settings.bounds.elo1)
        ]
        self.waiting: dict[int, dict[int, Played]] = {}  # by deal, then rotation
        self.games: list[Played] = []  # those counted
        self.units: list[Unit] = []
        self.counts: Counter[float] = Counter()  # of scores
        self.won = 0  # sum of their scores
        self.ratios: list[float] = []
        self.verdict: Verdict = "undecided"
        self.added = 0

    def add(self, played: Played) -> None:
        """Take a game, and count every unit whose turn has come, up to the one that decides."""
        if played.deal < len(self.units):
            return
        games = self.waiting.setdefault(played.deal, {})
        self.added += played.rotation not in games
        games.setdefault(played.rotation, played)
        while not self.decided and self.next_is_whole():
            games = self.waiting.pop(len(self.units))
            self.count([games[rotation] for rotation in range(self.settings.unit)])

    @property
    def decided(self) -> bool:
        """Whether enough was played."""
        return self.verdict != "undecided"

    @property
    def score(self) -> float:
        """The mean score of the units counted; a half before the first."""
        return self.won / self.scale / len(self.units) if self.units else 0.5

    def next_is_whole(self) -> bool:
        """Whether all games of the next unit in order were played."""
        return len(self.waiting.get(len(self.units), ())) == self.settings.unit

    def count(self, games: Sequence[Played]) -> None:
        """Count a unit, and see whether it decides."""
        unit = self.unit_of(games)
        self.games += games
        self.units.append(unit)
        self.won += unit.score
        self.counts[unit.score / self.scale] += 1
        ratio = likelihood_ratio(self.counts, *self.expected)
        self.ratios.append(ratio)
        if ratio >= self.limits[1]:
            self.verdict = "accepted"
        elif ratio <= self.limits[0]:
            self.verdict = "rejected"

    def unit_of(self, games: Sequence[Played]) -> Unit:
        """What the games of a unit came to."""
        seats = self.settings.seats
        chairs = [(played, played.seats.index(0)) for played in games]  # where who is alone sat
        first, second = chairs[:seats], chairs[seats:]
        alone = sum(parts(*chair) for chair in first)
        led = sum(margin(*chair) for chair in first)
        if second:
            other = sum(parts(*chair) for chair in second)
            led -= sum(margin(*chair) for chair in second)
        else:  # of two players one is alone among the other's seats, and the other way about
            other, led = seats * SHARE - alone, 2 * led
        return Unit(alone, other, seats * SHARE + alone - other, led)


# Telling


class Report(msgspec.Struct, frozen=True):
    """What a gate has found; numbers speak of the units counted, in whose order it was decided."""

    verdict: Verdict
    ratio: float  # log of the likelihood ratio
    limits: Interval  # where it decides
    units: int
    games: int
    left_out: int  # games beyond the decision, or of units not yet whole
    elo: float | None  # none without a limit: everything was won or lost
    elo_interval: tuple[float | None, float | None]
    superiority: float
    score: float  # share of wins, so scaled that equal players have a half
    score_interval: Interval
    bands: list[int]  # units by their score; with two seats: 0, 1/2, 1, 1 1/2 and 2 wins of a pair
    alone: float  # games that the new player won where it sat alone
    other: float  # games that the old player won where that one did
    margin: float
    margin_interval: Interval | None
    new_seconds: float  # per decision
    old_seconds: float


def report(course: Course) -> Report:
    """What the units counted so far say."""
    settings, units = course.settings, course.units
    seats, scale = settings.seats, course.scale
    scores = [unit.score for unit in units]
    interval = rate_interval(scores, scale)
    total = SHARE * seats * max(len(units), 1)
    leads = [unit.margin for unit in units]
    edges = [finite(elo_of(edge, seats)) for edge in interval]
    return Report(
        verdict=course.verdict,
        ratio=course.ratios[-1] if units else 0.0,
        limits=course.limits,
        units=len(units),
        games=len(course.games),
        left_out=course.added - len(course.games),
        elo=finite(elo_of(course.score, seats)),
        elo_interval=(edges[0], edges[1]),
        superiority=superiority_of(course),
        score=course.score,
        score_interval=interval,
        bands=bands(course),
        alone=sum(unit.alone for unit in units) / total,
        other=sum(unit.other for unit in units) / total,
        margin=sum(leads) / (2 * seats) / max(len(units), 1),
        margin_interval=mean_interval(leads, 2 * seats),
        new_seconds=seconds(course, True),
        old_seconds=seconds(course, False),
    )


def finite(value: float) -> float | None:
    """A number, or nothing where it is infinite."""
    return value if math.isfinite(value) else None


def superiority_of(course: Course) -> float:
    """How sure it is that the new player is the stronger one."""
    counts = course.counts
    if len(counts) < 2:  # no spread to measure: one unit more at either end gives it some
        counts = counts + Counter({0.0: 1, 1.0: 1})
    total = sum(counts.values())
    mean = sum(score * count for score, count in counts.items()) / total
    variance = sum(count * (score - mean) ** 2 for score, count in counts.items()) / (total - 1)
    return superiority(mean, math.sqrt(variance / total))


def bands(course: Course) -> list[int]:
    """Units by their score, from nothing won to everything."""
    found = [0] * BANDS
    for unit in course.units:
        found[min(BANDS * unit.score // course.scale, BANDS - 1)] += 1
    return found


def seconds(course: Course, new: bool) -> float:
    """Seconds per decision of one of the two, over all seats it had."""
    spent = decisions = 0.0
    for played in course.games:
        is_new = played.rotation < course.settings.seats  # whether the new player sat alone
        own = slice(0, 1) if is_new == new else slice(1, None)
        spent += sum(played.seconds[own])
        decisions += sum(played.decisions[own])
    return spent / max(decisions, 1)
