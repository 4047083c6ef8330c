"""The calls of the hosts of a club: what it says, who is a host, how the server is, copies."""

from __future__ import annotations

from functools import partial

from litestar import get, post
from litestar.params import JSONBody
from litestar.response import Stream

from colonnade.server import club_queries
from colonnade.server.club_routes import PATH, PlayerId, club_of
from colonnade.server.host_page import HostPage
from colonnade.server.packing import PLAIN
from colonnade.server.requests import RESPONSES, Call, TableId, device_of, lang_of, tables_of
from colonnade.server.seats import plain_name
from colonnade.server.terms import terms
from colonnade.server.wire_club import (
    AnnouncementWish,
    ClubNameWish,
    ClubTold,
    HostTable,
    HostWish,
    ServerTold,
)


def host_page_of(call: Call) -> HostPage:
    """What is for hosts."""
    page = call.app.state.host_page
    assert isinstance(page, HostPage)
    return page


@post(f"{PATH}/name", responses=RESPONSES, status_code=200, summary="Name the club")
async def name_club(request: Call, data: JSONBody[ClubNameWish]) -> ClubTold:
    """Call the club by another name."""
    device, name = device_of(request), plain_name(data.name)
    await tables_of(request).store.write(partial(club_queries.rename, device=device, name=name))
    return await club_of(request).told(device)


@post(f"{PATH}/announcement", responses=RESPONSES, status_code=200, summary="Announce")
async def announce(request: Call, data: JSONBody[AnnouncementWish]) -> ClubTold:
    """Say something to all, in place of what was said before; nothing takes it away."""
    device, said = device_of(request), data.text.strip()
    await tables_of(request).store.write(partial(club_queries.announce, device=device, text=said))
    return await club_of(request).told(device)


@post(
    f"{PATH}/members/{{player:str}}/host",
    responses=RESPONSES,
    status_code=200,
    summary="Make somebody a host",
)
async def set_host(request: Call, player: PlayerId, data: JSONBody[HostWish]) -> ClubTold:
    """Let a member be a host, or no longer; by the link in the data folder one always is again."""
    device = device_of(request)
    work = partial(club_queries.change_host, device=device, player=player, host=data.host)
    await tables_of(request).store.write(work)
    return await club_of(request).told(device)


@get(f"{PATH}/server", responses=RESPONSES, opt=terms(cost=2.0), summary="How the server is")
async def server(request: Call) -> ServerTold:
    """Numbers of the process that answers, over the last hour; and copies of the house."""
    return await host_page_of(request).told(device_of(request))


@post(
    f"{PATH}/copies",
    responses=RESPONSES,
    opt=PLAIN | terms(cost=20.0),
    media_type="application/x-ndjson",
    status_code=200,
    summary="Back up now",
)
async def back_up(request: Call) -> Stream:
    """Copy the house into its data folder; lines of JSON say how far it is, and the end."""
    lines = await host_page_of(request).copy(device_of(request), lang_of(request))
    headers = {"x-accel-buffering": "no"}
    return Stream(lines, media_type="application/x-ndjson", headers=headers)


@get(f"{PATH}/tables", responses=RESPONSES, opt=terms(cost=4.0), summary="Games that go on")
async def running(request: Call) -> list[HostTable]:
    """Who plays what since when; nothing of what lies on a table."""
    return await host_page_of(request).running(device_of(request))


@post(
    f"{PATH}/tables/{{table_id:str}}/close",
    responses=RESPONSES,
    status_code=200,
    summary="End a game",
)
async def close_table(request: Call, table_id: TableId) -> list[HostTable]:
    """End a game without a result; those who play see that it was ended."""
    device = device_of(request)
    await host_page_of(request).close(device, table_id)
    return await host_page_of(request).running(device)


HOST_ROUTES = (name_club, announce, set_host, server, back_up, running, close_table)
