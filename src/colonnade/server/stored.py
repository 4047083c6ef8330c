"""What is stored of a table, as plain structs: its head, seats, log and open wish.

How they are read and written stands in table_queries.py; what they amount to, in table.py.
"""

from __future__ import annotations

import msgspec

from colonnade.server.wire import Result
from colonnade.server.wire_types import (
    AtZero,
    DeviceKind,
    EntryKind,
    SeatKind,
    UndoRule,
    WishKind,
)


class Clock(msgspec.Struct, frozen=True):
    """Seconds for each turn and for the whole game, and what happens at zero."""

    turn: float
    bank: float
    at_zero: AtZero


class Seat(msgspec.Struct):
    """One seat: who plays it, and the devices that may."""

    kind: SeatKind
    name: str = ""
    level: str | None = None
    since: float = 0.0
    invitation: str | None = None
    link: str | None = None
    resigned: bool = False
    stand_in: bool = False  # a computer player keeps it for those who were away for long
    seen: float = 0.0  # when its people were last here, in the time of the house
    player: str | None = None  # whose it is; nobody's while it is free or a computer player's
    devices: set[str] = set()  # of the player, and those that personal links brought
    bot: bool = False  # whether a bot plays it: everybody sees that

    @property
    def taken(self) -> bool:
        """Whether people play it."""
        return self.kind in ("person", "device")


class Head(msgspec.Struct):
    """All of a table but its seats and its log; `deadline` in the time of the house."""

    id: str
    game: str
    edition: str
    options: dict[str, str]
    public: bool
    start: str
    created: float
    clock: Clock | None = None
    revision: int = 0
    finished: float | None = None
    result: Result | None = None
    rematch: str | None = None
    deadline: float | None = None
    awaits: bool = False
    lang: str | None = None  # of who made it
    origin: str | None = None  # the address that it was made from, as a mark that tells nothing
    undo: UndoRule = "free"
    opened: float | None = None  # since when anybody may take its free seats, if anybody may
    spectators: bool = True  # whether those may look who neither sit here nor are invited


class Entry(msgspec.Struct, frozen=True):
    """What happened at a table: a move, an undo, a resignation, a pause ...; with its date."""

    kind: EntryKind
    seat: int
    words: str
    back: int
    time: float
    spent: float


class Proposal(msgspec.Struct):
    """A wish that others must agree to, good for one ply."""

    ply: int
    seat: int
    back: int  # of an undo: how many moves would be left
    agreed: list[int]
    barred: list[int] = []  # seats that were refused since the last move: they may not ask
    kind: WishKind = "undo"
    other: int | None = None  # the seat that it is about, if it is about one
    spent: float = 0.0  # of the clock on turn, when it was asked


class Stored(msgspec.Struct):
    """All that is stored of a table; its log perhaps from a ply on."""

    head: Head
    seats: list[Seat]
    log: list[Entry]
    proposal: Proposal | None
    barred: list[int] = []  # seats that were refused since the last move
    whole: bool = True  # or does the log have a hole, behind what is here of it


class Sitter(msgspec.Struct, frozen=True):
    """A device that takes a seat, and what its player begins with if this is the first game."""

    device: str
    lang: str
    origin: str
    alone: bool = False  # whether no player is to be kept: the seat belongs to the cookie
    kind: DeviceKind = "computer"
    browser: str = ""
    bot: bool = False  # whether it came with a token


class Change(msgspec.Struct, kw_only=True):
    """All that one write does to a table."""

    entries: list[Entry] = []  # at the end of the log
    seats: dict[int, Seat] = {}  # as they are from now on
    proposal: Proposal | None = None  # a wish, or its answers so far
    refused: bool = False  # and whether it came to nothing
    sitter: Sitter | None = None  # who takes the seats, if somebody does
    now: float | None = None  # when it was made, in the time of the house; else now
    new: bool = False  # and whether that must be somebody who does not sit here already


class Status(msgspec.Struct, frozen=True):
    """What a position means for the clock, for computer players and for the end."""

    deadline: float | None = None
    awaits: bool = False
    finished: float | None = None
    result: Result | None = None
