"""Words as they are stored: by a slow hash, with a salt that only this server's key can make.

Words are drawn, not chosen by people, so that one salt for all serves: it makes them findable by
their hash, and nobody can prepare a list without the key. How long they hold is decided elsewhere.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import Sequence

PURPOSE = b"colonnade.words"  # so that the secret says nothing about what else it is used for
COST = {"n": 2**14, "r": 8, "p": 1, "maxmem": 64 * 1024 * 1024, "dklen": 32}  # 16 MB, 50 ms
AT_ONCE = 2  # hashes being made: what guesses cost must not stop the house
FINDING = 2  # words of a link that only find it


class Sealer:
    """Makes the hashes of words."""

    def __init__(self, secret: bytes) -> None:
        self.key = hmac.digest(secret, PURPOSE, "sha256")
        self.free = asyncio.Semaphore(AT_ONCE)

    def code(self, secret: Sequence[int]) -> str:
        """What a link is found by: its first words, which nobody can tell from this."""
        return hmac.digest(self.key, plain("code", secret[:FINDING]), "sha256").hex()

    async def seal(self, secret: Sequence[int]) -> str:
        """The slow hash of all words."""
        async with self.free:
            return await asyncio.to_thread(self.slow, secret)

    def slow(self, secret: Sequence[int]) -> str:
        """The same, for whoever may wait."""
        salt = hmac.digest(self.key, b"salt", "sha256")
        return hashlib.scrypt(plain("all", secret), salt=salt, **COST).hex()


def plain(use: str, secret: Sequence[int]) -> bytes:
    """Numbers as bytes, different for each use."""
    return f"{use}:{'-'.join(map(str, secret))}".encode()
