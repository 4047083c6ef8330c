"""The calls about ratings and statistics: the leaderboard, a player, one's own, what a game meant.

Each is a few lines over the modules below.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated

from litestar import get
from litestar.params import PathParameter, QueryParameter

from colonnade.games import game as find_game
from colonnade.server import rating_queries
from colonnade.server.errors import TableOpen
from colonnade.server.ratings import Ratings
from colonnade.server.requests import (
    RESPONSES,
    Call,
    TableId,
    device_of,
    seen_table,
    tables_of,
)
from colonnade.server.statistics import statistics
from colonnade.server.studying import Studies
from colonnade.server.terms import terms
from colonnade.server.wire_ratings import Leaderboard, PublicPlayer, RatedTable, Statistics

OfGame = Annotated[str, QueryParameter(min_length=1, max_length=32, description="A game's key")]
OfSeats = Annotated[int, QueryParameter(ge=1, le=8, description="How many seats")]
OfBots = Annotated[bool, QueryParameter(description="The bots' list in place of the people's")]
OfPlayer = Annotated[str, PathParameter(max_length=64, description="A player's id")]


def ratings_of(call: Call) -> Ratings:
    """The ratings of this server."""
    ratings = call.app.state.ratings
    assert isinstance(ratings, Ratings)
    return ratings


def studies_of(call: Call) -> Studies:
    """What looks at finished games for statistics."""
    studies = call.app.state.studies
    assert isinstance(studies, Studies)
    return studies


@get("/api/ratings", responses=RESPONSES, opt=terms(cost=4.0), summary="The leaderboard")
async def leaderboard(
    request: Call, game: OfGame, seats: OfSeats = 2, bots: OfBots = False
) -> Leaderboard:
    """The strongest of the house in a game with so many seats, beside the computer's levels."""
    found = find_game(game)
    found.start(seats)  # refuses what cannot be
    await ratings_of(request).settle()
    tables = tables_of(request)
    work = partial(
        rating_queries.leaderboard,
        group=(found.key, seats),
        bots=bots,
        device=device_of(request),
        now=tables.watch.date(),
    )
    return await tables.store.read(work)


@get(
    "/api/players/{player_id:str}",
    responses=RESPONSES,
    opt=terms(cost=4.0),
    summary="A player",
)
async def public_player(request: Call, player_id: OfPlayer) -> PublicPlayer:
    """What anybody may know of a player: name, color, ratings, results at public tables."""
    await ratings_of(request).settle()
    tables = tables_of(request)
    now = tables.watch.date()
    return await tables.store.read(
        partial(rating_queries.public_player, player_id=player_id, now=now)
    )


@get("/api/me/statistics", responses=RESPONSES, opt=terms(cost=8.0), summary="My statistics")
async def my_statistics(request: Call) -> Statistics:
    """Ratings, results, points by source, luck and skill of the last games, favorite variants.

    Games that nobody has looked at yet are looked at soon, one after the other: ask again.
    """
    await ratings_of(request).settle()
    tables = tables_of(request)
    work = partial(statistics, device=device_of(request), now=tables.watch.date())
    found, missing = await tables.store.read(work)
    found.pending = studies_of(request).want(missing)
    return found


@get(
    "/api/tables/{table_id:str}/rating",
    responses=RESPONSES,
    opt=terms(cost=2.0),
    summary="What a game meant",
)
async def rated_table(request: Call, table_id: TableId) -> RatedTable:
    """What a finished game changed of its players' ratings, or why it does not count."""
    table = await seen_table(request, table_id)
    if table.head.finished is None:
        raise TableOpen(table=table.id)
    await ratings_of(request).settle()
    work = partial(rating_queries.rated_table, table_id=table.id, seats=len(table.seats))
    return await tables_of(request).store.read(work)


RATING_ROUTES = (leaderboard, public_player, my_statistics, rated_table)
