"""What a league keeps of tables and players that come and go: points of games that are over.

Points are kept apart from the tables, which may be deleted one day.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, delete, select, update

from colonnade.server import league
from colonnade.server.league import Game
from colonnade.server.schema import ENTRANTS, LEAGUE_GAMES, LEAGUES, TABLES
from colonnade.server.wire import Result


def in_game(league_id: str, one: int, two: int) -> Any:
    """The row of a game."""
    rows = LEAGUE_GAMES.c
    return (rows.league == league_id) & (rows.one == min(one, two)) & (rows.two == max(one, two))


def settle(
    connection: Connection, league_id: str | None = None, tables: Sequence[str] = ()
) -> None:
    """Keep the points of games that are over; of those that came to nothing, nothing."""
    which = LEAGUE_GAMES.c.league == league_id if league_id else LEAGUE_GAMES.c.table_id.in_(tables)
    query = select(LEAGUE_GAMES, TABLES.c.result, TABLES.c.finished).join(
        TABLES, TABLES.c.id == LEAGUE_GAMES.c.table_id
    )
    open_ones = query.where(which, LEAGUE_GAMES.c.points.is_(None), TABLES.c.finished.is_not(None))
    for row in connection.execute(open_ones).all():
        here = in_game(row.league, row.one, row.two)
        points = points_of(row)
        if points is None:
            connection.execute(delete(LEAGUE_GAMES).where(here))
        else:
            connection.execute(update(LEAGUE_GAMES).where(here).values(points=points))


def points_of(row: Row[Any]) -> int | None:
    """The first entrant's half points of a finished game; none if it was agreed to be none."""
    if row.result is None:
        return None
    result = msgspec.json.decode(row.result, type=Result)
    if result.ended == "tie":
        return league.TIE
    if result.ended is not None:
        return None
    seat = int(league.beginner(Game(row.one, row.two, 0)) != row.one)
    if seat not in result.winners:
        return league.LOSS
    return league.TIE if len(result.winners) > 1 else league.WIN


def drop_tables(connection: Connection, tables: Sequence[str]) -> None:
    """Keep what came of games whose tables are about to go; what was under way is to be played."""
    settle(connection, tables=tables)
    here = LEAGUE_GAMES.c.table_id.in_(tables)
    connection.execute(delete(LEAGUE_GAMES).where(here, LEAGUE_GAMES.c.points.is_(None)))
    connection.execute(update(LEAGUE_GAMES).where(here).values(table_id=None))


def drop_player(connection: Connection, player: str) -> None:
    """Let nobody know whom an entrant was; who has not begun yet leaves."""
    open_ones = select(LEAGUES.c.id).where(LEAGUES.c.started.is_(None))
    mine = ENTRANTS.c.player == player
    connection.execute(delete(ENTRANTS).where(mine, ENTRANTS.c.league.in_(open_ones)))
    connection.execute(update(ENTRANTS).where(mine).values(player=None))
