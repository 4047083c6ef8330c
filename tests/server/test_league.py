"""Leagues without a server: who meets whom and when, who begins, how they stand."""

from __future__ import annotations

from itertools import combinations

import pytest

from colonnade.server.league import LEAST, MOST, Score, beginner, schedule, standings

pytestmark = pytest.mark.once


@pytest.mark.parametrize("count", range(LEAST, MOST + 1))
def test_everybody_plays_everybody_once(count: int) -> None:
    """In as few rounds as there can be, and at most once in each."""
    games = schedule(count)
    assert sorted((game.one, game.two) for game in games) == list(combinations(range(count), 2))
    rounds = {game.round for game in games}
    assert rounds == set(range(1, count if count % 2 == 0 else count + 1))
    for number in rounds:
        busy = [one for game in games if game.round == number for one in (game.one, game.two)]
        assert len(busy) == len(set(busy)) == count - count % 2


@pytest.mark.parametrize("count", range(LEAST, MOST + 1))
def test_all_begin_as_often(count: int) -> None:
    """Nobody begins two games more than they do not."""
    games = schedule(count)
    for number in range(count):
        own = [game for game in games if number in (game.one, game.two)]
        first = sum(beginner(game) == number for game in own)
        assert abs(2 * first - len(own)) <= 1


def test_standings() -> None:
    """By points; equals by their own game; those who tied there share a rank."""
    scores = [Score(0, 1, 2), Score(0, 2, 0), Score(1, 2, 2), Score(0, 3, 1), Score(1, 3, 1)]
    found = standings(4, scores)
    # 0 and 1 have a win and a tie each, and 0 has won against 1.
    assert [(one.number, one.points, one.rank) for one in found] == [
        (0, 3, 1),
        (1, 3, 2),
        (2, 2, 3),
        (3, 2, 3),
    ]
    assert [one.played for one in found] == [3, 3, 2, 2]
    assert [one.rank for one in standings(3, [])] == [1, 1, 1]
    assert sum(one.points for one in found) == 2 * len(scores)
