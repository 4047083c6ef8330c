"""Where others reach this machine: its addresses in the networks it is part of.

Nothing is sent to find them, and nobody is asked. Which of them a server answers at is decided by
whoever started it, what its guests are told in house_routes.py.
"""

from __future__ import annotations

import os
import shlex
import socket
import struct
import sys
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import IPv4Address
from pathlib import Path
from typing import Literal, NamedTuple

EVERYWHERE = "0.0.0.0"
Network = Literal["wifi", "cable", "network"]
FAR = ("192.0.2.1", 9)  # an address kept for examples: it only has to lie outside
NAME_BYTES = 16  # of an interface, in what the system is asked
UP = 0x1
# How the system is asked for the flags and the address of an interface.
ASKED = {"linux": (0x8913, 0x8915), "darwin": (0xC0206911, 0xC0206921)}


class Found(NamedTuple):
    """An address of this machine, and what people call the network it is in."""

    kind: Network
    address: str


def own_addresses() -> list[Found]:
    """The addresses by which others in the house reach this machine, the likeliest first."""
    first, found = routed_address(), real_interfaces()
    known = {one.address for one in found}
    if first and first not in known:
        found.insert(0, Found("network", first))
    return sorted(found, key=lambda one: one.address != first)


def routed_address() -> str:
    """The address that this machine would speak from, as the system chooses it; sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(FAR)
            return usable(str(probe.getsockname()[0]))
        except OSError:
            return ""


def usable(address: str) -> str:
    """An address that others can use, else nothing."""
    meant = IPv4Address(address)
    if meant.is_loopback or meant.is_link_local or meant.is_unspecified:
        return ""
    return address


def real_interfaces() -> list[Found]:
    """What is plugged in, or in the air; bridges and tunnels of programs lead to no friend."""
    found = []
    with suppress(OSError, ImportError):
        for _, name in socket.if_nameindex():
            address = address_of(name)
            if address and not is_virtual(name):
                found.append(Found(kind_of(name), address))
    return found


def address_of(name: str) -> str:
    """The address of an interface that is up."""
    if sys.platform not in ASKED:
        return ""
    import fcntl

    flags_of, address = ASKED[sys.platform]
    asked = name.encode()[: NAME_BYTES - 1].ljust(256, b"\0")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            (flags,) = struct.unpack_from("H", fcntl.ioctl(probe, flags_of, asked), NAME_BYTES)
            if not flags & UP:
                return ""
            told = fcntl.ioctl(probe, address, asked)
        except OSError:  # it has none
            return ""
    return usable(socket.inet_ntoa(told[NAME_BYTES + 4 : NAME_BYTES + 8]))


def is_virtual(name: str) -> bool:
    """Whether a program made an interface."""
    place = Path("/sys/class/net", name)
    return place.exists() and "/devices/virtual/" in str(place.resolve())


def kind_of(name: str) -> Network:
    """What people call the network behind an interface."""
    place = Path("/sys/class/net", name)
    if not place.exists():
        return "network"
    return "wifi" if (place / "wireless").exists() else "cable"


def opening_command(words: Sequence[str], port: int) -> str:
    """The command that starts the same server for the whole house, at the same port."""
    kept, skip = [], False
    for word in words:
        if not skip and not word.startswith(("--host", "--port")):
            kept.append(word)
        skip = not skip and word in ("--host", "--port")
    kept += ["--host", EVERYWHERE, "--port", str(port)]
    if "MAKELEVEL" not in os.environ:  # make tells its children how deep they are
        return shlex.join(["colonnade", "serve", *kept])
    plain = all(shlex.quote(word) == word for word in kept)
    said = " ".join(kept) if plain else shlex.join(kept)
    return f'make play ARGS="{said}"' if plain else f"make play ARGS={shlex.quote(said)}"
