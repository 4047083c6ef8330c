"""The calls about records, of tables and uploaded ones: read, replay, ask, study, play on.

The calls about tables are in routes.py. Each is a few lines over the modules below.
"""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, QueryParameter

from colonnade.contract import record as records
from colonnade.contract.record import Record
from colonnade.games import game
from colonnade.server.records import (
    analysis_told,
    finished_record,
    keep_upload,
    line,
    question,
    record_of,
    replayed,
    upload,
)
from colonnade.server.requests import (
    RESPONSES,
    Call,
    TableId,
    device_of,
    known_device,
    table_link,
    table_of,
    tables_of,
    with_cookie,
)
from colonnade.server.routes import advice
from colonnade.server.seats import held, watcher
from colonnade.server.table_setup import play_on
from colonnade.server.wire import (
    Advice,
    AnalysisTold,
    Line,
    PlayOnWish,
    Replayed,
    StudyWish,
    TableMade,
    Uploaded,
)

At = Annotated[int, QueryParameter(ge=0, le=100_000, description="How many moves")]
Eyes = Annotated[
    int | None, QueryParameter(ge=0, le=7, description="As this seat saw it; without, all open")
]


@get("/api/tables/{table_id:str}/record", responses=RESPONSES, summary="A table's record")
async def record(request: Call, table_id: TableId) -> Record:
    """The whole record after the end; during play, what this device's seat has seen."""
    table = await table_of(request, table_id)
    return record_of(table, watcher(table, device_of(request)))


@get(
    "/api/tables/{table_id:str}/record.colonnade",
    responses=RESPONSES,
    media_type="text/plain",
    summary="A table's record as text",
)
async def record_text(request: Call, table_id: TableId) -> str:
    """The record of a finished table as the file that `colonnade verify` reads."""
    table = await table_of(request, table_id)
    return records.write_text(table.game, finished_record(table))


@get("/api/tables/{table_id:str}/replay", responses=RESPONSES, summary="Replay a finished table")
async def replay_table(
    request: Call,
    table_id: TableId,
    at: At = 0,
    seat: Eyes = None,
) -> Replayed:
    """The position after so many moves of a finished table."""
    found = finished_record(await table_of(request, table_id))
    return await asyncio.to_thread(replayed, found, at, seat)


@get("/api/tables/{table_id:str}/line", responses=RESPONSES, summary="A finished table's moves")
async def line_table(request: Call, table_id: TableId) -> Line:
    """All moves of a finished table, with the scores after each."""
    found = finished_record(await table_of(request, table_id))
    return await asyncio.to_thread(line, found)


@post(
    "/api/tables/{table_id:str}/replay/hint",
    responses=RESPONSES,
    status_code=200,
    summary="Advice about a finished table",
)
async def study_table(request: Call, table_id: TableId, data: JSONBody[StudyWish]) -> list[Advice]:
    """What the strongest player would have done there; nothing where nobody decides."""
    return await study(request, finished_record(await table_of(request, table_id)), data.at)


async def study(call: Call, found: Record, at: int) -> list[Advice]:
    """Advice about a position of a record, from the view of the seat that must decide."""
    view = await asyncio.to_thread(question, found, at)
    return [] if view is None else await advice(call, found.game, view)


@post("/api/records", responses=RESPONSES, summary="Upload a record")
async def upload_record(
    request: Call,
) -> Response[Uploaded]:
    """Verify and keep a record, text or JSON, to replay it; the body is the file itself."""
    device = known_device(request)
    kept = await keep_upload(tables_of(request), await request.body(), device)
    return with_cookie(request, kept, device, 201)


@get("/api/records/{record_id:str}", responses=RESPONSES, summary="An uploaded record")
async def read_record(request: Call, record_id: TableId) -> Record:
    """The record as it was uploaded."""
    return await upload(tables_of(request), record_id)


@get(
    "/api/records/{record_id:str}/record.colonnade",
    responses=RESPONSES,
    media_type="text/plain",
    summary="An uploaded record as text",
)
async def read_record_text(request: Call, record_id: TableId) -> str:
    """The record as the file that `colonnade verify` reads, whichever form was uploaded."""
    found = await upload(tables_of(request), record_id)
    return await asyncio.to_thread(records.write_text, game(found.game), found)


@get("/api/records/{record_id:str}/replay", responses=RESPONSES, summary="Replay a record")
async def replay_record(
    request: Call,
    record_id: TableId,
    at: At = 0,
    seat: Eyes = None,
) -> Replayed:
    """The position after so many moves of an uploaded record."""
    found = await upload(tables_of(request), record_id)
    return await asyncio.to_thread(replayed, found, at, seat)


@get("/api/records/{record_id:str}/line", responses=RESPONSES, summary="A record's moves")
async def line_record(request: Call, record_id: TableId) -> Line:
    """All moves of an uploaded record, with the scores after each."""
    return await asyncio.to_thread(line, await upload(tables_of(request), record_id))


@post(
    "/api/records/{record_id:str}/hint",
    responses=RESPONSES,
    status_code=200,
    summary="Advice about a record",
)
async def study_record(
    request: Call, record_id: TableId, data: JSONBody[StudyWish]
) -> list[Advice]:
    """What the strongest player would have done there; nothing where nobody decides."""
    return await study(request, await upload(tables_of(request), record_id), data.at)


@post(
    "/api/tables/{table_id:str}/analysis",
    responses=RESPONSES,
    status_code=200,
    summary="Luck and skill of a finished table",
)
async def analyse_table(request: Call, table_id: TableId) -> AnalysisTold:
    """What the draws gave each seat, and what its choices cost; takes a few seconds."""
    return await analyse(request, finished_record(await table_of(request, table_id)))


@post(
    "/api/records/{record_id:str}/analysis",
    responses=RESPONSES,
    status_code=200,
    summary="Luck and skill of a record",
)
async def analyse_record(request: Call, record_id: TableId) -> AnalysisTold:
    """What the draws gave each seat, and what its choices cost; takes a few seconds."""
    return await analyse(request, await upload(tables_of(request), record_id))


async def analyse(call: Call, found: Record) -> AnalysisTold:
    """Luck and skill, found in another process."""
    analysis = await tables_of(call).bots.analyse(found.game, msgspec.json.encode(found))
    return analysis_told(found, analysis)


@post(
    "/api/tables/{table_id:str}/play_on",
    responses=RESPONSES,
    summary="Play on from a position of a finished table",
)
async def play_on_table(
    request: Call, table_id: TableId, data: JSONBody[PlayOnWish]
) -> Response[TableMade]:
    """Make a table that begins there, against computer players."""
    return await go_on(request, finished_record(await table_of(request, table_id)), data)


@post(
    "/api/records/{record_id:str}/play_on",
    responses=RESPONSES,
    summary="Play on from a position of a record",
)
async def play_on_record(
    request: Call, record_id: TableId, data: JSONBody[PlayOnWish]
) -> Response[TableMade]:
    """Make a table that begins there, against computer players."""
    return await go_on(request, await upload(tables_of(request), record_id), data)


async def go_on(call: Call, found: Record, wish: PlayOnWish) -> Response[TableMade]:
    """A table that begins in a position of a record."""
    device = known_device(call)
    table = await play_on(tables_of(call), found, wish, device)
    made = TableMade(id=table.id, link=table_link(call, table.id), seats=held(table, device))
    return with_cookie(call, made, device, 201)


RECORD_ROUTES = (
    record,
    record_text,
    replay_table,
    line_table,
    study_table,
    upload_record,
    read_record,
    read_record_text,
    replay_record,
    line_record,
    study_record,
    analyse_table,
    analyse_record,
    play_on_table,
    play_on_record,
)
