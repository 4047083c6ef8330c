"""What was measured of the computer's levels: how strong each is, and what it scores, by source.

Strength comes from the ladder's runs, for each number of seats; points from games that a level
plays at a table of its own kind. Both stand in levels.json, which `colonnade levels` writes and the
server reads.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from functools import cache
from importlib.resources import files

import msgspec

from colonnade.ai.judges import fingerprint_of
from colonnade.ai.levels import LEVEL_NAMES, player
from colonnade.ai.naming import parts_of
from colonnade.arena.game_loop import GameLoop, Seated
from colonnade.arena.ladder import LEAST, distinct, labels
from colonnade.arena.run_files import Run
from colonnade.arena.strength import Strength
from colonnade.arena.tournament import rate, whole_deals
from colonnade.compute.places import run
from colonnade.contract.history import History
from colonnade.contract.options import complete
from colonnade.contract.rng import Rng
from colonnade.games import all_games, game

FILE = "levels.json"
DIGITS = 6  # of a strength: more than any difference of two games
SEED = 7  # of the games that points are counted in
SEATED = 120  # seats that a level plays for its average points, if nobody says otherwise


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """One level of one game with so many seats."""

    game: str
    seats: int
    level: str
    seated: str  # the same as it was seated: the master with less time than it has at a table
    judge: str  # a mark of the weights that it judged by
    mu: float
    sigma: float
    points: dict[str, float]  # on average, by source

    @property
    def strength(self) -> Strength:
        """How strong it is."""
        return Strength(self.mu, self.sigma)


class Table(msgspec.Struct, frozen=True):
    """A game to be played for its points."""

    game: str
    seats: int
    player: str
    number: int


# Reading


@cache
def all_measured() -> list[Measured]:
    """All that was measured."""
    raw = files("colonnade.arena").joinpath(FILE).read_bytes()
    return msgspec.json.decode(raw, type=list[Measured])


@cache
def levels_of(key: str, seats: int) -> dict[str, Measured]:
    """The levels of a game with so many seats, from the gentlest; nothing of other packages'."""
    return {one.level: one for one in all_measured() if (one.game, one.seats) == (key, seats)}


def between(strength: Strength, levels: Iterable[Measured]) -> tuple[str | None, str | None]:
    """The strongest level that is not above a strength, and the next one; none beyond the ends."""
    below = above = None
    for one in sorted(levels, key=lambda level: level.mu):
        if one.mu <= strength.mu:
            below = one.level
        elif above is None:
            above = one.level
    return below, above


# Measuring


def is_level(spec: str, level: str) -> bool:
    """Whether a player is a level as it is, whatever its budget: with options it is another."""
    named = parts_of(spec)
    return named.name == level and not named.colon


def measure(
    runs: Iterable[Run], seated: int, processes: int | None = None
) -> Generator[Measured, None, None]:
    """Measure all levels of all games that the ladder has runs of."""
    published = [one for one in distinct(runs) if len(one.games) >= LEAST]
    for found in all_games():
        for seats in found.seats:
            strengths = ladder_of(published, found.key, seats)
            for level in LEVEL_NAMES:
                name = next((name for name in strengths if is_level(name, level)), None)
                if name is not None:
                    yield Measured(
                        game=found.key,
                        seats=seats,
                        level=level,
                        seated=name,
                        judge=fingerprint_of(found),
                        mu=round(strengths[name].mu, DIGITS),
                        sigma=round(strengths[name].sigma, DIGITS),
                        points=average(found.key, seats, name, seated, processes),
                    )


def ladder_of(runs: Sequence[Run], key: str, seats: int) -> dict[str, Strength]:
    """All players of the runs with so many seats, deal by deal through all runs, as on the page."""
    chosen = [
        one
        for one in runs
        if (one.settings.game, len(one.settings.players)) == (key, seats)
        and len(set(labels(one.settings))) > 1
    ]
    games = sorted(
        (
            (labels(one.settings), played)
            for one in chosen
            for deal in whole_deals(one.games, seats)
            for played in deal
        ),
        key=lambda game: (game[1].deal, game[1].rotation),
    )
    return {name: Strength(found.mu, found.sigma) for name, found in rate(games).items()}


def average(
    key: str, seats: int, name: str, seated: int, processes: int | None
) -> dict[str, float]:
    """The points of a level at a table of its own kind, by source."""
    count = -(-seated // seats)
    tasks = (Table(key, seats, name, number) for number in range(count))
    total: dict[str, int] = {}
    for points in run(play_table, tasks, processes):
        for source, value in points.items():
            total[source] = total.get(source, 0) + value
    order = game(key).start(seats, complete(game(key).options, {})).breakdown(0)
    return {source: round(total[source] / (count * seats), 2) for source in order}


def play_table(table: Table) -> dict[str, int]:
    """One game of a level with itself; returns the points of all seats together, by source."""
    found = game(table.game)
    start = found.start(table.seats, complete(found.options, {}))
    seated = [
        Seated(table.player, player(table.player, found, Rng(SEED + 1 + seat, table.number)))
        for seat in range(table.seats)
    ]
    loop = GameLoop(History(found, start), seated, Rng(SEED, table.number), number=table.number)
    state = loop.play().state
    total: dict[str, int] = {}
    for seat in range(table.seats):
        for source, value in state.breakdown(seat).items():
            total[source] = total.get(source, 0) + value
    return total
