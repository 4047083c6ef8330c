"""What a call costs, and how it is read: said beside its route, and found by the route alone.

So no spelling of an address (`//x`, `/x/`, `%2f`) has other limits than the route that answers it.
The guard applies them, in guard.py.
"""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any

import msgspec
from litestar import Litestar
from litestar.exceptions import HTTPException
from litestar.utils import normalize_path

KEY = "terms"  # among the options of a route
NETWORK = 64  # bits: what a provider gives to one house; all its addresses are one client


class Terms(msgspec.Struct, frozen=True):
    """How the guard treats a route."""

    cost: float = 1.0  # in plain requests: what fills the disk or keeps a core busy costs more
    upload: bool = False  # whether the body is a record: a file, larger, and of any type
    feed: bool = False  # whether the answer goes on for as long as its reader stays
    vital: bool = False  # whether it is answered however crowded the house is
    people: bool = False  # whether no token opens it: only people may ask


USUAL = Terms()


def terms(**said: Any) -> dict[str, Any]:
    """The options of a route that is not treated as usual."""
    return {KEY: Terms(**said)}


def terms_of(app: Any, method: str, path: str) -> Terms:
    """The terms of the route that will answer; of none, the usual ones."""
    if not isinstance(app, Litestar):
        return USUAL
    try:
        _, handler, *_ = app.asgi_router.handle_routing(path=normalize_path(path), method=method)
    except HTTPException:
        return USUAL
    found = handler.opt.get(KEY, USUAL)
    assert isinstance(found, Terms)
    return found


@lru_cache(maxsize=10_000)
def client_of(address: str) -> str:
    """Who asks, for all that is counted: an address, or of IPv6 the network of one house."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Address(int(found) >> NETWORK << NETWORK)) + f"/{NETWORK}"
