"""A league where everybody plays everybody once: who meets when, who begins, and how they stand.

Pure: nothing here knows a store. Points are counted in halves, so that none is ever rounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

LEAST, MOST = 3, 16  # entrants: two need no league, and more never finish one
WIN, TIE, LOSS = 2, 1, 0  # in half points


class Game(msgspec.Struct, frozen=True):
    """A game of a league: two entrants by number, the lower one first, who begins by seat 1."""

    one: int
    two: int
    round: int


class Score(msgspec.Struct, frozen=True):
    """A game that was played: half points of the first of the two; the other has the rest."""

    one: int
    two: int
    points: int


class Standing(msgspec.Struct):
    """How an entrant stands."""

    number: int
    points: int = 0  # halves
    played: int = 0
    rank: int = 1  # equal ones share it


def schedule(count: int) -> list[Game]:
    """All games by rounds, in which each plays at most once: the others turn around the first."""
    places: list[int | None] = [*range(count), *([None] if count % 2 else [])]
    games = []
    for number in range(len(places) - 1):
        half = len(places) // 2
        for one, two in zip(places[:half], reversed(places[half:]), strict=True):
            if one is not None and two is not None:
                games.append(Game(min(one, two), max(one, two), number + 1))
        places = [places[0], places[-1], *places[1:-1]]
    return sorted(games, key=lambda game: (game.round, game.one))


def beginner(game: Game) -> int:
    """Who begins: over a league everybody does so as often as not, give or take one game."""
    return game.one if (game.one + game.two) % 2 else game.two


def standings(count: int, scores: Iterable[Score]) -> list[Standing]:
    """All entrants, the best first: by points, then by points against those with as many."""
    known = list(scores)
    found = [Standing(number) for number in range(count)]
    for score in known:
        for number, points in ((score.one, score.points), (score.two, WIN - score.points)):
            found[number].points += points
            found[number].played += 1
    worth = {one.number: (one.points, among(one, found, known)) for one in found}
    found.sort(key=lambda one: (worth[one.number], -one.number), reverse=True)
    for place, one in enumerate(found, 1):
        same = place > 1 and worth[one.number] == worth[found[place - 2].number]
        one.rank = found[place - 2].rank if same else place
    return found


def among(own: Standing, all_of_them: Sequence[Standing], scores: Iterable[Score]) -> int:
    """Half points against those who have as many."""
    equal = {one.number for one in all_of_them if one.points == own.points}
    total = 0
    for score in scores:
        if {score.one, score.two} <= equal:
            total += score.points * (score.one == own.number)
            total += (WIN - score.points) * (score.two == own.number)
    return total
