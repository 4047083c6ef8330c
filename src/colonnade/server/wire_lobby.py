"""What goes over the wire about finding each other: the lobby, pairing, codes and set phrases.

The shapes only, both of what clients send and of what they are told.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from colonnade.server.wire import SeatTold
from colonnade.server.wire_types import (
    AtZero,
    Count,
    GameKey,
    Name,
    Options,
    Phrase,
    Seat,
    Seats,
    Time,
    Token,
)
from colonnade.server.wishes import Asked, ClockWish

NumberOfSeats = Annotated[int, Meta(ge=2, le=8)]


class PairingWish(Asked):
    """Company wanted for a game: at a table with so many seats and this clock.

    `wish` is the client's own name for it: whoever asks again by the same one asks once. Options
    that are left out are as anybody likes.
    """

    wish: Token
    game: GameKey
    seats: NumberOfSeats = 2
    options: Options = {}
    clock: ClockWish | None = None
    name: Name = ""
    about: bool = False  # with whom is about as strong; after a minute, with anybody
    bots: bool = False  # whether a bot will do as well


class CodeWish(Asked):
    """A code as somebody heard it, and the name of who comes in by it."""

    code: Annotated[str, Meta(min_length=1, max_length=100)]
    name: Name = ""


class DoorsWish(Asked):
    """Who may come in: to the free seats, and to watch; what is left out stays as it is."""

    open: bool | None = None
    spectators: bool | None = None


class InvitedWish(Asked):
    """The token of an invitation or a personal link, to look before one sits down."""

    token: Token


class OtherGameWish(Asked):
    """Another game for the same people."""

    game: GameKey
    options: Options = {}


class PhraseWish(Asked):
    """A set phrase, said from a seat."""

    phrase: Phrase
    seat: Seat | None = None


class ClockSet(msgspec.Struct, kw_only=True, frozen=True):
    """How a clock is set."""

    turn: Annotated[float, Meta(ge=0)]  # seconds; 0: only the bank counts
    bank: Annotated[float, Meta(ge=0)]
    at_zero: AtZero


class OpenTable(msgspec.Struct, kw_only=True):
    """A table where anybody may sit down."""

    id: Token
    game: GameKey
    options: Options
    clock: ClockSet | None
    seats: Annotated[list[SeatTold], Meta(min_length=1, max_length=8)]
    opened: Time
    spectators: bool
    held: Seats = []  # of this device


class Seeking(msgspec.Struct, kw_only=True):
    """How many look for company at such a table."""

    game: GameKey
    seats: NumberOfSeats
    clock: ClockSet | None
    count: Count


class ClubBrief(msgspec.Struct, kw_only=True, frozen=True):
    """The club of the house, as everybody at home sees it."""

    name: str
    announcement: str


class LobbyTold(msgspec.Struct, kw_only=True):
    """Who waits for somebody: the newest open tables, and wishes for company; and the club."""

    tables: list[OpenTable]
    seeking: list[Seeking]
    club: ClubBrief | None = None


class Paired(msgspec.Struct, kw_only=True):
    """What came of a wish for company; without a table, it waits."""

    wish: Token
    table: Token | None = None


class CodeTold(msgspec.Struct, kw_only=True):
    """A code to say aloud, and how long it is good; shown once."""

    code: str
    until: Time


class CameIn(msgspec.Struct, kw_only=True):
    """Where somebody sits who came in by a code."""

    table: Token
    seat: Seat


class Said(msgspec.Struct, kw_only=True, frozen=True):
    """A phrase that was said at a table; numbers only ever grow."""

    number: Annotated[int, Meta(ge=1)]
    seat: Seat
    phrase: Phrase
    time: Time
