"""The calls about tables: make, list, look, follow, play, undo.

The calls about seats are in seat_routes.py, those about records in record_routes.py. Each is a few
lines over the modules below.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import HeaderParameter, JSONBody, QueryParameter
from litestar.response import Stream

from colonnade.ai.levels import LEVEL_NAMES
from colonnade.contract.state import State
from colonnade.games import all_games, game
from colonnade.server import agreement
from colonnade.server.feed import read_event_id
from colonnade.server.lists import list_tables
from colonnade.server.moving import make_move
from colonnade.server.packing import PLAIN
from colonnade.server.plans import plans_told
from colonnade.server.requests import (
    RESPONSES,
    Call,
    TableId,
    asker,
    device_of,
    invitation,
    known_device,
    origin_of,
    raise_known,
    seen_table,
    sitter_of,
    table_link,
    table_of,
    tables_of,
    talk_of,
    while_here,
    with_cookie,
)
from colonnade.server.seats import held, mine
from colonnade.server.table_setup import make_rematch, make_table
from colonnade.server.terms import terms
from colonnade.server.wire import (
    Done,
    GameTold,
    PlanTold,
    TableEvent,
    TableListed,
    TableMade,
    Undone,
    Wished,
)
from colonnade.server.wishes import (
    AgreementAnswer,
    AgreementWish,
    HintWish,
    MoveWish,
    TableWish,
    UndoAnswer,
    UndoWish,
)

JSON = "application/json"
LastEvent = Annotated[str | None, HeaderParameter(name="Last-Event-ID", max_length=40)]
Since = Annotated[str | None, QueryParameter(max_length=40)]
SincePly = Annotated[int, QueryParameter(ge=0, le=1_000_000, description="The ply known already")]


@get("/api/games", responses=RESPONSES, summary="The games and their choices")
async def list_games() -> list[GameTold]:
    """Every game with its numbers of seats, options and computer players."""
    return [
        GameTold(
            key=found.key,
            edition=found.edition,
            seats=list(found.seats),
            options={option.key: list(option.values) for option in found.options},
            levels=list(LEVEL_NAMES),
        )
        for found in all_games()
    ]


@post("/api/tables", responses=RESPONSES, opt=PLAIN | terms(cost=4.0), summary="Make a table")
async def create(request: Call, data: JSONBody[TableWish]) -> Response[TableMade]:
    """Make a table and sit down; free seats come with their invitations, shown once."""
    device = known_device(request)
    maker = sitter_of(request, device)
    table, tokens = await make_table(tables_of(request), data, maker)
    made = TableMade(
        id=table.id,
        link=table_link(request, table.id),
        seats=held(table, device),
        invitations=[invitation(request, table, seat, token) for seat, token in tokens.items()],
    )
    return with_cookie(request, made, device, 201)


@get("/api/tables", responses=RESPONSES, summary="Public tables")
async def list_public(request: Call) -> list[TableListed]:
    """The newest public tables, with how they stand where that is known."""
    return await list_tables(tables_of(request), device_of(request))


@get("/api/mine", responses=RESPONSES, summary="My tables")
async def list_mine(request: Call) -> list[TableListed]:
    """Tables where this device holds a seat, and how they stand: those that go on, then ended."""
    device = device_of(request)
    return [] if device is None else await list_tables(tables_of(request), device, mine=True)


@get("/api/tables/{table_id:str}", responses=RESPONSES, summary="Look at a table")
async def look(request: Call, table_id: TableId, since: SincePly = 0) -> Response[TableEvent]:
    """The table as this device may know it: the same as an event of its feed after a ply."""
    table = await seen_table(request, table_id)
    first = since if since <= table.ply else 0
    body = tables_of(request).feed(table).event(device_of(request), first)
    return Response(body, media_type=JSON)  # type: ignore[arg-type]  # encoded already


@get(
    "/api/tables/{table_id:str}/feed",
    responses=RESPONSES,
    media_type="text/event-stream",
    opt=PLAIN | terms(feed=True),
    summary="Follow a table",
)
async def follow(
    request: Call,
    table_id: TableId,
    last_event: LastEvent = None,
    since: Since = None,
) -> Stream:
    """Server-sent events: `table` with an id; `presence`, `said`, `closing`, `gone` without one."""
    raise_known(request)
    tables = tables_of(request)
    table = await seen_table(request, table_id)
    await talk_of(request).fill(table)
    reader = tables.reader(table, device_of(request), read_event_id(last_event or since))
    stream = reader.stream(tables.settings.limits.heartbeat)
    return Stream(stream, media_type="text/event-stream", headers={"x-accel-buffering": "no"})


@post("/api/tables/{table_id:str}/moves", responses=RESPONSES, status_code=200, summary="Move")
async def move(request: Call, table_id: TableId, data: JSONBody[MoveWish]) -> Done:
    """Make an offered move; the answer comes once it is saved."""
    raise_known(request)
    return await make_move(tables_of(request), table_id, device_of(request), data)


@post("/api/tables/{table_id:str}/undo", responses=RESPONSES, status_code=200, summary="Undo")
async def undo(request: Call, table_id: TableId, data: JSONBody[UndoWish]) -> Undone:
    """Take back one's own last moves at once, if so agreed; anything beyond asks the others."""
    table = await table_of(request, table_id)
    seat = mine(table, device_of(request), data.seat)
    wished = AgreementWish(ply=data.ply, kind="undo", length=data.length)
    done = await agreement.wish(table, seat, wished)
    return Undone(ply=table.ply, revision=table.head.revision, undone=done)


@post(
    "/api/tables/{table_id:str}/undo/answer",
    responses=RESPONSES,
    status_code=200,
    summary="Agree to an undo, or not",
)
async def answer_undo(
    request: Call,
    table_id: TableId,
    data: JSONBody[UndoAnswer],
) -> Undone:
    """Answer for all seats of this device; who asked may withdraw by `agree: false`."""
    table = await table_of(request, table_id)
    mine(table, device_of(request), None)
    said = AgreementAnswer(
        ply=data.ply, kind="undo", length=data.length, revision=data.revision, agree=data.agree
    )
    done = await agreement.answer(table, held(table, device_of(request)), said)
    return Undone(ply=table.ply, revision=table.head.revision, undone=done)


@post("/api/tables/{table_id:str}/wishes", responses=RESPONSES, status_code=200, summary="Wish")
async def wish(request: Call, table_id: TableId, data: JSONBody[AgreementWish]) -> Wished:
    """Ask the others for an undo, a pause, an end, or a computer player for who is absent."""
    table = await table_of(request, table_id)
    done = await agreement.wish(table, mine(table, device_of(request), data.seat), data)
    return Wished(ply=table.ply, revision=table.head.revision, done=done)


@post(
    "/api/tables/{table_id:str}/wishes/answer",
    responses=RESPONSES,
    status_code=200,
    summary="Agree to a wish, or not",
)
async def answer_wish(request: Call, table_id: TableId, data: JSONBody[AgreementAnswer]) -> Wished:
    """Answer for all seats of this device; who asked may withdraw by `agree: false`."""
    table = await table_of(request, table_id)
    mine(table, device_of(request), None)
    done = await agreement.answer(table, held(table, device_of(request)), data)
    return Wished(ply=table.ply, revision=table.head.revision, done=done)


async def advice(call: Call, place: str, key: str, state: State) -> list[PlanTold]:
    """What the strongest player would do with the turn of who must decide, best plan first."""
    view = msgspec.json.encode(state.view(int(state.actor)))
    found = await while_here(call, tables_of(call).bots.hint(asker(call, place), key, view))
    return plans_told(game(key).moves, found)


@post(
    "/api/tables/{table_id:str}/hint",
    responses=RESPONSES,
    opt=terms(cost=20.0),
    status_code=200,
    summary="Advice",
)
async def hint(request: Call, table_id: TableId, data: JSONBody[HintWish]) -> list[PlanTold]:
    """What the strongest player would do with this turn, from the seat's view; best plan first."""
    table = await table_of(request, table_id)
    seat = mine(table, device_of(request), data.seat)
    async with table.lock:
        await table.refresh(data.ply)
        table.check_turn(seat)
        state = table.state.copy()  # the table goes on while somebody thinks
    return await advice(request, table.id, table.head.game, state)


@post(
    "/api/tables/{table_id:str}/rematch",
    responses=RESPONSES,
    opt=PLAIN | terms(cost=4.0),
    summary="Play again",
)
async def rematch(request: Call, table_id: TableId) -> TableMade:
    """The same settings with the seats moved on by one; asked twice, made once."""
    table = await table_of(request, table_id)
    device = device_of(request)
    mine(table, device, None)
    made = await make_rematch(tables_of(request), table, origin_of(request))
    return TableMade(id=made.id, link=table_link(request, made.id), seats=held(made, device))


ROUTES = (
    list_games,
    create,
    list_public,
    list_mine,
    look,
    follow,
    move,
    undo,
    answer_undo,
    wish,
    answer_wish,
    hint,
    rematch,
)
