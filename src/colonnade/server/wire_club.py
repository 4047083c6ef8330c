"""What goes over the wire about the club of a house: members, a league, the host's own page.

The shapes only, both of what clients send and of what they are told.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from colonnade.server.wire_lobby import ClockSet
from colonnade.server.wire_types import (
    ANNOUNCEMENT_LENGTH,
    Color,
    Count,
    GameKey,
    Name,
    Options,
    Time,
    Token,
)
from colonnade.server.wishes import Asked, ClockWish

Halves = Annotated[int, Meta(ge=0, description="Points, counted in halves")]
NO_CONTROLS = "^[^\\x00-\\x09\\x0b-\\x1f\\x7f-\\x9f]*$"  # but a new line may be
Announced = Annotated[str, Meta(max_length=ANNOUNCEMENT_LENGTH, pattern=NO_CONTROLS)]
Title = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[^\\x00-\\x1f\\x7f-\\x9f]*$")]
Number = Annotated[int, Meta(ge=0, le=15, description="An entrant, in the order of entering")]
LeagueState = Literal["open", "running", "over"]
GameState = Literal["waiting", "playing", "over"]


# What clients send


class ClubWish(Asked):
    """The token of a link to the club, and what who comes by it is called."""

    token: Token
    name: Name = ""  # of who comes
    club: Title | None = None  # how the club is called from now on: for hosts


class ClubLookWish(Asked):
    """The token of a link to the club, to look before one comes in."""

    token: Token


class ClubNameWish(Asked):
    """Another name for the club."""

    name: Title


class AnnouncementWish(Asked):
    """What all members shall read; empty takes it away."""

    text: Announced


class HostWish(Asked):
    """Whether a member is a host."""

    host: bool


class LeagueWish(Asked):
    """A league for two at a table: which game, with which options and which clock."""

    name: Title
    game: GameKey
    options: Options = {}
    clock: ClockWish | None = None


class LeagueGameWish(Asked):
    """Two entrants of a league who shall play."""

    one: Number
    two: Number


# What clients are told


class ClubWay(msgspec.Struct, kw_only=True):
    """What a link to the club opens, before anything is done."""

    host: bool  # whether who comes by it is a host
    club: str | None  # its name; there may be none yet
    by: Name = ""  # who invites


class MemberTold(msgspec.Struct, kw_only=True):
    """A member of the club."""

    player: Token
    name: Name
    color: Color
    host: bool
    joined: Time
    invited_by: Name = ""
    # For members alone:
    seen: Time | None = None  # when a device of theirs was last here, give or take minutes
    playing: Count = 0  # games that go on


class Announcement(msgspec.Struct, kw_only=True):
    """What a host says to all."""

    text: Announced
    time: Time
    by: Name


class EntrantTold(msgspec.Struct, kw_only=True):
    """Somebody who plays in a league, and how they stand."""

    player: Token | None  # whose data was deleted is nobody
    name: Name
    color: Color
    points: Halves
    played: Count
    rank: Count


class LeagueGameTold(msgspec.Struct, kw_only=True):
    """A game of a league."""

    one: Number
    two: Number
    round: Count
    state: GameState
    table: Token | None = None
    points: Halves | None = None  # of the first of the two


class LeagueTold(msgspec.Struct, kw_only=True):
    """A league; entrants in the order of entering, games by rounds."""

    id: Token
    name: Title
    game: GameKey
    options: Options
    clock: ClockSet | None
    state: LeagueState
    created: Time
    started: Time | None
    ended: Time | None
    entrants: list[EntrantTold]
    games: list[LeagueGameTold]
    you: Number | None = None  # who asks, among the entrants


class ClubTold(msgspec.Struct, kw_only=True):
    """The club as who asks may know it."""

    name: Title
    founded: Time
    member: bool  # whether who asks is one
    host: bool
    you: Token | None
    members: list[MemberTold]
    announcement: Announcement | None
    leagues: list[LeagueTold]  # the newest first


class ClubInvitation(msgspec.Struct, kw_only=True):
    """A link by which others become members, shown once."""

    token: Token
    link: str
    until: Time


class TableSet(msgspec.Struct, kw_only=True):
    """The table of a game of a league."""

    table: Token


# For hosts


class CopyTold(msgspec.Struct, kw_only=True):
    """A copy of the house."""

    name: str
    made: Time
    bytes: Count


class Gauge(msgspec.Struct, kw_only=True):
    """A number of the server, and what it was in each minute of the last hour, the oldest first."""

    now: Annotated[float, Meta(ge=0)]
    hour: list[Annotated[float, Meta(ge=0)]]


class ServerTold(msgspec.Struct, kw_only=True):
    """How the server is, for its hosts."""

    version: str
    tables: Gauge  # in memory
    playing: Count  # games that go on, of all that are stored
    moves: Gauge  # in a second
    thinking: Gauge  # thoughts that wait
    workers: Count  # that think at once
    disk: Count  # bytes that the house takes
    free: Count  # bytes that are left
    copies: list[CopyTold]  # the newest first
    warnings: list[Literal["disk", "thinking", "copy"]]


class HostTable(msgspec.Struct, kw_only=True):
    """A game that goes on, as far as a host needs to know it."""

    id: Token
    game: GameKey
    created: Time
    last: Time
    public: bool
    seats: list[str]


class CopyProgress(msgspec.Struct, kw_only=True):
    """A line of what is told while a copy is made; the last one has the copy, or what is wrong."""

    done: Count = 0
    of: Count = 0
    copy: CopyTold | None = None
    problem: str = ""
