"""What every route needs: the tables, the device that asks, its cookie, links, and error answers.

Which calls there are stands in routes.py and seat_routes.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Annotated, Any, TypeVar

from litestar import Request, Response
from litestar.datastructures import Cookie, MutableScopeHeaders, State
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter
from litestar.types import Message, Scope

from colonnade.compute.questions import NoAnswer
from colonnade.server.bots import Asker
from colonnade.server.codes import Codes
from colonnade.server.device_kinds import device_kind
from colonnade.server.errors import NoTable
from colonnade.server.guard import BOT, language_of
from colonnade.server.lobby import Lobby
from colonnade.server.phrases import Talk
from colonnade.server.records import Kept, Records
from colonnade.server.seats import COOKIE, YEAR, may_see, new_id
from colonnade.server.stored import Sitter
from colonnade.server.table import LiveTable
from colonnade.server.tables import Tables
from colonnade.server.wire import Invitation, Problem

Call = Request[Any, Any, State]
Body = TypeVar("Body")
PROBLEM = "colonnade.problem"  # in a scope: what went wrong before the framework was asked
TableId = Annotated[str, PathParameter(description="An id that cannot be guessed")]

# Every call may be refused in these ways: by the guard, by the table or by the store.
PROBLEMS = {
    400: "asked wrongly",
    401: "without the token that it needs, or with one that is void",
    403: "not this device's seat, or a write from another site's page",
    404: "no such table, record, lesson or invitation",
    408: "the body came too slowly",
    409: "not now: the table has moved on, or it is another's turn",
    413: "the body is too large",
    415: "the body is not JSON",
    421: "a Host that is not this server",
    429: "too many requests",
    507: "as much is kept as may be, of this address or in all",
    503: "the database is away; nothing was acknowledged",
}
RESPONSES = {
    status: ResponseSpec(Problem, description=text, generate_examples=False)
    for status, text in PROBLEMS.items()
}


def origin_of(call: Call) -> str:
    """The mark of the address that asks."""
    client = call.scope.get("client")
    return tables_of(call).origins.mark(client[0] if client else "-")


def asker(call: Call, place: str) -> Asker:
    """Who asks for a thought, and about what."""
    return Asker(origin_of(call), place)


async def while_here(call: Call, work: Coroutine[Any, Any, Body]) -> Body:
    """What work gives, if who asked stays for it; nobody thinks for those who have left."""
    task = asyncio.create_task(work)
    gone = asyncio.create_task(left(call))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise NoAnswer(seconds=1)  # which nobody hears
        return task.result()
    finally:
        gone.cancel()
        task.cancel()


async def left(call: Call) -> None:
    """Wait until who asked has hung up; the body was read before."""
    while (await call.receive())["type"] != "http.disconnect":
        pass


def tables_of(call: Call) -> Tables:
    """The live tables of this server."""
    tables = call.app.state.tables
    assert isinstance(tables, Tables)
    return tables


def records_of(call: Call) -> Records:
    """The records of this server."""
    records = call.app.state.records
    assert isinstance(records, Records)
    return records


def talk_of(call: Call) -> Talk:
    """What is said at the tables of this server."""
    talk = call.app.state.talk
    assert isinstance(talk, Talk)
    return talk


def lobby_of(call: Call) -> Lobby:
    """The lobby of this server."""
    lobby = call.app.state.lobby
    assert isinstance(lobby, Lobby)
    return lobby


def codes_of(call: Call) -> Codes:
    """The codes of this server."""
    codes = call.app.state.codes
    assert isinstance(codes, Codes)
    return codes


def device_of(call: Call) -> str | None:
    """The device that asks, if it has our cookie."""
    return tables_of(call).devices.read(call.cookies.get(COOKIE))


def lang_of(call: Call) -> str:
    """The language that whoever asks reads."""
    return language_of(call.headers.get("accept-language", ""))


async def table_of(call: Call, table_id: str) -> LiveTable:
    """The table that a call is about."""
    return await known_table(tables_of(call), table_id)


async def known_table(tables: Tables, table_id: str) -> LiveTable:
    """A table as the store knows it; after a failed write, only once that is known.

    Others may have moved at another process, or the device that asks may have been removed there.
    """
    table = await tables.newest(table_id)
    if table.stale:
        async with table.lock:
            await table.refresh()
    return table


async def seen_table(call: Call, table_id: str) -> LiveTable:
    """The newest of a table, for who may look at it; for others there is none."""
    table = await table_of(call, table_id)
    if not may_see(table, device_of(call)):
        raise NoTable()
    return table


async def found_record(call: Call, record_id: str) -> Kept:
    """A record that whoever asks may see."""
    return await records_of(call).find(record_id, device_of(call))


def raise_known(call: Call) -> None:
    """Refuse what the fast way (hot.py) has refused, which leaves the words to us."""
    problem = call.scope.get(PROBLEM)
    if isinstance(problem, Exception):
        raise problem


def known_device(call: Call) -> str:
    """The device that asks; a new one gets its id here and its cookie with the answer."""
    return device_of(call) or new_id()


def is_alone(call: Call) -> bool:
    """Whether the device that asks wants no player to be kept."""
    return tables_of(call).devices.alone(call.cookies.get(COOKIE))


def sitter_of(call: Call, device: str) -> Sitter:
    """The device that asks, with all that a player of its own would begin with."""
    kind, browser = device_kind(call.headers.get("user-agent", ""))
    bot = BOT in call.scope
    return Sitter(device, lang_of(call), origin_of(call), is_alone(call), kind, browser, bot)


def with_cookie(
    call: Call, body: Body, device: str, status: int, alone: bool | None = None
) -> Response[Body]:
    """An answer that also gives a device its cookie, if it is new or says something else now."""
    cookies, was = [], is_alone(call)
    alone = was if alone is None else alone
    if device_of(call) != device or alone != was:
        cookies.append(cookie_of(tables_of(call).devices.sign(device, alone), call.url.scheme))
    return Response(body, status_code=status, cookies=cookies)


def without_cookie(call: Call, body: Body) -> Response[Body]:
    """An answer that takes a device's cookie away."""
    gone = cookie_of("", call.url.scheme)
    gone.max_age = 0
    return Response(body, status_code=200, cookies=[gone])


def cookie_of(value: str, scheme: str) -> Cookie:
    """The cookie that names a device."""
    return Cookie(
        key=COOKIE,
        value=value,
        httponly=True,
        samesite="strict",
        secure=scheme == "https",
        max_age=YEAR,
        path="/",
    )


async def renew_cookie(message: Message, scope: Scope) -> None:
    """Give a device that comes back a fresh cookie before its own is too old."""
    if message["type"] != "http.response.start" or not scope["path"].startswith("/api/"):
        return
    app = scope["litestar_app"]
    fresh = app.state.tables.devices.renewed(Request[Any, Any, State](scope).cookies.get(COOKIE))
    headers = MutableScopeHeaders.from_message(message)
    if fresh is not None and "set-cookie" not in headers:
        headers.add("set-cookie", cookie_of(fresh, scope["scheme"]).to_header(header=""))


def table_link(call: Call, table_id: str) -> str:
    """The address of a table, good for spectators."""
    return f"{str(call.base_url).rstrip('/')}/table/{table_id}"


def invitation(call: Call, table: LiveTable, seat: int, token: str) -> Invitation:
    """A link that carries a token behind its `#`, where no server log and no other site sees it."""
    return Invitation(seat=seat, token=token, link=f"{table_link(call, table.id)}#{token}")
