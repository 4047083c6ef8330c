"""The calls about the house: at which addresses friends reach it, and opening it to them.

A server that listens on this machine alone says so, and how to open it. Only who sits at this
machine is told its addresses: to guests from outside they are nobody's business.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from ipaddress import ip_address

from litestar import get, post

from colonnade.server.addresses import opening_command, own_addresses
from colonnade.server.errors import NotAllowed
from colonnade.server.hosts import host_name, is_here
from colonnade.server.requests import RESPONSES, Call
from colonnade.server.settings import Settings
from colonnade.server.wire_house import AddressTold, HouseTold

# What a proxy says of who asks: such a request does not come from this machine itself.
PASSED_ON = ("x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded", "via")


class Door:
    """Whether a server that listens on its own machine alone was opened to the house."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.opened: list[str] = []  # addresses where it listens besides
        self.listen: Callable[[list[str]], Awaitable[list[str]]] | None = None  # the server's

    @property
    def can_open(self) -> bool:
        """Whether who sits here may open it: started by a person, for this machine alone."""
        return self.listen is not None and self.settings.openable

    async def open(self) -> None:
        """Listen at the addresses of this machine too."""
        if self.listen is not None:
            fresh = [one.address for one in own_addresses() if one.address not in self.opened]
            self.opened += await self.listen(fresh)


def sits_here(call: Call) -> bool:
    """Whether a request comes from this machine, by its own name, and through nobody."""
    client = call.scope.get("client")
    try:
        near = client is not None and ip_address(client[0]).is_loopback
    except ValueError:
        return False
    passed = any(name in call.headers for name in PASSED_ON)
    return near and not passed and is_here(host_name(call.headers.get("host", "")))


def house_told(call: Call, door: Door) -> HouseTold:
    """Where friends reach this server, as far as who asks may know."""
    settings, host = door.settings, call.headers.get("host", "")
    limits = settings.limits
    told = HouseTold(
        open=True,
        keep_days=limits.keep_days,
        keep_records_days=limits.keep_records_days,
        keep_names_days=limits.keep_names_days,
        keep_players_days=limits.keep_players_days,
    )
    if not is_here(host_name(host)):  # whoever came by another name can give that away
        told.addresses = [AddressTold(kind="name", origin=f"{call.url.scheme}://{host}")]
        return told
    port = (call.scope.get("server") or ("", 0))[1] or settings.port
    near = [
        AddressTold(kind=one.kind, origin=f"http://{one.address}:{port}")
        for one in (own_addresses() if sits_here(call) else [])
        if not door.opened or one.address in door.opened
    ]
    names = [host_name(name) for name in settings.names]
    if settings.everywhere or door.opened:
        told.addresses = [AddressTold(kind="name", origin=f"http://{n}:{port}") for n in names]
        told.addresses += near
    elif names:  # somebody stands before it, and speaks https
        told.addresses = [AddressTold(kind="name", origin=f"https://{name}") for name in names]
    else:
        told.open, told.addresses = False, near
        told.command = opening_command(settings.words, port)
        told.can_open = door.can_open and bool(near)
    return told


@get("/api/house", responses=RESPONSES, summary="Where friends reach this server")
async def house(request: Call) -> HouseTold:
    """Its addresses as far as who asks may know, or the command that opens it to others."""
    return house_told(request, request.app.state.door)


@post("/api/house/open", responses=RESPONSES, status_code=200, summary="Open it to the house")
async def open_house(request: Call) -> HouseTold:
    """Listen to this machine's networks until the server ends; for who sits at this machine."""
    door: Door = request.app.state.door
    if not (door.can_open and sits_here(request)):
        raise NotAllowed()
    await door.open()
    return house_told(request, door)


HOUSE_ROUTES = (house, open_house)
