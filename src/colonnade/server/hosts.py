"""Which names a server answers to, so that no other site's name can be bent towards it.

A page of another site may let its own name lead to this machine and then read what is here as its
own (DNS rebinding); but its requests still carry that name. Origins are checked in guard.py.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TYPE_CHECKING

from colonnade.server.errors import WrongHost

if TYPE_CHECKING:
    from colonnade.server.settings import Settings

OWN = ("localhost", "127.0.0.1", "::1")
REMEMBERED = 1000
LONGEST = 253  # characters of a name, by RFC 1035


def host_name(header: str) -> str:
    """The name in a Host header, without its port; nothing for nonsense."""
    name, colon, port = header.strip().lower().rpartition(":")
    if not colon or "]" in port:
        name, port = header.strip().lower(), ""
    if port and not (port.isascii() and port.isdecimal()):
        return ""
    if name.startswith("[") and name.endswith("]"):
        address = literal(name[1:-1])
        return str(address) if isinstance(address, IPv6Address) else ""
    plain = name.replace("-", "").replace(".", "").replace("_", "")
    return name if plain.isascii() and plain.isalnum() and len(name) <= LONGEST else ""


def literal(name: str) -> IPv4Address | IPv6Address | None:
    """The address that a name spells out, if it does."""
    try:
        return ip_address(name.partition("%")[0])
    except ValueError:
        return None


def is_here(name: str) -> bool:
    """Whether a name means the machine that says it, and nobody else's."""
    address = literal(name)
    return name in OWN or (address is not None and address.is_loopback)


class Names:
    """The names of one server."""

    def __init__(self, settings: Settings) -> None:
        told = literal(settings.host)
        listening = str(told) if told is not None else settings.host.lower()
        self.known = {*OWN, listening, *(host_name(name) for name in settings.names)} - {""}
        self._accepted: set[str] = set()  # headers that were looked at and fine
        # Who listens everywhere has many addresses; an address is nobody else's name.
        self.any_address = settings.everywhere

    def check(self, headers: list[tuple[bytes, bytes]]) -> None:
        """Refuse a request that does not name this server exactly once."""
        given = [value.decode("latin-1") for name, value in headers if name.lower() == b"host"]
        if len(given) == 1 and given[0] in self._accepted:
            return
        name = host_name(given[0]) if len(given) == 1 else ""
        if name in self.known or (self.any_address and literal(name) is not None):
            if len(self._accepted) < REMEMBERED:
                self._accepted.add(given[0])
            return
        raise WrongHost(host=(given or ["-"])[0][:LONGEST])
