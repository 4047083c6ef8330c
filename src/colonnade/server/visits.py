"""What a visit is told along with its document, so that the page need not ask for it.

The same as calls of the API would answer this device, and no more. Where something is wrong nothing
is told: the page then asks by itself, and says what it hears.
"""

from __future__ import annotations

import asyncio

import msgspec
from msgspec.structs import replace

from colonnade.contract.errors import ColonnadeError
from colonnade.contract.state import OVER
from colonnade.server.lists import list_tables
from colonnade.server.records import Kept, moves_told, replayed
from colonnade.server.requests import Call, device_of, found_record, seen_table, tables_of
from colonnade.server.shell import NOTHING, Place, Visit, place_of

# Elements of the document; web/src/net/told.ts takes what is in them.
TABLE, RECORD, POSITION, MINE = "told-table", "told-record", "told-position", "told-mine"


async def visited(request: Call) -> tuple[Place, Visit]:
    """What an address shows, with the game of a table or record; and what is told along with it."""
    place = place_of(request.scope["path"])
    try:
        if place.screen == "table":
            return await visit_table(request, place)
        if place.screen == "replay":
            return await visit_record(request, place)
        if place.screen in ("home", "records"):
            return await visit_lists(request, place)
    except ColonnadeError:
        pass
    return place, NOTHING


async def visit_table(request: Call, place: Place) -> tuple[Place, Visit]:
    """A table as `look` tells it.

    Whoever comes by a link from elsewhere brings no cookie, which is strict: such a device looks
    like a stranger here, though not to the page's own calls. So only who is known is told anything.
    """
    table, device = await seen_table(request, place.id), device_of(request)
    place = replace(place, game=table.head.game)
    if device is None:
        return place, NOTHING
    return place, Visit(data={TABLE: tables_of(request).feed(table).event(device, 0)})


async def visit_record(request: Call, place: Place) -> tuple[Place, Visit]:
    """A finished game as a study opens it: its moves, its first position, and one's own seats."""
    kept = await found_record(request, place.id)
    data = await asyncio.to_thread(study_told, kept)
    tables, device = tables_of(request), device_of(request)
    table = tables.live.get(place.id)
    if device is not None and table is not None and table.actor == OVER:
        data[TABLE] = tables.feed(table).event(device, table.ply)  # its moves are told already
    return replace(place, game=kept.record.game), Visit(data=data)


async def visit_lists(request: Call, place: Place) -> tuple[Place, Visit]:
    """One's own tables, as lists show them; home begins with those where others wait."""
    device = device_of(request)
    if device is None:
        return place, NOTHING
    mine = await list_tables(tables_of(request), device, mine=True)
    if place.screen == "home":
        place = replace(place, called=any(line.waits for line in mine))
    return place, Visit(data={MINE: msgspec.json.encode(mine)})


def study_told(kept: Kept) -> dict[str, bytes]:
    """All moves of a record, and the position of its first decision, with everything open."""
    first = next((at for at, actor in enumerate(kept.history.actors) if actor >= 0), 0)
    position = replayed(kept, first, None, first)
    return {RECORD: msgspec.json.encode(moves_told(kept)), POSITION: msgspec.json.encode(position)}
