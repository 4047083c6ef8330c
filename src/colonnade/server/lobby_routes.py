"""The calls about finding each other: the lobby, pairing, codes, doors, phrases, another game.

Each is a few lines over the modules below.
"""

from __future__ import annotations

from typing import Annotated

from litestar import Response, delete, get, post
from litestar.params import JSONBody, QueryParameter
from litestar.response import Stream

from colonnade.server import pairing
from colonnade.server.doors import invited, set_doors, sit_down
from colonnade.server.errors import NoTable
from colonnade.server.packing import PLAIN
from colonnade.server.requests import (
    RESPONSES,
    Call,
    TableId,
    codes_of,
    device_of,
    known_device,
    lang_of,
    lobby_of,
    origin_of,
    seen_table,
    sitter_of,
    table_link,
    table_of,
    tables_of,
    talk_of,
    with_cookie,
)
from colonnade.server.seats import held, mine
from colonnade.server.table_setup import make_rematch
from colonnade.server.terms import terms
from colonnade.server.wire import Done, TableEvent, TableMade
from colonnade.server.wire_lobby import (
    CameIn,
    CodeTold,
    CodeWish,
    DoorsWish,
    InvitedWish,
    LobbyTold,
    OtherGameWish,
    Paired,
    PairingWish,
    PhraseWish,
    Said,
)

JSON = "application/json"
TABLE = "/api/tables/{table_id:str}"
WishName = Annotated[
    str,
    QueryParameter(
        min_length=16, max_length=64, pattern="^[A-Za-z0-9_-]+$", description="Its name"
    ),
]


@get("/api/lobby", responses=RESPONSES, opt=terms(cost=2.0), summary="The lobby")
async def look_around(request: Call) -> Response[LobbyTold]:
    """Open tables with free seats, the newest first, and how many look for company."""
    body = await lobby_of(request).newest(device_of(request))
    return Response(body, media_type=JSON)  # type: ignore[arg-type]  # encoded already


@get(
    "/api/lobby/feed",
    responses=RESPONSES,
    media_type="text/event-stream",
    opt=PLAIN | terms(feed=True),
    summary="Follow the lobby",
)
async def follow_lobby(request: Call) -> Stream:
    """Server-sent events: `lobby` with all of it, `paired` for this device's wish, `closing`.

    While it is open the wish of this device counts; some seconds after it ended, no longer.
    """
    lobby = lobby_of(request)
    if lobby.stale or not lobby.readers:
        await lobby.refresh()
    reader = lobby.reader(device_of(request))
    stream = reader.stream(tables_of(request).settings.limits.heartbeat)
    return Stream(stream, media_type="text/event-stream", headers={"x-accel-buffering": "no"})


@post(
    "/api/pairing",
    responses=RESPONSES,
    opt=PLAIN | terms(cost=4.0),
    status_code=200,
    summary="Look for company",
)
async def seek(request: Call, data: JSONBody[PairingWish]) -> Response[Paired]:
    """Wait for others who want the same, or sit down with them at once; asked twice is once.

    A wish counts while the lobby's feed is open, else for some seconds after each asking.
    """
    device = known_device(request)
    table = await pairing.seek(tables_of(request), data, sitter_of(request, device))
    lobby_of(request).touch()
    return with_cookie(request, Paired(wish=data.wish, table=table), device, 200)


@delete(
    "/api/pairing",
    responses=RESPONSES,
    opt=PLAIN,
    status_code=200,
    summary="Look no longer",
)
async def withdraw(request: Call, wish: WishName) -> Paired:
    """Take back a wish for company; one that was granted meanwhile is answered with its table."""
    device = device_of(request)
    table = None
    if device is not None:
        table = await pairing.withdraw(tables_of(request), device, wish)
        lobby_of(request).touch()
    return Paired(wish=wish, table=table)


@post("/api/codes", responses=RESPONSES, opt=PLAIN | terms(cost=4.0), summary="Come in by a code")
async def come_in(request: Call, data: JSONBody[CodeWish]) -> Response[CameIn]:
    """Take the next free seat of the table whose code was said; few wrong ones are allowed."""
    device = known_device(request)
    table_id = await codes_of(request).read(data.code, origin_of(request))
    table = await table_of(request, table_id)
    seat = await sit_down(table, sitter_of(request, device), data.name)
    return with_cookie(request, CameIn(table=table.id, seat=seat), device, 201)


@post(f"{TABLE}/code", responses=RESPONSES, opt=PLAIN | terms(cost=4.0), summary="A code to say")
async def make_code(request: Call, table_id: TableId) -> CodeTold:
    """A code for the free seats, in the reader's language; the one before is void."""
    table = await table_of(request, table_id)
    mine(table, device_of(request), None)
    return await codes_of(request).make(table, lang_of(request))


@post(f"{TABLE}/doors", responses=RESPONSES, status_code=200, summary="Who may come in")
async def doors(request: Call, table_id: TableId, data: JSONBody[DoorsWish]) -> Done:
    """Open the free seats to anybody or not, let spectators look or not; for who sits there."""
    table = await table_of(request, table_id)
    mine(table, device_of(request), None)
    await set_doors(table, data)
    return Done(ply=table.ply, revision=table.head.revision)


@post(f"{TABLE}/invited", responses=RESPONSES, status_code=200, summary="Look by an invitation")
async def look_invited(
    request: Call, table_id: TableId, data: JSONBody[InvitedWish]
) -> Response[TableEvent]:
    """The table as a spectator sees it, for who has a token that opens a seat; nothing is taken."""
    table = await table_of(request, table_id)
    if not invited(table, data.token):
        raise NoTable()
    body = tables_of(request).feed(table).event(device_of(request), 0)
    return Response(body, media_type=JSON)  # type: ignore[arg-type]  # encoded already


@get(f"{TABLE}/phrases", responses=RESPONSES, summary="What was said")
async def heard(request: Call, table_id: TableId) -> list[Said]:
    """The newest phrases of a table, the oldest first."""
    table = await seen_table(request, table_id)
    return await talk_of(request).read(table)


@post(f"{TABLE}/phrases", responses=RESPONSES, opt=terms(cost=2.0), summary="Say a phrase")
async def say(request: Call, table_id: TableId, data: JSONBody[PhraseWish]) -> Said:
    """Say a set phrase from one's seat; everybody reads it in their own language."""
    table = await table_of(request, table_id)
    device = known_device(request)
    seat = mine(table, device, data.seat)
    return await talk_of(request).say(table, seat, device, data.phrase)


@post(
    f"{TABLE}/other_game",
    responses=RESPONSES,
    opt=PLAIN | terms(cost=4.0),
    summary="Another game with the same people",
)
async def other_game(request: Call, table_id: TableId, data: JSONBody[OtherGameWish]) -> TableMade:
    """Another game, with the seats moved on by one; the first who asks chooses."""
    table = await table_of(request, table_id)
    device = device_of(request)
    mine(table, device, None)
    made = await make_rematch(tables_of(request), table, origin_of(request), data)
    return TableMade(id=made.id, link=table_link(request, made.id), seats=held(made, device))


LOBBY_ROUTES = (
    look_around,
    follow_lobby,
    seek,
    withdraw,
    come_in,
    make_code,
    doors,
    look_invited,
    heard,
    say,
    other_game,
)
