"""Ratings as they are told: the leaderboard, a player's own and another's, and what a game meant.

Nothing is computed here: how strengths come about is decided in rating_fold.py.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, and_, case, func, select

from colonnade.arena.measured import between, levels_of
from colonnade.arena.strength import CERTAIN, Strength
from colonnade.server.counting import COUNTS, UNCOUNTED, Uncounted
from colonnade.server.errors import NobodyKnown
from colonnade.server.player_queries import played
from colonnade.server.players import tallies
from colonnade.server.rating_log import Group, bots_among, of_group, rows_where
from colonnade.server.schema import PLAYERS, RATED, RATINGS, TABLES
from colonnade.server.sitting import COLUMNS, find_player, player_in
from colonnade.server.wire_ratings import (
    Leaderboard,
    LevelTold,
    PublicPlayer,
    RatedGroup,
    RatedSeat,
    RatedTable,
    RatingPoint,
    RatingTold,
    Standing,
)

MOST = 100  # lines of a leaderboard
HISTORY = 28  # games of a graph
MONTH = 30 * 86_400.0


def leaderboard(
    connection: Connection, group: Group, bots: bool, device: str | None, now: float
) -> Leaderboard:
    """The list of a game: the sure ones by strength, then the others; who asks is always in it."""
    game, seats = group
    mine = find_player(connection, device)
    of_game = and_(RATINGS.c.game == game, RATINGS.c.seats == seats)
    here = and_(of_game, RATINGS.c.bot.is_(bots))
    sure = case((RATINGS.c.sigma <= CERTAIN, 0), else_=1)
    place = func.row_number().over(order_by=(sure, RATINGS.c.mu.desc(), RATINGS.c.player))
    listed = (
        select(RATINGS, PLAYERS.c.name, PLAYERS.c.color, place.label("place"))
        .join(PLAYERS, PLAYERS.c.id == RATINGS.c.player)
        .where(here)
        .subquery()
    )
    wanted = (listed.c.place <= MOST) | (listed.c.player == (mine.id if mine else ""))
    rows = connection.execute(select(listed).where(wanted).order_by(listed.c.place)).all()
    total = connection.execute(select(func.count()).select_from(RATINGS).where(of_game))
    counted = connection.execute(select(func.count()).select_from(RATINGS).where(here))
    players = counted.scalar_one()
    before = strengths_at(connection, group, [row.player for row in rows], now - MONTH)
    standings = []
    for row in rows:
        strength = Strength(row.mu, row.sigma)
        standings.append(
            Standing(
                place=None if strength.provisional else row.place,
                player=row.player,
                name=row.name,
                color=row.color,
                rating=strength.rating,
                doubt=strength.doubt,
                provisional=strength.provisional,
                games=row.games,
                month=since(strength, before.get(row.player)),
                mine=mine is not None and row.player == mine.id,
            )
        )
    return Leaderboard(
        game=game,
        seats=seats,
        bots=bots,
        players=players,
        others=total.scalar_one() - players,
        standings=standings,
        levels=[
            LevelTold(level=one.level, rating=one.strength.rating, doubt=one.strength.doubt)
            for one in levels_of(game, seats).values()
        ],
        groups=rated_groups(connection, bots),
    )


def since(now: Strength, before: Strength | None) -> int:
    """What has changed of a rating; of who had none before, from the beginning."""
    return now.rating - (before or Strength()).rating


def strengths_at(
    connection: Connection, group: Group, players: Collection[str], time: float
) -> dict[str, Strength]:
    """How strong players were at a time, by their last game before it."""
    last = func.row_number().over(
        partition_by=RATED.c.player, order_by=(RATED.c.finished.desc(), RATED.c.table_id.desc())
    )
    rows = (
        select(RATED.c.player, RATED.c.mu_after, RATED.c.sigma_after, last.label("last"))
        .where(of_group(group), RATED.c.player.in_(players), RATED.c.counted)
        .where(RATED.c.finished < time)
        .subquery()
    )
    found = connection.execute(select(rows).where(rows.c.last == 1))
    return {row.player: Strength(row.mu_after, row.sigma_after) for row in found}


def rated_groups(connection: Connection, bots: bool) -> list[RatedGroup]:
    """All games and numbers of seats in which somebody has a rating."""
    counted = select(RATINGS.c.game, RATINGS.c.seats, func.count()).where(RATINGS.c.bot.is_(bots))
    rows = connection.execute(counted.group_by(RATINGS.c.game, RATINGS.c.seats))
    return [
        RatedGroup(game=game, seats=seats, players=count)
        for game, seats, count in sorted(tuple(row) for row in rows)
    ]


def ratings_of(connection: Connection, player: str, now: float) -> list[RatingTold]:
    """All ratings of a player, those played most first."""
    rows = connection.execute(select(RATINGS).where(RATINGS.c.player == player)).all()
    found = []
    for row in sorted(rows, key=lambda row: (-row.games, row.game, row.seats)):
        group, strength = (row.game, row.seats), Strength(row.mu, row.sigma)
        here = and_(
            RATINGS.c.game == row.game,
            RATINGS.c.seats == row.seats,
            RATINGS.c.bot.is_(bool(row.bot)),
            RATINGS.c.sigma <= CERTAIN,
        )
        sure = select(func.count()).select_from(RATINGS).where(here)
        ahead = sure.where(RATINGS.c.mu > row.mu)
        below, above = between(strength, levels_of(*group).values())
        before = strengths_at(connection, group, [player], now - MONTH)
        place = None
        if not strength.provisional:
            place = int(connection.execute(ahead).scalar_one()) + 1
        found.append(
            RatingTold(
                game=row.game,
                seats=row.seats,
                rating=strength.rating,
                doubt=strength.doubt,
                provisional=strength.provisional,
                games=row.games,
                place=place,
                players=connection.execute(sure).scalar_one(),
                month=since(strength, before.get(player)),
                below=below,
                above=above,
                history=history(connection, player, group),
            )
        )
    return found


def history(connection: Connection, player: str, group: Group) -> list[RatingPoint]:
    """The newest ratings of a player, the oldest of them first."""
    mine = and_(of_group(group), RATED.c.player == player, RATED.c.counted)
    newest = select(RATED.c.finished, RATED.c.mu_after, RATED.c.sigma_after).where(mine)
    rows = connection.execute(newest.order_by(RATED.c.finished.desc()).limit(HISTORY)).all()
    return [
        RatingPoint(time=time, rating=Strength(mu, sigma).rating, doubt=Strength(mu, sigma).doubt)
        for time, mu, sigma in reversed(rows)
    ]


def public_player(connection: Connection, player_id: str, now: float) -> PublicPlayer:
    """What anybody may know of a player: ratings, and results at tables that were public."""
    row = connection.execute(select(*COLUMNS).where(PLAYERS.c.id == player_id)).first()
    found = player_in(row)
    if found is None:
        raise NobodyKnown()
    games = played(connection, found.id)
    public = select(TABLES.c.id).where(TABLES.c.public, TABLES.c.spectators)
    shown = set(
        connection.execute(public.where(TABLES.c.id.in_([one.table for one in games]))).scalars()
    )
    return PublicPlayer(
        id=found.id,
        name=found.name,
        color=found.color,
        bot=found.id in bots_among(connection, [found.id]),
        ratings=ratings_of(connection, found.id, now),
        results=tallies([one for one in games if one.table in shown]),
    )


def rated_table(connection: Connection, table_id: str, seats: int) -> RatedTable:
    """What a finished game meant for ratings."""
    said = connection.execute(select(TABLES.c.rated).where(TABLES.c.id == table_id)).scalar()
    if said != COUNTS:
        return RatedTable(counts=False, uncounted=reason_of(said))
    told: list[RatedSeat | None] = [None] * seats
    for row in rows_where(connection, RATED.c.table_id == table_id):
        if row.counted:
            told[row.seat] = RatedSeat(
                before=row.before.rating,
                after=row.after.rating,
                provisional=row.after.provisional,
            )
    return RatedTable(counts=True, seats=told)


def reason_of(said: str | None) -> Uncounted | None:
    """Why a game does not count, as it is stored."""
    return next((reason for reason in UNCOUNTED if reason == said), None)
