"""What is told of players: to themselves alone."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from colonnade.contract.record import Record
from colonnade.server.wire import Result
from colonnade.server.wire_types import (
    Color,
    Count,
    DeviceKind,
    GameKey,
    Language,
    Mark,
    Minute,
    Name,
    Seat,
    Time,
    Token,
    WayKind,
)

Lessons = Annotated[dict[GameKey, list[str]], Meta(description="Done on any device, by game")]
# The page hands it on as a file, and looks at nothing in it.
Whole = Annotated[Record, Meta(extra={"typescript": "unknown"})]
Printed = Annotated[list[str], Meta(min_length=4, max_length=12)]
BotToken = Annotated[
    str, Meta(min_length=20, max_length=64, description="Sent as `Authorization: Bearer`")
]


class Tally(msgspec.Struct, kw_only=True):
    """How many games of one kind a player has finished, and won."""

    game: GameKey
    seats: Count
    played: Count
    won: Count


class PlayerTold(msgspec.Struct, kw_only=True):
    """A player as its own devices see it."""

    id: Token  # known to others, and opens nothing
    name: Name
    color: Color
    lang: Language
    created: Time
    printed: Time | None  # when recovery words were made that still hold
    devices: Count
    lessons: Lessons
    results: list[Tally]
    bot: bool = False  # whether it is a bot, which everybody is told


class Me(msgspec.Struct, kw_only=True):
    """The player of the device that asks, if it has one; and whether it wants none."""

    player: PlayerTold | None
    alone: bool


class DeviceTold(msgspec.Struct, kw_only=True):
    """A device of one's player."""

    mark: Mark
    name: Name
    kind: DeviceKind
    browser: str
    created: Time
    seen: Time
    here: bool  # whether it is the one that asks


class BotTold(msgspec.Struct, kw_only=True):
    """A bot of one's own: a player that a program plays, by a token."""

    id: Token  # of its player: known to others, and opens nothing
    mark: Mark
    name: Name
    created: Time
    seen: Time


class BotMade(msgspec.Struct, kw_only=True):
    """A bot with its token, which is shown once."""

    bot: BotTold
    token: BotToken


class QuietTold(msgspec.Struct, kw_only=True):
    """When a player wants no notices."""

    start: Minute
    until: Minute
    zone: str


class NoticesTold(msgspec.Struct, kw_only=True):
    """How one is told of turns: the key of this house, on which devices, and when not."""

    key: str
    here: bool  # whether this device is told
    devices: Count  # of the player that are
    quiet: QuietTold | None


class SubscriptionTold(msgspec.Struct, kw_only=True):
    """A device that is told of turns, and by whose push service."""

    mark: Mark
    service: str
    created: Time


class LinkMade(msgspec.Struct, kw_only=True):
    """A way in for one more device, shown once: as a link, and in words."""

    token: Token
    link: str
    words: Printed
    until: Time


class RecoveryMade(msgspec.Struct, kw_only=True):
    """Words that bring a player back when all devices are lost, shown once."""

    words: Printed
    printed: Time


class WayIn(msgspec.Struct, kw_only=True):
    """Whom a link or words open, before anything is done."""

    kind: WayKind
    name: Name
    color: Color


class Forgotten(msgspec.Struct, kw_only=True):
    """What was deleted, and what stays: games of others, without the name."""

    deleted: Count
    kept: Count


class GameExported(msgspec.Struct, kw_only=True):
    """A game of one's own: of a finished one everything, of others what one's seats have seen."""

    table: Token
    seats: list[Seat]
    created: Time
    finished: Time | None
    result: Result | None
    record: Whole | None  # none of an edition that this server cannot read, while it goes on


class RatedExported(msgspec.Struct, kw_only=True):
    """A game of one's own that counts for ratings: strength before and after, and its doubt."""

    table: Token
    game: GameKey
    seats: Count
    finished: Time
    place: Count  # how many finished ahead
    mu: float
    sigma: float
    mu_after: float
    sigma_after: float


class Exported(msgspec.Struct, kw_only=True):
    """All that is kept of a player, or of a device that keeps none."""

    format: Count = 1
    made: Time
    player: PlayerTold | None
    devices: list[DeviceTold]
    games: list[GameExported]
    uploads: list[Whole]
    ratings: list[RatedExported] = []
    bots: list[BotTold] = []
    told: list[SubscriptionTold] = []  # devices that get notices
    quiet: QuietTold | None = None
