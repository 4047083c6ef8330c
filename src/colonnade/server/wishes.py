"""What clients send: the bodies of the calls, as the OpenAPI document tells them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from colonnade.server.wire_types import (
    MOST_LINE,
    MOST_MOVES,
    AtZero,
    Color,
    Count,
    GameKey,
    Language,
    Level,
    Minute,
    Name,
    Options,
    Ply,
    Seat,
    Seconds,
    Token,
    Typed,
    UndoRule,
    WishKind,
    Words,
)


class Asked(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A body that a client sends; unknown fields are refused, so that no typing error is lost."""


class ClockWish(Asked):
    """A clock: seconds (or days) for each turn, and a bank for the whole game."""

    turn: Seconds | None = None
    days: Annotated[int, Meta(ge=1, le=60)] | None = None
    bank: Annotated[float, Meta(ge=0, le=31_536_000)] = 0.0
    at_zero: AtZero = "computer"


class SeatWish(Asked):
    """Who shall sit here: me, somebody invited, another person on my device, or a computer."""

    kind: Literal["me", "open", "device", "computer"]
    name: Name = ""
    level: Level | None = None


class TableWish(Asked):
    """A table to be made."""

    game: GameKey
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=8)]
    options: Options = {}
    start: Literal["first", "random"] = "first"
    first: Seat = 0
    public: bool = False  # whether it is listed to be watched
    open: bool = False  # whether it is listed with its free seats, for anybody to sit down
    spectators: bool = True  # whether others may look than who sits there or is invited
    clock: ClockWish | None = None
    undo: UndoRule = "free"


class MoveWish(Asked):
    """A move: the ply it answers, and its words."""

    ply: Ply
    move: Words
    seat: Seat | None = None


class HintWish(Asked):
    """A question for advice: the ply it is about."""

    ply: Ply
    seat: Seat | None = None


class StudyWish(Asked):
    """A question for advice about a position of a record: how many moves lead to it."""

    at: Ply


class LineWish(Asked):
    """Moves to be tried from a position of a record, and through whose eyes; without, all open."""

    at: Ply
    moves: Annotated[list[Words], Meta(min_length=1, max_length=MOST_LINE)]
    seat: Seat | None = None


class PlayOnWish(Asked):
    """A position of a record to play on from: my seat, else that on turn; computers elsewhere."""

    at: Ply
    seat: Seat | None = None
    name: Name = ""
    level: Level | None = None


class TryWish(Asked):
    """A turn of a record to be made once more: where it begins, and the moves so far."""

    at: Ply
    moves: Annotated[list[Words], Meta(max_length=MOST_LINE)] = []


class ExerciseWish(Asked):
    """A learner's moves from where an exercise begins; only the last one may be wrong."""

    moves: Annotated[list[Words], Meta(max_length=MOST_MOVES)] = []


class UndoWish(Asked):
    """A wish to take back: down to so many moves, or one's own last move."""

    ply: Ply
    length: Ply | None = None
    seat: Seat | None = None


class UndoAnswer(Asked):
    """The answer to a wish to take back: for the one with this length, told at this revision."""

    ply: Ply
    length: Ply
    revision: Count
    agree: bool


class AgreementWish(Asked):
    """A wish that the others must agree to: what it is, and about which seat or length."""

    ply: Ply
    kind: WishKind
    length: Ply | None = None  # of an undo: down to so many moves, or one's own last move
    other: Seat | None = None  # of `replace` and `open`
    seat: Seat | None = None


class AgreementAnswer(Asked):
    """The answer to a wish: for the one that was told so, at this revision."""

    ply: Ply
    kind: WishKind
    revision: Count
    agree: bool
    length: Ply | None = None  # of an undo
    other: Seat | None = None  # of `replace` and `open`


class JoinWish(Asked):
    """A seat to be taken by its invitation or personal link; of an open table, without either."""

    token: Token | None = None
    name: Name = ""


class NameWish(Asked):
    """Another name for a seat."""

    name: Name


class LeaveWish(Asked):
    """To whom a seat is left."""

    to: Literal["computer", "open"] = "computer"
    level: Level | None = None


class LevelWish(Asked):
    """Which computer player shall sit down."""

    level: Level | None = None


class PlayerWish(Asked):
    """What shall change about one's player; without a player, one is made."""

    name: Name | None = None
    color: Color | None = None
    lang: Language | None = None


class AloneWish(Asked):
    """Whether no player is to be kept of this device: only its cookie."""

    alone: bool


class KeyWish(Asked):
    """What opens a player: the token of a link, or its four words, or twelve recovery words."""

    token: Token | None = None
    words: Typed | None = None


class EnterWish(KeyWish):
    """A player to come to; `bring` says that the games of this device's own player come along."""

    bring: bool = False


class SubscriptionWish(Asked):
    """Where a browser's push service is, and for whom to encrypt: what its `subscribe` gave."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=1000)]
    p256dh: Annotated[str, Meta(min_length=1, max_length=100)]
    auth: Annotated[str, Meta(min_length=1, max_length=32)]


class QuietWish(Asked):
    """When one wants no notices: minutes of the day, perhaps past midnight, in a time zone."""

    start: Minute
    until: Minute
    zone: Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_+/-]+$")]


class LessonsWish(Asked):
    """Lessons that were done, by game."""

    done: Annotated[
        dict[GameKey, Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=100)]],
        Meta(max_length=16),
    ]
