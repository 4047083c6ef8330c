"""What a move touches, what it costs and brings, and which pieces travel when it is made.

The shapes only; each game finds what is in them in its touch.py and moved.py. How long a piece
flies, and with which sound, is the page's affair.
"""

from __future__ import annotations

import msgspec


class Pieces(msgspec.Struct, frozen=True, omit_defaults=True):
    """Some equal pieces that a move pays or takes: where they lie, and through which ability."""

    color: str
    count: int = 1
    source: str = ""
    ability: str = ""


class Touch(msgspec.Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """The visible things that a move touches, named as refusals name them, and its pieces."""

    things: tuple[str, ...]
    pays: tuple[Pieces, ...] = ()
    takes: tuple[Pieces, ...] = ()
    earns: tuple[str, ...] = ()  # what it completes


class Moved(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece that travels between two places, which have the names of the page's marks."""

    piece: dict[str, str | int]  # what is seen of it
    origin: str
    target: str
    count: int = 1  # so many go together
