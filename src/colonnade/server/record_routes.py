"""The calls about records, whether of finished tables or uploaded: read, replay, ask, play on.

The calls about tables are in routes.py. Each is a few lines over the modules below.
"""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from colonnade.contract import record as records
from colonnade.contract.record import Record
from colonnade.server import tries
from colonnade.server.packing import PLAIN
from colonnade.server.rating_routes import studies_of
from colonnade.server.records import (
    analysis_told,
    moves_told,
    position,
    record_of,
    replayed,
    rests,
    tried,
)
from colonnade.server.requests import (
    RESPONSES,
    Call,
    TableId,
    asker,
    device_of,
    found_record,
    known_device,
    origin_of,
    records_of,
    seen_table,
    sitter_of,
    table_link,
    tables_of,
    while_here,
    with_cookie,
)
from colonnade.server.routes import advice
from colonnade.server.seats import held, watcher
from colonnade.server.table_setup import play_on as begin_there
from colonnade.server.terms import terms
from colonnade.server.wire import AnalysisTold, PlanTold, RecordTold, Replayed, TableMade, Uploaded
from colonnade.server.wire_lessons import TryEvent
from colonnade.server.wishes import LineWish, PlayOnWish, StudyWish, TryWish

PATH = "/api/records/{record_id:str}"
RecordId = Annotated[str, PathParameter(description="Of a finished table, or of an upload")]
At = Annotated[int, QueryParameter(ge=0, le=100_000, description="How many moves")]
Since = Annotated[
    int | None, QueryParameter(ge=0, le=100_000, description="Tell also the moves since this one")
]
Eyes = Annotated[
    int | None, QueryParameter(ge=0, le=7, description="As this seat saw it; without, all open")
]


@get("/api/tables/{table_id:str}/record", responses=RESPONSES, summary="A table's record so far")
async def record_so_far(request: Call, table_id: TableId) -> Record:
    """The whole record after the end; during play, what this device's seat has seen."""
    table = await seen_table(request, table_id)
    return record_of(table, watcher(table, device_of(request)))


@post(
    "/api/records",
    responses=RESPONSES,
    opt=terms(cost=60.0, upload=True),
    summary="Upload a record",
)
async def upload_record(
    request: Call,
) -> Response[Uploaded]:
    """Verify and keep a record, text or JSON, to replay it; the body is the file itself."""
    device = known_device(request)
    body, origin = await request.body(), origin_of(request)
    kept = await records_of(request).keep(body, device, origin)
    return with_cookie(request, kept, device, 201)


@get(PATH, responses=RESPONSES, summary="A record")
async def read_record(request: Call, record_id: RecordId) -> Record:
    """A finished table's record, or one that was uploaded."""
    return (await found_record(request, record_id)).record


@get(
    f"{PATH}/record.colonnade",
    responses=RESPONSES,
    media_type="text/plain",
    summary="A record as text",
)
async def read_record_text(request: Call, record_id: RecordId) -> str:
    """The record as the file that `colonnade verify` reads."""
    kept = await found_record(request, record_id)
    return await asyncio.to_thread(records.write_text, kept.history.game, kept.record)


@get(f"{PATH}/replay", responses=RESPONSES, summary="Replay a record")
async def replay(
    request: Call, record_id: RecordId, at: At = 0, seat: Eyes = None, since: Since = None
) -> Replayed:
    """The position after so many moves of a record, and what happened since another one."""
    kept = await found_record(request, record_id)
    return await asyncio.to_thread(replayed, kept, at, seat, since)


@get(f"{PATH}/moves", responses=RESPONSES, summary="A record's moves")
async def moves(request: Call, record_id: RecordId) -> RecordTold:
    """All moves of a record, with the scores after each."""
    return await asyncio.to_thread(moves_told, await found_record(request, record_id))


@get(f"{PATH}/positions", responses=RESPONSES, summary="A record's positions")
async def positions(request: Call, record_id: RecordId) -> list[Replayed]:
    """All positions in which somebody decides, and the last, with what led to each; all open."""
    return await asyncio.to_thread(rests, await found_record(request, record_id))


@post(
    f"{PATH}/hint",
    responses=RESPONSES,
    opt=terms(cost=20.0),
    status_code=200,
    summary="Advice about a record",
)
async def hint(request: Call, record_id: RecordId, data: JSONBody[StudyWish]) -> list[PlanTold]:
    """What the strongest player would have done there; nothing where nobody decides."""
    kept = await found_record(request, record_id)
    state = await asyncio.to_thread(position, kept, data.at)
    return [] if state.actor < 0 else await advice(request, record_id, kept.record.game, state)


@post(
    f"{PATH}/line",
    responses=RESPONSES,
    opt=terms(cost=4.0),
    status_code=200,
    summary="Try a line",
)
async def line(request: Call, record_id: RecordId, data: JSONBody[LineWish]) -> list[Replayed]:
    """The positions that other moves would have led to, one after each; nothing is kept."""
    kept = await found_record(request, record_id)
    return await asyncio.to_thread(tried, kept, data.at, data.moves, data.seat)


@post(
    f"{PATH}/analysis",
    responses=RESPONSES,
    opt=terms(cost=60.0),
    status_code=200,
    summary="Luck and skill",
)
async def analyse(request: Call, record_id: RecordId) -> AnalysisTold:
    """What the draws gave each seat, and what its choices cost; takes a few seconds."""
    kept = await found_record(request, record_id)
    raw = msgspec.json.encode(kept.record)
    bots, by = tables_of(request).bots, asker(request, record_id)
    found = await while_here(request, bots.analyse(by, kept.record.game, raw))
    await studies_of(request).keep(record_id, found)  # for the statistics of who played it
    return await asyncio.to_thread(analysis_told, kept, found)


@post(
    f"{PATH}/try",
    responses=RESPONSES,
    opt=terms(cost=10.0),
    status_code=200,
    summary="Make a turn once more",
)
async def try_turn(request: Call, record_id: RecordId, data: JSONBody[TryWish]) -> TryEvent:
    """Make moves where a choice cost something; a whole turn is weighed beside the better one."""
    kept, bots = await found_record(request, record_id), tables_of(request).bots
    raw, by = msgspec.json.encode(kept.record), asker(request, record_id)
    found = await while_here(request, bots.analyse(by, kept.record.game, raw))
    tried = await asyncio.to_thread(tries.begin, kept, found, data.at, data.moves)
    weighed = None
    if tried.over:
        made, better = tried.history.rows[data.at :], [move.row for move in tried.step.line]
        work = bots.weigh(by, kept.record.game, raw, data.at, made, better)
        weighed = await while_here(request, work)
    return await asyncio.to_thread(tries.told, tried, weighed)


@post(
    f"{PATH}/play_on",
    responses=RESPONSES,
    opt=PLAIN | terms(cost=8.0),
    summary="Play on from a position of a record",
)
async def play_on(
    request: Call, record_id: RecordId, data: JSONBody[PlayOnWish]
) -> Response[TableMade]:
    """Make a table that begins there, against computer players."""
    device = known_device(request)
    kept = await found_record(request, record_id)
    maker = sitter_of(request, device)
    table = await begin_there(tables_of(request), kept, data, maker)
    made = TableMade(id=table.id, link=table_link(request, table.id), seats=held(table, device))
    return with_cookie(request, made, device, 201)


RECORD_ROUTES = (
    record_so_far,
    upload_record,
    read_record,
    read_record_text,
    replay,
    moves,
    positions,
    hint,
    line,
    analyse,
    try_turn,
    play_on,
)
