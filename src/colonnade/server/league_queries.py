"""Leagues of the club in the database: who enters, which tables they play at, how those ended.

How a league works is decided in league.py; what is kept of its games, in league_tables.py.
"""

from __future__ import annotations

import time
from typing import Any, Protocol, cast

import msgspec
from sqlalchemy import Connection, Row, delete, insert, select, update

from colonnade.server import league
from colonnade.server.clock import clock_set
from colonnade.server.club_queries import need_host, need_member
from colonnade.server.errors import LeagueClosed, LeagueSize, NoGame, NoLeague, NotYourGame
from colonnade.server.league import Game, Score
from colonnade.server.league_tables import drop_player, in_game, points_of, settle
from colonnade.server.schema import ENTRANTS, LEAGUE_GAMES, LEAGUES, PLAYERS, TABLES
from colonnade.server.stored import Clock
from colonnade.server.table_queries import packed
from colonnade.server.wire_club import EntrantTold, LeagueGameTold, LeagueState, LeagueTold
from colonnade.server.wire_types import Color

MOST_LEAGUES = 200


class Change(Protocol):
    """What is done with a league by the player of a device."""

    def __call__(self, connection: Connection, device: str | None, league_id: str) -> None:
        """Do it, or refuse."""


NOBODY: Color = "white"  # in which those stand whose data was deleted


def add_league(
    connection: Connection,
    device: str | None,
    league_id: str,
    name: str,
    game: str,
    options: dict[str, str],
    clock: Clock | None,
) -> None:
    """Open a league; by a host."""
    need_host(connection, device)
    known = connection.execute(select(LEAGUES.c.id).limit(MOST_LEAGUES)).all()
    if len(known) == MOST_LEAGUES:
        raise LeagueSize(least=league.LEAST, most=MOST_LEAGUES)
    values = {"id": league_id, "name": name, "game": game, "created": time.time()}
    values |= {"options": packed(options), "clock": packed(clock)}
    connection.execute(insert(LEAGUES).values(**values))


def find(connection: Connection, league_id: str) -> Row[Any]:
    """A league, for this transaction alone; there must be one."""
    query = select(LEAGUES).where(LEAGUES.c.id == league_id).with_for_update()
    row = connection.execute(query).first()
    if row is None:
        raise NoLeague()
    return row


def numbers(connection: Connection, league_id: str) -> dict[int, str | None]:
    """Who entered, by number."""
    query = select(ENTRANTS.c.number, ENTRANTS.c.player).where(ENTRANTS.c.league == league_id)
    return {row.number: row.player for row in connection.execute(query.order_by(ENTRANTS.c.number))}


def enter(connection: Connection, device: str | None, league_id: str) -> None:
    """Enter a league that has not begun; asked twice is once."""
    own, row = need_member(connection, device), find(connection, league_id)
    known = numbers(connection, league_id)
    if own.player in known.values():
        return
    if row.started is not None:
        raise LeagueClosed()
    if len(known) >= league.MOST:
        raise LeagueSize(least=league.LEAST, most=league.MOST)
    number = max(known, default=-1) + 1
    values = {"league": league_id, "number": number, "player": own.player}
    connection.execute(insert(ENTRANTS).values(**values))


def withdraw(connection: Connection, device: str | None, league_id: str) -> None:
    """Leave a league that has not begun."""
    own, row = need_member(connection, device), find(connection, league_id)
    if row.started is not None:
        raise LeagueClosed()
    here = (ENTRANTS.c.league == league_id) & (ENTRANTS.c.player == own.player)
    connection.execute(delete(ENTRANTS).where(here))


def start(connection: Connection, device: str | None, league_id: str) -> None:
    """Begin a league: from now on nobody enters, and all may play; by a host."""
    need_host(connection, device)
    row, known = find(connection, league_id), numbers(connection, league_id)
    if row.started is not None:
        return
    if not league.LEAST <= len(known) <= league.MOST:
        raise LeagueSize(least=league.LEAST, most=league.MOST)
    # Some may have left: from now on they are counted without gaps.
    connection.execute(delete(ENTRANTS).where(ENTRANTS.c.league == league_id))
    rows = [
        {"league": league_id, "number": number, "player": player}
        for number, player in enumerate(known.values())
    ]
    connection.execute(insert(ENTRANTS), rows)
    begun = update(LEAGUES).where(LEAGUES.c.id == league_id)
    connection.execute(begun.values(started=time.time()))


def end(connection: Connection, device: str | None, league_id: str) -> None:
    """End a league with what was played until now; by a host."""
    need_host(connection, device)
    if find(connection, league_id).ended is None:
        over = update(LEAGUES).where(LEAGUES.c.id == league_id)
        connection.execute(over.values(ended=time.time()))


def remove(connection: Connection, device: str | None, league_id: str) -> None:
    """Delete a league; its games stay with those who played them. By a host."""
    need_host(connection, device)
    find(connection, league_id)
    for rows in (LEAGUE_GAMES, ENTRANTS):
        connection.execute(delete(rows).where(rows.c.league == league_id))
    connection.execute(delete(LEAGUES).where(LEAGUES.c.id == league_id))


# Games


class Match(msgspec.Struct, frozen=True):
    """A game of a league that can be played now: by whom, who begins first, and at which table."""

    game: str
    options: dict[str, str]
    clock: Clock | None
    players: list[str]
    table: str | None


def match(connection: Connection, device: str | None, league_id: str, one: int, two: int) -> Match:
    """A game of a league, for one of the two or for a host."""
    own, row = need_member(connection, device), find(connection, league_id)
    if row.started is None or row.ended is not None:
        raise LeagueClosed()
    known = numbers(connection, league_id)
    first, last = min(one, two), max(one, two)
    if first == last or first not in known or last not in known:
        raise NoGame()
    game = Game(first, last, 0)
    order = [league.beginner(game), first + last - league.beginner(game)]
    players = [player for number in order if (player := known[number]) is not None]
    if len(players) < 2:
        raise NoGame()
    if own.player not in players and not own.host:
        raise NotYourGame()
    settle(connection, league_id=league_id)
    here = in_game(league_id, first, last)
    found = connection.execute(select(LEAGUE_GAMES.c.table_id).where(here)).first()
    return Match(
        game=row.game,
        options=msgspec.json.decode(row.options, type=dict[str, str]),
        clock=msgspec.json.decode(row.clock, type=Clock) if row.clock else None,
        players=players,
        table=None if found is None else found.table_id,
    )


def set_table(connection: Connection, league_id: str, one: int, two: int, table_id: str) -> None:
    """Write at which table a game is played."""
    here = in_game(league_id, one, two)
    connection.execute(delete(LEAGUE_GAMES).where(here))
    values = {"league": league_id, "one": min(one, two), "two": max(one, two)}
    connection.execute(insert(LEAGUE_GAMES).values(**values, table_id=table_id))


def merge_entrants(connection: Connection, old: str, new: str) -> None:
    """Let one player stand where another did, but never twice in one league."""
    own = select(ENTRANTS.c.league).where(ENTRANTS.c.player == new)
    there = list(connection.execute(own).scalars())
    mine = (ENTRANTS.c.player == old) & ENTRANTS.c.league.not_in(there)
    connection.execute(update(ENTRANTS).where(mine).values(player=new))
    drop_player(connection, old)


# What is told


def read_leagues(connection: Connection, player: str | None, near: bool) -> list[LeagueTold]:
    """All leagues, the newest first; at which tables they play is for members."""
    query = (
        select(ENTRANTS, PLAYERS.c.name, PLAYERS.c.color)
        .outerjoin(PLAYERS, PLAYERS.c.id == ENTRANTS.c.player)
        .order_by(ENTRANTS.c.league, ENTRANTS.c.number)
    )
    people: dict[str, list[Row[Any]]] = {}
    for row in connection.execute(query):
        people.setdefault(row.league, []).append(row)
    played: dict[str, dict[tuple[int, int], Row[Any]]] = {}
    games = select(LEAGUE_GAMES, TABLES.c.finished, TABLES.c.result).outerjoin(
        TABLES, TABLES.c.id == LEAGUE_GAMES.c.table_id
    )
    for row in connection.execute(games):
        played.setdefault(row.league, {})[row.one, row.two] = row
    rows = connection.execute(select(LEAGUES).order_by(LEAGUES.c.created.desc(), LEAGUES.c.id))
    return [
        told(row, people.get(row.id, []), played.get(row.id, {}), player, near)
        for row in rows.all()
    ]


def told(
    row: Row[Any],
    people: list[Row[Any]],
    played: dict[tuple[int, int], Row[Any]],
    player: str | None,
    near: bool,
) -> LeagueTold:
    """A league as it is told; its entrants are counted without gaps."""
    games, scores = [], []
    for game in league.schedule(len(people)) if row.started is not None else []:
        known = LeagueGameTold(one=game.one, two=game.two, round=game.round, state="waiting")
        if (found := played.get((game.one, game.two))) is not None:
            over = found.points is not None or found.finished is not None
            known.points = found.points if found.points is not None else points_of(found)
            known.state = "playing" if not over else "waiting" if known.points is None else "over"
            known.table = found.table_id if near and known.state != "waiting" else None
        if known.points is not None:
            scores.append(Score(game.one, game.two, known.points))
        games.append(known)
    clock = msgspec.json.decode(row.clock, type=Clock) if row.clock else None
    over = row.ended is not None or (bool(games) and all(one.state == "over" for one in games))
    state: LeagueState = "open" if row.started is None else "over" if over else "running"
    return LeagueTold(
        id=row.id,
        name=row.name,
        game=row.game,
        options=msgspec.json.decode(row.options, type=dict[str, str]),
        clock=clock_set(clock),
        state=state,
        created=row.created,
        started=row.started,
        ended=row.ended,
        entrants=entrants(people, scores),
        games=games,
        you=next((i for i, one in enumerate(people) if player and one.player == player), None),
    )


def entrants(people: list[Row[Any]], scores: list[Score]) -> list[EntrantTold]:
    """Who entered, in that order, and how they stand."""
    stand = {one.number: one for one in league.standings(len(people), scores)}
    return [
        EntrantTold(
            player=one.player,
            name=one.name or "",
            color=cast(Color, one.color or NOBODY),
            points=stand[number].points,
            played=stand[number].played,
            rank=stand[number].rank,
        )
        for number, one in enumerate(people)
    ]
