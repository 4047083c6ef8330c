"""What a host does with ratings: list them, see that they follow from the log, compute them anew.

It works on the database itself, whether a server runs or not. What they are made of is decided in
rating_log.py.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import Engine, select

from colonnade.arena.strength import Strength
from colonnade.server import rating_log
from colonnade.server.schema import PLAYERS, RATED, RATINGS


class Line(msgspec.Struct, frozen=True):
    """A line of the host's list."""

    game: str
    seats: int
    bot: bool
    player: str
    name: str
    games: int
    rating: int
    doubt: int
    provisional: bool
    mu: float
    sigma: float


class Checked(msgspec.Struct, frozen=True):
    """What came of a check."""

    games: int  # in the log
    ratings: int
    rows: int  # of the log that do not follow from those before
    wrong: int  # ratings that do not follow from the log


def list_ratings(engine: Engine) -> list[Line]:
    """All ratings of the house: by game, seats and mark, the strongest first."""
    with engine.begin() as connection:
        while rating_log.is_due(connection):
            rating_log.catch_up(connection)
        query = select(RATINGS, PLAYERS.c.name).join(PLAYERS, PLAYERS.c.id == RATINGS.c.player)
        rows = connection.execute(query).all()
    found = []
    for row in rows:
        now = Strength(row.mu, row.sigma)
        line = Line(
            game=row.game,
            seats=row.seats,
            bot=bool(row.bot),
            player=row.player,
            name=row.name,
            games=row.games,
            rating=now.rating,
            doubt=now.doubt,
            provisional=now.provisional,
            mu=row.mu,
            sigma=row.sigma,
        )
        found.append(line)
    return sorted(found, key=lambda one: (one.game, one.seats, one.bot, -one.mu, one.player))


def check_ratings(engine: Engine) -> Checked:
    """Compute all ratings from the log and compare them, to the last digit; nothing is changed."""
    with engine.begin() as connection:
        rating_log.lock(connection)
        games = connection.execute(select(RATED.c.table_id).distinct()).all()
        ratings = connection.execute(select(RATINGS.c.player)).all()
        return Checked(
            games=len(games),
            ratings=len(ratings),
            rows=len(rating_log.wrong_rows(connection)),
            wrong=len(rating_log.wrong_ratings(connection)),
        )


def recompute_ratings(engine: Engine) -> Checked:
    """Compute all ratings anew from the log, and write them."""
    with engine.begin() as connection:
        while rating_log.catch_up(connection):
            pass
        wrong = len(rating_log.wrong_ratings(connection))
        rows = rating_log.recompute(connection)
        games = connection.execute(select(RATED.c.table_id).distinct()).all()
        ratings = connection.execute(select(RATINGS.c.player)).all()
    return Checked(games=len(games), ratings=len(ratings), rows=rows, wrong=wrong)
