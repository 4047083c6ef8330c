"""The calls about notices: whether this device is told of turns, and at which hours nobody is."""

from __future__ import annotations

from litestar import delete, get, put
from litestar.params import JSONBody

from colonnade.server.notices import Notices
from colonnade.server.player_routes import PATH
from colonnade.server.push import Subscription
from colonnade.server.quiet import Quiet
from colonnade.server.requests import RESPONSES, Call, device_of
from colonnade.server.terms import terms
from colonnade.server.wire_players import NoticesTold
from colonnade.server.wishes import QuietWish, SubscriptionWish

NOTICES = f"{PATH}/notices"
PEOPLE = terms(people=True)
WRITTEN = terms(cost=4.0, people=True)


def notices_of(call: Call) -> Notices:
    """The notices of this server."""
    notices = call.app.state.notices
    assert isinstance(notices, Notices)
    return notices


@get(NOTICES, responses=RESPONSES, opt=PEOPLE, summary="How I am told")
async def read_notices(request: Call) -> NoticesTold:
    """The key that a browser must know to be told of turns, and how one's player is told now."""
    return await notices_of(request).told(device_of(request))


@put(NOTICES, responses=RESPONSES, opt=WRITTEN, summary="Tell this device")
async def subscribe(request: Call, data: JSONBody[SubscriptionWish]) -> NoticesTold:
    """Tell this device of its turns where turns take days: what its browser's `subscribe` gave."""
    device, notices = device_of(request), notices_of(request)
    await notices.subscribe(device, Subscription(data.endpoint, data.p256dh, data.auth))
    return await notices.told(device)


@delete(NOTICES, responses=RESPONSES, opt=PEOPLE, status_code=200, summary="Tell it no more")
async def unsubscribe(request: Call) -> NoticesTold:
    """Tell this device no more; where its notices went is forgotten."""
    device, notices = device_of(request), notices_of(request)
    await notices.unsubscribe(device)
    return await notices.told(device)


@put(f"{NOTICES}/quiet", responses=RESPONSES, opt=WRITTEN, summary="Quiet hours")
async def set_quiet(request: Call, data: JSONBody[QuietWish]) -> NoticesTold:
    """From when to when, in which time zone, notices wait; by minutes of the day."""
    device, notices = device_of(request), notices_of(request)
    await notices.set_quiet(device, Quiet(data.start, data.until, data.zone))
    return await notices.told(device)


@delete(
    f"{NOTICES}/quiet", responses=RESPONSES, opt=PEOPLE, status_code=200, summary="No quiet hours"
)
async def drop_quiet(request: Call) -> NoticesTold:
    """Tell one's devices at any hour."""
    device, notices = device_of(request), notices_of(request)
    await notices.set_quiet(device, None)
    return await notices.told(device)


NOTICE_ROUTES = (read_notices, subscribe, unsubscribe, set_quiet, drop_quiet)
