"""Where tables and records come from: a mark of an address, which limits need and nobody can read.

Who one client is, is decided in terms.py.
"""

from __future__ import annotations

import hmac
from functools import lru_cache

from colonnade.server.terms import client_of

PURPOSE = b"colonnade.origin"  # so that the secret says nothing about what else it is used for
MARK_BYTES = 12


class Origins:
    """Makes marks: the same address has the same, for as long as the server keeps its key."""

    def __init__(self, secret: bytes) -> None:
        key = hmac.digest(secret, PURPOSE, "sha256")
        self.mark = lru_cache(10_000)(lambda address: make_mark(key, address))


def make_mark(key: bytes, address: str) -> str:
    """The mark of an address."""
    return hmac.digest(key, client_of(address).encode(), "sha256")[:MARK_BYTES].hex()
