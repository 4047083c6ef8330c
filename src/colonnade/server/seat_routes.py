"""The calls about seats: join, name, link, invite, leave, resign, come back."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, post
from litestar.params import JSONBody, PathParameter

from colonnade.server import absence, seats
from colonnade.server.doors import sit_down_openly
from colonnade.server.packing import PLAIN
from colonnade.server.requests import (
    RESPONSES,
    Call,
    TableId,
    device_of,
    invitation,
    known_device,
    sitter_of,
    table_of,
    tables_of,
    with_cookie,
)
from colonnade.server.seats import mine
from colonnade.server.table import LiveTable
from colonnade.server.table_setup import check_level
from colonnade.server.wire import Done, Invitation, Joined, Left
from colonnade.server.wishes import JoinWish, LeaveWish, LevelWish, NameWish

Number = Annotated[int, PathParameter(ge=0, le=7, description="A seat, counted from 0")]
PATH = "/api/tables/{table_id:str}/seats"


def done(table: LiveTable) -> Done:
    """Where a table stands now."""
    return Done(ply=table.ply, revision=table.head.revision)


@post(PATH, responses=RESPONSES, summary="Take a seat")
async def join(
    request: Call,
    table_id: TableId,
    data: JSONBody[JoinWish],
) -> Response[Joined]:
    """Take the seat that a token invites to, or bring this device by a personal link.

    Without a token the next free seat of a table that is open to anybody; asked twice, taken once.
    """
    device = known_device(request)
    table = await table_of(request, table_id)
    sitter = sitter_of(request, device)
    if data.token is not None:
        seat = await seats.join(table, sitter, data.token, data.name)
    else:
        seat = await sit_down_openly(table, sitter, data.name)
    joined = Joined(seat=seat, ply=table.ply, revision=table.head.revision)
    return with_cookie(request, joined, device, 201)


@post(PATH + "/{seat:int}/name", responses=RESPONSES, status_code=200, summary="Rename a seat")
async def rename(
    request: Call,
    table_id: TableId,
    seat: Number,
    data: JSONBody[NameWish],
) -> Done:
    """Give one's seat another name."""
    table = await table_of(request, table_id)
    await seats.rename(table, mine(table, device_of(request), seat), data.name)
    return done(table)


@post(PATH + "/{seat:int}/link", responses=RESPONSES, opt=PLAIN, summary="A personal link")
async def personal_link(
    request: Call,
    table_id: TableId,
    seat: Number,
) -> Invitation:
    """A link that brings another device to one's own seat; good once."""
    table = await table_of(request, table_id)
    token = await seats.make_link(table, mine(table, device_of(request), seat))
    return invitation(request, table, seat, token)


@post(PATH + "/{seat:int}/invitation", responses=RESPONSES, opt=PLAIN, summary="A fresh invitation")
async def invite(
    request: Call,
    table_id: TableId,
    seat: Number,
) -> Invitation:
    """A new link to a free seat, for whoever sits at the table; the old one is void."""
    table = await table_of(request, table_id)
    mine(table, device_of(request), None)
    return invitation(request, table, seat, await seats.invite(table, seat))


@post(
    PATH + "/{seat:int}/computer", responses=RESPONSES, status_code=200, summary="Fill a free seat"
)
async def fill(
    request: Call,
    table_id: TableId,
    seat: Number,
    data: JSONBody[LevelWish],
) -> Done:
    """Give a free seat to a computer player; whoever sits at the table may, instead of waiting."""
    table = await table_of(request, table_id)
    mine(table, device_of(request), None)
    any_player = tables_of(request).settings.limits.any_player
    await seats.fill(table, seat, check_level(data.level, any_player))
    return done(table)


@post(
    PATH + "/{seat:int}/leave",
    responses=RESPONSES,
    opt=PLAIN,
    status_code=200,
    summary="Leave a seat",
)
async def leave(
    request: Call,
    table_id: TableId,
    seat: Number,
    data: JSONBody[LeaveWish],
) -> Left:
    """Leave one's seat to a computer player, or to somebody new by the invitation answered."""
    table = await table_of(request, table_id)
    mine(table, device_of(request), seat)
    any_player = tables_of(request).settings.limits.any_player
    level = check_level(data.level, any_player) if data.to == "computer" else None
    token = await seats.leave(table, seat, level)
    return Left(
        ply=table.ply,
        revision=table.head.revision,
        invitation=invitation(request, table, seat, token) if token else None,
    )


@post(PATH + "/{seat:int}/resign", responses=RESPONSES, status_code=200, summary="Resign")
async def resign(
    request: Call,
    table_id: TableId,
    seat: Number,
) -> Done:
    """Give up: with two seats the other wins, with more a computer player goes on."""
    table = await table_of(request, table_id)
    await table.resign(mine(table, device_of(request), seat))
    return done(table)


@post(PATH + "/{seat:int}/return", responses=RESPONSES, status_code=200, summary="Come back")
async def come_back(
    request: Call,
    table_id: TableId,
    seat: Number,
) -> Done:
    """Take back one's seat, which a computer player kept after one was away for long."""
    table = await table_of(request, table_id)
    await absence.come_back(table, device_of(request), seat)
    return done(table)


SEAT_ROUTES = (join, rename, personal_link, invite, fill, leave, resign, come_back)
