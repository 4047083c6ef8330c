"""Strength: one scale for people and levels, and what was measured of the levels."""

from __future__ import annotations

from pathlib import Path

import pytest

from colonnade.ai.judges import fingerprint_of
from colonnade.ai.levels import LEVEL_NAMES
from colonnade.arena.ladder import LEAST, distinct
from colonnade.arena.measured import (
    DIGITS,
    Measured,
    all_measured,
    average,
    between,
    ladder_of,
    levels_of,
)
from colonnade.arena.run_files import Run, read_run
from colonnade.arena.strength import CERTAIN, UNKNOWN, Strength, ranks, rated
from colonnade.games import game, own_keys

pytestmark = pytest.mark.once
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def published() -> list[Run]:
    """The ladder's runs."""
    found = [read_run(path)[0] for path in sorted((ROOT / "docs" / "ladder").glob("*.parquet"))]
    return [run for run in distinct(found) if len(run.games) >= LEAST]


def test_ranks() -> None:
    """Winners come first, then points count; who gave up is last in any case."""
    assert ranks([30, 20], [0]) == [0, 1]
    assert ranks([20, 30], [0], [1]) == [0, 1]
    assert ranks([30, 30], [1]) == [1, 0]
    assert ranks([30, 30], [0, 1]) == [0, 0]
    assert ranks([50, 40, 40, 60], [3], [3]) == [0, 1, 1, 3]


def test_a_game_changes_both_and_doubt_shrinks() -> None:
    """Who wins rises as the other falls; what is sure changes little."""
    won, lost = rated([UNKNOWN, UNKNOWN], [0, 1])
    assert won.mu > 25.0 > lost.mu
    assert won.sigma == lost.sigma < UNKNOWN.sigma
    sure, new = rated([Strength(25.0, 1.0), UNKNOWN], [0, 1])
    assert sure.mu - 25.0 < 25.0 - new.mu
    assert rated([UNKNOWN, UNKNOWN], [0, 1]) == [won, lost]


def test_provisional_ends_after_about_ten_games_against_a_level() -> None:
    """The bound is a doubt of 100 points."""
    level = levels_of("pagoda", 2)["builder"].strength
    now, games = UNKNOWN, 0
    while now.provisional:
        now = rated([now, level], [games % 2, 1 - games % 2])[0]
        games += 1
    assert 8 <= games <= 14
    assert now.doubt <= round(20 * CERTAIN) == 100
    assert UNKNOWN.rating == 1500


def test_every_level_is_measured_for_every_number_of_seats() -> None:
    """By the judges that ship; those that are named as stronger are, and all sources are there."""
    for key in own_keys():
        for seats in game(key).seats:
            levels = levels_of(key, seats)
            assert tuple(levels) == LEVEL_NAMES, (key, seats)
            strengths = [one.mu for one in levels.values()]
            assert strengths == sorted(strengths)
            assert {one.judge for one in levels.values()} == {fingerprint_of(game(key))}
            sources = list(game(key).start(seats).breakdown(0))
            assert all(list(one.points) == sources for one in levels.values())


def test_levels_are_as_strong_as_the_ladder_says(published: list[Run]) -> None:
    """The file that ships is written from docs/ladder/, and from nothing else."""
    for key in own_keys():
        for seats in game(key).seats:
            found = ladder_of(published, key, seats)
            for one in levels_of(key, seats).values():
                said = found[one.seated]
                assert one.mu == round(said.mu, DIGITS)
                assert one.sigma == round(said.sigma, DIGITS)


def test_a_strength_stands_between_levels() -> None:
    """Beyond the ends there is no level."""
    levels = list(levels_of("seven_steps", 2).values())
    by_name: dict[str, Measured] = {one.level: one for one in levels}
    middle = (by_name["builder"].mu + by_name["architect"].mu) / 2
    assert between(Strength(middle, 1.0), levels) == ("builder", "architect")
    assert between(Strength(-50.0, 1.0), levels) == (None, "apprentice")
    assert between(Strength(99.0, 1.0), levels) == ("master", None)
    assert between(UNKNOWN, []) == (None, None)


def test_points_are_counted_the_same_again() -> None:
    """Of players that are not bound by time."""
    first = average("pagoda", 2, "random", 4, 1)
    assert first == average("pagoda", 2, "random", 4, 1)
    assert list(first) == list(game("pagoda").start(2).breakdown(0))


def test_nothing_is_measured_twice() -> None:
    """One line for each level, game and number of seats."""
    found = [(one.game, one.seats, one.level) for one in all_measured()]
    assert len(set(found)) == len(found)
