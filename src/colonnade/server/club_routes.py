"""The calls about the club of a house: coming in, what is said, leagues and their tables.

Each is a few lines over the modules below; what is for hosts alone stands in host_routes.py.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated

from litestar import Response, delete, get, post
from litestar.params import JSONBody, PathParameter

from colonnade.server import club_queries, league_queries
from colonnade.server.club import Clubhouse
from colonnade.server.packing import PLAIN
from colonnade.server.requests import (
    RESPONSES,
    Call,
    device_of,
    known_device,
    origin_of,
    sitter_of,
    tables_of,
    with_cookie,
)
from colonnade.server.terms import terms
from colonnade.server.wire_club import (
    ClubInvitation,
    ClubLookWish,
    ClubTold,
    ClubWay,
    ClubWish,
    LeagueGameWish,
    LeagueWish,
    TableSet,
)

PATH = "/api/club"
LEAGUE = f"{PATH}/leagues/{{league_id:str}}"
DEAR = 4.0
LeagueId = Annotated[str, PathParameter(description="A league's id")]
PlayerId = Annotated[str, PathParameter(description="A member's player")]


def club_of(call: Call) -> Clubhouse:
    """The club of this server."""
    club = call.app.state.club
    assert isinstance(club, Clubhouse)
    return club


@get(PATH, responses=RESPONSES, opt=terms(cost=2.0), summary="The club")
async def read_club(request: Call) -> ClubTold:
    """Members, the announcement and leagues; where members play is told to members alone."""
    return await club_of(request).told(device_of(request))


@post(
    f"{PATH}/look",
    responses=RESPONSES,
    opt=PLAIN | terms(cost=DEAR),
    status_code=200,
    summary="What a link opens",
)
async def look_in(request: Call, data: JSONBody[ClubLookWish]) -> ClubWay:
    """Whether a link to the club is an invitation or the host's own; nothing is done."""
    return await club_of(request).way(origin_of(request), data.token)


@post(
    f"{PATH}/members",
    responses=RESPONSES,
    opt=PLAIN | terms(cost=DEAR),
    status_code=200,
    summary="Come into the club",
)
async def come_in(request: Call, data: JSONBody[ClubWish]) -> Response[ClubTold]:
    """Become a member by an invitation; by the host's link a host, who founds the club."""
    device = known_device(request)
    await club_of(request).come_in(sitter_of(request, device), data)
    return with_cookie(request, await club_of(request).told(device), device, 200)


@delete(f"{PATH}/members/{{player:str}}", responses=RESPONSES, status_code=200, summary="Let go")
async def let_go(request: Call, player: PlayerId) -> ClubTold:
    """Leave the club, or as a host let a member go; games and results stay."""
    device = device_of(request)
    work = partial(club_queries.remove_member, device=device, player=player)
    await tables_of(request).store.write(work)
    return await club_of(request).told(device)


@post(
    f"{PATH}/invitations",
    responses=RESPONSES,
    opt=PLAIN | terms(cost=DEAR),
    summary="Invite to the club",
)
async def invite(request: Call) -> ClubInvitation:
    """A link by which others become members, for a month; the one before is void."""
    token, until = await club_of(request).invite(device_of(request))
    link = f"{str(request.base_url).rstrip('/')}/club#{token}"
    return ClubInvitation(token=token, link=link, until=until)


# Leagues


@post(f"{PATH}/leagues", responses=RESPONSES, opt=terms(cost=DEAR), summary="Open a league")
async def open_league(request: Call, data: JSONBody[LeagueWish]) -> ClubTold:
    """A league where everybody plays everybody once; members enter until a host begins it."""
    device = device_of(request)
    await club_of(request).add_league(device, data)
    return await club_of(request).told(device)


@post(f"{LEAGUE}/enter", responses=RESPONSES, status_code=200, summary="Enter a league")
async def enter_league(request: Call, league_id: LeagueId) -> ClubTold:
    """Take part, as long as it has not begun."""
    return await change(request, league_queries.enter, league_id)


@post(f"{LEAGUE}/withdraw", responses=RESPONSES, status_code=200, summary="Withdraw")
async def withdraw(request: Call, league_id: LeagueId) -> ClubTold:
    """Take no part after all, as long as it has not begun."""
    return await change(request, league_queries.withdraw, league_id)


@post(f"{LEAGUE}/start", responses=RESPONSES, status_code=200, summary="Begin a league")
async def start_league(request: Call, league_id: LeagueId) -> ClubTold:
    """From now on nobody enters, and all games can be played; for hosts."""
    return await change(request, league_queries.start, league_id)


@post(f"{LEAGUE}/end", responses=RESPONSES, status_code=200, summary="End a league")
async def end_league(request: Call, league_id: LeagueId) -> ClubTold:
    """Let it stand as it is; for hosts."""
    return await change(request, league_queries.end, league_id)


@delete(LEAGUE, responses=RESPONSES, status_code=200, summary="Delete a league")
async def delete_league(request: Call, league_id: LeagueId) -> ClubTold:
    """Delete it; its games stay with those who played them. For hosts."""
    return await change(request, league_queries.remove, league_id)


async def change(request: Call, work: league_queries.Change, league_id: str) -> ClubTold:
    """Change a league, and tell the club as it is then."""
    device = device_of(request)
    await tables_of(request).store.write(partial(work, device=device, league_id=league_id))
    return await club_of(request).told(device)


@post(f"{LEAGUE}/games", responses=RESPONSES, opt=terms(cost=DEAR), summary="Set the table")
async def set_table(request: Call, league_id: LeagueId, data: JSONBody[LeagueGameWish]) -> TableSet:
    """A table with both seated, on all their devices; asked twice is once."""
    sitter = sitter_of(request, device_of(request) or "")
    return TableSet(table=await club_of(request).set_table(sitter, league_id, data))


CLUB_ROUTES = (
    read_club,
    look_in,
    come_in,
    let_go,
    invite,
    open_league,
    enter_league,
    withdraw,
    start_league,
    end_league,
    delete_league,
    set_table,
)
