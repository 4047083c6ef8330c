"""Web Push: encrypts a notice for one browser, signs it as this house, and hands it to its service.

Where a browser's push service is was said by whoever asked for notices: nothing is ever sent into a
network of our own. When a notice is due is decided in notices.py.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hmac
import socket
from collections.abc import Iterable
from functools import cached_property
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

import msgspec

from colonnade.server.errors import BadSubscription

SALT = b"colonnade.push"
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of P-256, SEC 2
MOST_LETTERS = 1000  # of an address
POINT_BYTES = 65
AUTH_BYTES = 16
TOPIC_LETTERS = 32  # RFC 8030
TOKEN_SECONDS = 12 * 3600  # that a signature holds; services take a day at most
AT_ONCE = 8  # connections
CONNECT_SECONDS, READ_SECONDS = 5.0, 10.0
MOST_WAIT = 3600.0  # that a service may ask us to wait
NAT64 = IPv6Network("64:ff9b::/96")
GONE = (404, 410)
OTHER_KEY = (401, 403)  # made for another key than ours: it will never work


class Subscription(msgspec.Struct, frozen=True):
    """A browser that wants notices: where its push service is, and for whom to encrypt."""

    endpoint: str
    p256dh: str
    auth: str


class Sent(NamedTuple):
    """What came of a notice; later is in so many seconds."""

    outcome: Literal["done", "gone", "later", "refused"]
    seconds: float = 0.0


def unpacked(text: str) -> bytes:
    """Bytes of base64url, with or without its padding."""
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        return b""


def packed(raw: bytes) -> str:
    """Bytes as base64url without padding, as browsers want them."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def check(found: Subscription, local: bool) -> None:
    """Refuse what no browser would send: other addresses than a push service's, or broken keys."""
    from cryptography.hazmat.primitives.asymmetric import ec

    check_endpoint(found.endpoint, local)
    if len(unpacked(found.auth)) != AUTH_BYTES:
        raise BadSubscription(why="auth")
    point = unpacked(found.p256dh)
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        raise BadSubscription(why="p256dh") from None
    if len(point) != POINT_BYTES:
        raise BadSubscription(why="p256dh")


def check_endpoint(endpoint: str, local: bool) -> None:
    """Refuse an address that is no push service's in the open."""
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise BadSubscription(why="endpoint") from None
    plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    if not plain or len(endpoint) > MOST_LETTERS or not host or parts.username is not None:
        raise BadSubscription(why="endpoint")
    if local:
        return
    if parts.scheme != "https" or port not in (None, 443) or is_number(host) or "." not in host:
        raise BadSubscription(why="endpoint")


def is_number(host: str) -> bool:
    """Whether a host is an address and no name."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_public(address: str) -> bool:
    """Whether an address is in the open, and no other inside it leads back into a house."""
    found = ip_address(address.partition("%")[0])
    inner: Iterable[IPv4Address | None] = ()
    if isinstance(found, IPv6Address):
        teredo = found.teredo or (None, None)
        last = IPv4Address(int(found) & 0xFFFFFFFF) if found in NAT64 else None
        inner = (found.ipv4_mapped, found.sixtofour, *teredo, last)
    every = [found, *(one for one in inner if one is not None)]
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        every = every[1:]  # what it stands for decides
    return all(one.is_global and not one.is_multicast for one in every)


class Push:
    """Sends notices of one house."""

    def __init__(self, secret: bytes, contact: str, local: bool = False) -> None:
        self.secret = secret
        self.contact = contact  # an address of who runs the house, for the services
        self.local = local  # whether services inside the house's own network are allowed
        self._pool: Any = None

    @cached_property
    def key(self) -> Any:
        """The key that signs notices; it follows from the house's own, and is kept with it."""
        from cryptography.hazmat.primitives.asymmetric import ec

        drawn = int.from_bytes(hmac.digest(self.secret, SALT, "sha512"))
        return ec.derive_private_key(drawn % (ORDER - 1) + 1, ec.SECP256R1())

    @cached_property
    def public(self) -> str:
        """What browsers must know of it: only who signs with it may send them anything."""
        from cryptography.hazmat.primitives import serialization

        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return packed(point)

    def topic(self, about: str) -> str:
        """A name by which a service replaces what it has not delivered; tells nobody anything."""
        return packed(hmac.digest(self.secret, SALT + about.encode(), "sha256"))[:TOPIC_LETTERS]

    def headers(self, to: Subscription, about: str, ttl: float, now: float) -> dict[str, str]:
        """What a service is told: who sends, for how long it may keep it, and what it replaces."""
        from py_vapid import Vapid02

        parts = urlsplit(to.endpoint)
        signer = Vapid02(self.key, conf={"no-strict": True})
        claims = {
            "sub": self.contact,
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(now) + TOKEN_SECONDS,
        }
        signed: dict[str, str] = signer.sign(claims)
        return signed | {
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(max(0, int(ttl))),
            "Topic": self.topic(about),
            "Urgency": "normal",
        }

    def sealed(self, to: Subscription, body: bytes) -> bytes:
        """A body that only one browser can read (RFC 8291)."""
        import http_ece
        from cryptography.hazmat.primitives.asymmetric import ec

        return bytes(
            http_ece.encrypt(
                body,
                private_key=ec.generate_private_key(ec.SECP256R1()),
                dh=unpacked(to.p256dh),
                auth_secret=unpacked(to.auth),
                version="aes128gcm",
            )
        )

    async def send(
        self, to: Subscription, body: bytes, *, about: str, ttl: float, now: float
    ) -> Sent:
        """Hand a notice over; says whether it was taken, and if not, whether to try again."""
        import httpcore

        try:
            check_endpoint(to.endpoint, self.local)  # the host may have changed the rule
            sealed, headers = self.sealed(to, body), self.headers(to, about, ttl, now)
        except Exception:  # keys that were good when they came, or a library's own refusal
            return Sent("refused")
        times = {"connect": CONNECT_SECONDS, "pool": READ_SECONDS, "read": READ_SECONDS}
        asked = httpcore.Request(
            "POST",
            to.endpoint,
            headers=[(name.encode(), value.encode()) for name, value in headers.items()]
            + [(b"Host", urlsplit(to.endpoint).netloc.encode())]
            + [(b"Content-Length", str(len(sealed)).encode())],
            content=sealed,
            extensions={"timeout": times | {"write": READ_SECONDS}},
        )
        try:
            answer = await self.pool().handle_async_request(asked)
            await answer.aclose()
        except (Inside, httpcore.UnsupportedProtocol):
            return Sent("refused")
        except (httpcore.ReadTimeout, httpcore.RemoteProtocolError, httpcore.ReadError):
            return Sent("refused")  # it may have been taken: none is better than two
        except (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError, OSError):
            return Sent("later")
        return outcome(answer.status, dict(answer.headers))

    def pool(self) -> Any:
        """The connections; none is kept, and none leads into the house."""
        import httpcore

        if self._pool is None:
            self._pool = httpcore.AsyncConnectionPool(
                max_connections=AT_ONCE,
                max_keepalive_connections=0,
                network_backend=backend(self.local),
            )
        return self._pool

    async def close(self) -> None:
        """Let go of the connections."""
        if self._pool is not None:
            await self._pool.aclose()
            self._pool = None


class Inside(OSError):
    """A push service's name leads into a network that is not in the open."""


def backend(local: bool) -> Any:
    """Connections to addresses in the open alone, looked up once: no name changes in between."""
    import httpcore

    class Outside(httpcore.AnyIOBackend):
        """Looks a name up, and connects to what was found and seen to be in the open."""

        async def connect_tcp(
            self, host: str, port: int, *words: Any, **named: Any
        ) -> httpcore.AsyncNetworkStream:
            for address in await addresses(host, port, local):
                return await super().connect_tcp(address, port, *words, **named)
            raise httpcore.ConnectError("no address")

    return Outside()


async def addresses(host: str, port: int, local: bool) -> list[str]:
    """The addresses of a name; refuses it if one of them is not in the open."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (TimeoutError, socket.gaierror) as problem:
        raise OSError("no address") from problem
    known = [str(one[4][0]) for one in found]
    if not local and not all(is_public(address) for address in known):
        raise Inside("not in the open")
    return known


def outcome(status: int, headers: dict[bytes, bytes]) -> Sent:
    """What a service's answer means."""
    if 200 <= status < 300:
        return Sent("done")
    if status in GONE or status in OTHER_KEY:
        return Sent("gone")
    if status == 429 or status >= 500:
        said = {name.lower(): value for name, value in headers.items()}.get(b"retry-after", b"")
        wait = float(said) if said.isdigit() and len(said) < 9 else 0.0
        return Sent("later", min(wait, MOST_WAIT))
    return Sent("refused")
