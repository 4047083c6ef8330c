"""The calls about one's own player: who I am, my devices, ways in, lessons, export, deletion.

None of them names a player or asks about another's. Each is a few lines over players.py.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated

from litestar import Response, delete, get, patch, post
from litestar.params import JSONBody, PathParameter

from colonnade.server import link_queries, player_queries, words
from colonnade.server.errors import NoPlayer
from colonnade.server.exporting import export as export_all
from colonnade.server.forgetting import forget
from colonnade.server.packing import PLAIN
from colonnade.server.players import Players
from colonnade.server.requests import (
    RESPONSES,
    Call,
    device_of,
    is_alone,
    known_device,
    origin_of,
    records_of,
    sitter_of,
    tables_of,
    with_cookie,
    without_cookie,
)
from colonnade.server.seats import plain_name
from colonnade.server.terms import terms
from colonnade.server.wire_players import (
    DeviceTold,
    Exported,
    Forgotten,
    LinkMade,
    Me,
    RecoveryMade,
    WayIn,
)
from colonnade.server.wishes import (
    AloneWish,
    EnterWish,
    KeyWish,
    LessonsWish,
    NameWish,
    PlayerWish,
)

PATH = "/api/me"
OfDevice = Annotated[
    str, PathParameter(max_length=16, description="The mark of one of one's own devices")
]
DEAR = 20.0  # what a slow hash costs
PEOPLE = terms(people=True)
EXPORT = terms(cost=60.0, people=True)
SECRET = PLAIN | terms(cost=DEAR, people=True)  # never packed: lengths would tell


def players_of(call: Call) -> Players:
    """The players of this server."""
    players = call.app.state.players
    assert isinstance(players, Players)
    return players


async def me(call: Call, device: str | None, alone: bool) -> Me:
    """What a device is told of itself."""
    return Me(player=await players_of(call).told(device), alone=alone)


async def devices_told(call: Call) -> list[DeviceTold]:
    """The devices of whoever asks."""
    device = device_of(call)
    return [] if device is None else await players_of(call).devices(sitter_of(call, device))


@get(PATH, responses=RESPONSES, summary="My player")
async def read_me(request: Call) -> Me:
    """The player of this device, which comes with its first game or name; else nobody."""
    return await me(request, device_of(request), is_alone(request))


@patch(PATH, responses=RESPONSES, opt=terms(cost=4.0), summary="Change my player")
async def change_me(request: Call, data: JSONBody[PlayerWish]) -> Response[Me]:
    """Give oneself a name, color or language; tables keep the names that people sat down with."""
    device = known_device(request)
    await players_of(request).change(sitter_of(request, device), data)
    return with_cookie(request, await me(request, device, False), device, 200, alone=False)


@delete(
    PATH,
    responses=RESPONSES,
    opt=terms(cost=DEAR, people=True),
    status_code=200,
    summary="Delete my data",
)
async def delete_me(request: Call) -> Response[Forgotten]:
    """Delete the player, its devices and its games; games with others stay without the name."""
    device = device_of(request)
    if device is None:
        raise NoPlayer()
    deleted, kept = await forget(tables_of(request), device)
    records_of(request).forget_uploads()
    return without_cookie(request, Forgotten(deleted=deleted, kept=kept))


@post(
    f"{PATH}/alone",
    responses=RESPONSES,
    opt=terms(cost=4.0, people=True),
    status_code=200,
    summary="This device only",
)
async def set_alone(request: Call, data: JSONBody[AloneWish]) -> Response[Me]:
    """Keep no player from now on, only this device's cookie and its seats; or a player again."""
    device = known_device(request)
    await players_of(request).set_alone(sitter_of(request, device), data.alone)
    told = await me(request, device, data.alone)
    return with_cookie(request, told, device, 200, alone=data.alone)


@get(f"{PATH}/export", responses=RESPONSES, opt=EXPORT, summary="Export my data")
async def export(request: Call) -> Exported:
    """All that is kept of one's player: devices, lessons, results, games, uploaded records."""
    return await export_all(tables_of(request), device_of(request))


@post(f"{PATH}/lessons", responses=RESPONSES, opt=PEOPLE, status_code=200, summary="Lessons done")
async def add_lessons(request: Call, data: JSONBody[LessonsWish]) -> Me:
    """Add lessons to those that were done on any device; what was done stays done."""
    device = device_of(request)
    await players_of(request).add_lessons(device, data.done)
    return await me(request, device, False)


# Devices


@get(f"{PATH}/devices", responses=RESPONSES, opt=PEOPLE, summary="My devices")
async def list_devices(request: Call) -> list[DeviceTold]:
    """The devices of one's player, those used last first."""
    return await devices_told(request)


@post(
    f"{PATH}/devices",
    responses=RESPONSES,
    opt=SECRET,
    status_code=200,
    summary="Add this device to a player",
)
async def enter(request: Call, data: JSONBody[EnterWish]) -> Response[Me]:
    """Come to a player by a link, its four words or recovery words, which are good once.

    Who has games of their own is asked whether they come along. The device gets another cookie.
    """
    known = device_of(request)
    sitter = sitter_of(request, known or "")
    arrived = await players_of(request).enter(sitter, known, data, data.bring)
    told = await me(request, arrived.device, False)
    return with_cookie(request, told, arrived.device, 200, alone=False)


@patch(f"{PATH}/devices/{{mark:str}}", responses=RESPONSES, opt=PEOPLE, summary="Name a device")
async def name_device(request: Call, mark: OfDevice, data: JSONBody[NameWish]) -> list[DeviceTold]:
    """Call one of one's devices by a name."""
    name = plain_name(data.name)
    work = partial(player_queries.name_device, device=device_of(request), mark=mark, name=name)
    await tables_of(request).store.write(work)
    return await devices_told(request)


@delete(
    f"{PATH}/devices/{{mark:str}}",
    responses=RESPONSES,
    opt=PEOPLE,
    status_code=200,
    summary="Remove a device",
)
async def remove_device(request: Call, mark: OfDevice) -> list[DeviceTold]:
    """Take player and seats away from a device, at once and everywhere; never from the last."""
    await players_of(request).remove(device_of(request), mark)
    return await devices_told(request)


# Ways in


@post(f"{PATH}/links", responses=RESPONSES, opt=SECRET, summary="A way in")
async def make_link(request: Call) -> LinkMade:
    """A link and four words for one more device: for ten minutes, good once, one at a time."""
    token, secret, until, player = await players_of(request).make_link(device_of(request))
    link = f"{str(request.base_url).rstrip('/')}/me#{token}"
    return LinkMade(token=token, link=link, words=words.write(secret, player.lang), until=until)


@delete(
    f"{PATH}/links", responses=RESPONSES, opt=PEOPLE, status_code=200, summary="Close the way in"
)
async def drop_link(request: Call) -> Me:
    """Make the link and its words void."""
    device = device_of(request)
    await tables_of(request).store.write(partial(link_queries.drop_link, device=device))
    return await me(request, device, False)


@post(
    f"{PATH}/links/look",
    responses=RESPONSES,
    opt=SECRET,
    status_code=200,
    summary="Whom a way in opens",
)
async def look_in(request: Call, data: JSONBody[KeyWish]) -> WayIn:
    """The player that a link or words open, to be asked before one comes in; nothing is done."""
    return await players_of(request).look_in(origin_of(request), data)


@post(f"{PATH}/recovery", responses=RESPONSES, opt=SECRET, summary="Recovery words")
async def make_recovery(request: Call) -> RecoveryMade:
    """Twelve words to print, for the day when all devices are lost; those before are void."""
    secret, player = await players_of(request).make_recovery(device_of(request))
    assert player.printed is not None
    return RecoveryMade(words=words.write(secret, player.lang), printed=player.printed)


@delete(
    f"{PATH}/recovery",
    responses=RESPONSES,
    opt=PEOPLE,
    status_code=200,
    summary="No recovery words",
)
async def drop_recovery(request: Call) -> Me:
    """Make the printed words void."""
    device = device_of(request)
    await players_of(request).drop_recovery(device)
    return await me(request, device, False)


PLAYER_ROUTES = (
    read_me,
    change_me,
    delete_me,
    set_alone,
    export,
    add_lessons,
    list_devices,
    enter,
    name_device,
    remove_device,
    make_link,
    drop_link,
    look_in,
    make_recovery,
    drop_recovery,
)
